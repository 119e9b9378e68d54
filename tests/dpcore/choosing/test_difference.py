"""Of epsilon, samples and the smallest difference any two give the third, by the lower bound."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

import dpcore
from dpcore.choosing.bounds import _gaussian_time
from dpcore.times.lower_bounds import quantile_divergence
from tests.dpcore.refusals import refused

models = st.sampled_from(["central", "local"])
budgets = st.floats(-2, 1).map(lambda power: 10**power) | st.just(math.inf)


@settings(max_examples=40, deadline=None)
@given(
    means=st.lists(st.floats(0.02, 0.98), min_size=2, max_size=5),
    epsilon=budgets,
    difference=st.floats(0.005, 0.5),
    trust_model=models,
)
def test_with_given_means_the_three_are_inverse(means, epsilon, difference, trust_model):
    samples = dpcore.necessary_samples(means, epsilon, 0.01, trust_model, 0.9, indifference=difference)
    found = dpcore.smallest_difference(means, epsilon, 0.01, samples, trust_model=trust_model)
    again = dpcore.necessary_samples(means, epsilon, 0.01, trust_model, 0.9, indifference=found)
    assert again == pytest.approx(samples, rel=1e-7)
    assert found == pytest.approx(difference, rel=1e-4)
    budget = dpcore.smallest_epsilon(means, 0.01, samples, trust_model=trust_model, indifference=difference)
    assert budget <= epsilon * (1 + 1e-4)
    if budget < math.inf:
        there = dpcore.necessary_samples(means, budget, 0.01, trust_model, 0.9, indifference=difference)
        assert there == pytest.approx(samples, rel=1e-7)


@settings(max_examples=40, deadline=None)
@given(
    baseline=st.floats(0.01, 0.9),
    arms=st.integers(2, 6),
    epsilon=budgets,
    share=st.floats(0.01, 0.9),
    trust_model=models,
)
def test_above_a_baseline_they_are_inverse(baseline, arms, epsilon, share, trust_model):
    difference = share * (1 - baseline)
    means = (baseline + difference, *[baseline] * (arms - 1))
    samples = dpcore.necessary_samples(means, epsilon, 0.01, trust_model, 0.9)
    found = dpcore.smallest_difference(baseline, epsilon, 0.01, samples, trust_model=trust_model, arms=arms)
    assert found == pytest.approx(difference, rel=1e-7)
    again = dpcore.smallest_difference(baseline, epsilon, 0.01, 2 * samples, trust_model=trust_model, arms=arms)
    assert again < found


def test_limits():
    free = dpcore.necessary_samples((0.6, 0.5), 1.0, 0.01, quantile=0.9)
    assert dpcore.smallest_difference((0.6, 0.5), 1.0, 0.01, free * 1.001) == 0
    assert 0 < dpcore.smallest_difference((0.6, 0.5), 1.0, 0.01, free * 0.99) < 0.01
    assert dpcore.smallest_difference((0.6, 0.5), 1e-3, 0.01, 10) == math.inf
    assert dpcore.smallest_difference(0.5, 1e-3, 0.01, 10, arms=2) == math.inf
    assert dpcore.smallest_difference(0.5, 1.0, 0.45, 10, arms=2) == 0  # guessing is risk-correct
    assert dpcore.smallest_difference((0.5, 0.5), 1.0, 0.01, 1e30) == 1e-9


@pytest.mark.parametrize("means, zeta", [((0.5, 0.4), 0.1), ((0.5, 0.5, 0.3), 0.05), ((0.05, 0.03, 0.02), 0.2)])
def test_the_local_time_against_a_general_optimiser(means, zeta):
    """1/T = max over b, w of min over a and x of w_b (mu_b - x)^2 + w_a (x + zeta - mu_a)^2, x in [0, 1 - zeta]."""
    x = np.linspace(0, 1 - zeta, 4001)

    def rate(logits, b):
        w = np.exp(logits - logits.max())
        w /= w.sum()
        down = np.maximum(means[b] - x, 0) ** 2
        costs = [
            np.min(w[b] * down + w[a] * np.maximum(x + zeta - means[a], 0) ** 2) for a in range(len(means)) if a != b
        ]
        return min(costs)

    best = 0.0
    for b in range(len(means)):
        if means[b] >= max(means) - zeta:
            for start in (np.zeros(len(means)), np.eye(len(means))[b]):
                options = {"xatol": 1e-9, "fatol": 1e-14, "maxiter": 4000, "maxfev": 4000}
                found = minimize(lambda v, b=b: -rate(v, b), start, method="Nelder-Mead", options=options)
                best = max(best, -found.fun)
    assert _gaussian_time(np.array(means), zeta) == pytest.approx(1 / best, rel=2e-4)


def test_the_bound_is_the_time_times_the_divergence():
    time = dpcore.characteristic_time((0.5, 0.48), epsilon=0.2, indifference=0.05).time
    bound = dpcore.necessary_samples((0.5, 0.48), 0.2, 0.01, quantile=0.9, indifference=0.05)
    assert bound == pytest.approx(time * quantile_divergence(0.9, 0.01), rel=1e-12)


test_smallest_difference_iv = refused(
    lambda changes: dpcore.smallest_difference(
        **{"means": (0.6, 0.5), "epsilon": 1.0, "risk": 0.1, "samples": 100.0} | changes
    ),
    ({"means": 0.5}, "arms must be given with one baseline"),
    ({"arms": 3}, "arms = 3 must be given with one baseline only"),
    ({"means": [0.5] * 101}, "at most 100 means"),
    ({"means": 0.5, "arms": 1}, "arms must be at least 2"),
)


def test_a_difference_is_found_where_the_root_search_takes_long():
    setting = (0.4900139009848535, 0.0004857286470883448, 1501492281.5318534)
    found = dpcore.smallest_difference(0.8151097778172895, *setting, arms=3)
    assert found == pytest.approx(8.744675e-5, rel=1e-6)
