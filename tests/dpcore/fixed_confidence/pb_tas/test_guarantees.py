"""The samples that PB-TaS needs."""

import math

import numpy as np
import pytest

from dpcore.fixed_confidence import simulate_fixed_confidence
from tests.dpcore.fixed_confidence.pb_tas.helpers import EASY, HARD

# Means and standard errors of an independent simulation (200 runs, risk .01) of the same rule.
EXPECTED = [
    (EASY, 215, 5.74e3, 0.13e3),
    (EASY, 0.001, 3.16e6, 0.05e6),
    (HARD, 2.15, 2.24e4, 0.05e4),
    (HARD, 0.1, 4.72e4, 0.07e4),
]


@pytest.mark.parametrize("means, epsilon, mean, error", EXPECTED)
def test_stopping_times_against_an_independent_simulation(means, epsilon, mean, error):
    times = simulate_fixed_confidence("pb-tas", means, epsilon, runs=150, max_samples=10**9).stopping_times
    # 5.3 standard errors: false-alarm rate 1e-6 over the cells together; `error` is rounded to a digit or two.
    tolerance = 5.3 * math.hypot(1.2 * error, np.std(times, ddof=1) / math.sqrt(times.size))
    assert abs(times.mean() - mean) <= tolerance
    assert tolerance < 0.2 * mean


@pytest.mark.parametrize("means, epsilon, mean, error", [cell for cell in EXPECTED if cell[1] <= 0.1])
def test_scheduled_bets_need_fewer_samples_where_privacy_dominates(means, epsilon, mean, error):
    result = simulate_fixed_confidence("pb-tas", means, epsilon, runs=150, max_samples=10**9, evidence="scheduled")
    assert result.stopping_times.mean() < 0.97 * mean
