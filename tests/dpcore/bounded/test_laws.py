"""Outcomes, clipped and rescaled: against plain numpy on every participant, and means that splitting keeps."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpcore import bounded
from tests.dpcore.bounded.cases import laws_of, revenue
from tests.dpcore.refusals import refused


def test_means_shares_and_ranges_against_every_participant():
    arms = revenue()
    outcomes = bounded.tabulate_outcomes(arms)
    assert outcomes.sizes.tolist() == [20_000] * 3
    assert outcomes.means == pytest.approx([arm.mean() for arm in arms], rel=1e-12)
    assert outcomes.range == (0, max(arm.max() for arm in arms))
    assert outcomes.shares_outside(10, 50)[1] == pytest.approx([(arms[1] < 10).mean(), (arms[1] > 50).mean()])


def test_outcomes_at_the_ends_are_not_outside():
    outcomes = bounded.tabulate_outcomes([[0, 0, 5, 10], [-1, 0, 10, 11]])
    assert outcomes.shares_outside(0, 10).tolist() == [[0, 0], [0.25, 0.25]]


@pytest.mark.parametrize("low, high", [(0, 50), (5, 300), (-20, 1000)])
def test_clipped_means_are_exact_also_where_values_are_split(low, high):
    arms = revenue()
    laws = bounded.clip_outcomes(bounded.tabulate_outcomes(arms), low, high)
    assert laws.is_split
    assert laws.values.size == bounded.MOST_VALUES
    clipped = [np.clip(arm, low, high) for arm in arms]
    assert laws.means == pytest.approx([arm.mean() for arm in clipped], rel=1e-12)
    assert low + (high - low) * (laws.shares @ laws.values) == pytest.approx(laws.means, rel=1e-12)
    exact = np.array([arm.var() for arm in clipped]) / (high - low) ** 2
    step = laws.values[1]
    assert (laws.variances >= exact - 1e-12).all()
    assert (laws.variances <= exact + step**2 / 4).all()
    for values, shares in laws.cells:
        assert shares.sum() == pytest.approx(1)
        assert shares @ (values - shares @ values) ** 2 <= max(exact) + 1e-12


@settings(max_examples=40)
@given(st.lists(st.lists(st.floats(-5, 5), min_size=1, max_size=30), min_size=2, max_size=4), st.integers(2, 9))
def test_splitting_keeps_means_on_any_outcomes(arms, most_values):
    outcomes = bounded.tabulate_outcomes(arms)
    fine, coarse = (bounded.clip_outcomes(outcomes, -2, 3, most) for most in (2000, most_values))
    assert coarse.shares @ coarse.values == pytest.approx(fine.unit_means, abs=1e-12)
    assert coarse.unit_means == pytest.approx(fine.unit_means, abs=1e-12)
    assert coarse.shares.sum(axis=1) == pytest.approx(1)
    assert (coarse.variances >= fine.variances - 1e-12).all()


def test_few_values_stay_as_they_are():
    laws = laws_of([1, 2, 2, 9], [5, 5, 0, 1], low=1, high=5)
    assert not laws.is_split
    assert laws.values.tolist() == [0, 0.25, 1]
    assert laws.shares.tolist() == [[0.25, 0.5, 0.25], [0.5, 0, 0.5]]
    assert laws.means.tolist() == [2.5, 3.0]
    assert laws.sensitivity == 4
    assert laws.best_arm == 1


def test_the_yes_no_version_counts():
    binary = bounded.tabulate_outcomes([[0, 1, 5, 5], [7, 7], [1, 2]]).at_least(5)
    assert binary.means.tolist() == [0.5, 1, 0]
    assert binary.sizes.tolist() == [4, 2, 2]


def test_a_clip_may_change_the_best_arm():
    often, rarely_much = [1] * 60 + [0] * 40, [0] * 90 + [20] * 10
    assert laws_of(often, rarely_much, high=20).best_arm == 1
    assert laws_of(often, rarely_much, high=1).best_arm == 0
    with pytest.raises(ValueError, match="arms 1 and 2 have the same mean once outcomes are clipped to"):
        _ = laws_of(often, rarely_much, high=6).best_arm


@pytest.mark.parametrize("lead", [1e-3, 1e-6, 1e-9])
def test_a_small_lead_is_one(lead):
    assert laws_of([0.5], [0.5 + lead]).best_arm == 1


test_bad_outcomes_are_refused_in_a_sentence = refused(
    bounded.tabulate_outcomes,
    (None, "one list of numbers for each arm"),
    ("ab", "one list of numbers for each arm"),
    ([[1, 2]], "2 to 20 arms, not 1"),
    ([[1]] * 21, "2 to 20 arms, not 21"),
    ([[1], []], "arm 2 must have at least one outcome, but has none"),
    ([[1], ["x"]], "the outcomes of arm 2 must be a list of numbers"),
    ([[1], [float("nan")]], "the outcomes of arm 2 must be numbers, not NaN"),
    ([[1], [-float("inf")]], "must be between -1e12 and 1e12, not -inf"),
    ([[1], [[1, 2]]], "must have shape"),
)


@pytest.mark.parametrize("low, high", [(1, 1), (2, 1), (0, float("inf")), (float("nan"), 1), (None, 1), (0, 1e13)])
def test_bad_clips_are_refused_in_a_sentence(low, high):
    with pytest.raises(ValueError, match=r"low|high"):
        bounded.clip_outcomes(bounded.tabulate_outcomes([[1, 2], [1, 3]]), low, high)
