"""The page about one epsilon for many analyses, without a browser: verdict, link, table, hostile links, snippet."""

import re

import pytest

import dpcore
from dpcore.choosing import Analysis, share_best, share_equally
from tests.pages.visit import button, checked, opened, said
from ui.one_budget.plan import OPENING_TEXT

ANALYSES = [Analysis([0.62, 0.55], 3), Analysis([0.08, 0.06], 6), Analysis([0.5, 0.45], 3, 7)]


@pytest.fixture(scope="module")
def preset():
    return opened("one_budget")


def test_opens_with_the_figures_of_the_core(preset):
    equal, best = share_equally(ANALYSES, 1.0, 0.05), share_best(ANALYSES, 1.0, 0.05)
    largest = f"the largest needs **at least {int(equal.largest):,} participants**"
    assert f"12 runs share ε = 1: each gets 0.0833, and {largest}" in said(preset)
    assert f"; with the best split, at least {int(best.largest):,}." in said(preset)
    assert "12 × 0.0833 ≤ 1" in said(preset)
    assert "is wrong is at most 60 % (the sum of the risks)" in said(preset)


def test_examples_are_called_examples_until_they_are_replaced():
    mine = "a~1~3~62, 55~1"
    for link, told in (
        (OPENING_TEXT, "These analyses are examples."),
        (OPENING_TEXT.replace("62, 55", "40, 30"), "The rates in the first row are yours, and everything else in this"),
    ):
        assert told in said(opened("one_budget", analyses=link))
    assert not re.search("examples|an example", said(opened("one_budget", analyses=mine)))


def test_the_link_sets_everything():
    link = {"analyses": "a~12~10~50, 45~2", "shared_epsilon": 2, "shared_risk": 0.1, "shared_delta": 1e-5}
    test = opened("one_budget", **link, shared_promise="(ε, δ)-DP")
    share = dpcore.privacy.equal_epsilon(2.0, 120, 1e-5)
    needed = share_equally([Analysis([0.5, 0.45], 120, 2)], 2.0, 0.1, 1e-5).largest
    assert f"120 runs share (ε, δ) = (2, 1e-05): each gets {int(share * 1e4) / 1e4:.4f} and needs" in said(test)
    assert f"**at least {int(needed):,} participants**" in said(test)
    assert "Each run stays ε-DP by itself" in said(test)


def test_a_bad_plan_is_one_sentence_and_the_last_good_picture_stays():
    test = opened("one_budget", analyses="a~2~1~50, 45~1")
    before = said(test)
    assert "2 runs share" in before
    for bad in ("a~2~1~50, 50~1", "🙈", "x" * 20_000, "a~2~1~50, 45~nan", ""):
        test.text_input(key="analyses").set_value(bad).run()
        checked(test)
        assert len(test.warning) == 1
        assert "2 runs share" in said(test)
    button(test, "Reset the table").click().run()
    assert not test.warning
    assert test.text_input(key="analyses").value == OPENING_TEXT
    assert "12 runs share" in said(test)
