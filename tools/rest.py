"""Bring a page to rest, what is to be dragged before the mouse, and another page out of the menu."""

import contextlib
import time

from playwright.sync_api import Frame, Locator, Page

WAIT_SECONDS = 120.0
_LOOK_MS = 50
_JOB_SECONDS = 20  # a job that takes longer is watched for so long

_SCRIPT_ENDED = '[data-testid="stApp"][data-test-script-state="notRunning"]'
# Until the browser has the script that draws a kind of control, Streamlit shows a skeleton in its place.
_CONTROLS_CAME = f'{_SCRIPT_ENDED}:not(:has([data-testid="stSkeleton"]))'
_ALL_DRAWN = """() => document.querySelector('[data-testid=stApp][data-test-script-state=notRunning]') &&
  !document.querySelector('[data-testid=stProgress]') &&
  [...document.querySelectorAll('[data-testid=stDataFrame] th')].every((head) => head.textContent)"""

_AT_REST = """() => new Promise((resolve, reject) => {
  const app = document.querySelector('[data-testid="stApp"]')
  let quiet
  const look = () => {
    clearTimeout(quiet)
    if (app.dataset.testScriptState === "notRunning") quiet = setTimeout(resolve, 600)
  }
  new MutationObserver(look).observe(app, { attributes: true })
  setTimeout(() => reject(new Error("the script runs again and again")), 120000)
  look()
})"""


def wait_until(page: Page, condition: str, argument: object = None, seconds: float = WAIT_SECONDS) -> None:
    """Wait until this JavaScript is true; an error after so many seconds.

    Playwright's wait_for_function has the page itself evaluate a text, which the policy of its document forbids.
    """
    deadline = time.monotonic() + seconds
    while not page.evaluate(condition, argument):
        if time.monotonic() > deadline:
            raise TimeoutError(f"after {seconds:.0f} s this is not so: {condition}")
        page.wait_for_timeout(_LOOK_MS)


def settle(page: Page | Frame) -> None:
    """Wait until the page's kernels are loaded, its script has run, and everything that it shows can be drawn."""
    script_ended(page)
    page.wait_for_selector(_CONTROLS_CAME, state="attached", timeout=1000 * WAIT_SECONDS)


def script_ended(page: Page | Frame) -> None:
    """Wait until the page's kernels are loaded and its script has run; what draws the page may still be on its way."""
    page.wait_for_selector(_SCRIPT_ENDED, state="attached", timeout=1000 * WAIT_SECONDS)
    page.wait_for_selector(".st-key-compiling", state="detached", timeout=1000 * WAIT_SECONDS)
    page.wait_for_selector(_SCRIPT_ENDED, state="attached", timeout=1000 * WAIT_SECONDS)


def come_to_rest(page: Page) -> None:
    """Wait until the page with its grids is drawn and its job done, or watched for long enough."""
    settle(page)
    with contextlib.suppress(TimeoutError):
        wait_until(page, _ALL_DRAWN, seconds=_JOB_SECONDS)
    page.wait_for_timeout(1000)


def at_rest(page: Page) -> None:
    """Wait until the script has not run for longer than keys take to rest; an error after two minutes."""
    page.evaluate(_AT_REST)


def able_to_compute(page: Page) -> None:
    """Wait until the page has a module of kernels, with which it follows a hand without the server, and is at rest."""
    wait_until(page, "performance.getEntriesByType('resource').some((it) => it.name.includes('.wasm'))")
    at_rest(page)


def next_frame(page: Page) -> None:
    """Wait until the browser has dealt with the input so far and draws."""
    page.evaluate("() => new Promise(requestAnimationFrame)")


def without_workers(page: Page) -> None:
    """Wait until all of the page's workers have ended."""
    _has_workers(page, False)


def with_workers(page: Page) -> None:
    """Wait until the page has a worker."""
    _has_workers(page, True)


def _has_workers(page: Page, has_some: bool) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while bool(page.workers) != has_some:
        assert time.monotonic() < deadline, f"workers: {len(page.workers)}"
        page.wait_for_timeout(_LOOK_MS)


def in_the_middle(target: Locator) -> None:
    """Scroll the page so that no bar at its edges lies over the target."""
    target.evaluate("(element) => element.scrollIntoView({ block: 'center' })")


def fits(page: Page, width: int) -> None:
    """Wait until nothing on the page is wider than its window: pictures follow a change of the window later."""
    wait_until(page, "(width) => document.querySelector('[data-testid=stMain]').scrollWidth <= width", width)


def choose_page(page: Page, group: str, title: str) -> None:
    """Open a page by the menu at the top."""
    page.get_by_test_id("stTopNavSection").filter(has_text=group).click()
    page.get_by_role("menuitem", name=title, exact=True).click()
