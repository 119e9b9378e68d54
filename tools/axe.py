"""What axe-core objects to on an open page."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")


def violations(page: Page) -> list[dict[str, Any]]:
    """What axe-core objects to on a page that is open, in all of it, as axe-core tells it."""
    found = Axe().run(page, options={"runOnly": list(TAGS), "resultTypes": ["violations"]})
    listed: list[dict[str, Any]] = found.response["violations"]
    return listed
