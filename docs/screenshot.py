"""Take the README's picture of the Explorer: `python -m docs.screenshot`, after `./run test` has set everything up."""

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.chromium import FLAGS, chromium_path
from tests.browser.conftest import settle
from tests.browser.dashboard import running_dashboard

TARGET = Path(__file__).with_name("explorer.png")


def main() -> None:
    """Start the dashboard, wait until it is drawn, and save the picture."""
    with running_dashboard() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        view = browser.new_page(viewport={"width": 1440, "height": 1000}, color_scheme="light")
        view.goto(url)
        settle(view)
        view.wait_for_selector(".drawing path")
        view.wait_for_timeout(2_000)
        view.screenshot(path=str(TARGET))
        browser.close()


if __name__ == "__main__":
    main()
