"""The page about own outcomes without a browser: the example, a file, and what is wrong with one."""

import re

import pytest

from tests.pages.visit import button, checked, finished, just_opened, opened, said, stopped

FILE = b"arm,outcome\n" + b"new,9\nold,4\nnew,7\nold,2\nnew,8\nold,3\n" * 40


def test_the_example_is_answered_and_the_link_opens_it():
    test = opened("own_outcomes", outcome_epsilon=2, outcome_runs=20)
    assert "Finding the best option at ε = 2 took PB-TaS at most **" in said(test)
    assert "made up" in said(test)
    assert "whatever the distributions of outcomes within this clip, needs at least" in said(test)
    assert "discount is best, **a different option**" in said(test)


def test_a_file_is_answered_and_a_bad_one_explained():
    test = stopped(opened("own_outcomes", is_long=True, outcome_runs=20, outcome_source="my own file"))
    assert "Choose a file with one row per participant" in said(test)
    test.file_uploader(key="outcome-data").set_value(("mine.csv", FILE, "text/csv"))
    checked(test.run())
    assert "In this file outcomes run from 2 to 9" in said(test)  # and the example's clip is not theirs
    assert "participants**" not in said(test)
    button(test, "Clip to the file's range, 2 to 9").click()
    checked(finished(test.run()))
    assert "Your outcomes run from 2 to 9. The clip 2–9 is just as wide." in said(test)
    assert "Once outcomes are clipped, new is best." in said(test)
    (answer,) = re.findall(r"took PB-TaS at most \*\*[\d,]+", said(test))
    test.file_uploader(key="outcome-data").set_value(("bad.csv", b"arm,outcome\nA,1\nB,x\n", "text/csv"))
    checked(test.run())
    assert "Row 3, column “outcome”: “x” is not a number" in said(test).replace("\\", "")
    assert answer in said(test)
    assert "This is the answer to earlier inputs." in said(test)


def test_a_clip_upside_down_is_explained():
    test = opened("own_outcomes", outcome_low=5, outcome_high=2)
    assert "PB-TaS" not in said(test)  # there is no earlier answer
    assert "“Clip below” must be smaller than “Clip above”, but they are 5 and 2." in said(test)


@pytest.mark.parametrize("low, high", [(-1e12, 1e12), (1e6, 1000001)])
def test_clips_at_the_ends_of_what_the_boxes_take_are_answered(low, high):
    assert "best" in said(opened("own_outcomes", outcome_low=low, outcome_high=high, outcome_runs=20))


@pytest.mark.parametrize("high", [2e11, 1e12])
def test_clips_of_which_a_multiple_leaves_the_range_of_outcomes_are_answered(high):
    """Their runs are long, and made as those of the others are: what is there without them is enough."""
    assert "best" in said(stopped(just_opened("own_outcomes", outcome_low=0, outcome_high=high, outcome_runs=20)))


@pytest.mark.parametrize("low, high", [(0, 5e-324), (1e6, 1000000.00001)])
def test_a_clip_too_narrow_is_explained(low, high):
    assert "is too narrow to tell outcomes apart" in said(opened("own_outcomes", outcome_low=low, outcome_high=high))
