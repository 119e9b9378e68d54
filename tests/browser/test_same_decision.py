"""Would we have decided the same, in a real browser: both handles are dragged, and the guess is answered."""

import re

from playwright.sync_api import expect

from tests.browser.dragging import hold, moves_finely
from tools.rest import at_rest, in_the_middle

VERDICT = ".st-key-verdict"


def test_both_handles_move_the_verdict_and_the_pair_rests_until_the_guess(open_once):
    page = open_once("same_decision")
    verdict = page.locator(VERDICT)
    expect(verdict).to_contain_text("With 2,000 participants and ε = 0.1")
    pair = page.locator(".st-key-same-pair img")
    at_rest(page)
    epsilon = page.get_by_role("slider", name="Privacy budget epsilon", exact=True)
    in_the_middle(epsilon)
    alone = pair.nth(0).get_attribute("src"), pair.nth(1).get_attribute("src")
    hold(page, epsilon, dx=-60)
    expect(verdict).not_to_contain_text("ε = 0.1,")
    expect(page.locator(".st-key-guess-open")).to_contain_text("does not change while you drag")
    assert (pair.nth(0).get_attribute("src"), pair.nth(1).get_attribute("src")) == alone
    page.mouse.up()
    page.wait_for_url(re.compile(r"[?&]epsilon=0\.0"))
    chosen = re.search(r"[?&]epsilon=([\d.]+)", page.url).group(1)
    expect(verdict).to_contain_text(f"ε = {chosen}")
    expect(page.get_by_label("Epsilon", exact=True)).to_have_value(chosen)

    page.get_by_role("button", name="A is private").click()
    expect(page.locator(".st-key-guess-made")).to_contain_text("is private")
    at_rest(page)
    before = pair.nth(0).get_attribute("src")
    page.get_by_role("slider", name="Participants", exact=True).press("PageUp")
    page.wait_for_url(re.compile(r"[?&]same-people=\d{4,}"))
    people = re.search(r"[?&]same-people=(\d+)", page.url).group(1)
    assert int(people) > 2000
    expect(verdict).to_contain_text(f"With {int(people):,} participants")
    expect(pair.nth(0)).not_to_have_attribute("src", before)
    expect(page.locator(".st-key-guess-made")).to_contain_text("Right guesses so far")
    for name in ("Participants", "Privacy budget epsilon"):  # one right after the other: neither is lost
        moves_finely(page, page.get_by_role("slider", name=name, exact=True))
    page.wait_for_url(re.compile(r"[?&]same-people=20(&|$)"))
    at_rest(page)
    box = page.get_by_label("Total participants", exact=True)
    box.fill("")
    box.press("Tab")
    expect(page.get_by_role("alert").get_by_text("This box is empty")).to_be_visible()
    expect(page.locator('[data-testid="stException"]')).to_have_count(0)
