"""Stopping times in a real browser: links, Add runs, live growth, Stop."""

import re

from playwright.sync_api import expect

from tests.browser.rest import at_rest, in_the_middle

VERDICT = ".st-key-verdict"
PICTURE = ".st-key-stopping-times .drawing"
PROGRESS = '[data-testid="stProgress"]'
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


def test_a_link_restores_the_page_and_add_runs_extends_its_runs(open_page):
    page = open_page("stopping_times?arms=0.8,+0.6&epsilon=0.5&risk=0.05&algorithms=DP-SE&runs=7&seed=3")
    expect(page.locator(PICTURE)).to_have_attribute("aria-label", re.compile("DP-SE [\\d,]+ \\(median of 7 runs"))
    for words in ("DP-SE", "median of 7 simulated runs", "ε = 0.5"):
        expect(page.locator(VERDICT)).to_contain_text(words)
    expect(page.get_by_role("spinbutton", name="Seed")).to_have_value("3")
    expect(page.get_by_text("made before version 0.2")).to_be_visible()
    page.wait_for_url(re.compile("seed2=3"))
    at_rest(page)
    page.evaluate(CLICK_AS_A_CHART_COMES_INTO_SIGHT, "Add runs")
    expect(page.locator(VERDICT)).to_contain_text("median of 14 simulated runs")
    page.wait_for_url(re.compile("runs=14"))

    # The bound and the verdict go with the hand, the runs come when it rests.
    at_rest(page)
    picture, grip = page.locator(PICTURE), page.locator(".grip").nth(1)
    in_the_middle(grip)
    place, box = picture.bounding_box(), grip.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 20, steps=5)
    expect(page.locator(VERDICT)).to_contain_text("runs follow once your hand rests")
    expect(picture).to_contain_text("faded: runs for the previous arms")
    page.mouse.up()
    expect(page.locator(VERDICT)).to_contain_text("median of 14 simulated runs")
    expect(picture).not_to_contain_text("faded")
    at_rest(page)
    assert picture.bounding_box() == place


def test_runs_grow_while_the_page_stays_usable_and_stop_stops(open_page):
    page = open_page(SLOW)
    expect(page.locator(PROGRESS)).to_contain_text(re.compile(r"[1-9][\d,]* of [\d,]+"))
    page.get_by_text("mean, 95 % interval").click()
    expect(page.get_by_role("radio", name="mean, 95 % interval")).to_be_checked()
    expect(page.locator(PROGRESS).first).to_be_visible()  # while the page is drawn anew the earlier one may still stand
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(PROGRESS)).to_have_count(0)
