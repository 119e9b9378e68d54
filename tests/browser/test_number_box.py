"""Boxes for numbers, filled in as people do: a text that is none leaves the page and the last good number."""

import re

from playwright.sync_api import expect

VERDICT = ".st-key-verdict"
USUAL = "Success rate of the usual option (%)"
CRASHED = '[data-testid="stException"]'


def write(page, label, text):
    box = page.get_by_label(label, exact=True)
    box.fill(text)
    box.press("Tab")


def test_a_decimal_comma_is_read_as_one_and_what_is_no_number_leaves_the_last_one(open_page):
    page = open_page("choose_epsilon")
    verdict, warning = page.locator(VERDICT), page.get_by_role("alert")
    write(page, "Privacy budget ε", "2,5")
    expect(verdict).to_contain_text("ε = 2.5")
    expect(page.get_by_label("Privacy budget ε", exact=True)).to_have_value("2.5")
    for text, told in (("", "This box is empty"), ("1e400", "is not a number"), ("9" * 20_000, "The page still uses")):
        write(page, USUAL, text)
        expect(warning.get_by_text(told)).to_be_visible()
        expect(warning.get_by_text("The page still uses 30.")).to_be_visible()
        expect(verdict).to_contain_text("ε = 2.5")
        expect(page).to_have_url(re.compile("^.{1,300}$"))
    expect(page.get_by_label(USUAL, exact=True)).to_have_value("30")
    write(page, USUAL, "40")
    expect(verdict).to_contain_text("at a usual rate of 40 %")
    page.get_by_role("button", name="Pin this plan").click()
    expect(page.get_by_role("button", name="Remove plan A")).to_be_visible()
    expect(page.locator(CRASHED)).to_have_count(0)
