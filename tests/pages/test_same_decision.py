"""The page about changed decisions without a browser: its figures, the guess, its link, its snippet."""

import pytest

from dpcore import choosing
from tests.boxes import fill, filled
from tests.pages.visit import checked, just_opened, opened, said, stopped
from ui.same_decision.question import DecisionQuestion

MEANS = [0.95, 0.9, 0.9, 0.9, 0.5]


@pytest.fixture(scope="module")
def page():
    return opened("same_decision")


def test_it_opens_with_the_verdict_and_a_question(page):
    found = choosing.simulate_studies(MEANS, 2000).compare(0.1)
    assert f"noise changes the choice in **{found.changed} of 1,000** simulated studies" in said(page)
    assert "**Which one is private?**" in said(page)
    assert "You guessed" not in said(page)


def test_the_guess_is_answered_kept_and_counted(page):
    is_first = DecisionQuestion(tuple(MEANS), (), 0.1, 2000, 1, 0).private_is_first
    checked(page.button(key="same-guess-A").click().run())
    private = "A" if is_first else "B"
    assert f"You guessed A, {'and you are right: ' if is_first else 'but '}**{private} is private**." in said(page)
    assert f"Right guesses so far: {int(is_first)} of 1." in said(page)
    checked(fill(page, "same-people", 3000).run())
    assert f"**{private} is private**" in said(page)  # where the viewer has seen it
    checked(page.button(key="same-another").click().run())
    assert filled(page, "same-study") == 2
    assert "**Which one is private?**" in said(page)
    checked(page.button(key="same-guess-B").click().run())
    assert " of 2." in said(page)
    checked(fill(page, "same-study", 1000).run())
    checked(page.button(key="same-guess-B").click().run())
    checked(page.button(key="same-another").click().run())
    assert filled(page, "same-study") == 1
    assert "You guessed A" in said(page)


def test_a_link_opens_the_same_state():
    test = opened(
        "same_decision", arms="0.32, 0.3", epsilon=0.05, names="new, old", same_people=5001, same_study=9, same_seed2=4
    )
    found = choosing.simulate_studies([0.32, 0.3], 5001, seed=4).compare(0.05)
    assert f"**5,001 participants** and ε = **0.05**, noise changes the choice in **{found.changed} of" in said(test)
    assert "This is simulated study 9: the same 2,500 participants per option" in said(test)


def test_a_page_without_a_risk_shows_no_box_for_it():
    for page, hides in (("same_decision", True), ("explore", False)):
        sheets = [block.proto.body for block in stopped(just_opened(page)).get("html")]
        assert any(sheet.startswith("<style>.st-key-risk,") for sheet in sheets) == hides
