"""Intervals of simulated quantiles, and budgets under uncertain means."""

import math

import numpy as np
import pytest

import dpcore
from dpcore import choosing
from dpcore.choosing import bands
from dpcore.experiments import run_generator
from tests.dpcore.refusals import refused

MEANS = [0.6, 0.4]


@pytest.mark.parametrize("confidence", [0.5, 0.95])
def test_quantile_interval_against_the_binomial_tails(confidence):
    # For 200 values and the 90 % quantile: ranks by adding up the binomial law directly.
    low, middle, high = choosing.quantile_interval(np.arange(1.0, 201.0), confidence=confidence)
    tail = (1 - confidence) / 2
    law = [math.comb(200, k) * 0.9**k * 0.1 ** (200 - k) for k in range(201)]
    assert middle == 180
    assert sum(law[: int(low)]) <= tail < sum(law[: int(low) + 1])
    assert sum(law[int(high) :]) <= tail < sum(law[int(high) - 1 :])


@pytest.mark.parametrize(
    "values, expected", [([5.0], (-math.inf, 5, math.inf)), ([1.0, math.inf], (1, math.inf, math.inf))]
)
def test_few_values_leave_the_ends_open(values, expected):
    assert choosing.quantile_interval(values) == expected


test_bad_input_of_the_interval = refused(
    choosing.quantile_interval,
    ([], r"at least one number without NaN, not \[\]"),
    ([1.0, math.nan], "NaN"),
    ([[1.0, 2.0]], r"at least one number without NaN, not \[\[1"),
)


def test_certain_means_need_what_the_means_need():
    # With data beyond doubt the posterior is a point: both searches run on the same random numbers.
    certain = choosing.simulated_epsilon_band(MEANS, 0.05, 400, runs=60, confidence=None)
    assert choosing.posterior_epsilon_band(np.tile(MEANS, (60, 1)), 0.05, 400, confidence=None) == certain


def test_the_search_runs_what_it_is_asked_for(monkeypatch):
    # 85 % of the runs take 700 samples from .01 on, the others from .1 on: of 320 that confirm 272 fit, which makes a
    # share of .8 certain with confidence .9, and neither with .95 nor a share of .9.
    asked = []

    def stopping_times(draws, runs, epsilon, *others, **setting):
        asked.append((runs, *others, *setting.items()))
        is_slow = np.array([run % 20 < 3 for run in runs])
        return np.where((epsilon >= 0.1) | ((epsilon >= 0.01) & ~is_slow), 700, 701)

    monkeypatch.setattr(bands, "posterior_stopping_times", stopping_times)
    cancel = dpcore.CancelFlag()
    arguments = (np.tile(MEANS, (400, 1)), 0.02, 700, "local", 0.8, 3)
    _, enough = choosing.posterior_epsilon_band(*arguments, confidence=0.9, cancel=cancel)
    assert enough == 0.01
    expected = (0.02, 700, 0.0, cancel, ("trust_model", "local"), ("seed", 3))
    assert {tuple(others) for _, *others in asked} == {expected}
    assert all(runs.stop <= 80 or runs.start >= 80 for runs, *_ in asked)  # a fifth screens, the others confirm


def test_draws_and_runs_share_no_random_numbers():
    posterior = dpcore.beta_posterior([0, 0], [0, 0])
    of_runs = [run_generator(5, run).beta(posterior.alpha, posterior.beta) for run in range(4)]
    assert not np.intersect1d(posterior.draws(4, seed=5), of_runs).size


def test_budget_and_epsilon_are_inverse_under_uncertain_means():
    draws = dpcore.beta_posterior([60, 40], [100, 100]).draws(20)
    below, enough = choosing.posterior_epsilon_band(draws, 0.05, 3000, confidence=None)
    below_fit, fit = (
        np.sum(choosing.posterior_samples(draws, epsilon, 0.05).stopping_times <= 3000) for epsilon in (below, enough)
    )
    assert below_fit < 18 <= fit


def test_too_small_a_budget_and_a_cancelled_search():
    draws = np.tile(MEANS, (5, 1))
    assert choosing.posterior_epsilon_band(draws, 0.05, 3)[1] == math.inf
    cancel = dpcore.CancelFlag()
    cancel.set()
    assert choosing.posterior_epsilon_band(draws, 0.05, 1000, cancel=cancel) is None
