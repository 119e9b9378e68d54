"""The menu: its lines, the product's name, and that pages open at their top."""

import re

from playwright.sync_api import expect

from tools.rest import choose_page, settle, wait_until
from ui.shell.menu import GROUPS


def check_lines(page):
    for group, entries in GROUPS.items():
        page.get_by_test_id("stTopNavSection").filter(has_text=group).click()
        for entry in entries:
            if not entry.inside:
                expect(page.get_by_test_id("stTopNavPopover").get_by_text(entry.line)).to_be_visible()
        page.keyboard.press("Escape")


def check_name(page):
    """The product's name leads to the Explorer with what is set."""
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        box = page.get_by_test_id("stHeaderLogo").bounding_box()
        assert box["x"] < 40
        assert box["width"] > 100
    page.get_by_test_id("stHeader").get_by_role("button", name="Navigate to home page").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What does privacy cost?")
    expect(page.locator(".st-key-epsilon input")).to_have_value("0.5")


SCROLL = "document.querySelector('[data-testid=stMain]').scrollTop"
IS_AT_ITS_TOP = f"{SCROLL} === 0"


def test_the_menu_says_what_pages_are_for_and_they_open_at_their_top_by_it_by_links_and_by_back(open_page):
    page = open_page("glossary?arms=0.7%2C0.6&epsilon=0.5")
    check_lines(page)
    main = page.get_by_test_id("stMain")

    def scroll_down():
        settle(page)
        main.evaluate("(main) => main.scrollTo(0, main.scrollHeight / 3)")
        assert page.evaluate(SCROLL) > 300

    scroll_down()
    steps = page.evaluate("history.length")
    choose_page(page, "Guarantees", "Definitions")
    title = page.get_by_role("heading", level=1)
    expect(title).not_to_contain_text("words")
    settle(page)
    wait_until(page, IS_AT_ITS_TOP)
    scroll_down()
    definitions = title.inner_text()
    page.locator(".st-key-see-also").get_by_role("link").first.click()
    expect(title).not_to_have_text(definitions)
    settle(page)
    wait_until(page, IS_AT_ITS_TOP)
    expect(page).to_have_url(re.compile("audit-epsilon=0.5"))  # which the page has written, not its visitor
    assert page.evaluate("history.length") == steps + 2
    scroll_down()
    page.go_back()
    expect(title).to_have_text(definitions)
    settle(page)
    wait_until(page, IS_AT_ITS_TOP)
    check_name(page)
