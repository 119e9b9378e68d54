"""The menu: its lines, the product's name, and that pages open at their top."""

import pytest
from playwright.sync_api import expect

from tools.rest import choose_page, settle
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


SCROLL = "() => document.querySelector('[data-testid=stMain]').scrollTop"


def test_pages_open_at_their_top_by_the_menu_by_a_link_and_by_back(open_page):
    page = open_page("choose_epsilon")
    main = page.get_by_test_id("stMain")

    def scroll_down():
        settle(page)
        main.evaluate("(main) => main.scrollTo(0, main.scrollHeight / 3)")
        assert page.evaluate(SCROLL) > 300

    scroll_down()
    choose_page(page, "Compare methods", "Fixed budget")
    expect(page.get_by_role("heading", level=1)).to_have_text("How often are we wrong with a fixed number of samples?")
    settle(page)
    assert page.evaluate(SCROLL) == 0
    scroll_down()
    page.locator(".st-key-see-also").get_by_role("link", name="Regret").click()
    expect(page.get_by_role("heading", level=1)).not_to_contain_text("fixed number")
    settle(page)
    assert page.evaluate(SCROLL) == 0
    scroll_down()
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_contain_text("fixed number")
    settle(page)
    assert page.evaluate(SCROLL) == 0
