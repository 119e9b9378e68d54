"""Where a Chromium is on this machine; `python -m tools.chromium` exits 0 if there is one."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

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


def chromium_path() -> str | None:
    """The path of a system Chromium or Chrome, else of Playwright's own, else None."""
    candidates = [os.environ.get("CHROMIUM"), *map(shutil.which, NAMES)]
    candidates += [f"/Applications/{app}" for app in MAC_APPS]
    for candidate in candidates:
        if candidate and Path(candidate).exists():
            return candidate
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


@contextmanager
def running_chromium() -> Iterator[Browser]:
    """A Chromium without a window, closed at the end."""
    path = chromium_path()  # which may ask Playwright itself, and Playwright runs once at a time
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


if __name__ == "__main__":
    sys.exit(chromium_path() is None)
