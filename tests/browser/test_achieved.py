"""The Explorer's second mark in a real browser: it comes when the hand rests, and goes while it moves."""

import re

from playwright.sync_api import expect

ADDRESS = "?arms=0.9,0.5&epsilon=0.1"
SENTENCE, MARK = ".st-key-verdict", ".plot .achieved"
KNOWN = re.compile(r"PRISE takes about \d")


def test_a_sentence_that_comes_later_moves_nothing_on_a_phone(open_once):
    page = open_once(ADDRESS, width=390, height=844)
    expect(page.locator("svg.plot")).to_contain_text("at ε = 0.1")
    place = page.locator("svg.plot").bounding_box()
    expect(page.locator(SENTENCE)).to_contain_text(KNOWN)
    assert page.locator("svg.plot").bounding_box() == place


def test_the_mark_goes_with_a_drag_and_comes_back(open_once):
    page = open_once(ADDRESS)
    expect(page.locator(SENTENCE)).to_contain_text(KNOWN)
    expect(page.locator(MARK)).to_have_count(1)
    before, place = page.locator(SENTENCE).inner_text(), page.locator("svg.plot").bounding_box()
    box = page.get_by_role("slider", name="Mean of arm 2").locator(".grip").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 30, steps=5)
    expect(page.locator(MARK)).to_have_count(0)
    expect(page.locator(SENTENCE)).to_contain_text("PRISE takes about …")
    page.mouse.up()
    expect(page.locator(SENTENCE)).to_contain_text(KNOWN)
    expect(page.locator(SENTENCE)).not_to_have_text(before)
    expect(page.locator(MARK)).to_have_count(1)
    assert page.locator("svg.plot").bounding_box() == place  # nothing jumped
