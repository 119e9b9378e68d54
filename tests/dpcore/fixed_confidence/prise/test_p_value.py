"""The lemma behind tail bets against exact tails, and payoffs of mean at most 1 (docs/prise.md)."""

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

EDGES = default_bets().edges
PAYOFF = Payoff(0.3, 0.6, 0.3)


def noise_tail(u, ratio):
    """P(Lap(1) + Lap(ratio) >= u), exactly."""
    w = np.abs(u)
    if ratio > 1 - 1e-9:
        tail = (0.5 + w / 4) * np.exp(-w)
    else:
        tail = (np.exp(-w) - ratio**2 * np.exp(-w / ratio)) / (2 * (1 - ratio**2))
    return np.where(u >= 0, tail, 1 - tail)


def exact_tail(d, rival_size, own_size, epsilon, rival_mean, own_mean):
    """P(D >= d) for Bernoulli rewards: every pair of binomial counts, and the two noises in closed form."""
    smaller = min(rival_size, own_size)
    rival, own = np.arange(rival_size + 1), np.arange(own_size + 1)
    mass = binom.pmf(rival, rival_size, rival_mean)[:, None] * binom.pmf(own, own_size, own_mean)[None, :]
    differences = epsilon * smaller * (rival[:, None] / rival_size - own[None, :] / own_size)
    return float(np.sum(mass * noise_tail(d - differences, smaller / max(rival_size, own_size))))


def random_cases(count):
    """Batches up to 120, epsilon .02 to 8, a cell, an own mean in it and a rival's mean at most that; and d."""
    generator = np.random.default_rng(8)
    for case in range(count):
        rival_size, own_size = generator.integers(1, 121, 2)
        if case % 4 == 0:
            own_size = rival_size
        epsilon = math.exp(generator.uniform(math.log(0.02), math.log(8)))
        x = int(generator.integers(EDGES.size - 1))
        own_mean = generator.choice([EDGES[x], EDGES[x + 1], generator.uniform(EDGES[x], EDGES[x + 1])])
        rival_mean = own_mean if case % 2 else own_mean * generator.random()
        spread = 2 + epsilon * math.sqrt(min(rival_size, own_size) * 0.5)
        yield generator.exponential(2 * spread), int(rival_size), int(own_size), epsilon, x, rival_mean, own_mean


def log_p(d, rival_size, own_size, epsilon, lead=0.0):
    edges = default_bets(lead).edges
    out = np.empty(edges.size - 1)
    log_p_values(out, d, rival_size, own_size, epsilon, edges, lead)
    return out


def test_p_values_bound_exact_tails():
    tight, worst = 0, 0.0
    for d, rival_size, own_size, epsilon, x, rival_mean, own_mean in random_cases(3000):
        exact = exact_tail(d, rival_size, own_size, epsilon, rival_mean, own_mean)
        bound = math.exp(log_p(d, rival_size, own_size, epsilon)[x])
        worst = max(worst, exact / bound)
        tight += exact > 0.3 * bound and bound < 0.9
    assert worst <= 1 + 1e-9
    assert tight > 100, "many bounds are within a factor 3.4: a bound of half the size would be caught"


def test_half_of_the_bound_is_caught():
    assert any(
        exact_tail(d, rival_size, own_size, epsilon, rival_mean, own_mean)
        > 0.5 * math.exp(log_p(d, rival_size, own_size, epsilon)[x])
        for d, rival_size, own_size, epsilon, x, rival_mean, own_mean in random_cases(1000)
        if log_p(d, rival_size, own_size, epsilon)[x] < -1
    )


def test_p_values_against_the_plain_formula():
    for d, rival_size, own_size, epsilon, *_ in random_cases(500):
        plain = reference.p_values(d, rival_size, own_size, epsilon)
        np.testing.assert_allclose(np.exp(log_p(d, rival_size, own_size, epsilon)), plain, rtol=1e-9)


def test_p_values_decrease_and_are_one_where_nothing_is_known():
    for _, rival_size, own_size, epsilon, *_ in random_cases(100):
        rows = np.array([log_p(d, rival_size, own_size, epsilon) for d in np.linspace(-3, 40, 60)])
        assert np.all(np.diff(rows, axis=0) <= 1e-12)
        assert np.all(rows[:4] == 0)
    assert np.all(log_p(30.0, 5, 5, 1e4) == 0)  # e^(epsilon) overflows: no evidence, not NaN
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
