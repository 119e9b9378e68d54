"""The page about privacy definitions in a real browser: typing into the policy, dragging epsilon, the link."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.dragging import hold
from tools.rest import choose_page
from ui.glossary import GROUPS

IS_ON_TOP = """(element) => {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}"""
EXPERT = ".st-key-promise-expert"


def type_into_first_row(page, text):
    """Replace the probability of the first row (the table is a canvas: cells have no elements to click)."""
    table = page.locator('[data-testid="stDataFrame"] .dvn-scroller').first
    editor = page.locator("#portal textarea")
    page.wait_for_selector(".js-plotly-plot .main-svg")
    width = table.bounding_box()["width"]
    table.dblclick(position={"x": 0.85 * width, "y": 52})
    editor.fill(text)
    editor.press("Enter")


def expect_edited(page):
    expect(page.locator(EXPERT)).to_contain_text("(0.95, 0.196)-Table DP")
    expect(page.get_by_test_id("glide-cell-2-0")).to_have_text("1/2")


@pytest.mark.long
def test_an_edited_policy_is_judged_and_survives_a_visit_elsewhere_and_a_reload(open_once):
    page = open_once("what_is_promised")
    type_into_first_row(page, "1/2")
    page.wait_for_url(re.compile(r"policy=1(%2F|/)2"))
    choose_page(page, "Reference", "Glossary")
    expect(page.get_by_role("heading", name="What do the words mean?")).to_be_visible()
    parts = page.locator(".st-key-jump").get_by_role("link")
    parts.last.click()
    expect(page.get_by_role("heading", name=[*GROUPS][-1])).to_be_in_viewport()
    assert parts.first.evaluate(IS_ON_TOP)  # in reach wherever one reads
    choose_page(page, "Guarantees", "Definitions")
    expect_edited(page)
    page.reload()
    expect_edited(page)


def test_dragging_epsilon_moves_the_verdict(open_once):
    page = open_once("what_is_promised")
    knob = page.get_by_role("slider", name="ε", exact=True)
    expect(knob).to_contain_text("ε 0.95")
    hold(page, knob, dx=-100)
    expect(page.locator(EXPERT)).not_to_contain_text("(0.95,")
    page.mouse.up()
    page.wait_for_url(re.compile(r"promise-epsilon=0\.[4-8]"))
