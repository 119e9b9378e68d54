"""Exact binomial intervals against their definition."""

import math

import pytest

from dpcore._intervals import binomial_interval, mean_interval


def upper_tail(successes, trials, probability):
    return sum(
        math.comb(trials, k) * probability**k * (1 - probability) ** (trials - k) for k in range(successes, trials + 1)
    )


@pytest.mark.parametrize("successes, trials", [(1, 5), (3, 20), (19, 20), (50, 100)])
def test_binomial_interval_against_definition(successes, trials):
    low, high = binomial_interval(successes, trials, 0.9)
    assert upper_tail(successes, trials, low) == pytest.approx(0.05, rel=1e-9)
    assert 1 - upper_tail(successes + 1, trials, high) == pytest.approx(0.05, rel=1e-9)


def test_binomial_interval_degenerate():
    assert binomial_interval(0, 0) == (0.0, 1.0)
    assert binomial_interval(0, 10) == (0.0, pytest.approx(1 - 0.025 ** (1 / 10)))
    assert binomial_interval(10, 10) == (pytest.approx(0.025 ** (1 / 10)), 1.0)


def test_mean_interval_shrinks_with_count():
    assert mean_interval(1.0, 2.0, 400) == (pytest.approx(1 - 0.1959964), pytest.approx(1 + 0.1959964))
