"""The page about one mean in a real browser: its mean is dragged on the chart, and by keys; what is heard of it."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.dragging import hold
from tools.axe import TAGS, violations
from tools.rest import at_rest, fits, in_the_middle, wait_until

ADDRESS = "one_mean?mean-runs=20"
VERDICT = ".st-key-verdict"
ROWS = "words => new Set(words.map((word) => Math.round(word.getBoundingClientRect().top))).size"
LEGENDS_ABOVE = """() => [...document.querySelectorAll(".js-plotly-plot")].every((chart) => {
  const { width, _size: margin } = chart._fullLayout
  const [place, legend] = [chart, chart.querySelector(".legend")].map((part) => part.getBoundingClientRect())
  return Math.abs(width - place.width) < 2 && legend.bottom <= place.top + margin.t + 1
})"""


def test_dragging_the_mean_moves_the_verdict_and_releasing_writes_the_link(open_once):
    page = open_once(ADDRESS)
    expect(page.locator(VERDICT)).to_contain_text("A mean of 0.5 is known to within 10 %")
    knob = page.get_by_role("slider", name="mean", exact=True)
    expect(knob).to_contain_text("mean 0.5")
    hold(page, knob, dy=60)
    expect(page.locator(VERDICT)).not_to_contain_text("A mean of 0.5 ")
    assert "?mean=" not in page.url  # only while nobody drags
    page.mouse.up()
    page.wait_for_url(re.compile(r"[?&]mean=0\.[12]"))
    chosen = re.search(r"[?&]mean=([\d.]+)", page.url).group(1)
    expect(page.locator(VERDICT)).to_contain_text(f"A mean of {chosen} is known")
    expect(page.get_by_role("textbox", name="Mean")).to_have_value(chosen)


CHART = ".st-key-one-run"
AFTER_A_LOOK = """() => new Promise((done) => {
  setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 100)
})"""
FRAMES_ASKED_FOR = """() => new Promise((done) => {
  const ask = window.requestAnimationFrame
  let asked = 0
  window.requestAnimationFrame = (draw) => (asked++, ask(draw))
  setTimeout(() => ((window.requestAnimationFrame = ask), done(asked)), 1000)
})"""


@pytest.mark.long
def test_the_knob_stays_on_its_chart_whatever_moves_that(open_once):
    page = open_once(ADDRESS)
    knob, chart = page.get_by_role("slider", name="mean", exact=True), page.locator(CHART)
    expect(knob).to_be_visible()
    at_rest(page)

    def below_the_top_of_the_chart():
        page.evaluate(AFTER_A_LOOK)
        return knob.bounding_box()["y"] - chart.bounding_box()["y"]

    before = below_the_top_of_the_chart()
    chart.evaluate("(chart) => chart.insertAdjacentHTML('afterend', '<div style=\"height: 90px\"></div>')")
    assert below_the_top_of_the_chart() == pytest.approx(before, abs=1)
    knob.focus()
    chart.evaluate("(chart) => (chart.style.display = 'none')")
    expect(knob).to_have_css("opacity", "0")
    chart.evaluate("(chart) => (chart.style.display = '')")
    expect(knob).to_have_css("opacity", "1")
    expect(knob).to_be_focused()
    assert below_the_top_of_the_chart() == pytest.approx(before, abs=1)


def test_a_page_at_rest_draws_no_frames(open_once):
    page = open_once(ADDRESS)
    expect(page.get_by_role("slider", name="mean", exact=True)).to_be_visible()
    at_rest(page)
    assert page.evaluate(FRAMES_ASKED_FOR) < 5


def test_a_chart_of_plotlys_is_named_by_its_numbers_and_axe_has_no_objections_in_either_theme(open_once):
    page = open_once(ADDRESS)
    chart = page.get_by_role("figure", name=re.compile("^size of the mean against samples"))
    expect(chart).to_have_attribute("aria-label", re.compile(r"stops after [\d,]+ samples, releases 0\.\d+"))
    grounds = set()
    for theme, rules in (("light", TAGS), ("dark", ("color-contrast", "link-in-text-block"))):  # only colours change
        page.emulate_media(color_scheme=theme)
        at_rest(page)
        assert [f"{it['id']}: {[node['target'] for node in it['nodes']]}" for it in violations(page, rules)] == []
        grounds.add(page.evaluate("getComputedStyle(document.querySelector('.stApp')).backgroundColor"))
    assert len(grounds) == 2


def test_a_term_is_explained_on_hover_and_focus_and_only_where_it_comes_first(open_once):
    page = open_once(ADDRESS)
    epsilon = page.locator('a[href="#term-privacy-budget"]')
    in_the_middle(epsilon)  # tips close when the page scrolls
    at_rest(page)
    tip = page.get_by_role("tooltip")
    before, address = page.locator(".st-key-verdict").bounding_box(), page.url
    expect(epsilon).to_have_count(1)
    expect(page.locator('a[data-term="privacy-budget"]').nth(1)).to_be_attached()
    epsilon.hover()
    expect(tip).to_contain_text("One outcome changes the probability")
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    epsilon.focus()
    expect(tip).to_be_visible()
    expect(epsilon).to_have_attribute("aria-describedby", "term")
    epsilon.click()
    assert page.url == address
    page.locator("h1").click()
    expect(tip).to_be_hidden()
    assert page.locator(".st-key-verdict").bounding_box() == before
    term = page.locator("a[data-term]").first.element_handle()
    term.evaluate("(link) => { link.setAttribute('href', 'sources'); link.after(' ') }")  # as if it were drawn anew
    wait_until(page, "(link) => !link.hasAttribute('data-term')", term)
    assert term.get_attribute("href") == "sources"


def test_legends_stay_above_their_pictures_when_the_window_changes(open_once):
    page = open_once(ADDRESS)
    for width in (1920, 1280, 390):
        page.set_viewport_size({"width": width, "height": 720})
        fits(page, width)
        wait_until(page, LEGENDS_ABOVE)


def test_on_a_phone_the_mean_moves_by_keyboard_the_lines_names_take_three_rows_and_nothing_is_cut_off(open_once):
    page = open_once(ADDRESS, width=390, height=800)
    knob = page.get_by_role("slider", name="mean", exact=True)
    expect(knob).to_be_visible()
    at_rest(page)
    wait_until(page, "document.documentElement.scrollWidth <= 390")
    names = page.locator(".st-key-one-run .legendtext")
    expect(names).to_have_count(5)
    assert names.evaluate_all(ROWS) <= 3
    before = knob.get_attribute("aria-valuenow")
    knob.press("PageUp")
    expect(knob).not_to_have_attribute("aria-valuenow", before)
    chosen = knob.get_attribute("aria-valuenow")
    page.wait_for_url(re.compile(rf"[?&]mean={chosen}(&|$)"))
    expect(page.locator(VERDICT)).to_contain_text(f"A mean of {chosen} is known")
