"""One run in a real browser: the link, playing and stopping, and the same run after a reload."""

from playwright.sync_api import expect

MOMENT = '.st-key-moment input[type="range"]'


def test_a_link_names_a_run_that_can_be_played_and_comes_back_after_a_reload(open_page):
    page = open_page("one_run?algorithm=PB-TaS&run=4&arms=0.9,+0.5,+0.3&epsilon=0.5")
    verdict = page.locator(".st-key-verdict")
    expect(verdict).to_contain_text("This run stopped after")
    expect(page.get_by_role("spinbutton", name="Run number")).to_have_value("4")
    said, last = verdict.inner_text(), page.locator(MOMENT).input_value()
    page.get_by_role("button", name="Play").click()
    page.wait_for_function(
        "([selector, last]) => { const now = +document.querySelector(selector).value; return now > 2 && now < last }",
        arg=[MOMENT, int(last)],
    )
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.reload()
    expect(verdict).to_have_text(said)
