"""The page about privacy definitions without a browser: published figures, an edited policy, bad input, the link."""

import pytest

from tests.pages.visit import button, checked, opened, said
from ui.promise.policy import PUBLISHED

COIN = " ".join(["1/2"] * 21)


@pytest.fixture(scope="module")
def preset():
    return opened("what_is_promised")


def test_opens_on_the_published_policy_with_its_exact_figures(preset):
    verdict = "(0.95, 0.169)-View DP** but only **(0.95, 0.178)-Table DP** and (0.95, 0.213)-Interactive DP"
    assert verdict in said(preset)
    assert "0.944 for View DP, 0.984 for Table DP and 1.07 for Interactive DP" in said(preset)
    assert "The exact value is 0.98398" in said(preset)
    assert "The policy in the table keeps its privacy promise under **1 of the 3 definitions**" in said(preset)
    assert "Anyone who sees one of the arm sequences 001, 010, 100" in said(preset)
    assert r"0.40000 - e^{0.95} \times 0.08598 = 0.177684" in said(preset)


def test_a_policy_that_ignores_rewards_gives_nothing_away():
    test = opened("what_is_promised", policy=COIN)
    assert "(0.95, 0)-DP** under all three definitions" in said(test)
    assert "δ is 0" in said(test)
    assert "published claim" not in said(test)


def test_a_bad_policy_is_one_sentence_and_the_last_good_picture_stays():
    test = opened("what_is_promised", policy=COIN)
    for bad, sentence in [
        ("1/2 1/2", "needs 21 probabilities"),
        (COIN.replace("1/2", "3/2", 1), "P(arm 0) after “start” must be between 0 and 1, not '3/2'"),
    ]:
        test.text_input(key="policy").set_value(bad).run()
        assert not test.exception
        assert [sentence in warning.value for warning in test.warning] == [True]
        assert "(0.95, 0)-DP** under all three definitions" in said(test)


def test_reset_brings_the_published_policy_back():
    test = opened("what_is_promised", policy=COIN)
    button(test, "Reset to").click().run()
    assert test.text_input(key="policy").value == " ".join(PUBLISHED)
    assert "(0.95, 0.178)-Table DP" in said(test)
    test.session_state["policy-held"].problem = "P(arm 0) must be a number"  # as after an impossible edit
    assert len(test.run().warning) == 1
    button(test, "Reset to").click().run()
    assert len(test.warning) == 0


def test_a_chart_below_is_drawn_once_it_comes_into_sight():
    test = opened("what_is_promised", is_long=True)
    before = len(test.get("plotly_chart"))
    test.session_state["in-sight"] = set()
    assert len(checked(test.run()).get("plotly_chart")) == before - 1
    assert "Table DP" in said(test)
