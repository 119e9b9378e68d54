"""The four lower bounds: bad input, closed form, their order."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import brentq
from scipy.stats import binom, laplace

import dpcore
from dpcore.times.lower_bounds import error_divergence, quantile_divergence
from tests.dpcore.times.test_characteristic import FIRST, epsilons, instances


@pytest.mark.parametrize("risk", [0.4, 0.01, 1e-300, 5e-324])
def test_the_tightest_bound_is_the_necessary_number_of_samples(risk):
    """One kl(risk, 1 - risk) in both, finite at the smallest risk, where (1 - risk) / risk is not."""
    bounds = dpcore.sample_lower_bounds(FIRST, 1.0, risk)
    assert bounds["tightest_private"] == dpcore.necessary_samples(FIRST, 1.0, risk) < math.inf


def test_sample_lower_bounds_against_golden_values():
    information = 0.01 * math.log(0.01 / 0.99) + 0.99 * math.log(0.99 / 0.01)
    expected = {
        "non_private": 395.5415490290905,
        "first_private": 740 / 9 / (6 * 0.02),
        "improved_private": 740 / 9 / 0.02,
        "tightest_private": dpcore.characteristic_time(FIRST, "private", 0.02).time,
    }
    bounds = dpcore.sample_lower_bounds(FIRST, 0.02, 0.01)
    assert list(bounds) == list(expected)
    assert bounds == pytest.approx({key: time * information for key, time in expected.items()}, rel=1e-9)


def test_extreme_risks():
    kl = dpcore.characteristic_time(FIRST, "kl").time
    tiny = dpcore.sample_lower_bounds(FIRST, math.inf, 1e-300)
    assert list(tiny.values()) == pytest.approx(4 * [kl * 300 * math.log(10)])
    almost_half = dpcore.sample_lower_bounds(FIRST, math.inf, 0.5 - 1e-9)["non_private"]
    assert almost_half == pytest.approx(kl * 8e-18, rel=1e-6)


@settings(deadline=None, max_examples=40)
@given(instances(), epsilons, st.floats(1e-12, 0.499))
def test_bounds_are_ordered_from_loosest_to_tightest(means, epsilon, risk):
    values = list(dpcore.sample_lower_bounds(means, epsilon, risk).values())
    assert all(looser <= tighter * (1 + 1e-11) for looser, tighter in itertools.pairwise(values))


def best_power(mean, other, size, epsilon, level):
    """The power of the best test of level `level` on a sum of rewards with Laplace noise, whose ratios are monotone."""
    places = np.arange(size + 1)

    def above(threshold, rate):
        return float(binom.pmf(places, size, rate) @ laplace.sf(threshold - places, scale=1 / epsilon))

    threshold = brentq(lambda t: above(t, other) - level, -60 / epsilon, size + 60 / epsilon, xtol=1e-12)
    return above(threshold, mean)


@pytest.mark.parametrize("mean, other", [(0.6, 0.4), (0.9, 0.5), (0.12, 0.1)])
@pytest.mark.parametrize("epsilon", [0.05, 0.5, 3.0, 50.0])  # at 50 the noise hardly blurs the sum
def test_stopping_in_time_is_no_easier_than_the_best_test_statistical(mean, other, epsilon):
    ratios = []
    for size in (5, 40, 300):
        for level in (0.01, 0.1, 0.3):
            power = best_power(mean, other, size, epsilon, level)
            allowed = size * dpcore.times.private_divergence(mean, other, epsilon)
            ratios.append(quantile_divergence(power + level, level) / allowed)
    assert max(ratios) <= 1 + 1e-9
    assert max(ratios) > 0.03  # far from void


def test_no_simulated_algorithm_stops_in_time_more_often_than_the_bound_allows():
    means, risk = (0.8, 0.6), 0.1
    for algorithm, epsilon in (("prise", 0.02), ("prise", 0.3), ("prise", math.inf), ("pb-tas", 1.0), ("ttucb", None)):
        times = np.sort(dpcore.simulate_fixed_confidence(algorithm, means, epsilon, risk, runs=60).stopping_times)
        for quantile in (0.5, 0.9):
            bound = dpcore.necessary_samples(means, epsilon or math.inf, risk, quantile=quantile)
            assert times[math.ceil(60 * quantile) - 1] > bound


@given(st.floats(0.01, 0.999), st.floats(1e-9, 0.499))
def test_the_factor_of_a_quantile(quantile, risk):
    factor = quantile_divergence(quantile, risk)
    right = quantile - risk
    if right <= risk:
        assert factor == 0
        return
    expected = right * math.log(right / risk) + (1 - right) * math.log((1 - right) / (1 - risk))
    assert factor == pytest.approx(expected, rel=1e-6, abs=1e-12)
    assert factor <= error_divergence(risk) + 1e-12
