"""The stakeholder's question: readings, bounds and their inverses."""

import math
from dataclasses import replace

import numpy as np
import pytest

import dpcore
from tests.ui.choose.cases import DATA, MEANS, answer, question
from ui.choose.own_data import OwnData
from ui.choose.question import difference_means
from ui.choose.sequential import words
from ui.choose.sequential.findings import QUANTILE, Findings, Reading, find_bound_curve, find_bounds, read


def test_the_difference_that_matters_is_the_hardest_case():
    assert difference_means(4, 0.3, 0.1) == (0.4, 0.3, 0.3, 0.3)
    with pytest.raises(ValueError, match="95 % and a difference of 5 points add up to 100 %"):
        difference_means(2, 0.95, 0.05)


def test_readings_never_average_a_rare_huge_draw():
    assert read([1.0] * 10) == Reading(1, 1, 1)
    values = [*range(1, 100), math.inf]
    assert read(values) == Reading(50, 5, 95)
    assert read([math.inf] * 3).median == math.inf


@pytest.mark.parametrize("trust_model", ["central", "local"])
def test_bounds_invert_the_curve_they_draw(trust_model):
    asked = question(participants=300, trust_model=trust_model)
    curve = find_bound_curve(asked.problem)
    bounds = find_bounds(asked, curve)
    low, middle, high = curve.participants
    assert (low == middle).all()
    assert (high == middle).all()
    assert (np.diff(middle) <= 0).all()
    back = dpcore.necessary_samples(MEANS, bounds.possible.median, 0.05, trust_model, QUANTILE)
    assert back == pytest.approx(300, rel=1e-9)
    almost = dpcore.necessary_samples(MEANS, bounds.almost_free.median, 0.05, trust_model, QUANTILE)
    assert almost == pytest.approx(1.1 * curve.without_privacy.median, rel=1e-9)


def test_own_data_give_a_band_that_narrows_with_more_data():
    few, many = (
        find_bound_curve(question(data=OwnData(DATA.names, (30 * n, 55 * n), (100 * n, 100 * n))).problem)
        for n in (1, 100)
    )
    assert (few.participants[0] < few.participants[1]).all()
    assert (few.participants[1] < few.participants[2]).all()
    assert few.without_privacy.is_wide
    assert not many.without_privacy.is_wide


def test_a_cancelled_curve_is_the_beginning_of_the_whole():
    class AfterSeven(dpcore.CancelFlag):
        asked = 0

        def is_set(self):
            self.asked += 1
            return self.asked > 7

    whole, part = find_bound_curve(question().problem), find_bound_curve(question().problem, AfterSeven())
    np.testing.assert_array_equal(part.epsilons, whole.epsilons[:7])
    np.testing.assert_array_equal(part.participants, whole.participants[:, :7])


def test_equal_options_in_a_draw_count_as_impossible():
    certain = OwnData(("a", "b"), (10**15, 10**15), (10**15, 10**15))  # every draw is clipped to the same rate
    asked = question(data=certain)
    curve = find_bound_curve(asked.problem)
    assert curve.without_privacy.median == math.inf
    assert find_bounds(asked, curve).possible.median == math.inf


def test_without_a_bound_no_epsilon_is_ruled_out_and_none_raises_it():
    """At a risk of 47 % truncation leaves nothing: who may err so often may stop at once in 90 of 100 runs."""
    asked = question()
    asked = replace(asked, problem=replace(asked.problem, risk=0.47))
    bounds = find_bounds(asked, find_bound_curve(asked.problem))
    assert not bounds.curve.participants.any()
    assert (bounds.possible.median, bounds.almost_free.median) == (0.0, 0.0)
    assert "not rule out any ε down to 0.00100" in words.told("details", Findings(asked, bounds, answer().simulated))
