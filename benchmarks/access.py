"""What axe-core objects to on all pages: `python -m benchmarks.access`, or on some: `... access regret one_run`.

Each page is looked at in the light and the dark theme, on a projector and on a phone, with its boxes closed and open.
Each violation of WCAG 2.2 (A, AA) or of axe's best practices stands in a line; then the exit code is 1.
"""

import contextlib
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.chromium import FLAGS, chromium_path
from tests.browser.conftest import settle
from tests.browser.dashboard import running_server
from tests.browser.rest import wait_until

PAGES = sorted(path.stem for path in (Path(__file__).parents[1] / "pages").glob("*.py"))
THEMES = ("light", "dark")
WINDOWS = ((1280, 720), (390, 844))
TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
JOB_SECONDS = 20  # a job that takes longer is watched for so long
PLACES_TOLD = 5
AT_REST = """() => document.querySelector('[data-testid=stApp][data-test-script-state=notRunning]') &&
  !document.querySelector('[data-testid=stProgress]') &&
  [...document.querySelectorAll('[data-testid=stDataFrame] th')].every((head) => head.textContent)"""
OPEN_BOXES = """() => document.querySelectorAll('[data-testid=stExpander] details:not([open]) > summary')
  .forEach((it) => it.click())"""


def main(names: list[str]) -> bool:
    """Print the violations of these pages and how many places they have in all; whether there are none."""
    rules: Counter[str] = Counter()
    with running_server() as (url, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        for name in names:
            for theme in THEMES:
                for window, found in _looks(browser, f"{url}/{'' if name == 'explore' else name}", theme):
                    where = f"{name} {theme} {window[0]}"
                    print(f"{where}: {sum(len(it['nodes']) for it in found)}", flush=True)
                    for it in found:
                        rules[it["id"]] += len(it["nodes"])
                        print(f"  {it['id']} ({it['impact']}): {_places(it)}", flush=True)
        browser.close()
    print(f"{rules.total()} places in {len(names)} pages: {dict(rules.most_common())}")
    return not rules


def _looks(browser: Browser, address: str, theme: Any) -> Iterator[tuple[tuple[int, int], list[dict[str, Any]]]]:
    context = browser.new_context(
        viewport={"width": WINDOWS[0][0], "height": WINDOWS[0][1]}, color_scheme=theme, reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(address)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        come_to_rest(page)
        page.evaluate(OPEN_BOXES)
        come_to_rest(page)
        yield (width, height), violations(page)
    context.close()


def violations(page: Page) -> list[dict[str, Any]]:
    """What axe-core objects to on a page that is open, in all of it, as axe-core tells it."""
    found = Axe().run(page, options={"runOnly": list(TAGS), "resultTypes": ["violations"]})
    listed: list[dict[str, Any]] = found.response["violations"]
    return listed


def come_to_rest(page: Page) -> None:
    """Wait until the page with its grids is drawn and its job done, or watched for long enough."""
    settle(page)
    with contextlib.suppress(TimeoutError):
        wait_until(page, AT_REST, seconds=JOB_SECONDS)
    page.wait_for_timeout(1000)


def _places(violation: dict[str, Any]) -> str:
    nodes = violation["nodes"]
    told = [f"{node['target'][-1]} {node['any'][0]['message'] if node['any'] else ''}" for node in nodes[:PLACES_TOLD]]
    more = f"; and {len(nodes) - PLACES_TOLD} more" if len(nodes) > PLACES_TOLD else ""
    return "; ".join(told) + more


if __name__ == "__main__":
    sys.exit(not main(sys.argv[1:] or PAGES))
