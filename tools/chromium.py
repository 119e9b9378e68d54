"""Where a Chromium is on this machine; `python -m tools.chromium` exits 0 if there is one."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC_APPS = ("Chromium.app/Contents/MacOS/Chromium", "Google Chrome.app/Contents/MacOS/Google Chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium_path(playwright: Playwright) -> str | None:
    """The path of a system Chromium or Chrome, else of Playwright's own, else None."""
    candidates = [os.environ.get("CHROMIUM"), *map(shutil.which, NAMES)]
    candidates += [f"/Applications/{app}" for app in MAC_APPS]
    candidates += [playwright.chromium.executable_path]
    return next((path for path in candidates if path and Path(path).exists()), None)


@contextmanager
def running_chromium() -> Iterator[Browser]:
    """A Chromium without a window, closed at the end."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(playwright), args=list(FLAGS))
        yield browser
        browser.close()


if __name__ == "__main__":
    with sync_playwright() as own:
        sys.exit(chromium_path(own) is None)
