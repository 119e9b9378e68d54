"""Where a Chromium is on this machine; `python -m tests.browser.chromium` exits 0 if there is one."""

import os
import shutil
import sys
from pathlib import Path

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
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


if __name__ == "__main__":
    sys.exit(chromium_path() is None)
