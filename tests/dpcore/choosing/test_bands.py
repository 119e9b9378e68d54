"""Intervals of simulated quantiles, and budgets under uncertain means."""

import math

import numpy as np
import pytest
from scipy.special import bdtr, bdtrc

import dpcore
from dpcore import choosing
from dpcore.choosing import bands
from dpcore.choosing.search import EPSILON_GRID
from dpcore.experiments import run_generator

FALSE_ALARM = 1e-6
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


def covering(quantile_used, repetitions=4000):
    """How often the 95 % interval of 60 exponential values holds the true 90 % quantile."""
    values = np.random.default_rng(5).exponential(size=(repetitions, 60))
    truth = -math.log(0.1)
    intervals = [choosing.quantile_interval(row, quantile_used) for row in values]
    return sum(low <= truth <= high for low, _, high in intervals), repetitions


def test_quantile_interval_covers_statistical():
    # At least 95 % by construction: refused when 4000 intervals cover so rarely that its probability is below 1e-6
    # (below 93.3 %).
    covered, repetitions = covering(0.9)
    assert bdtr(covered, repetitions, 0.95) > FALSE_ALARM


def test_the_interval_of_another_quantile_is_caught():
    covered, repetitions = covering(0.85)
    assert bdtr(covered, repetitions, 0.95) < FALSE_ALARM


@pytest.mark.parametrize(
    "values, quantile, message",
    [
        ([], 0.9, r"at least one number without NaN, got \[\]"),
        ([1.0, math.nan], 0.9, "NaN"),
        ([[1.0, 2.0]], 0.9, r"at least one number without NaN, got \[\[1"),
        ([1.0], 1.0, "quantile must lie strictly between 0 and 1, got 1"),
    ],
)
def test_bad_input_of_the_interval(values, quantile, message):
    with pytest.raises(ValueError, match=message):
        choosing.quantile_interval(values, quantile)


def test_certain_means_need_what_the_means_need():
    # With data beyond doubt the posterior is a point: both searches run on the same random numbers.
    draws = np.tile(MEANS, (60, 1))
    for samples in (400, 2000):
        certain = choosing.simulated_epsilon_band(MEANS, 0.05, samples, runs=60, confidence=None)
        assert choosing.posterior_epsilon_band(draws, 0.05, samples, confidence=None) == certain


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


def test_draws_that_confirm_ask_for_more_than_those_that_screen():
    draws = np.tile([0.8, 0.3], (100, 1))
    too_small, enough = choosing.posterior_epsilon_band(draws, 0.05, 150)
    assert too_small < choosing.posterior_epsilon_band(draws, 0.05, 150, confidence=None)[1] <= enough


def test_draws_and_runs_share_no_random_numbers():
    posterior = dpcore.beta_posterior([0, 0], [0, 0])
    of_runs = [run_generator(5, run).beta(posterior.alpha, posterior.beta) for run in range(4)]
    assert not np.intersect1d(posterior.draws(4, seed=5), of_runs).size


def test_budget_and_epsilon_are_inverse_under_uncertain_means():
    draws = dpcore.beta_posterior([60, 40], [100, 100]).draws(20)
    epsilons = [
        choosing.posterior_epsilon_band(draws, 0.05, samples, confidence=None)[1] for samples in (3_000, 30_000)
    ]
    assert epsilons == sorted(epsilons, reverse=True)
    assert math.isfinite(epsilons[0])
    for samples, epsilon in zip((3_000, 30_000), epsilons, strict=True):
        below = EPSILON_GRID[np.flatnonzero(epsilon == EPSILON_GRID)[0] - 1]
        fit, below_fit = (
            np.sum(choosing.posterior_samples(draws, each, 0.05).stopping_times <= samples) for each in (epsilon, below)
        )
        assert below_fit < 18 <= fit


def test_too_small_a_budget_and_a_cancelled_search():
    draws = np.tile(MEANS, (5, 1))
    assert choosing.posterior_epsilon_band(draws, 0.05, 3)[1] == math.inf
    cancel = dpcore.CancelFlag()
    cancel.set()
    assert choosing.posterior_epsilon_band(draws, 0.05, 1000, cancel=cancel) is None


@pytest.mark.parametrize(
    "change, message",
    [
        ({"samples": 0}, "samples .* got 0"),
        ({"quantile": 0}, "quantile .* got 0"),
        ({"confidence": 1}, "confidence .* got 1"),
    ],
)
def test_bad_input_of_the_search(change, message):
    with pytest.raises(ValueError, match=message):
        choosing.posterior_epsilon_band(**{"draws": [MEANS], "risk": 0.05, "samples": 10, **change})


def band_covers(seed, repetitions=200, copies=1):
    """How often the 90 % band of the lower bound, over posterior draws, holds the bound at the true means.

    True means from the uniform prior: the band must hold them with probability .9, exactly up to the draws' rank.
    copies > 1 pretends that there are more data than there are.
    """
    generator = np.random.default_rng(seed)
    held = 0
    for repetition in range(repetitions):
        truth = generator.random(2)
        successes = generator.binomial(50, truth)
        draws = dpcore.beta_posterior(copies * successes, [copies * 50] * 2).draws(99, seed=repetition)
        needed = [dpcore.necessary_samples(row, 0.5, 0.05) for row in draws]
        # Of 99 draws and the truth every rank is equally likely: 5 below and 5 above are left out, 90 of 100 kept.
        held += int(5 <= np.sum(np.array(needed) < dpcore.necessary_samples(truth, 0.5, 0.05)) < 95)
    return held, repetitions


def test_posterior_bands_cover_statistical():
    # Exact coverage .9; two-sided, false alarm 1e-6 (outside 78.5 % to 98.5 %).
    held, repetitions = band_covers(seed=2)
    assert min(bdtr(held, repetitions, 0.9), bdtrc(held - 1, repetitions, 0.9)) > FALSE_ALARM / 2


def test_bands_from_data_counted_four_times_are_caught():
    held, repetitions = band_covers(seed=2, copies=4)
    assert bdtr(held, repetitions, 0.9) < FALSE_ALARM / 2
