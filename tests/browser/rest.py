"""Bring a page to rest, what is to be dragged before the mouse, and another page out of the menu."""

from playwright.sync_api import Locator, Page

_AT_REST = """() => new Promise((resolve, reject) => {
  const app = document.querySelector('[data-testid="stApp"]')
  let quiet
  const look = () => {
    clearTimeout(quiet)
    if (app.dataset.testScriptState === "notRunning") quiet = setTimeout(resolve, 600)
  }
  new MutationObserver(look).observe(app, { attributes: true })
  setTimeout(() => reject(new Error("the script runs again and again")), 60000)
  look()
})"""


def at_rest(page: Page) -> None:
    """Wait until the script has not run for longer than keys take to rest; an error after a minute."""
    page.evaluate(_AT_REST)


def next_frame(page: Page) -> None:
    """Wait until the browser has dealt with the input so far and draws."""
    page.evaluate("() => new Promise(requestAnimationFrame)")


def in_the_middle(target: Locator) -> None:
    """Scroll the page so that no bar at its edges lies over the target."""
    target.evaluate("(element) => element.scrollIntoView({ block: 'center' })")


def fits(page: Page, width: int) -> None:
    """Wait until nothing on the page is wider than its window: pictures follow a change of the window later."""
    page.wait_for_function("(width) => document.querySelector('[data-testid=stMain]').scrollWidth <= width", arg=width)


def choose_page(page: Page, group: str, title: str) -> None:
    """Open a page by the menu at the top."""
    page.get_by_test_id("stTopNavSection").filter(has_text=group).click()
    page.get_by_role("menuitem", name=title, exact=True).click()
