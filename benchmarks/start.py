"""How long a start takes: `python -m benchmarks.start`.

The seconds that each group of kernels takes to compile, each in a process of its own and nothing cached, and after
them the first pages of a fresh server that finds no compiled kernel, as visitors see them.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time

from playwright.sync_api import sync_playwright

from dpcore.warmup import GROUPS
from tests.browser.chromium import FLAGS, chromium_path
from tests.browser.dashboard import running_dashboard

FIRST_PAGE_TARGET = 15.0
PAGES = {"": ".st-key-verdict p", "stopping_times": ".st-key-verdict p", "fixed_budget": ".st-key-verdict p"}


def main() -> None:
    """Print both tables."""
    for name in GROUPS:
        print(f"compile {name:<22} {_without_cache(lambda name=name: _compile(name)):6.1f} s")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        for address, selector in PAGES.items():
            seconds = _without_cache(lambda address=address, selector=selector: _first_page(browser, address, selector))
            target = f"  (target {FIRST_PAGE_TARGET:.0f} s)" if not address else ""
            print(f"start to first page {address or 'explore':<15} {seconds:6.1f} s{target}")
        browser.close()


def _without_cache(measure) -> float:
    """The seconds of a measurement whose processes find no compiled kernel."""
    folder = tempfile.mkdtemp()
    os.environ["NUMBA_CACHE_DIR"] = folder
    try:
        start = time.monotonic()
        measure()
        return time.monotonic() - start
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _compile(name: str) -> None:
    command = [sys.executable, "-m", "dpcore.warmup", name]
    subprocess.run(command, stderr=subprocess.DEVNULL, check=True)


def _first_page(browser, address: str, selector: str) -> None:
    """From the start of the server until the page's answer stands there."""
    with running_dashboard() as url:
        page = browser.new_page()
        page.goto(f"{url}/{address}")
        page.wait_for_selector(selector, timeout=600_000)
        page.close()


if __name__ == "__main__":
    main()
