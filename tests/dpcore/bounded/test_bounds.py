"""K and the characteristic time: against convex programs, the Bernoulli case and a grid over allocations."""

import math

import numpy as np
import pytest
from scipy.optimize import brentq, minimize

import dpcore
from dpcore import bounded
from dpcore.bounded import bounds, divergence
from tests.dpcore.bounded.cases import laws_of, revenue, yes_no
from tests.dpcore.refusals import refused

VALUES = np.array([0.0, 0.1, 0.35, 0.6, 1.0])


def by_convex_program(shares, x, epsilon):
    """inf over phi, kappa on VALUES of epsilon TV + KL with mean(kappa) >= x; phi = shares - taken + given."""
    size, moves = VALUES.size, epsilon != math.inf

    def laws(both):
        kappa, taken, given = both[:size], both[size : 2 * size], both[2 * size :]
        return (shares - taken + given if moves else shares), kappa, taken, given

    def cost(both):
        phi, kappa, taken, _ = laws(both)
        phi = np.maximum(phi, 1e-12)
        return phi @ np.log(phi / kappa) + (epsilon * taken.sum() if moves else 0)

    conditions = [
        {"type": "eq", "fun": lambda both: both[:size].sum() - 1},
        {"type": "ineq", "fun": lambda both: both[:size] @ VALUES - x},
    ]
    start, bounds = 0.7 * shares + 0.3 * np.eye(size)[-1], [(1e-9, 1)] * size
    if moves:
        conditions.append({"type": "eq", "fun": lambda both: laws(both)[2].sum() - laws(both)[3].sum()})
        start = np.concatenate([start, shares / 10, np.eye(size)[-1] / 10])
        bounds += [(0, share) for share in shares] + [(0, 1)] * size
    found = minimize(cost, start, bounds=bounds, constraints=conditions, method="SLSQP", options={"ftol": 1e-11})
    return found.fun


@pytest.mark.parametrize("epsilon", [0.05, 0.5, 2.0, math.inf])
@pytest.mark.parametrize(
    "shares, x",
    [((0.5, 0.2, 0.2, 0.05, 0.05), 0.3), ((0.1, 0.2, 0.3, 0.3, 0.1), 0.55), ((0.05, 0.05, 0.6, 0.1, 0.2), 0.6)],
)
def test_the_dual_against_a_convex_program(shares, x, epsilon):
    shares = np.array(shares)
    found = bounded.bounded_divergence(VALUES, shares, x, epsilon)
    reference = by_convex_program(shares, x, epsilon)
    assert found == pytest.approx(reference, rel=3e-3)
    assert found <= reference + 1e-9  # the program's laws are some of those that the dual minimises over


@pytest.mark.parametrize("epsilon", [0.01, 0.3, 3.0, math.inf])
@pytest.mark.parametrize("m, x", [(0.3, 0.5), (0.05, 0.051), (0.9, 0.99), (0.5, 0.4), (0.02, 0.001)])
def test_of_yes_and_no_it_is_the_private_divergence(m, x, epsilon):
    towards = "larger" if x > m else "smaller"
    found = bounded.bounded_divergence([0, 1], [1 - m, m], x, epsilon, towards)
    assert found == pytest.approx(dpcore.times.private_divergence(m, x, epsilon), rel=1e-9)
    assert bounded.bounded_divergence([0, 1], [1 - m, m], m, epsilon, towards) == 0


def test_with_little_epsilon_it_counts_the_mass_that_must_move():
    shares = np.array([0.1, 0.2, 0.3, 0.3, 0.1])
    mean = shares @ VALUES
    # .1 of mass from 0 to 1 raises the mean by .1, the next .2 from .1 by .9 each
    for gain, mass in ((0.05, 0.05), (0.1, 0.1), (0.19, 0.2)):
        found = bounded.bounded_divergence(VALUES, shares, mean + gain, 1e-6)
        assert found == pytest.approx(1e-6 * mass, rel=1e-4)


def test_both_ends_of_the_dual_enclose_the_closed_form_of_a_constant():
    """At the best l both terms of the minimum are equal."""
    rng = np.random.default_rng(1)
    for _ in range(400):
        (v, x), epsilon = np.sort(rng.uniform(0, 1, 2)), 10 ** rng.uniform(-2, 1)
        low, high, _ = divergence.bounded_upward(np.array([v]), np.ones(1), x, epsilon)
        exact = math.log1p((x - v) * math.expm1(epsilon) / (math.exp(epsilon) * (1 - x) + x - v))
        assert low * (1 - 3e-14) <= exact <= high * (1 + 3e-14)  # rounding; low is up to 4e-13 too small


@pytest.mark.parametrize("epsilon", [0.02, 0.4, 3.0, math.inf])
@pytest.mark.parametrize("means", [(0.6, 0.5), (0.6, 0.5, 0.3), (0.75, 0.7, 0.7, 0.7), (0.05, 0.04, 0.01)])
def test_of_yes_and_no_the_time_is_the_bernoulli_one(means, epsilon):
    found = bounded.bounded_characteristic_time(yes_no(*means), epsilon)
    exact = dpcore.characteristic_time(means, epsilon=epsilon)
    assert found <= exact.upper * (1 + 1e-9)
    assert found == pytest.approx(exact.time, rel=1e-6)


@pytest.mark.parametrize("epsilon", [0.02, 3.0, math.inf])
@pytest.mark.parametrize("means", [(0.6, 0.5), (0.6, 0.5, 0.3)])
def test_points_that_miss_the_optimum_only_lower_the_bound(monkeypatch, means, epsilon):
    monkeypatch.setattr(bounds, "brentq", lambda f, low, high, xtol: brentq(f, low, high, xtol=0.5))
    found = bounded.bounded_characteristic_time(yes_no(*means), epsilon)
    assert 0 < found < dpcore.characteristic_time(means, epsilon=epsilon).time * 0.99


@pytest.mark.parametrize("epsilon", [0.1, 2.0, math.inf])
def test_the_time_against_a_grid_over_allocations(epsilon):
    laws = laws_of([0, 0.3, 0.9, 1], [0, 0.2, 0.4, 0.9], [0.1, 0.1, 0.3, 1])
    (best, *_), cells = [laws.best_arm], laws.cells
    means, others = laws.unit_means, [1, 2]
    down, up = {}, {}
    for a in others:
        points = np.linspace(means[a], means[best], 120)[1:-1]
        down[a] = np.array([bounded.bounded_divergence(*cells[best], x, epsilon, "smaller") for x in points])
        up[a] = np.array([bounded.bounded_divergence(*cells[a], x, epsilon) for x in points])
    shares = np.linspace(0.01, 0.98, 98)
    rates = [
        min((w * down[a] + v * up[a]).min() for a, v in zip(others, (u, 1 - w - u), strict=True))
        for w in shares for u in shares if w + u < 1
    ]  # fmt: skip
    assert bounded.bounded_characteristic_time(laws, epsilon) == pytest.approx(1 / max(rates), rel=0.01)


def test_cells_lower_the_bound_and_splitting_would_raise_it():
    outcomes = bounded.tabulate_outcomes(revenue(size=4000))
    fine, coarse = (bounded.clip_outcomes(outcomes, 0, 100, most) for most in (2000, 30))
    as_split = laws_of(*(np.repeat(coarse.values, np.round(row * 1e6).astype(int)) for row in coarse.shares))
    for epsilon in (0.05, math.inf):
        times = [bounded.bounded_characteristic_time(each, epsilon) for each in (coarse, fine, as_split)]
        assert times[0] <= times[1] <= times[2] * (1 + 1e-3)


def test_the_quantile_is_bound_by_truncation():
    laws = yes_no(0.6, 0.5)
    assert bounded.necessary_participants(laws, 0.5, 0.01, 0.9) == pytest.approx(
        dpcore.necessary_samples((0.6, 0.5), 0.5, 0.01, quantile=0.9), rel=1e-3
    )
    assert bounded.necessary_participants(laws, 0.5, 0.1, 0.15) == 0
    assert bounded.necessary_participants(laws, math.inf, 0.05) == pytest.approx(
        dpcore.sample_lower_bounds((0.6, 0.5), math.inf, 0.05)["non_private"], rel=1e-3
    )


test_bad_arguments_are_refused = refused(
    bounded.bounded_divergence,
    ([0, 2], [0.5, 0.5], 0.6, "values must be between 0 and 1"),
    ([0, 1], [0.5, 0.6], 0.6, "shares must sum to 1"),
    ([0, 1], [1], 0.6, "the same shape"),
    ([0, 1], [0.5, 0.5], 1, "x must be strictly between 0 and 1"),
)


def test_a_rival_of_mean_0_and_a_best_arm_of_mean_1_have_a_bound():
    certain = laws_of([0] * 9, [1] * 9)  # max over w of the least -w log(1 - x) - (1 - w) log x is log 2
    assert bounded.bounded_characteristic_time(certain) == pytest.approx(1 / math.log(2), rel=1e-6)
    sales = [*revenue(size=200)[0], *[0.0] * 4800]
    for high in (100, 5000):
        for epsilon in (0.01, 1.0, math.inf):
            nothing, nearly = (laws_of([rare, *[0.0] * 4999], sales, high=high) for rare in (0.0, 1e-4))
            time = bounded.bounded_characteristic_time(nothing, epsilon)
            assert time == pytest.approx(bounded.bounded_characteristic_time(nearly, epsilon), rel=1e-5)
            mirrored = laws_of([high - x for x in sales], [high] * 5000, high=high)
            assert time == pytest.approx(bounded.bounded_characteristic_time(mirrored, epsilon), rel=1e-6)
