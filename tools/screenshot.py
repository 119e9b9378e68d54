"""Take the README's picture of the Explorer: `python -m tools.screenshot`, after `./run test` has set everything up."""

from pathlib import Path

from playwright.sync_api import sync_playwright

from tools.chromium import FLAGS, chromium_path
from tools.dashboard import running_dashboard
from tools.rest import settle

TARGET = Path(__file__).parents[1] / "docs" / "explorer.png"


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
