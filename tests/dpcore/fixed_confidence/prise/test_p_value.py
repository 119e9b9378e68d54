"""The lemma behind tail bets against exact tails, and payoffs of mean at most 1 (docs/prise.md)."""

import functools
import itertools
import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import binom

from dpcore.fixed_confidence.algorithms.prise.bets import default_bets
from dpcore.fixed_confidence.algorithms.prise.p_value import (
    Payoff,
    log_level,
    log_p_values,
    log_payoff,
)
from tests.dpcore.fixed_confidence.prise import reference

LEADS = (0.01, 0.03, 0.1, 0.2, 0.35, 0.5)
PAYOFF = Payoff(0.3, 0.6, 0.3)


def exact_tail(d, rival_size, own_size, epsilon, rival_mean, own_mean):
    """P(D >= d) for Bernoulli rewards: every pair of binomial counts, and the two noises in closed form."""
    smaller = min(rival_size, own_size)
    rival, own = np.arange(rival_size + 1), np.arange(own_size + 1)
    mass = binom.pmf(rival, rival_size, rival_mean)[:, None] * binom.pmf(own, own_size, own_mean)[None, :]
    differences = epsilon * smaller * (rival[:, None] / rival_size - own[None, :] / own_size)
    return float(np.sum(mass * reference.noise_tail(d - differences, smaller / max(rival_size, own_size))))


def random_cases(count, leads=(0.0,)):
    """Batches up to 120, epsilon .02 to 8, a lead, an own mean in a cell, a rival's that it leads, and d."""
    generator = np.random.default_rng(8)
    for case in range(count):
        rival_size, own_size = (int(size) for size in generator.integers(1, 121, 2))
        if case % 4 == 0:
            own_size = rival_size
        epsilon = math.exp(generator.uniform(math.log(0.02), math.log(8)))
        lead = float(generator.choice(leads))
        edges = edges_for(lead)
        x = int(generator.integers(edges.size - 1))
        own_mean = generator.choice([edges[x], edges[x + 1], generator.uniform(edges[x], edges[x + 1])])
        rival_mean = (own_mean - lead) * (1.0 if case % 2 else generator.random())
        spread = 1 + epsilon * math.sqrt(min(rival_size, own_size) * 0.5)
        if lead == 0:
            d = generator.exponential(2 * (1 + spread))
        else:  # it may be negative
            d = reference.moments(1, rival_size, own_size, epsilon, lead)[x] + generator.exponential(spread)
        yield d, rival_size, own_size, epsilon, lead, x, rival_mean, own_mean


@functools.cache
def edges_for(lead):
    return default_bets(lead).edges


def log_p(d, rival_size, own_size, epsilon, lead=0.0):
    edges = edges_for(lead)
    out = np.empty(edges.size - 1)
    log_p_values(out, d, rival_size, own_size, epsilon, edges, lead)
    return out


def ratio(d, rival_size, own_size, epsilon, lead, x, rival_mean, own_mean, tested):
    """The exact tail as a multiple of the bound for a lead of `tested`."""
    exact = exact_tail(d, rival_size, own_size, epsilon, rival_mean, own_mean)
    return exact / math.exp(log_p(d, rival_size, own_size, epsilon, tested)[x])


@pytest.mark.parametrize("leads", [(0.0,), LEADS])
def test_p_values_bound_exact_tails(leads):
    cases = list(random_cases(500, leads))
    ratios = np.array([ratio(*case, tested=case[4]) for case in cases])
    assert ratios.max() <= 1 + 1e-9
    bounds = np.array([log_p(*case[:5])[case[5]] for case in cases])
    assert np.sum((ratios > 0.3) & (bounds < math.log(0.9))) > 20, "many are within a factor 3.4"
    assert np.any(ratios[bounds < -1] > 0.5), "half of the bound is caught"
    if leads == LEADS:
        assert np.sum([case[0] < 0 for case in cases]) > 60, "differences below 0 are evidence, too"


def test_a_lead_that_the_arm_does_not_have_is_caught():
    """Tested for a third more than the lead, in the last cell, which both have."""
    cases = [case for case in random_cases(2000, LEADS) if case[4] >= 0.1 and case[7] > 0.995 and case[5] > 0]
    assert max(ratio(*case[:5], -1, *case[6:], tested=4 / 3 * case[4]) for case in cases) > 1.2


def test_p_values_against_the_plain_formula():
    for case in random_cases(300, (0.0, *LEADS)):
        np.testing.assert_allclose(np.exp(log_p(*case[:5])), reference.p_values(*case[:5]), rtol=1e-9)


def test_p_values_decrease_in_the_difference_and_in_the_lead():
    for _, rival_size, own_size, epsilon, *_ in random_cases(20):
        by_lead = []
        for lead in (0.0, *LEADS):
            rows = np.array([log_p(d, rival_size, own_size, epsilon, lead) for d in np.linspace(-30, 30, 40)])
            assert np.all(np.diff(rows, axis=0) <= 1e-12)
            assert np.all(rows[:20] == 0) or lead > 0  # where nothing is known
            by_lead.append(rows[:, -1])
        assert np.all(np.diff(by_lead, axis=0) <= 1e-12)
    assert np.all(log_p(30.0, 5, 5, 1e4) == 0)  # e^(epsilon) overflows: no evidence, not NaN
    assert np.all(log_p(30.0, 5, 5, 1e4, 0.1) == 0)
    assert np.all(np.isfinite(log_p(1e6, 10**9, 10**7, 0.5)))


@pytest.mark.parametrize("level", [1.0, 0.3, 1e-6])
def test_payoffs_have_mean_one_under_uniform_p(level):
    def paid(p):
        return math.exp(log_payoff(math.log(p), math.log(level), PAYOFF))

    pieces = [0, 1e-12, 1e-9, 1e-6, 1e-3, 0.3, 1]
    mean = sum(quad(paid, a, b, limit=200)[0] for a, b in itertools.pairwise(pieces))
    assert mean == pytest.approx(1, abs=2e-3)


@pytest.mark.parametrize("missing", [-3.0, 0.0, 0.2, 1.0, 4.6, 30.0, 300.0])
def test_a_level_pays_exactly_what_is_missing(missing):
    level = log_level(missing, PAYOFF)
    assert level <= 0
    paid = log_payoff(level, level, PAYOFF)
    assert paid >= missing
    if level < 0:
        assert paid == pytest.approx(missing, abs=1e-9)
    assert math.exp(level) == pytest.approx(reference.level_for(missing), rel=1e-8)
