"""A study with one look answers at once, and follows the hand without the server, which hears what is let go."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.dragging import hold
from tools.rest import able_to_compute, in_the_middle, settle

PAGE = "choose_epsilon"
VERDICT = ".st-key-verdict"
MARK = '[data-part="mark-enough"] text'


@pytest.fixture
def sent(page):
    """How many messages the page has sent."""
    found = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: found.append(frame)))
    return found


def knob_of(page, line):
    knob = page.locator(f".knob[data-name={line}]")
    in_the_middle(knob)
    return knob


HELD = (  # a line, where it is dragged, what the verdict and the address then say, and the box that takes it back
    ("participants", 0, -40, r"with 3,\d00 participants and one look", r"people=3\d00", "people", "10000"),
    ("epsilon", 60, 0, r"ε = 0\.05\d+, your choice, needs 2,\d{3} of your 10,000", r"look=0\.05", "look", ""),
    ("difference", -60, 0, r"leads by 5\.\d+ points at a usual rate of 30 %\.", r"better=5\.", "better", "10"),
)


def test_the_answer_moves_with_the_hand_and_stays_when_it_is_let_go(tab, page, sent):
    tab.open(PAGE)
    for line, right, up, told, left, box, usual in HELD:
        expect(page.locator(VERDICT)).to_contain_text("Choose ε = 0.0143: with 10,000 participants")
        able_to_compute(page)
        mark = page.locator(MARK).first.text_content()
        before = len(sent)
        hold(page, knob_of(page, line), right, -up)
        expect(page.locator(VERDICT)).to_contain_text(re.compile(told))
        held_told = page.locator(VERDICT).inner_text()
        assert len(sent) == before  # the server has heard nothing yet
        if line != "epsilon":
            expect(page.locator(MARK).first).not_to_have_text(mark)
        expect(page.locator(".st-key-choose-meaning")).to_have_class(re.compile("of-before"))
        page.mouse.up()
        page.wait_for_url(re.compile(left))
        expect(page.locator(".st-key-choose-meaning")).not_to_have_class(re.compile("of-before"))
        expect(page.locator(VERDICT)).to_have_text(held_told, use_inner_text=True)
        settle(page)  # while the page is drawn, an earlier value in a box counts as one from before the drag
        number = page.locator(f".st-key-{box} input")
        number.fill(usual)
        number.press("Enter")


def test_where_the_browser_cannot_compute_the_server_follows_the_hand(tab, page):
    page.add_init_script("delete globalThis.WebAssembly")
    tab.open(PAGE)
    expect(page.locator(VERDICT)).to_contain_text("Choose ε = 0.0143")
    hold(page, knob_of(page, "participants"), dy=40)
    expect(page.locator(VERDICT)).to_contain_text(re.compile(r"with 3,\d00 participants"))
    page.mouse.up()
    page.wait_for_url(re.compile(r"people=3\d00"))
