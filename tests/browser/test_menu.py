"""The menu and links between pages: what the visitor has set goes along, and pages open at their top."""

import re

from playwright.sync_api import expect

from tools.rest import at_rest, choose_page, settle, wait_until
from ui.shell.menu import GROUPS


def check_explorer(page):
    """The whole state of the link is there."""
    verdict, arms = page.locator(".st-key-verdict"), page.get_by_role("slider", name="Mean of")
    expect(page.get_by_role("heading", level=1)).to_have_text("What does privacy cost?")
    expect(verdict).to_contain_text("at ε = 0.5")
    expect(verdict).to_contain_text("risk 5 % whatever the means are")
    expect(arms).to_have_count(3)
    expect(arms.nth(2)).to_have_attribute("aria-valuenow", "0.2")
    expect(page.get_by_role("slider", name="Mean of B")).to_have_attribute("aria-valuenow", "0.6")


def check_lines(page):
    for group, entries in GROUPS.items():
        page.get_by_test_id("stTopNavSection").filter(has_text=group).click()
        for entry in entries:
            if not entry.inside:
                expect(page.get_by_test_id("stTopNavPopover").get_by_text(entry.line)).to_be_visible()
        page.keyboard.press("Escape")


SCROLL = "document.querySelector('[data-testid=stMain]').scrollTop"


def test_the_state_of_a_link_survives_every_change_of_page_and_pages_open_at_their_top(open_page):
    page = open_page("?arms=0.7,0.6,0.2&epsilon=0.5&risk=0.05&names=A,B")
    main, title = page.get_by_test_id("stMain"), page.get_by_role("heading", level=1)

    def scroll_down():
        settle(page)
        main.evaluate("(main) => main.scrollTo(0, main.scrollHeight / 3)")
        assert page.evaluate(SCROLL) > 300

    def opens_at_its_top():
        settle(page)
        wait_until(page, f"{SCROLL} === 0")

    check_explorer(page)
    check_lines(page)
    main.evaluate("(main) => main.insertAdjacentHTML('beforeend', '<p style=\"height: 3000px\">')")  # always long
    scroll_down()
    steps = page.evaluate("history.length")
    choose_page(page, "Guarantees", "Definitions")  # a page without arms hides the boxes
    page.wait_for_url(re.compile(r"/what_is_promised\?.*epsilon=0.5"))
    expect(title).not_to_have_text("What does privacy cost?")
    expect(page.get_by_role("textbox", name="Means of the arms")).to_be_hidden()
    opens_at_its_top()
    scroll_down()
    definitions = title.inner_text()
    page.locator(".st-key-see-also").get_by_role("link").first.click()
    expect(title).not_to_have_text(definitions)
    opens_at_its_top()
    expect(page).to_have_url(re.compile("audit-epsilon=0.5"))  # which the page has written, not its visitor
    assert page.evaluate("history.length") == steps + 2
    scroll_down()
    page.go_back()
    expect(title).to_have_text(definitions)
    page.wait_for_url(re.compile(r"/what_is_promised\?.*epsilon=0.5"))
    opens_at_its_top()
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        name = page.get_by_test_id("stHeaderLogo").bounding_box()
        assert name["x"] < 40
        assert name["width"] > 100
    page.get_by_test_id("stHeader").get_by_role("button", name="Navigate to home page").click()
    check_explorer(page)
    page.locator(".st-key-epsilon input").fill("0.7")
    at_rest(page)
    page.locator(".st-key-see-also").get_by_role("link", name="Stopping times").click()  # as quick as a tap
    page.wait_for_url(re.compile(r"/stopping_times\?.*epsilon=0.7"))
