"""Stopping times in a real browser: live growth, Stop, Add runs, links, and frozen runs shown as capped."""

import re

from playwright.sync_api import expect

VERDICT = ".st-key-verdict"
PROGRESS = '[data-testid="stProgress"]'
SLOW = "stopping_times?algorithms=DP-TT&arms=0.5,+0.49&epsilon=0.1&runs=200"


def open_with_runs(open_page, address):
    page = open_page(address)
    expect(page.locator(VERDICT)).to_contain_text("median of")
    return page


def test_first_paint_has_runs_and_add_runs_extends_them(open_page):
    page = open_with_runs(open_page, "stopping_times?arms=0.9,+0.5&epsilon=1")
    expect(page.locator(".st-key-stopping-times .main-svg").first).to_be_visible()
    expect(page.locator(VERDICT)).to_contain_text("median of 20 runs")
    page.get_by_role("button", name="Add runs").click()
    expect(page.locator(VERDICT)).to_contain_text("median of 40 runs")
    assert "runs=40" in page.url


def test_runs_grow_while_the_page_stays_usable_and_stop_stops(open_page):
    page = open_page(SLOW)
    expect(page.locator(PROGRESS)).to_contain_text(re.compile(r"[1-9][\d,]* of [\d,]+"))
    page.get_by_text("mean, 95 % interval").click()
    expect(page.get_by_role("radio", name="mean, 95 % interval")).to_be_checked()
    expect(page.locator(PROGRESS)).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(PROGRESS)).to_have_count(0)


def test_link_restores_the_page(open_page):
    address = "stopping_times?arms=0.8,+0.6&epsilon=0.5&risk=0.05&algorithms=DP-SE&runs=7&seed=3"
    page = open_with_runs(open_page, address)
    expect(page.locator(VERDICT)).to_contain_text("DP-SE")
    expect(page.locator(VERDICT)).to_contain_text("median of 7 runs")
    expect(page.locator(VERDICT)).to_contain_text("ε = 0.5")
    expect(page.get_by_role("spinbutton", name="Seed")).to_have_value("3")


def test_frozen_runs_are_shown_as_capped_not_as_a_mean(open_page):
    # At this seed, some of the first 20 runs at epsilon .1 freeze: the published rule on tied suboptimal means.
    page = open_page("stopping_times?algorithms=DP-TT&cap=400000&epsilon=0.1&show=mean,+95+%25+interval")
    expect(page.locator('[data-testid="stAlert"]')).to_contain_text("had not stopped after")
    expect(page.locator('[data-testid="stAlert"]')).to_contain_text("freeze")
    expect(page.locator('[data-testid="stAlert"]')).to_contain_text("never averaged into a mean")
