"""DP-TT with Gaussian noise: the part of its threshold, and the tail that it stands for."""

import math

import numpy as np
import pytest

from dpcore.fixed_confidence.algorithms.gaussian_dp_tt import gaussian_level
from dpcore.times.transport import transportation_cost_kernel
from tests.dpcore.statistical import critical_count


@pytest.mark.parametrize(
    "phase, arms, risk, tilt", [(1, 2, 0.3, 1.0), (7, 5, 0.01, 1.0), (22, 10, 1e-9, 3.0), (30, 2, 0.4, 5.0)]
)
def test_the_level_against_bruteforce_over_u(phase, arms, risk, tilt):
    y, u = gaussian_level(phase, arms, risk, tilt), np.linspace(0, 1, 200_001)
    target = math.log(arms * math.pi**2 / 6 * phase**2 / risk)
    assert np.max(u * y - phase * tilt**2 * u**2 / 2) == pytest.approx(target, abs=1e-7)
    assert np.max(u * 0.999 * y - phase * tilt**2 * u**2 / 2) < target


def exceeded(deviation_of_noise, runs=400_000, phase=3, size=40, mean=0.3, arms=2, risk=0.4, tilt=1.0, deviation=2.0):
    """In how many of the runs the one-sided cost of an arm's release exceeds its part of the threshold."""
    generator = np.random.default_rng(5)
    noise = math.sqrt(phase) * deviation_of_noise * generator.standard_normal(runs)
    released = np.clip((generator.binomial(size, mean, runs) + noise) / size, 0, 1)
    level = gaussian_level(phase, arms, risk, tilt)
    # A rival of so many pulls at `mean` that only the first arm's deviation costs.
    values, where = np.unique(np.round(np.maximum(released, mean), 4), return_inverse=True)
    costs = np.array([transportation_cost_kernel(v, mean, float(size), 1e12, tilt / deviation) for v in values])
    return int(np.sum(costs[where.ravel()] > level)), risk / (arms * math.pi**2 / 6 * phase**2)


def test_a_release_exceeds_its_part_as_rarely_as_proven_and_with_more_noise_more_often():
    runs = 400_000
    count, share = exceeded(2.0)
    critical = critical_count(runs, share)
    assert 0 < count <= critical
    assert exceeded(2 * 2.0)[0] > critical
