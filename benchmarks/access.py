"""What axe-core objects to on all pages: `python -m benchmarks.access`, or on some: `... access regret one_run`.

Each page is looked at in the light and the dark theme, on a projector and on a phone, with its boxes closed and open.
Each violation of WCAG 2.2 (A, AA) or of axe's best practices stands in a line; then the exit code is 1.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser

from tools.axe import violations
from tools.chromium import running_chromium
from tools.dashboard import running_server
from tools.pages import PAGES, page_address
from tools.rest import come_to_rest

THEMES = ("light", "dark")
WINDOWS = ((1280, 720), (390, 844))
PLACES_TOLD = 5
OPEN_BOXES = """() => document.querySelectorAll('[data-testid=stExpander] details:not([open]) > summary')
  .forEach((it) => it.click())"""


def main(names: list[str]) -> bool:
    """Print the violations of these pages and how many places they have in all; whether there are none."""
    rules: Counter[str] = Counter()
    with running_server() as (url, _), running_chromium() as browser:
        for name in names:
            for theme in THEMES:
                for window, found in _looks(browser, page_address(url, name), theme):
                    where = f"{name} {theme} {window[0]}"
                    print(f"{where}: {sum(len(it['nodes']) for it in found)}", flush=True)
                    for it in found:
                        rules[it["id"]] += len(it["nodes"])
                        print(f"  {it['id']} ({it['impact']}): {_places(it)}", flush=True)
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


def _places(violation: dict[str, Any]) -> str:
    nodes = violation["nodes"]
    told = [f"{node['target'][-1]} {node['any'][0]['message'] if node['any'] else ''}" for node in nodes[:PLACES_TOLD]]
    more = f"; and {len(nodes) - PLACES_TOLD} more" if len(nodes) > PLACES_TOLD else ""
    return "; ".join(told) + more


if __name__ == "__main__":
    sys.exit(not main(sys.argv[1:] or PAGES))
