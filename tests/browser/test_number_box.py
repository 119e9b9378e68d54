"""Boxes for numbers, filled in as people do: a text that is none leaves the page and the last good number."""

import re

import pytest
from playwright.sync_api import expect

VERDICT = ".st-key-verdict"
USUAL = "Success rate of the usual option (%)"
CRASHED = '[data-testid="stException"]'


@pytest.fixture
def choose(open_once):
    page = open_once("choose_epsilon")
    for label, usual in (("Privacy budget ε", ""), (USUAL, "30")):
        box = page.get_by_label(label, exact=True)
        if box.input_value() != usual:
            write(page, label, usual)
    expect(page.locator(VERDICT)).to_contain_text("ε = 0.0143")
    return page


def write(page, label, text):
    box = page.get_by_label(label, exact=True)
    box.fill(text)
    box.press("Tab")


def test_a_decimal_comma_is_read_as_one(choose):
    write(choose, "Privacy budget ε", "2,5")
    expect(choose.locator(VERDICT)).to_contain_text("ε = 2.5")
    expect(choose.get_by_label("Privacy budget ε", exact=True)).to_have_value("2.5")
    choose.get_by_role("button", name="Pin this plan").click()
    expect(choose.get_by_role("button", name="Remove plan A")).to_be_visible()
    expect(choose.locator(CRASHED)).to_have_count(0)


@pytest.mark.parametrize(
    ("text", "told"), [("", "This box is empty"), ("1e400", "is not a number"), ("nan", "is not a number")]
)
def test_what_is_no_number_is_said_and_the_last_one_stays(choose, text, told):
    write(choose, USUAL, text)
    expect(choose.get_by_role("alert").get_by_text(told)).to_be_visible()
    expect(choose.get_by_role("alert").get_by_text("The page still uses 30.")).to_be_visible()
    expect(choose.locator(VERDICT)).to_contain_text("ε = 0.0143")
    expect(choose.locator(CRASHED)).to_have_count(0)
    write(choose, USUAL, "40")
    expect(choose.locator(VERDICT)).to_contain_text("at a usual rate of 40 %")


def test_a_box_may_be_emptied_where_the_address_says_more(open_page):
    page = open_page("same_decision?same-study=3")
    write(page, "Total participants", "")
    expect(page.get_by_role("alert").get_by_text("The page still uses 2,000.")).to_be_visible()
    expect(page.locator(CRASHED)).to_have_count(0)


def test_a_long_text_leaves_the_box_and_the_address(choose):
    write(choose, USUAL, "9" * 20_000)
    expect(choose.get_by_role("alert").get_by_text("The page still uses 30.")).to_be_visible()
    expect(choose.get_by_label(USUAL, exact=True)).to_have_value("30")
    expect(choose).to_have_url(re.compile("^.{1,300}$"))
    expect(choose.locator(CRASHED)).to_have_count(0)
