"""The sums of rewards have exactly the law of sums of single rewards."""

import math

import numpy as np
import pytest
from scipy.special import bdtr, binom

from dpcore.fixed_budget.protocol import Problem, keep_best, sum_of_rewards, sum_of_uniforms, sum_of_uniforms_by_bits
from tests.dpcore.statistical import FALSE_ALARM_RATE, distance

DRAWS = 4000
# Dvoretzky-Kiefer-Wolfowitz with Massart's constant: P(sup |F_n - F| > x) <= 2 exp(-2 n x^2) for every n and F.
CRITICAL = math.sqrt(math.log(2 / FALSE_ALARM_RATE) / (2 * DRAWS))
NO_TABLE = np.empty((0, 1))


def arms(means, is_uniform=False):
    """A problem whose features play no part."""
    return Problem(np.eye(len(means)), np.array(means), is_uniform)


def irwin_hall(count):
    """The distribution function of a sum of so few uniforms that it may be summed as it stands."""
    terms = np.arange(count + 1)
    signed = (-1.0) ** terms * binom(count, terms) / math.factorial(count)
    return lambda x: np.maximum(np.subtract.outer(x, terms), 0) ** count @ signed


@pytest.mark.parametrize("count", [1, 2, 6])
@pytest.mark.parametrize("sampler", [sum_of_uniforms, sum_of_uniforms_by_bits])
def test_sum_of_uniforms_against_irwin_hall(sampler, count):
    generator = np.random.default_rng(count)
    draws = np.array([sampler(generator, count) for _ in range(DRAWS)])
    assert distance(draws, irwin_hall(count)) < 1


def test_the_check_catches_a_normal_approximation():
    draws = np.random.default_rng(0).normal(0.5, math.sqrt(1 / 12), DRAWS)
    assert distance(draws, irwin_hall(1)) > 1


def test_long_sums_of_uniforms_against_single_draws():
    generator, count = np.random.default_rng(601), 601
    draws = np.array([sum_of_uniforms(generator, count) for _ in range(DRAWS)])
    singles = np.array([np.random.default_rng(i).random((100, count)).sum(axis=1) for i in range(DRAWS // 100)]).ravel()
    pooled = np.sort(np.concatenate([draws, singles]))
    gap = np.searchsorted(np.sort(draws), pooled, "right") - np.searchsorted(np.sort(singles), pooled, "right")
    assert np.abs(gap).max() / DRAWS < 2 * CRITICAL  # a union of two one-sample tests


@pytest.mark.parametrize("count, mean", [(7, 0.5), (40, 0.3), (400, 0.9), (10_000, 0.45)])
def test_bernoulli_sums_against_the_binomial_distribution(count, mean):
    generator, problem = np.random.default_rng(count), arms([mean])
    draws = np.array([sum_of_rewards(generator, NO_TABLE, problem, 0, 0, count) for _ in range(DRAWS)])
    values = np.arange(count + 1)
    shares = np.searchsorted(np.sort(draws), values, "right") / DRAWS
    assert np.abs(shares - bdtr(values, count, mean)).max() < CRITICAL


def test_degenerate_sums():
    generator = np.random.default_rng(0)
    assert sum_of_rewards(generator, NO_TABLE, arms([0.0]), 0, 0, 1000) == 0
    assert sum_of_rewards(generator, NO_TABLE, arms([1.0]), 0, 0, 1000) == 1000
    assert sum_of_rewards(generator, NO_TABLE, arms([0.0], is_uniform=True), 0, 0, 1000) == 0
    for is_uniform in (True, False):
        mean = sum_of_rewards(generator, NO_TABLE, arms([0.25], is_uniform), 0, 0, 10**12) / 10**12
        assert mean == pytest.approx(0.25, abs=1e-5)
    table = np.array([[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]])
    assert sum_of_rewards(generator, table, arms([0.9, 0.9], is_uniform=True), 1, 1, 2) == pytest.approx(1.0)


def test_ties_are_broken_evenly():
    generator = np.random.default_rng(3)
    kept = np.array([keep_best(generator, np.arange(4), np.array([0.1, 0.7, 0.7, 0.7]), 2) for _ in range(3000)])
    assert (np.diff(kept, axis=1) > 0).all()
    counts = np.bincount(kept.ravel(), minlength=4)
    assert counts[0] == 0
    # Hoeffding at the false-alarm rate: each of the three is kept in 2 of 3 cases.
    assert np.abs(counts[1:] / 3000 - 2 / 3).max() < math.sqrt(math.log(6 / FALSE_ALARM_RATE) / (2 * 3000))
