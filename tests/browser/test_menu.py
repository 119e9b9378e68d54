"""The menu: its lines, the product's name, and that pages open at their top."""

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


def test_the_products_name_leads_to_the_explorer_with_what_is_set(tab):
    page = tab.open("glossary?arms=0.7%2C0.6&epsilon=0.5")
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        box = page.get_by_test_id("stHeaderLogo").bounding_box()
        assert box["x"] < 40
        assert box["width"] > 100
    page.get_by_test_id("stHeader").get_by_role("button", name="Navigate to home page").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What does privacy cost?")
    expect(page.locator(".st-key-epsilon input")).to_have_value("0.5")


SCROLL = "() => document.querySelector('[data-testid=stMain]').scrollTop"


def test_pages_open_at_their_top_by_the_menu_by_a_link_and_by_back(open_page):
    page = open_page("glossary")
    main = page.get_by_test_id("stMain")

    def scroll_down():
        settle(page)
        main.evaluate("(main) => main.scrollTo(0, main.scrollHeight / 3)")
        assert page.evaluate(SCROLL) > 300

    scroll_down()
    choose_page(page, "Guarantees", "Definitions")
    title = page.get_by_role("heading", level=1)
    expect(title).not_to_contain_text("words")
    settle(page)
    assert page.evaluate(SCROLL) == 0
    scroll_down()
    definitions = title.inner_text()
    page.locator(".st-key-see-also").get_by_role("link").first.click()
    expect(title).not_to_have_text(definitions)
    settle(page)
    assert page.evaluate(SCROLL) == 0
    scroll_down()
    page.go_back()
    expect(title).to_have_text(definitions)
    settle(page)
    assert page.evaluate(SCROLL) == 0
