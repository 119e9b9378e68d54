"""What PB-TaS promises, and the samples it needs."""

import math

import numpy as np
import pytest

from dpcore.fixed_confidence import simulate_fixed_confidence
from dpcore.fixed_confidence.algorithms.pb_tas.bets import mixture_bets
from tests.dpcore.fixed_confidence.pb_tas.helpers import EASY, HARD, critical_count, run_kernel


@pytest.mark.parametrize("means, epsilon", [((0.5, 0.45), 0.3), ((0.5, 0.48, 0.48, 0.48), 4.0), ((0.99, 0.98), 0.05)])
@pytest.mark.parametrize("risk", [0.1, 0.3])
@pytest.mark.parametrize("evidence", ["mixture", "scheduled"])
def test_wrong_answers_are_as_rare_as_proven(evidence, means, epsilon, risk):
    result = simulate_fixed_confidence("pb-tas", means, epsilon, risk, runs=400, max_samples=10**11, evidence=evidence)
    assert result.finished.all()
    assert np.sum(result.recommendations != 0) <= critical_count(400, risk)


def test_wrong_answers_show_a_planted_violation():
    # Weights that sum to 20 instead of 1, near a tie and with noise much larger than the gap.
    means, epsilon, risk, runs = (0.5, 0.499), 0.01, 0.1, 400
    bets = mixture_bets(epsilon)
    broken = bets._replace(weights=20 * bets.weights)
    wrong = sum(run_kernel(seed, means, epsilon, risk, broken)[2] != 0 for seed in range(runs))
    assert wrong > critical_count(runs, risk)


# Means and standard errors of an independent simulation (200 runs, risk .01) of the same rule.
EXPECTED = [
    (EASY, 215, 5.74e3, 0.13e3),
    (EASY, 2.15, 6.28e3, 0.14e3),
    (EASY, 0.46, 1.04e4, 0.02e4),
    (EASY, 0.1, 3.53e4, 0.06e4),
    (EASY, 0.0215, 1.49e5, 0.02e5),
    (EASY, 0.001, 3.16e6, 0.05e6),
    (HARD, 215, 2.10e4, 0.04e4),
    (HARD, 2.15, 2.24e4, 0.05e4),
    (HARD, 0.46, 2.38e4, 0.05e4),
    (HARD, 0.1, 4.72e4, 0.07e4),
    (HARD, 0.0215, 1.90e5, 0.03e5),
    (HARD, 0.001, 3.85e6, 0.06e6),
]


@pytest.mark.parametrize("means, epsilon, mean, error", EXPECTED)
def test_stopping_times_against_an_independent_simulation(means, epsilon, mean, error):
    times = simulate_fixed_confidence("pb-tas", means, epsilon, runs=300, max_samples=10**9).stopping_times
    # 5.3 standard errors: false-alarm rate 1e-6 over the 12 cells together; `error` is rounded to a digit or two.
    tolerance = 5.3 * math.hypot(1.2 * error, np.std(times, ddof=1) / math.sqrt(times.size))
    assert abs(times.mean() - mean) <= tolerance
    assert tolerance < 0.2 * mean


@pytest.mark.parametrize("means, epsilon, mean, error", [cell for cell in EXPECTED if cell[1] <= 0.1])
def test_scheduled_bets_need_fewer_samples_where_privacy_dominates(means, epsilon, mean, error):
    result = simulate_fixed_confidence("pb-tas", means, epsilon, runs=300, max_samples=10**9, evidence="scheduled")
    assert result.stopping_times.mean() < 0.97 * mean
