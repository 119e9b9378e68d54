"""The page about one mean in a real browser: its mean is dragged on the chart, and with the keyboard."""

import re

from playwright.sync_api import expect

from tests.browser.rest import at_rest

ADDRESS = "one_mean?mean-runs=20"
VERDICT = ".st-key-verdict"


def test_dragging_the_mean_moves_the_verdict_and_releasing_writes_the_link(open_once):
    page = open_once(ADDRESS)
    expect(page.locator(VERDICT)).to_contain_text("a mean of 0.5 is known to within 10 %")
    knob = page.get_by_role("slider", name="mean", exact=True)
    expect(knob).to_contain_text("mean 0.5")
    box = knob.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 60, steps=6)
    expect(page.locator(VERDICT)).not_to_contain_text("a mean of 0.5 ")
    assert "?mean=" not in page.url  # only while nobody drags
    page.mouse.up()
    page.wait_for_url(re.compile(r"[?&]mean=0\.[12]"))
    chosen = re.search(r"[?&]mean=([\d.]+)", page.url).group(1)
    expect(page.locator(VERDICT)).to_contain_text(f"a mean of {chosen} is known")
    expect(page.get_by_role("spinbutton", name="Mean")).to_have_value(chosen)


def test_on_a_phone_the_mean_moves_by_keyboard_and_nothing_is_cut_off(open_once):
    page = open_once(ADDRESS, width=390, height=800)
    page.get_by_role("spinbutton", name="Mean").fill("0.3")
    page.keyboard.press("Enter")
    knob = page.get_by_role("slider", name="mean", exact=True)
    expect(knob).to_have_attribute("aria-valuenow", "0.3")
    at_rest(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    knob.focus()
    page.keyboard.press("PageUp")
    page.wait_for_url(re.compile(r"[?&]mean=0\.[45]"))
    expect(page.locator(VERDICT)).not_to_contain_text("a mean of 0.3 ")
