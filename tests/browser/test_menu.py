"""The menu: its lines, the product's name."""

import pytest
from playwright.sync_api import expect

from ui.shell.menu import GROUPS


def test_the_menu_says_of_each_page_what_it_is_for(open_page):
    page = open_page("glossary")
    for group, entries in GROUPS.items():
        page.get_by_test_id("stTopNavSection").filter(has_text=group).click()
        for entry in entries:
            if not entry.inside:
                expect(page.get_by_test_id("stTopNavPopover").get_by_text(entry.line)).to_be_visible()
        page.keyboard.press("Escape")


@pytest.mark.parametrize("width", [1280, 390])
def test_the_products_name_leads_to_the_explorer_with_what_is_set(tab, width):
    tab.page.set_viewport_size({"width": width, "height": 844})
    page = tab.open("what_is_promised?arms=0.7%2C0.6&epsilon=0.5")
    name = page.get_by_test_id("stHeaderLogo")
    box = name.bounding_box()
    assert box["x"] < 40
    assert box["width"] > 100
    page.get_by_test_id("stHeader").get_by_role("button", name="Navigate to home page").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What does privacy cost?")
    expect(page.locator(".st-key-epsilon input")).to_have_value("0.5")
