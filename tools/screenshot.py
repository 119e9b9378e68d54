"""Take the README's picture of the Explorer: `python -m tools.screenshot`, after `./run test` has set everything up."""

from pathlib import Path

from tools.chromium import running_chromium
from tools.dashboard import running_dashboard
from tools.rest import settle

TARGET = Path(__file__).parents[1] / "docs" / "explorer.png"


def main() -> None:
    """Start the dashboard, wait until it is drawn, and save the picture."""
    with running_dashboard() as url, running_chromium() as browser:
        view = browser.new_page(viewport={"width": 1440, "height": 1000}, color_scheme="light")
        view.goto(url)
        settle(view)
        view.wait_for_selector(".drawing path")
        view.wait_for_timeout(2_000)
        view.screenshot(path=str(TARGET))


if __name__ == "__main__":
    main()
