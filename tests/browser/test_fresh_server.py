"""The very first visitor of a server may come by the link of an inner page."""

from playwright.sync_api import expect

from tests.browser.conftest import settle
from tests.browser.dashboard import running_dashboard

WATCH_FOR_FILES = """
window.sawFiles = false
new MutationObserver(() => (window.sawFiles ||= !!document.querySelector("[data-testid=stSidebarNav]")))
  .observe(document, { childList: true, subtree: true })
"""


def test_first_visit_by_an_inner_link_gets_the_whole_app(page):
    page.add_init_script(WATCH_FOR_FILES)
    with running_dashboard() as url:
        page.goto(f"{url}/one_run?arms=0.9,+0.4&epsilon=2")
        settle(page)
        expect(page.get_by_role("heading", name="How does one run go?")).to_be_visible()
        expect(page.get_by_role("link", name="Explore")).to_be_visible()
        expect(page.get_by_role("textbox", name="Means of the arms").first).to_be_visible()
        assert not page.evaluate("window.sawFiles"), "the files of pages/ were listed before the app named its pages"
