"""Thresholds against the specification's numbers and against independent computations."""

import itertools
import math

import mpmath
import numpy as np
import pytest

from dpcore.fixed_confidence import _thresholds as thresholds
from dpcore.fixed_confidence import simulate_fixed_confidence
from tests.dpcore.brute_force import golden_section_of_one


@pytest.mark.parametrize("x", [0.5, 7.0, 60.0])
def test_c_gaussian_is_the_minimum_by_golden_section_in_mpmath(x):
    def negative(level):
        zeta = mpmath.log(mpmath.zeta(2 * level))
        g = 2 * level - 2 * level * mpmath.log(4 * level) + zeta - mpmath.log(1 - level) / 2
        return -(g + x) / level

    lowest = -golden_section_of_one(negative, mpmath.mpf("0.501"), mpmath.mpf("0.9995"), 40)
    assert thresholds.c_gaussian(x) == pytest.approx(float(lowest), rel=1e-9)


@pytest.mark.parametrize("x", [1.01, 3.0, 599.0, 601.0, 1e6])
def test_w_bar_solves_its_equation(x):
    y = thresholds.w_bar(x)
    assert y >= 1
    assert y - math.log(y) == pytest.approx(x, rel=1e-12)


# K = 5, risk .01: w, epsilon, cG, cGeps, ctilde(gap < 3 eps), ctilde(gap >= 3 eps) with k for k^s as TH prints it.
GOLDEN_PAIRS = [
    ((100.0, 100.0), 1.0, 17.89713, 68.38388, 64.48701, 484.4249),
    ((1000.0, 500.0), 1.0, 18.71426, 63.16692, 44.13419, 1135.128),
    ((1e4, 1e4), 0.1, 19.61167, 78.77869, 74.23594, 510.9676),
]


@pytest.mark.parametrize("weights, epsilon, gaussian, adap, star_small, star_large_as_printed", GOLDEN_PAIRS)
def test_pair_thresholds_golden(weights, epsilon, gaussian, adap, star_small, star_large_as_printed):
    assert thresholds.gaussian_pair(weights, math.log(4 / 0.01)) == pytest.approx(gaussian, rel=5e-7)
    assert thresholds.adap_tt_pair(weights, 5, epsilon, 0.01) == pytest.approx(adap, rel=5e-7)
    small, large = thresholds.adap_tt_star_pair(weights, 5, epsilon, 0.01)
    assert small == pytest.approx(star_small, rel=5e-7)
    # The corrected k^s, s = 2, adds (3/sigma^2) log max k to the printed value.
    correction = 12 * math.log(math.log2(max(weights)) + 2)
    assert large - correction == pytest.approx(star_large_as_printed, rel=5e-7)


@pytest.mark.parametrize("phase, arms, risk", [(1, 2, 0.3), (7, 5, 0.01), (22, 10, 1e-9)])
def test_dp_tt_level_against_bruteforce_over_xi(phase, arms, risk):
    """At the level the Chernoff bound, minimised over a fine grid of xi, equals the risk share of the phase."""
    y = thresholds.dp_tt_level(phase, arms, risk)
    xi = np.linspace(0, 1, 200_002)[1:-1]
    bound = np.min(-(1 - xi) * y - phase * np.log(xi * (2 - xi)))
    assert bound == pytest.approx(math.log(risk / (arms * math.pi**2 / 6 * phase**2)), abs=1e-7)


def test_ttucb_asks_for_more_than_prise():
    """What TTUCB's entry says of why it may need more participants, and a case in which it does."""
    for arms, risk in itertools.product((2, 3, 20), (1e-6, 0.01, 0.49)):
        assert thresholds.gaussian_pair((1, 1), math.log((arms - 1) / risk)) > math.log(1 / risk)
    means = (0.95, 0.9, 0.9, 0.9, 0.5)
    public, private = (simulate_fixed_confidence(name, means, 1.0, runs=10) for name in ("ttucb", "prise"))
    assert private.stopping_times.max() < public.stopping_times.min()
