"""One run in a real browser: participants come one by one, the guess, and playing."""

import re

from playwright.sync_api import expect

from tools.rest import settle, wait_until

MOMENT = '.st-key-moment input[type="range"]'


def test_a_run_is_guessed_and_played(open_once):
    page = open_once("one_run?algorithm=PB-TaS&run=4&arms=0.9,+0.5,+0.3&epsilon=0.5", 390, 844)
    verdict = page.locator(".st-key-verdict")
    expect(verdict).to_contain_text("Which arm will it pick?")
    means = page.get_by_role("textbox", name="Means of the arms")
    expect(means).to_have_css("color", "rgba(0, 0, 0, 0)")
    expect(page.get_by_role("textbox", name="Run number")).to_have_value("4")
    page.get_by_role("button", name="▶").click()
    expect(page.locator(".crowd path").first).to_have_attribute("d", re.compile("(M[^M]*){20}"))
    page.get_by_role("button", name="Arm 2").click()
    expect(verdict).to_contain_text("You guessed arm 2; the run named arm 1")
    expect(means).not_to_have_css("color", "rgba(0, 0, 0, 0)")
    settle(page)  # the player comes after the verdict
    last = page.locator(MOMENT).input_value()
    page.get_by_role("button", name="Play").click()
    wait_until(
        page,
        "([selector, last]) => { const now = +document.querySelector(selector).value; return now > 2 && now < last }",
        [MOMENT, int(last)],
    )
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
