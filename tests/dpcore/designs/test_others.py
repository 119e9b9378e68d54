"""Inverses, the worst usual rate, and intervals of noisy counts."""

import math

import numpy as np
import pytest

from dpcore import designs
from dpcore._intervals import binomial_interval
from tests.dpcore.designs import reference

MEANS = (0.4, 0.3, 0.3)
RATES = designs.AnyUsualRate(3, 0.2)


@pytest.mark.parametrize("release", designs.RELEASES)
def test_a_sufficient_number_is_the_smallest_and_a_multiple(release):
    number = designs.smallest_participants(MEANS, 0.8, 0.05, release)
    assert designs.probability_right(MEANS, 0.8, number, release) >= 0.95
    assert designs.probability_right(MEANS, 0.8, number - 1, release) < 0.95
    assert designs.smallest_participants(MEANS, 0.8, 0.05, release, block=40) == math.ceil(number / 40) * 40
    epsilon = designs.smallest_epsilon(MEANS, 0.05, number, release)
    assert epsilon <= 0.8
    assert designs.probability_right(MEANS, epsilon, number, release) >= 0.95


def test_extremes_of_inverses():
    assert designs.smallest_participants((0.9, 0.1), math.inf, 0.1 + 1e-9) == 1
    assert designs.smallest_participants((0.5, 0.5 - 1e-7), 1, 0.01) == math.inf
    assert designs.smallest_participants(MEANS, 1, 0.1, missing=[0.5, 0, 0]) == math.inf  # the best is not seen to lead
    assert designs.smallest_epsilon(MEANS, 0.01, 295) == math.inf
    assert designs.smallest_participants((0.002, 0.001), 1e-3, 0.1) > 10**6
    large = designs.smallest_participants(MEANS, 1e-6, 0.01, "counts")
    assert large == pytest.approx(58_621_137, rel=1e-3)


def test_missing_outcomes_of_the_best_alone_are_worse():
    alike = designs.probability_right(MEANS, 0.1, 593, missing=0.2)
    best = designs.probability_right(MEANS, 0.1, 593, missing=[0.2, 0, 0])
    assert best < alike < designs.probability_right(MEANS, 0.1, 593)
    assert designs.probability_right(MEANS, 0.1, 742, missing=[0.2, 0, 0]) == pytest.approx(0.61, abs=0.006)


@pytest.mark.parametrize("release", designs.RELEASES)
def test_worst_usual_rate_is_certified(release):
    worst = designs.worst_usual_rate(RATES, 0.5, 100, release)
    assert worst.lower <= worst.probability
    assert worst.probability - worst.lower <= 2e-3 * (1 - worst.probability)
    for usual in np.linspace(0.001, 0.799, 80):
        assert designs.probability_right((usual + 0.2, usual, usual), 0.5, 100, release) >= worst.lower
    at = designs.probability_right((worst.usual + 0.2, worst.usual, worst.usual), 0.5, 100, release)
    assert at == pytest.approx(worst.probability, abs=1e-12)


def test_lower_rivals_are_more_favourable():
    base = designs.probability_right((0.5, 0.4, 0.4), 0.3, 100)
    for rivals in ((0.4, 0.3), (0.1, 0.4), (0.39, 0.39)):
        assert designs.probability_right((0.5, *rivals), 0.3, 100) >= base


def test_whatever_the_usual_rate_is():
    number = designs.smallest_participants(RATES, 0.5, 0.05)
    assert designs.worst_usual_rate(RATES, 0.5, number).lower >= 0.95 - 1e-4
    assert designs.worst_usual_rate(RATES, 0.5, number - 1).lower < 0.95
    epsilon = designs.smallest_epsilon(RATES, 0.05, number)
    assert epsilon <= 0.5 * 1.001
    assert designs.worst_usual_rate(RATES, epsilon, number).probability >= 0.95
    assert designs.smallest_epsilon(RATES, 0.05, 20) == math.inf


def test_interval_without_noise_is_clopper_and_pearsons():
    for count, n in ((0, 20), (7, 20), (20, 20), (400, 1000)):
        expected = binomial_interval(count, n)
        assert designs.interval_of_noisy_count(count, n, math.inf) == pytest.approx(expected, abs=1e-10)


def test_interval_of_extreme_counts():
    assert designs.interval_of_noisy_count(-45, 20, 0.1) == (0.0, 0.0)
    assert designs.interval_of_noisy_count(65, 20, 0.1) == (1.0, 1.0)
    assert designs.interval_of_noisy_count(-2, 20, math.inf) == (0.0, 0.0)


@pytest.mark.parametrize("n, epsilon", [(1, 1.0), (6, 0.4), (25, 2.0)])
def test_coverage_of_the_interval_by_enumeration(n, epsilon):
    start, law = reference.noise_law(epsilon, 2)
    values = np.arange(start, start + law.size + n)
    ends = np.array([designs.interval_of_noisy_count(int(y), n, epsilon, 0.9) for y in values])
    covers = []
    for rate in np.linspace(0.001, 0.999, 97):
        masses = reference.laws((rate,), n, epsilon, "counts")[0]
        covers.append(masses[(ends[:, 0] <= rate) & (rate <= ends[:, 1])].sum())
    assert min(covers) >= 0.9 - 1e-9
    assert min(covers) < 0.99 or n == 1
