"""The lower bound under promise A: its numbers, its direction, and that no design lies below it."""

import math

import numpy as np
import pytest
from scipy.optimize import linprog, minimize_scalar

from dpcore import designs
from dpcore.designs import lead_bound
from dpcore.times import private_divergence

MEANS = (0.4, 0.3, 0.3)


@pytest.mark.parametrize("epsilon, bound", [(math.inf, 302.70), (1, 302.70), (0.1, 764.85), (0.01, 6834.75)])
def test_numbers(epsilon, bound):
    assert designs.lead_lower_bound(MEANS, 0.1, epsilon, 0.01) == pytest.approx(bound, abs=5e-3)


def game_value(shares, means, lead, epsilon):
    """min over alternatives of the shares' cost, by scipy: a lower bound on the game's value."""
    values = []
    for raised in range(1, len(means)):

        def cost(z, raised=raised):
            return sum(
                share * private_divergence(mean, z if b == raised else min(mean, z - lead), epsilon)
                for b, (share, mean) in enumerate(zip(shares, means, strict=True))
            )

        low, high = max(lead, means[raised]), min(means[0] + lead, 1)
        values.append(minimize_scalar(cost, bounds=(low, high), method="bounded", options={"xatol": 1e-10}).fun)
    return min(values)


@pytest.mark.parametrize("seed", range(6))
def test_the_bound_is_never_too_large(seed):
    """Any shares bound T* from above, by scipy: random ones, and those of the solution, which reach it."""
    generator = np.random.default_rng(seed)
    means = np.r_[0.0, generator.uniform(0.05, 0.8, generator.integers(2, 4))]
    lead, epsilon = 0.1, 10 ** generator.uniform(-2, 1)
    means[0] = means[1:].max() + lead + generator.uniform(0, 0.05)
    time = designs.lead_characteristic_time(means, lead, epsilon)
    game = lead_bound._check_game(means, lead, "central")
    value, best = lead_bound._value(game, epsilon)
    assert time == pytest.approx(1 / value)
    for shares in generator.dirichlet(np.ones(means.size), 20):
        assert time <= 1 / game_value(shares, game.rates, lead, epsilon)
    assert time <= 1 / game_value(best, game.rates, lead, epsilon)
    assert time == pytest.approx(1 / game_value(best, game.rates, lead, epsilon), rel=1e-6)


def test_the_best_mixture_is_that_of_a_linear_program():
    """60 games by scipy's solver, in which some alternatives are nearly the same and costs differ by powers of ten."""
    generator = np.random.default_rng(1)
    for number in range(60):
        alternatives, groups = generator.integers(1, 40), generator.integers(2, 21)
        costs = generator.random((alternatives, groups)) ** 3 * 10.0 ** generator.integers(-8, 3)
        if number % 3 == 0:
            costs = costs[generator.integers(0, alternatives, alternatives)] * (
                1 + 1e-9 * generator.random(costs.shape)
            )
        weights, shares = lead_bound.best_mixture(costs)
        rows = np.c_[costs.T / costs.max(), -np.ones(groups)]
        one = np.r_[np.ones(alternatives), 0.0][None]
        value = costs.max() * linprog(1 - one[0], rows, np.zeros(groups), one, [1.0]).fun
        assert (weights @ costs).max() == pytest.approx(value, rel=1e-7)
        assert (costs @ shares).min() == pytest.approx(value, rel=1e-7)


def test_equal_rivals_agree_with_the_general_game():
    for epsilon in (math.inf, 0.3, 0.01):
        for trust_model in ("central", "local"):
            game = lead_bound._check_game((0.5, 0.3, 0.3, 0.3), 0.15, trust_model)
            general = lead_bound._value(game, epsilon)[0]
            assert lead_bound._equal_value(game, epsilon) == pytest.approx(general, rel=1e-6)
    three = designs.lead_characteristic_time((0.5, 0.3, 0.3 - 1e-12), 0.15, 0.3)
    assert three == pytest.approx(designs.lead_characteristic_time((0.5, 0.3, 0.3), 0.15, 0.3), rel=1e-6)


@pytest.mark.parametrize(
    "means, trust_model",
    [
        ((0.6, 0.5, 0.45, 0.2), "central"),
        ((0.9, 0.3, 0.1, 0.8), "local"),
        ((0.31, *np.linspace(0.2, 0.3, 7)), "central"),
    ],
)
def test_a_curve_goes_from_epsilon_to_epsilon_and_comes_as_far_as_each_alone(means, trust_model):
    lead, epsilons = float(means[0] - sorted(means)[-2]) - 1e-12, np.geomspace(100, 1e-3, 9)
    curve = designs.lead_bound_curve(means, lead, epsilons, 0.01, trust_model)
    alone = [designs.lead_lower_bound(means, lead, epsilon, 0.01, trust_model) for epsilon in epsilons]
    assert curve == pytest.approx(np.array(alone), rel=1.1e-5)
    smallest = designs.lead_possible_epsilon(means, lead, 0.01, alone[4], trust_model)
    assert smallest == pytest.approx(epsilons[4], rel=1e-5)


def test_laws_of_the_bound():
    curve = designs.lead_bound_curve(MEANS, 0.1, np.geomspace(1e-3, 100, 41), 0.01)
    assert (np.diff(curve) <= 1e-9 * curve[:-1]).all()
    assert curve[0] == pytest.approx(designs.lead_lower_bound(MEANS, 0.1, 1e-3, 0.01))
    assert designs.lead_lower_bound(MEANS, 0.1, 0.1, 0.01, "local") >= designs.lead_lower_bound(MEANS, 0.1, 0.1, 0.01)
    no_privacy = designs.lead_lower_bound(MEANS, 0.1, math.inf, 0.01)
    assert designs.lead_lower_bound(MEANS, 0.1, math.inf, 0.01, "local") == pytest.approx(no_privacy)


def test_no_design_needs_less():
    """120 random instances with a lead of exactly D, all releases; the closest ratio is far above 1."""
    generator, ratios = np.random.default_rng(0), []
    for _ in range(120):
        lead, epsilon, risk = (
            generator.uniform(0.05, 0.4),
            10 ** generator.uniform(-1.5, 1),
            generator.uniform(0.002, 0.2),
        )
        usual, options = generator.uniform(0.02, 0.98 - lead), int(generator.integers(2, 6))
        means = (usual + lead, *[usual] * (options - 1))
        release = designs.RELEASES[generator.integers(3)]
        model = "local" if release == "local" else "central"
        needed = options * designs.participants_curve(means, [epsilon], risk, release)[0]
        ratios.append(needed / designs.lead_lower_bound(means, lead, epsilon, risk, model))
    assert min(ratios) > 1.05


def test_refusals():
    with pytest.raises(ValueError, match=r"must lead all others by the difference of 0\.1 .* leads by 0\.02"):
        designs.lead_lower_bound((0.42, 0.4, 0.3), 0.1, 1, 0.1)
    assert designs.lead_lower_bound((0.4, 0.3), 0.1, 1, 0.1) > 0  # .4 - .3 is a little less than .1 in a computer
