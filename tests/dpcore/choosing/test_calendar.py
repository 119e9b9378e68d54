"""Evidence for calendar time: participants counted one after another, week after week."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpcore.choosing import calendar_weeks, samples_by_week
from dpcore.choosing.calendar import MOST_A_WEEK, MOST_WEEKS

columns = st.lists(st.integers(0, 5), min_size=1, max_size=8).filter(any)


def counted(column, samples):
    """The week of participant number `samples`: they come one by one."""
    come = 0
    for week in range(1, 200):
        for _ in range(column[min(week, len(column)) - 1]):
            come += 1
            if come >= samples:
                return week
    return math.inf


@given(columns, st.integers(1, 60))
def test_weeks_against_counting_participants_one_by_one(column, samples):
    assert calendar_weeks(samples, column) == counted(column, samples)


@given(columns, st.integers(1, 30))
def test_samples_by_week_against_a_sum_and_the_weeks_that_they_take(column, weeks):
    by = samples_by_week(weeks, column)
    assert by.tolist() == [sum(column[min(w, len(column) - 1)] for w in range(last + 1)) for last in range(weeks)]
    there = by > 0
    assert (calendar_weeks(by[there], column) <= np.arange(1, weeks + 1)[there]).all()
    assert (calendar_weeks(by + 1, column) > np.arange(1, weeks + 1)).all()


def test_many_samples_and_endless_ones():
    assert calendar_weeks(10**12, [1]) == 10**12
    assert calendar_weeks([math.inf, 3.5], [2]).tolist() == [math.inf, 2]


@pytest.mark.parametrize("tenths", [1, 57, 399, 1001])
def test_weeks_that_are_not_whole_against_fractions(tenths):
    samples = range(1, 3000)
    exactly = [math.ceil(Fraction(10 * number, tenths)) for number in samples]
    assert calendar_weeks(samples, [tenths / 10]).tolist() == exactly
    assert calendar_weeks(samples, [tenths / 10] * 30).tolist() == exactly
    by = samples_by_week(500, [tenths / 10])
    assert np.floor(by).tolist() == [tenths * week // 10 for week in range(1, 501)]


@pytest.mark.parametrize(
    "column, message",
    [
        ([], "weekly must be a list of 1 to 5200 numbers"),
        ([[1]], "weekly must be a list of 1 to 5200 numbers"),
        ([1] * (MOST_WEEKS + 1), "weekly must be a list of 1 to 5200 numbers"),
        ([1, -1], r"weekly must hold numbers from 0 to 10\^9, not -1 for week 2"),
        ([math.nan], "not nan for week 1"),
        ([MOST_A_WEEK + 1], "for week 1"),
        ([0, 0], "weekly must hold a number > 0"),
        (["many"], "weekly must be a list of numbers, not"),
    ],
)
def test_bad_columns(column, message):
    with pytest.raises(ValueError, match=message):
        calendar_weeks(1, column)
    with pytest.raises(ValueError, match=message):
        samples_by_week(1, column)


def test_no_more_than_a_century():
    with pytest.raises(ValueError, match="weeks must be at most 5200, not 5201"):
        samples_by_week(MOST_WEEKS + 1, [1])
