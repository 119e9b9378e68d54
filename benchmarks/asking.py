"""What a question of Choose ε costs the server when the visitor's browser makes the runs, and when the server does.

`python -m benchmarks.asking`.  One real Chromium on this machine opens the page and asks the opening question; of each
way: the server's CPU, and how long it took to the verdict and to the last figure.  What opening the page without a
question takes is measured before and taken off.  The browser shares this machine's cores with the server: those of a
class bring their own.
"""

import sys
import time

from playwright.sync_api import Page, expect

from tools.chromium import running_chromium
from tools.dashboard import running_server
from tools.processes import cpu_seconds

PLACES = ("in this browser", "on the server")
PAGE = "choose_epsilon?runs-made={}"
PATIENCE_MS = 300_000


def main() -> int:
    """Print both ways and the ratio of the server's work; whether the browser did not save the server most of it."""
    seconds = {}
    with running_chromium() as browser:
        for place in PLACES:
            with running_server() as (url, process):
                opened(browser.new_page(), f"{url}/choose_epsilon?know=own+data")
                before = cpu_seconds(process)
                opened(browser.new_page(), f"{url}/choose_epsilon?know=own+data")
                opening = cpu_seconds(process) - before
                page, before, start = browser.new_page(), cpu_seconds(process), time.monotonic()
                opened(page, f"{url}/{PAGE.format(place)}")
                expect(page.locator(".st-key-verdict")).to_contain_text("suffice in", timeout=PATIENCE_MS)
                verdict = time.monotonic() - start
                expect(page.get_by_test_id("stProgress")).to_have_count(0, timeout=PATIENCE_MS)
                seconds[place] = cpu_seconds(process) - before - opening
                print(
                    f"runs made {place:<16} server {seconds[place]:6.2f} s of CPU   verdict {verdict:5.1f} s   "
                    f"all figures {time.monotonic() - start:5.1f} s   (opening the page {opening:.2f} s)"
                )
                for each in browser.contexts:
                    each.close()
    share = seconds[PLACES[0]] / seconds[PLACES[1]]
    print(f"the server's share when the browser makes the runs: {share:.2f}")
    return share > 1 / 3


def opened(page: Page, address: str) -> None:
    """Open it and wait until its script has run."""
    page.goto(address)
    page.wait_for_selector(".st-key-verdict", timeout=PATIENCE_MS)
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]', timeout=PATIENCE_MS)


if __name__ == "__main__":
    sys.exit(main())
