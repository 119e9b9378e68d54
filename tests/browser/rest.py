"""Wait until a page has come to rest."""

from playwright.sync_api import Page

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
