"""The bets of PB-TaS: thetas and weights, and a wealth of mean one."""

import math
from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import binom

from dpcore.fixed_confidence.algorithms.pb_tas.bets import Bets, batch_theta
from tests.dpcore.fixed_confidence.pb_tas.helpers import bets_of, log_wealths_of, wealth_of


@pytest.mark.parametrize(
    "epsilon, largest, smallest", [(0.1, 0.098, 0.002), (4.0, 3.92, 0.08), (4.5, 4.05, 0.005), (800.0, 6.0, 0.005)]
)
def test_mixture_bets_are_those_of_the_document(epsilon, largest, smallest):
    bets = bets_of("mixture", epsilon)
    assert np.all(np.diff(bets.points) < 0)
    assert bets.points[[0, 13]] == pytest.approx([largest, smallest])
    assert bets.points[14:] == pytest.approx(smallest / 2.0 ** np.arange(1, 13))
    weights = [0.8 / 14] * 14 + [0.2 / 12] * 12
    assert bets.weights == pytest.approx(np.array([[one * other for other in weights] for one in weights]))


def test_scheduled_bets_are_those_of_the_document():
    bets = bets_of("scheduled", 0.1)
    main = [0.6 * (0.00125 / 0.6) ** (k / 11) for k in range(12)]
    assert bets.points == pytest.approx(np.array(main + [0.00125 / 2**k for k in range(1, 13)]))
    weights = [0.9 / 12] * 12 + [0.1 / 12] * 12
    similar = {(i, j): 2.0 ** -abs(i - j) * math.sqrt(weights[i] * weights[j]) for i in range(24) for j in range(24)}
    for (i, j), weight in similar.items():
        expected = 0.3 * weights[i] * weights[j] + 0.7 * weight / sum(similar.values())
        assert bets.weights[i, j] == pytest.approx(expected)


@pytest.mark.parametrize("size, gap, epsilon", [(1, 0.6, 0.1), (1000, 0.05, 2.0), (10, 0.3, 800.0), (10**8, 0.6, 1e-4)])
def test_theta_of_a_batch_is_that_of_the_document(size, gap, epsilon):
    drowned = (math.sqrt(1 + (size * gap * epsilon) ** 2) - 1) / (size * gap)
    assert batch_theta(size, gap, True, epsilon) == pytest.approx(min(gap / 0.1, drowned))
    assert batch_theta(size, gap, True, epsilon) < epsilon
    assert batch_theta(size, gap, True, math.inf) == gap / 0.1
    assert batch_theta(size, 0.05, False, epsilon) == 0.05


def expected_wealth(mean: float, size: int, epsilon: float, bets: Bets, down: bool, accounted: float) -> float:
    """The mean over points of E M(j, mean) after a release, by quadrature; `accounted`: the penalty's epsilon."""

    def integrand(noise: float, successes: int) -> float:
        wealth = wealth_of([(0, size, successes + noise)], bets, accounted)
        logs = log_wealths_of(wealth, 0, mean, down)[0] - epsilon * abs(noise)
        return epsilon / 2 * np.exp(logs).mean()

    def integral(successes: int) -> float:
        pieces = [-math.inf, *np.linspace(-300 / epsilon, 300 / epsilon, 7), math.inf]
        return sum(quad(integrand, a, b, args=(successes,), limit=200)[0] for a, b in pairwise(pieces))

    return sum(binom.pmf(s, size, mean) * integral(s) for s in range(size + 1))


@pytest.mark.parametrize(
    "evidence, epsilon, mean, size, down",
    [
        ("mixture", 0.05, 0.3, 1, False),
        ("mixture", 1.0, 0.95, 4, True),
        ("scheduled", 1.0, 0.95, 4, False),
        ("scheduled", 20.0, 0.5, 3, True),
    ],
)
def test_wealth_has_mean_one_against_quadrature(evidence, epsilon, mean, size, down):
    bets = bets_of(evidence, epsilon)
    assert expected_wealth(mean, size, epsilon, bets, down, accounted=epsilon) == pytest.approx(1, abs=1e-6)
    if evidence == "mixture":  # half the noise accounted for
        assert expected_wealth(mean, size, epsilon, bets, down, accounted=2 * epsilon) > 1.001
