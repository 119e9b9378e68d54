"""One run in a real browser: playing moves the moment, stepping and the link work."""

from playwright.sync_api import expect


def test_play_moves_through_the_run(open_page):
    page = open_page("one_run?algorithm=PB-TaS&arms=0.9,+0.5,+0.3&epsilon=0.5")
    expect(page.locator(".st-key-verdict")).to_contain_text("This run stopped after")
    slider = page.locator('.st-key-moment input[type="range"]')
    last = slider.input_value()
    page.get_by_role("button", name="Play").click()
    page.wait_for_function(
        "([selector, last]) => { const now = +document.querySelector(selector).value; return now > 2 && now < last }",
        arg=['.st-key-moment input[type="range"]', int(last)],
    )
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_link_names_algorithm_and_run(open_page):
    page = open_page("one_run?algorithm=DP-SE&run=4&arms=0.9,+0.5&epsilon=2")
    expect(page.get_by_role("spinbutton", name="Run number")).to_have_value("4")
    first = page.locator(".st-key-verdict").inner_text()
    page.reload()
    expect(page.locator(".st-key-verdict")).to_have_text(first)
