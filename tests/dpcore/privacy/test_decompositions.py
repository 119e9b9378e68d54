"""docs/lower-bounds.md on policies of three steps, laws exact: what holds, and what does not."""

import math
from itertools import product

import numpy as np
import pytest
from scipy.special import logsumexp

from dpcore.privacy import ThreeStepPolicy, action_law, minimal_epsilon
from dpcore.privacy.definitions import ACTIONS

POLICIES = 20
MEANS = ((0.9, 0.2), (0.1, 0.8)), ((0.5, 0.4), (0.5, 0.9)), ((0.99, 0.99), (0.01, 0.01))
LISTS = tuple(product((0, 1), repeat=2))
ORDERS = np.array([1.0001, 1.2, 1.5, 2, 3, 5, 10, 30, 100, 1000])


def policies(spread=3.0):
    """Random policies without zero probabilities; the first one answers both rewards by as much as it can."""
    generator = np.random.default_rng(0)
    yield answering(spread)
    for _ in range(POLICIES):
        odds = generator.normal(scale=spread * generator.uniform(), size=21)
        zero = 1 / (1 + np.exp(-odds))
        yield ThreeStepPolicy(*(np.stack([part, 1 - part], axis=-1) for part in (zero[0], zero[1:5], zero[5:])))


def answering(odds):
    """Randomised response: each action after the first tells the reward before it."""
    yes = 1 / (1 + np.exp(-odds / 2))
    told = np.array([1 - yes, yes])
    second, third = np.array([told[row % 2] for row in range(4)]), np.array([told[row % 2] for row in range(16)])
    return ThreeStepPolicy(np.array([0.5, 0.5]), *(np.stack([part, 1 - part], axis=-1) for part in (second, third)))


def law(policy, means):
    """(8,) probabilities of the actions when arm a pays 1 with probability means[a]."""
    found = np.zeros(8)
    for column, (a1, a2, a3) in enumerate(ACTIONS):
        for r1, r2 in LISTS:
            paid = np.prod([means[a] if r else 1 - means[a] for a, r in ((a1, r1), (a2, r2))])
            row = 2 * a1 + r1
            found[column] += paid * policy.first[a1] * policy.second[row, a2] * policy.third[4 * row + 2 * a2 + r2, a3]
    return found


def divergence(policy, means, other):
    p, q = law(policy, means), law(policy, other)
    return float((p * np.log(p / q)).sum())


def moments(policy, means, other):
    """E S, E S^2 and E sum t(1 - t), S = the sum of the distances t_a of the two arms played before the last action."""
    distances = np.abs(np.subtract(means, other))
    played = np.array([[distances[a1], distances[a2]] for a1, a2, _ in ACTIONS])
    weights = law(policy, means)
    sums = played.sum(axis=1)
    return weights @ sums, weights @ sums**2, weights @ (played * (1 - played)).sum(axis=1)


def concentrated_on_tables(policy):
    """The largest Renyi divergence over its order, between tables that differ in a row: rho, on a grid of orders.

    Of tables and not of adversaries: for `at_a_random_time`, which shows an adversary no more, they are the same.
    """
    logs = {table: np.log(action_law(policy, [*table, (0, 0)])) for table in product(LISTS, repeat=2)}
    pairs = [(p, q) for p, q in product(logs, repeat=2) if (p[0] == q[0]) != (p[1] == q[1])]
    orders = ORDERS[:, None]
    divergences = [
        logsumexp(orders * logs[p] + (1 - orders) * logs[q], axis=1) / (ORDERS - 1) / ORDERS for p, q in pairs
    ]
    return np.max(divergences)


def at_a_random_time(odds, rare=1e-12):
    """Arm 1 in step 1 or 2, by a fair coin, arm 0 in the other; then randomised response tells arm 1's reward."""
    yes = 1 / (1 + np.exp(-odds))
    told = np.array([1 - yes, yes])
    other = np.array([[rare, 1 - rare]] * 2 + [[1 - rare, rare]] * 2)  # no zeros, so that all divergences are finite
    tells = np.array([told[r1 if a1 else r2] for a1, r1, _, r2 in product((0, 1), repeat=4)])
    return ThreeStepPolicy(np.array([0.5, 0.5]), other, np.stack([1 - tells, tells], axis=-1))


def private_moment(distance, rows):
    """E d^2 of the number of rows that differ in the best coupling, each with probability `distance`."""
    return (rows * distance) ** 2 + rows * distance * (1 - distance)


def pure_holds(policy, means, other, factor=1.0):
    bound = minimal_epsilon(policy, "view", 0.0) * moments(policy, means, other)[0]
    return divergence(policy, means, other) <= factor * bound + 1e-12


@pytest.mark.parametrize("means, other", MEANS)
def test_decomposition_under_pure_dp(means, other):
    assert all(pure_holds(policy, means, other) for policy in policies())


def test_a_smaller_right_side_would_not_do():
    assert not pure_holds(answering(6.0), *MEANS[2], factor=0.75)


def test_under_zcdp_the_published_decomposition_fails_where_the_time_of_a_pull_is_private():
    """A reward that is seen at a random time costs its row half of what telling it costs: KL = 2 rho, not rho."""
    policy, means, other = at_a_random_time(1.0), (0.5, 1e-9), (0.5, 1 - 1e-9)
    rho, told = concentrated_on_tables(policy), math.tanh(0.5)  # the KL of randomised response at epsilon = 1
    assert divergence(policy, means, other) == pytest.approx(told, rel=1e-6)
    _, square, spread = moments(policy, means, other)
    assert square + spread == pytest.approx(1, rel=1e-6)  # one pull of the arm, surely
    assert rho * (square + spread) == pytest.approx(told / 2, rel=1e-3)
    orders = 1 + np.geomspace(1e-6, 1e4, 10_000)  # the law itself: tables differ with probability 1/2
    yes, no = 1 / (1 + np.exp(-1)), 1 / (1 + np.exp(1))
    moved = np.logaddexp(
        orders * np.log(yes) + (1 - orders) * np.log(no), orders * np.log(no) + (1 - orders) * np.log(yes)
    )
    assert rho == pytest.approx(np.max((np.logaddexp(moved, 0) - math.log(2)) / (orders - 1) / orders), rel=1e-3)
    assert divergence(policy, means, other) <= rho * private_moment(1 - 2e-9, rows=2)  # group privacy of whole rows


def test_law_against_the_rewards_of_certain_arms():
    for policy in policies():
        np.testing.assert_allclose(law(policy, (1.0, 0.0)), action_law(policy, [[1, 0]] * 3), rtol=0, atol=1e-15)
