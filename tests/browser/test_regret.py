"""Regret in a real browser: first paint, downloads, and Add runs by the keyboard.

Its runs grow and are stopped as those of Stopping times.
"""

import re

import pytest
from playwright.sync_api import expect

from tools.rest import at_rest, in_the_middle

VERDICT = ".st-key-verdict"
PROGRESS = '[data-testid="stProgress"]'
PICTURES = ("cost-against-budget", "regret-against-time", "regret-against-budget")  # those below are not yet in sight
SMALL = "regret?arms=0.9,+0.3&epsilon=0.5&regret-runs=4"


@pytest.fixture
def small(open_once):
    """A small study with all its runs."""
    page = open_once(SMALL)
    expect(page.locator(VERDICT)).to_contain_text("instead of")
    expect(page.locator(PROGRESS)).to_have_count(0)
    return page


def test_first_paint_has_a_verdict_and_pictures_whose_data_can_be_taken_home(small):
    page = small
    expect(page.locator(VERDICT)).to_contain_text("in 10,000,000 pulls (privacy budget ε = 0.5)")
    for key in PICTURES:
        in_the_middle(page.locator(f":is(.st-key-{key}, .st-key-place-of-{key})").first)  # both while one gives way
        expect(page.locator(f".st-key-{key} .main-svg").first).to_be_visible()
    page.get_by_text("Downloads", exact=True).click()
    at_rest(page)  # Streamlit drops a file that is on its way when a run of the page ends
    with page.expect_download() as waiting:
        page.get_by_role("button", name="regret-against-budget.csv").click()
    table = waiting.value.path().read_text().splitlines()
    assert table[0].startswith("algorithm,promise,epsilon,rho")
    assert len(table) > 30
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download regret against time as SVG").click()
    assert waiting.value.path().read_bytes().startswith(b"<svg")


def test_keyboard_adds_runs_and_the_link_says_so(small):
    page = small
    page.get_by_role("button", name="Add runs").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("regret-runs=8"))
    expect(page.get_by_label("Runs per point")).to_have_value("8")
    expect(page.locator(PROGRESS)).to_have_count(0)
