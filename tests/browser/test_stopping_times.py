"""Stopping times in a real browser, which makes the runs itself: growth, Stop, links, and what the server makes."""

import os
import re
import signal
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

import dpcore
from tests.browser.dragging import hold
from tools.rest import at_rest, in_the_middle, with_workers, without_workers
from ui.look.numbers import count

VERDICT = ".st-key-verdict"
PICTURE = ".st-key-stopping-times .drawing"
ROW = ".st-key-stopping-times .row"
BELOW = ".st-key-stopping-below"
PROGRESS = '[data-testid="stProgress"]'
QUICK = "stopping_times?arms=0.8,+0.6&epsilon=0.5&risk=0.05&algorithms=DP-SE&algorithms=TTUCB&runs=7&seed2=3"
SLOW = "stopping_times?algorithms=DP-TT&arms=0.5,+0.49&epsilon=0.1&runs=200"

# In a browser that is busy for half a second: what a fragment reports and what a visitor does go as one request.
CLICK_AS_A_CHART_COMES_INTO_SIGHT = """(name) => {
  const later = window.setTimeout
  window.setTimeout = (what, ms, ...more) => later(what, ms || 500, ...more)
  later(() => (window.setTimeout = later), 1000)
  document.querySelector("[class*=st-key-place-of]").scrollIntoView()
  const button = [...document.querySelectorAll("button")].find((button) => button.innerText === name)
  later(() => button.click(), 250)
}"""


@contextmanager
def dragged(page):
    """Drag the second arm down by 20 pixels, and let it go at the end."""
    grip = page.locator(".grip").nth(1)
    in_the_middle(grip)
    hold(page, grip, dy=20)
    yield
    page.mouse.up()


def median(name, means, runs):
    """What the picture's description says of runs, which the core makes here."""
    made = dpcore.simulate_fixed_confidence(name.lower(), means, 0.5, 0.05, runs=runs, seed=3)
    return f"{name} {count(made.summary().median)} (median of {runs} runs"


def told(page):
    """What the page says of its runs: picture, verdict, expert's sentence and readings."""
    at_rest(page)
    readings = page.locator("[data-testid=stCaptionContainer]").all_inner_texts()
    label = page.locator(PICTURE).get_attribute("aria-label")
    return label, *page.locator(f"{VERDICT}, .st-key-expert").all_inner_texts(), [x for x in readings if "risk" in x]


def test_the_browser_makes_the_servers_runs_and_the_picture_stays_mounted(page, tab):
    modules = []
    page.on("request", lambda request: modules.append(request.url) if ".wasm" in request.url else None)
    tab.open(QUICK)
    page.locator(PICTURE).evaluate("(drawing) => (drawing.isFirst = true)")
    expect(page.locator(PICTURE)).to_have_attribute("aria-label", re.compile("median of 7 runs"))
    expect(page.locator(VERDICT)).to_contain_text("median of 7 simulated runs")
    assert page.workers
    assert len(modules) == len(set(modules)) == 3  # of two algorithms, and of the bounds
    assert page.locator(PROGRESS).count() == 0
    expect(page.get_by_text("All private methods are at ε = 0.5")).to_be_visible()
    here = told(page)
    for name in ("DP-SE", "TTUCB"):
        assert median(name, [0.8, 0.6], 7) in here[0]
    assert page.locator(PICTURE).evaluate("(drawing) => drawing.isFirst")
    page.get_by_text("on the server", exact=True).click()
    page.wait_for_url(re.compile("runs-made=on.the.server"))
    assert told(page) == here  # of the runs that came from here
    with dragged(page):  # which the server follows now
        expect(page.locator(VERDICT)).to_contain_text("simulated runs appear in the picture")
        without_workers(page)


@pytest.mark.long
def test_a_link_restores_the_page_and_add_runs_extends_its_runs(open_page):
    page = open_page(QUICK.replace("seed2", "seed").replace("&algorithms=TTUCB", ""))
    expect(page.locator(PICTURE)).to_have_attribute("aria-label", re.compile(r"DP-SE [\d,]+ \(median of 7 runs"))
    for words in ("DP-SE", "median of 7 simulated runs", "ε = 0.5"):
        expect(page.locator(VERDICT)).to_contain_text(words)
    expect(page.get_by_role("textbox", name="Seed")).to_have_value("3")
    expect(page.get_by_text("made before version 0.2")).to_be_visible()
    page.wait_for_url(re.compile("seed2=3"))
    at_rest(page)
    page.evaluate(CLICK_AS_A_CHART_COMES_INTO_SIGHT, "Add runs")
    expect(page.locator(VERDICT)).to_contain_text("median of 14 simulated runs")
    page.wait_for_url(re.compile("runs=14"))

    # The bound, the verdict and a few runs go with the hand, of which the server hears nothing; the rest when it rests.
    at_rest(page)
    picture, bars = page.locator(PICTURE), page.locator("div.drag")
    in_the_middle(page.locator(".grip").nth(1))
    place, sent = picture.bounding_box(), bars.get_attribute("data-sent")
    with dragged(page):
        expect(page.locator(VERDICT)).to_contain_text("simulated runs appear in the picture")
        expect(picture).to_contain_text("faded: runs for the previous arms")
        expect(picture).to_have_attribute("aria-label", re.compile("median of 4 runs"))
        means = [float(arm.get_attribute("aria-valuenow")) for arm in page.locator(".arm").all()]
        assert means[1] < 0.6
        assert median("DP-SE", means, 4) in picture.get_attribute("aria-label")
        expect(page.locator(ROW)).to_contain_text("For these arms so far: up to 4 runs per point.")
        expect(page.locator(BELOW)).to_have_class(re.compile("of-before"))
        assert bars.get_attribute("data-sent") == sent
    expect(page.locator(VERDICT)).to_contain_text("median of 14 simulated runs")
    expect(page.locator(BELOW)).not_to_have_class(re.compile("of-before"))
    expect(picture).not_to_contain_text("faded")
    at_rest(page)
    assert picture.bounding_box() == place
    assert bars.get_attribute("data-sent") != sent


def test_stop_needs_no_server_and_resume_goes_on(open_page, server):
    page = open_page(SLOW)
    row = page.locator(ROW)
    expect(row).to_contain_text(re.compile(r"[1-9][\d,]* of [\d,]+ runs"))
    stop = row.get_by_role("button", name="Stop")
    os.kill(server.process, signal.SIGSTOP)
    try:
        stop.click()
        expect(row).to_contain_text(re.compile(r"Stopped at [1-9][\d,]* of [\d,]+ runs"))
    finally:
        os.kill(server.process, signal.SIGCONT)
    stopped = row.inner_text()
    at_rest(page)
    without_workers(page)
    assert row.inner_text() == stopped
    row.get_by_role("button", name="Resume").click()
    expect(stop).to_be_visible()
    with_workers(page)


@pytest.mark.long
@pytest.mark.parametrize("lacking", ["Worker", "WebAssembly"])
def test_the_server_makes_the_runs_of_a_browser_that_cannot(lacking, page, tab):
    page.add_init_script(f"delete globalThis.{lacking}")
    tab.open(QUICK.replace("seed2=3", f"seed2={len(lacking)}"))
    expect(page.locator(VERDICT)).to_contain_text("median of 7 simulated runs")
    expect(
        page.get_by_text("This browser does not run WebAssembly in workers, so the server simulates the runs.")
    ).to_be_visible()
