"""Likelihood bets, bets in far cells, and the infimum of the wealth over a cell (docs/prise.md)."""

import math
from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import binom

from dpcore.fixed_confidence.algorithms.prise.bets import (
    BLOCKS,
    add_bet,
    default_bets,
    empty_wealth,
    log_infimum,
    log_likelihood_wealth,
    log_wealths,
)
from dpcore.fixed_confidence.algorithms.prise.entry import PAYOFF
from dpcore.fixed_confidence.algorithms.prise.evidence import Options, Round, bet_round, bet_tails, empty_evidence
from dpcore.fixed_confidence.algorithms.prise.sizing import Front, Plans
from tests.dpcore.fixed_confidence.prise import reference
from tests.dpcore.fixed_confidence.prise.test_p_value import LEADS

BETS = default_bets()


def test_bets_are_a_probability_on_the_pairs_of_the_document():
    assert BETS.weights.sum() == pytest.approx(1, abs=1e-14)
    np.testing.assert_allclose(BETS.weights, reference.PAIRS, rtol=1e-12)


def wealth_after(releases, epsilon):
    """The wealth (rival's side, own side) of one hypothesis after releases (is_rival, size, released sum)."""
    rival, own = empty_wealth(1, 24), empty_wealth(1, 24)
    for is_rival, size, released in releases:
        total = released if is_rival else size - released
        add_bet(rival if is_rival else own, 0, size, total, BETS.points, epsilon)
    return rival, own


@pytest.mark.parametrize("epsilon, mean, size", [(0.05, 0.3, 2), (1.0, 0.95, 4), (20.0, 0.5, 3)])
def test_a_bet_has_mean_one_against_quadrature(epsilon, mean, size):
    def expected(accounted):
        def integrand(noise, successes):
            wealth, out = empty_wealth(1, 24), np.empty((3, 24))
            add_bet(wealth, 0, size, successes + noise, BETS.points, accounted)
            log_wealths(wealth, 0, mean, out)
            return epsilon / 2 * np.exp(out[0] - epsilon * abs(noise)).mean()

        pieces = [-math.inf, *np.linspace(-300 / epsilon, 300 / epsilon, 7), math.inf]
        return sum(
            binom.pmf(s, size, mean) * sum(quad(integrand, a, b, args=(s,), limit=200)[0] for a, b in pairwise(pieces))
            for s in range(size + 1)
        )

    assert expected(epsilon) == pytest.approx(1, abs=1e-6)
    if epsilon == 1:
        assert expected(1.2 * epsilon) > 1.001, "five sixths of the noise accounted for is caught"


@pytest.mark.parametrize("lead", [0.0, 0.15])
def test_far_bets_are_charged_where_the_cell_and_the_lead_are_worst_for_them(lead):
    epsilon, bets, released = 1.0, default_bets(lead), np.array([70.0, 20.0])
    evidence = empty_evidence(2, bets)
    evidence.thetas[1, ::2], evidence.thetas[1, 1::2] = 0.4, -0.4
    this = Round(np.array([80, 90]), released, np.zeros(2), released)
    bet_tails(evidence, 1, 0, this, epsilon, Options(1, 1.0, bets, PAYOFF, Plans()))
    penalty, gain = math.log(1 - 0.4**2), math.expm1(0.4)
    rival = 0.4 * 70 - 80 * np.log1p((bets.edges[1:] - lead) * gain) + penalty
    own = 0.4 * (90 - 20) - 90 * np.log1p((1 - bets.edges[:-1]) * gain) + penalty
    np.testing.assert_allclose(evidence.log_wealth[1], np.where(evidence.thetas[1] > 0, rival, own), rtol=1e-12)


def random_releases(seed, epsilon):
    generator, releases, size = np.random.default_rng(seed), [], int(10 ** np.random.default_rng(seed).uniform(1, 4))
    means = generator.uniform(0.01, 0.99, 2)
    for _ in range(generator.integers(1, 9)):
        for is_rival in (True, False):
            noise = generator.laplace(0, 1 / epsilon)
            releases.append((is_rival, size, generator.binomial(size, means[int(is_rival)]) + noise))
        size = math.ceil(size * generator.uniform(1, 1.7))
    return releases


@pytest.mark.parametrize("seed, leads", [*((seed, (0.0,)) for seed in range(6)), *((seed, LEADS) for seed in range(4))])
def test_infimum_against_brute_force(seed, leads):
    generator = np.random.default_rng(seed)
    epsilon, lead = 10 ** generator.uniform(-2, 2), float(generator.choice(leads))
    bets, releases = default_bets(lead), random_releases(seed, epsilon)
    rival, own = wealth_after(releases, epsilon)
    last = bets.edges.size - 2
    for x in (0, 6, 13, 20, last) if lead == 0 else (0, (last + 1) // 2, last):
        exact = reference.infimum(bets.edges[x], bets.edges[x + 1], releases, epsilon, lead)
        slack = 1e-6 * (1 + abs(exact))
        for start in (0.0, 0.5, 0.97):
            found = log_infimum(rival, own, 0, x, start, -math.inf, bets)
            assert found == pytest.approx(exact, abs=slack)
            assert log_infimum(rival, own, 0, x, start, exact - 0.01 - slack, bets) >= exact - 0.01 - slack
            assert log_infimum(rival, own, 0, x, start, exact + 0.01 + slack, bets) < exact + 0.01 + slack


def test_wealth_is_convex_with_exact_derivatives():
    releases = random_releases(3, 0.7)
    rival, own = wealth_after(releases, 0.7)
    for y in (0.05, 0.4, 0.9):
        value, slope, curvature = log_likelihood_wealth(rival, own, 0, y, BETS)
        assert value == pytest.approx(reference.log_likelihood_wealth(y, releases, 0.7), rel=1e-9, abs=1e-8)
        below, above = (log_likelihood_wealth(rival, own, 0, y + h, BETS) for h in (-1e-5, 1e-5))
        assert slope == pytest.approx((above[0] - below[0]) / 2e-5, rel=1e-4, abs=1e-4)
        assert curvature == pytest.approx((above[1] - below[1]) / 2e-5, rel=1e-4)
        assert curvature > 0


def test_a_point_with_more_thetas_than_room_lets_the_last_one_grow_at_its_own_cost():
    releases = [(True, int(1.2**k) + 1, 0.5 * 1.2**k) for k in range(150)]
    full, _ = wealth_after(releases, 1e-3)
    alone = [wealth_after([release], 1e-3)[0] for release in releases]
    assert full.blocks.max() == BLOCKS
    np.testing.assert_allclose(full.sizes.sum(axis=2), sum(size for _, size, _ in releases))
    assert np.array_equal(full.exponents, alone[-1].exponents)
    for y in (0.1, 0.5, 0.9):
        found, parts = np.empty((3, 24)), np.empty((150, 3, 24))
        log_wealths(full, 0, y, found)
        for wealth, part in zip(alone, parts, strict=True):
            log_wealths(wealth, 0, y, part)
        exact = parts[:, 0].sum(axis=0)
        assert np.all(found[0] <= exact + 1e-9 * np.abs(exact))
    crowded = full.blocks[0] == BLOCKS
    add_bet(full, 0, 2, 1.0, BETS.points, 1e-3)
    assert np.array_equal(full.exponents[0, crowded], alone[-1].exponents[0, crowded]), "the last theta never falls"


@pytest.mark.parametrize("epsilon", [1 - 1e-11, 1.0, 0.5, 2.0**-0.25, 3.0])
def test_a_theta_that_rounds_to_epsilon_takes_the_next_lower_power(epsilon):
    size = int(10**10.1)
    rival, own = wealth_after([(True, size, 0.6 * size), (False, size, 0.5 * size)], epsilon)
    theta = 2.0 ** (rival.exponents[0] / 4)
    assert np.all(theta < epsilon)
    assert theta.max() > 0.8 * epsilon
    assert np.all(np.isfinite(rival.log))
    assert np.all(np.isfinite(own.log))
    assert log_infimum(rival, own, 0, 12, 0.45, 1.0, BETS) > 1, "a tenth apart: evidence"


def test_nan_is_no_evidence():
    rival, own = wealth_after([(True, 10, math.nan), (False, 10, 5.0)], 1.0)
    assert not log_infimum(rival, own, 0, 10, 0.25, 1.0, BETS) >= 1.0


@pytest.mark.parametrize("with_tails, leader", [(True, -1), (True, 0), (False, -1), (False, 0)])
def test_a_cancelled_run_stops_in_the_middle_of_a_round(with_tails, leader):
    """With thousands of arms one round takes minutes."""
    released = np.array([70.0, 20.0, 30.0])
    this = Round(np.array([80, 90, 90]), released, np.zeros(3), released)
    options, front = Options(1, 1.0, BETS, PAYOFF, Plans()), Front(leader, 1, np.ones(3, bool))

    def evidence_after(cancelled):
        evidence = empty_evidence(3, BETS)
        bet_round(evidence, this, with_tails, front, 1.0, options, np.array([cancelled], np.uint8))
        return np.concatenate([evidence.log_wealth.ravel(), evidence.own.blocks.ravel()])

    assert not evidence_after(1).any()
    assert not np.array_equal(evidence_after(0), evidence_after(1))
