"""Regret in a real browser: first paint, Add runs, links, downloads, keyboard, narrow screens.

Its runs grow and are stopped as those of Stopping times.
"""

import re

import pytest
from playwright.sync_api import expect

from tools.rest import in_the_middle

VERDICT = ".st-key-verdict"
PROGRESS = '[data-testid="stProgress"]'
PICTURES = (
    "cost-against-budget",
    "regret-against-time",
    "regret-against-budget",
    "price-against-budget",
    "price-against-time",
)
SMALL = "regret?arms=0.9,+0.3&epsilon=0.5&regret-runs=4"


@pytest.fixture
def small(open_once):
    """A small study with all its runs."""
    return with_runs(open_once(SMALL))


def with_runs(page):
    expect(page.locator(VERDICT)).to_contain_text("instead of")
    expect(page.locator(PROGRESS)).to_have_count(0)
    return page


def test_first_paint_has_a_verdict_and_pictures_whose_data_can_be_taken_home(small):
    page = small
    expect(page.locator(VERDICT)).to_contain_text("in 10,000,000 pulls (privacy budget ε = 0.5)")
    for key in PICTURES[:3]:  # those below are drawn when they come into sight
        in_the_middle(page.locator(f":is(.st-key-{key}, .st-key-place-of-{key})").first)  # both while one gives way
        expect(page.locator(f".st-key-{key} .main-svg").first).to_be_visible()
    page.get_by_text("Downloads", exact=True).click()
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


@pytest.mark.long
def test_a_published_setting_and_the_kind_of_bandit_go_into_the_link(small):
    page = small
    page.get_by_role("button", name="Published settings").click()
    page.get_by_role("button", name="AdaC-GOPE and its variant").click()
    expect(page.locator(VERDICT)).to_contain_text("in 1,000,000 pulls (privacy budget ε = 0.4472)")
    expect(page.get_by_text("no formal privacy guarantee holds")).to_be_visible()
    page.wait_for_url(re.compile(r"regret-setting=linear(\+|%20)arms"))
