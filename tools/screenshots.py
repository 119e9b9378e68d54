"""Take pictures of all pages in all looks: `python -m tools.screenshots FOLDER`, of some: `... FOLDER regret one_run`.

<page>-<look>-<width>.png is the first screen, <page>-<look>-whole.png the page down to its foot, on a screen as high.
"""

import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from tools.chromium import running_chromium
from tools.dashboard import running_dashboard
from tools.pages import PAGES, page_address
from tools.rest import come_to_rest

LOOKS: dict[str, tuple[Any, str]] = {
    "light": ("light", ""),
    "dark": ("dark", ""),
    "projector": ("light", "?projector=true"),
}
SCREENS = ((1920, 1080), (1280, 720))
PHONE_SCREENS = ((390, 844),)
PHONE = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36"
WHOLE_WIDTH = 1280
LONGEST = 12_000  # pixels of a whole page


def main(folder: Path, names: list[str]) -> None:
    """Start the dashboard, open the pages one after the other, and save their pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with running_dashboard() as url, running_chromium() as browser:
        for name in names:
            for look in LOOKS:
                _take(browser, url, name, look, folder)
            print(name, flush=True)


def _take(browser: Browser, url: str, name: str, look: str, folder: Path) -> None:
    theme, query = LOOKS[look]
    address = page_address(url, name) + query
    for agent, screens in ((None, SCREENS), (PHONE, PHONE_SCREENS)):
        context = browser.new_context(color_scheme=theme, reduced_motion="reduce", user_agent=agent)
        page = context.new_page()
        page.set_viewport_size({"width": screens[0][0], "height": screens[0][1]})
        page.goto(address)
        for width, height in screens:
            page.set_viewport_size({"width": width, "height": height})
            come_to_rest(page)
            page.screenshot(path=folder / f"{name}-{look}-{width}.png")
        if agent is None:
            for _ in range(2):  # a page may grow with its window
                length = page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight")
                page.set_viewport_size({"width": WHOLE_WIDTH, "height": min(length, LONGEST)})
                come_to_rest(page)
            page.screenshot(path=folder / f"{name}-{look}-whole.png")
        context.close()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: python -m tools.screenshots FOLDER [PAGE ...]")
    main(Path(sys.argv[1]), sys.argv[2:] or PAGES)
