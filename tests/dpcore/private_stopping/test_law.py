"""The simulated law against an independent loop (two-sample) and against quadrature (one-sample), and planted errors.

Critical values of sup |F - G|: Massart's DKW inequality, sqrt(log(2/p)/(2 n)), for one sample, and Wei and Dudley
(2012), sqrt(log(2/p)/n), for two samples of n >= 458 each; both are valid for every n here and for discrete laws.
"""

import functools

import numpy as np
import pytest

from dpcore.private_stopping import simulate_private_stopping, stop_on_values
from tests.dpcore.private_stopping.reference import stopping_times_and_estimates, survival_on_ones

FALSE_ALARM_RATE = 1e-6
RUNS = 1500
CASES = [
    ("nas", "bernoulli", 0.7, 0.7, 0.3, None, 800),
    ("dp-nas", "plus-minus", -0.8, 0.9, 0.9, 1.0, 1500),
    ("exponential-dp-nas", "plus-minus", 0.5, 0.9, 0.5, 1.0, 4096),
    ("exponential-dp-nas", "bernoulli", 0.5, 0.9, 0.5, 2.0, 4096),
]


def two_sample_distance(first, second):
    points = np.concatenate([first, second])
    below = [np.searchsorted(np.sort(x), points, side="right") / x.size for x in (first, second)]
    return np.abs(below[0] - below[1]).max()


def one_sample_critical(runs, quadrature_error=1 / 501):
    return np.sqrt(np.log(2 / FALSE_ALARM_RATE) / (2 * runs)) + quadrature_error


TWO_SAMPLE_CRITICAL = np.sqrt(np.log(2 / FALSE_ALARM_RATE) / RUNS)


def draw_rewards(rng, distribution, mean, shape):
    if distribution == "bernoulli":
        return (rng.random(shape) < mean).astype(float)
    return np.where(rng.random(shape) < (1 + mean) / 2, 1.0, -1.0)


@functools.cache
def simulated(algorithm, distribution, mean, alpha, beta, epsilon, horizon):
    result = simulate_private_stopping(
        algorithm, mean, alpha, beta, epsilon, distribution=distribution, runs=RUNS, seed=5, max_samples=horizon
    )
    return np.where(result.finished, result.stopping_times, -1), result.estimates


@functools.cache
def reference(algorithm, distribution, mean, alpha, beta, epsilon, horizon, **planted):
    rng = np.random.default_rng(7)
    parts = [
        stopping_times_and_estimates(
            rng,
            algorithm,
            draw_rewards(rng, distribution, mean, (RUNS // 10, horizon)),
            alpha,
            beta,
            epsilon,
            **planted,
        )
        for _ in range(10)
    ]
    return tuple(np.concatenate(column) for column in zip(*parts, strict=True))


@pytest.mark.parametrize("case", CASES)
def test_law_against_a_plain_loop(case):
    assert_same_law(simulated(*case), reference(*case))


def assert_same_law(found, expected):
    (times, estimates), (expected_times, expected_estimates) = found, expected
    assert (times > 0).mean() > 0.5, "too few runs stop for the comparison to say anything"
    assert two_sample_distance(times, expected_times) < TWO_SAMPLE_CRITICAL
    fine, expected_fine = (
        np.where(t > 0, e * t + 1e-3 * t, -9e9) for t, e in ((times, estimates), (expected_times, expected_estimates))
    )
    assert two_sample_distance(fine, expected_fine) < TWO_SAMPLE_CRITICAL


def test_law_comparison_catches_threshold_noise_drawn_at_every_test():
    (times, _), (wrong, _) = simulated(*CASES[1]), reference(*CASES[1], redraw_threshold_noise=True)
    assert two_sample_distance(times, wrong) > TWO_SAMPLE_CRITICAL


@pytest.mark.parametrize(
    "algorithm, alpha, beta, epsilon, horizon",
    [("dp-nas", 0.9, 0.5, 0.2, 3000), ("exponential-dp-nas", 0.5, 0.9, 0.05, 2**16)],
)
def test_law_against_quadrature_with_noise_as_it_is_and_a_quarter_too_small(algorithm, alpha, beta, epsilon, horizon):
    runs = 2000
    times, survival = survival_on_ones(algorithm, alpha, beta, epsilon, horizon)
    assert survival[-1] < 0.5, "too few runs stop for the comparison to say anything"

    def distance(spent):
        result = simulate_private_stopping(algorithm, 1.0, alpha, beta, spent, runs=runs, max_samples=horizon)
        stopped = np.sort(result.stopping_times[result.finished])
        return np.abs(1 - np.searchsorted(stopped, times, side="right") / runs - survival).max()

    assert distance(epsilon) < one_sample_critical(runs) < distance(1.25 * epsilon)


@pytest.mark.parametrize("case", CASES[1:3])
def test_rule_on_given_values_has_the_same_law(case):
    algorithm, distribution, mean, alpha, beta, epsilon, horizon = case
    rng = np.random.default_rng(11)
    outcomes = [
        stop_on_values(algorithm, draw_rewards(rng, distribution, mean, horizon), alpha, beta, epsilon, seed=1000 + run)
        for run in range(RUNS)
    ]
    times = np.array([outcome.stopping_time or -1 for outcome in outcomes])
    estimates = np.array([outcome.estimate or 0.0 for outcome in outcomes])
    assert_same_law((times, estimates), reference(*case))
