"""Exact binomial intervals against their definition."""

import math

import numpy as np
import pytest
from scipy.special import bdtrc

from dpcore._intervals import binomial_interval, bounded_mean_interval, mean_interval

FALSE_ALARM = 1e-6


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
    values = 1 + 2 * np.sqrt(399 / 400) * np.resize([-1, 1], 400)  # mean 1, standard deviation 2
    assert mean_interval(values) == (pytest.approx(1 - 0.1959964), pytest.approx(1 + 0.1959964))
    assert mean_interval(values[:1]) is None


def test_bounded_mean_interval_against_its_definition():
    values = np.array([0.0] * 30 + [0.02] * 5 + [-0.02] * 3 + [0.4] * 2)
    low, high = bounded_mean_interval(values, -0.5, 0.5)
    assert low < values.mean() < high

    def gain(mean, sign):
        """The bets' mean capital, bet by bet."""
        shares = [1 / 2**j for j in range(4)]
        below = [0.5 - sign * value for value in values.tolist()]
        return sum(math.prod(1 - f + f * y / (0.5 - sign * mean) for y in below) for f in shares) / len(shares)

    assert gain(high, 1) == pytest.approx(40, rel=1e-6)
    assert gain(low, -1) == pytest.approx(40, rel=1e-6)


@pytest.mark.parametrize("count", [1, 2, 7, 1000])
def test_bounded_mean_interval_of_equal_values(count):
    low, high = bounded_mean_interval(np.zeros(count), -0.02, 0.02)
    assert -0.02 < low < 0 < high == -low < 0.02
    assert high >= 0.02 * (1 - 0.025 ** (1 / count))  # not shorter than the exact one of a probability
    low, high = bounded_mean_interval(np.full(count, 0.02), -0.02, 0.02)
    assert low < high == 0.02


LAWS = [  # values and their probabilities
    ([0.0, 1.0, -1.0], [0.997, 0.0025, 0.0005]),
    ([0.0, 0.05, 1.0], [0.7, 0.295, 0.005]),
    ([0.0, 1.0, -1.0], [0.5, 0.3, 0.2]),
]


def misses(interval, values, probabilities):
    """Of 200 samples of 100 values how many have an interval without the mean."""
    values, rng, found = np.array(values), np.random.default_rng(5), 0
    for counts in rng.multinomial(100, probabilities, 200):
        low, high = interval(np.repeat(values, counts))
        found += not low <= values @ probabilities <= high
    return found


@pytest.mark.parametrize(("values", "probabilities"), LAWS)
def test_bounded_mean_interval_covers_statistical(values, probabilities):
    # Exact binomial test of at most 5 % misses: false alarm 1e-6 for each law.
    missed = misses(lambda sample: bounded_mean_interval(sample, -1.0, 1.0), values, probabilities)
    assert missed == 0 or bdtrc(missed - 1, 200, 0.05) > FALSE_ALARM


@pytest.mark.parametrize(("values", "probabilities"), LAWS[:2])
def test_an_interval_that_misses_rare_values_is_caught(values, probabilities):
    missed = misses(mean_interval, values, probabilities)
    assert bdtrc(missed - 1, 200, 0.05) < FALSE_ALARM
