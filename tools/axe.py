"""What axe-core objects to on an open page."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")


def violations(page: Page, rules: tuple[str, ...] = TAGS) -> list[dict[str, Any]]:
    """What axe-core objects to on a page that is open, in all of it, by rules of these tags or names."""
    found = Axe().run(page, options={"runOnly": list(rules), "resultTypes": ["violations"]})
    listed: list[dict[str, Any]] = found.response["violations"]
    return listed
