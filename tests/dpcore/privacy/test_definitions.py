"""Exact privacy of three-step policies, against rational enumeration of every table, list, adversary and event."""

import math
from fractions import Fraction
from functools import partial
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpcore.privacy.definitions import (
    ACTIONS,
    PRIVACY_DEFINITIONS,
    ThreeStepPolicy,
    action_law,
    counterexample,
    minimal_epsilon,
    policy_from_arm_zero,
    privacy_delta,
    worst_pair,
)
from tests.dpcore.refusals import refused

# The published policy, copied row by row: P[arm 0].
FIRST = Fraction(2, 3)
SECOND = [Fraction(x) for x in ("1/2", "1/3", "1/4", "1/3")]
THIRD_ROWS = ("1/2 1/3 1/4 1/5", "1/2 2/3 1/4 0", "1/3 1/7 3/4 2/5", "1/2 1 1/4 2/3")
THIRD = [Fraction(x) for row in THIRD_ROWS for x in row.split()]
BITS = (0, 1)


def law(first, second, third, shown):
    """The actions' law when the policy is shown reward shown(step, actions so far); histories as bit strings."""
    result = []
    for actions in product(BITS, repeat=3):
        history, probability = "", Fraction(1)
        for step, action in enumerate(actions):
            zero = (first, second, third)[step]
            chance = zero if step == 0 else zero[int(history, 2)]
            probability *= chance if action == 0 else 1 - chance
            if step < 2:
                history += f"{action}{shown(step, actions[: step + 1])}"
        result.append(probability)
    return tuple(result)


def rewards_asked_for(rows, adversary, step, actions):
    """The reward shown after these actions: of the arm that the adversary asks for."""
    return rows[step][adversary[step][int("".join(map(str, actions)), 2)]]


def neighbouring_laws(definition, first, second, third):
    """The distinct (p, q) of all ordered neighbours, by the definitions."""
    pairs = set()
    if definition == "view":
        inputs = list(product(BITS, repeat=3))
        laws = {r: law(first, second, third, lambda step, _, r=r: r[step]) for r in inputs}
    elif definition == "table":
        inputs = list(product(product(BITS, repeat=2), repeat=3))
        laws = {x: law(first, second, third, lambda step, a, x=x: x[step][a[-1]]) for x in inputs}
    else:
        tables = list(product(product(BITS, repeat=2), repeat=2))
        queries = [(b1, b2) for b1 in product(BITS, repeat=2) for b2 in product(BITS, repeat=4)]
        laws = {(b, x): law(first, second, third, partial(rewards_asked_for, x, b)) for b in queries for x in tables}
        for b, x, y in product(queries, tables, tables):
            if sum(u != v for u, v in zip(x, y, strict=True)) == 1:
                pairs.add((laws[b, x], laws[b, y]))
        return pairs
    for x, y in product(inputs, inputs):
        if sum(u != v for u, v in zip(x, y, strict=True)) == 1:
            pairs.add((laws[x], laws[y]))
    return pairs


@pytest.fixture(scope="module")
def rational_pairs():
    return {name: neighbouring_laws(name, FIRST, SECOND, THIRD) for name in PRIVACY_DEFINITIONS}


def delta_by_enumeration(pairs, epsilon):
    scale = Fraction(math.exp(epsilon))
    return float(max(sum(max(p - scale * q, 0) for p, q in zip(*pair, strict=True)) for pair in pairs))


def minimal_epsilon_by_all_events(pairs, delta):
    """Over all 256 events of each pair, in whole multiples of a common unit: exact but for the last division."""
    unit = math.lcm(delta.denominator, *(x.denominator for pair in pairs for each in pair for x in each))
    events = np.array(list(product(BITS, repeat=8)))
    laws = np.array([[[int(x * unit) for x in each] for each in pair] for pair in pairs])
    assert unit < 2**53
    p, q = (laws[:, side] @ events.T for side in (0, 1))
    p = p - int(delta * unit)
    if (p > 0)[q == 0].any():
        return math.inf
    return math.log(max(1.0, (p[q > 0] / q[q > 0]).max()))


def test_published_worst_pair():
    pair = worst_pair(counterexample(), "table", 0.95)
    assert pair.rows[:2] == ((0, 1), (1, 1))
    assert pair.neighbour_rows[:2] == ((1, 0), (1, 1))
    assert pair.event == ((0, 0, 1), (0, 1, 0), (1, 0, 0))
    assert Fraction(pair.probability).limit_denominator(10_000) == Fraction(2, 5)
    assert Fraction(pair.neighbour_probability).limit_denominator(10_000) == Fraction(65, 756)
    assert pair.probability == pytest.approx(2 / 5, abs=1e-15)
    assert pair.neighbour_probability == pytest.approx(65 / 756, abs=1e-15)


@pytest.mark.parametrize("definition", PRIVACY_DEFINITIONS)
def test_delta_against_rational_enumeration(definition, rational_pairs):
    grid = [0.0, 0.3, 0.95, 1.4, 3.0]
    expected = [delta_by_enumeration(rational_pairs[definition], epsilon) for epsilon in grid]
    assert privacy_delta(counterexample(), definition, grid) == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize("definition", ["view", "table"])
@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 6), Fraction(17, 100), Fraction(3, 10), Fraction(9, 10)])
def test_minimal_epsilon_against_all_events(definition, delta, rational_pairs):
    expected = minimal_epsilon_by_all_events(rational_pairs[definition], delta)
    assert minimal_epsilon(counterexample(), definition, float(delta)) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("definition", PRIVACY_DEFINITIONS)
def test_worst_pair_is_a_pair_with_its_laws_event_and_delta(definition, rational_pairs):
    policy = counterexample()
    pair = worst_pair(policy, definition, 0.5)
    assert any(
        pair.law == pytest.approx(p, abs=1e-14) and pair.neighbour_law == pytest.approx(q, abs=1e-14)
        for p, q in rational_pairs[definition]
    )
    assert pair.delta == pytest.approx(float(privacy_delta(policy, definition, 0.5)))
    assert pair.delta == pytest.approx(pair.probability - math.exp(0.5) * pair.neighbour_probability)
    inside = [actions in pair.event for actions in ACTIONS]
    assert pair.probability == pytest.approx(np.array(pair.law)[inside].sum())
    for rows, found in ((pair.rows, pair.law), (pair.neighbour_rows, pair.neighbour_law)):
        if definition == "interactive":
            bits = partial(rewards_asked_for, rows, pair.adversary)
            assert found == pytest.approx([float(x) for x in law(FIRST, SECOND, THIRD, bits)], abs=1e-15)
        else:
            assert found == pytest.approx(action_law(policy, rows))
    assert (pair.adversary is None) == (definition != "interactive")


@pytest.mark.parametrize("epsilon", [0.1, 0.5])
def test_of_pairs_equally_bad_but_for_rounding_the_first_is_told(epsilon):
    """The second action copies the first reward two times in three: whatever the other rewards are."""
    policy = policy_from_arm_zero(0.3, [2 / 3, 1 / 3, 2 / 3, 1 / 3], [0.3] * 16)
    for definition, zeros, other in (("view", (0,), (1,)), ("table", (0, 0), (1, 1)), ("interactive", (0, 0), (0, 1))):
        pair = worst_pair(policy, definition, epsilon)
        assert (pair.rows, pair.neighbour_rows) == ((zeros,) * 3, (other, zeros, zeros))
    assert pair.adversary == ((1, 1), (0, 0, 0, 0))  # who asks for the arm whose reward differs


@pytest.mark.parametrize("arms", [1, 2])
def test_action_law_against_enumeration_on_every_table(arms):
    for rows in product(product(BITS, repeat=arms), repeat=3):
        expected = law(FIRST, SECOND, THIRD, lambda step, actions, rows=rows: rows[step][actions[-1] * (arms - 1)])
        assert action_law(counterexample(), rows) == pytest.approx([float(x) for x in expected], abs=1e-15)


share = st.floats(0.02, 0.98)
policies = st.builds(
    policy_from_arm_zero, share, st.lists(share, min_size=4, max_size=4), st.lists(share, min_size=16, max_size=16)
)


@given(policy=policies, epsilon=st.floats(0, 3))
@settings(max_examples=30, deadline=None)
def test_definitions_imply_each_other_as_proven(policy, epsilon):
    view, table, interactive = (float(privacy_delta(policy, name, epsilon)) for name in PRIVACY_DEFINITIONS)
    assert view <= table + 1e-12
    assert table <= interactive + 1e-12
    assert table <= 2**3 * view + 1e-12
    pure = [minimal_epsilon(policy, name, 0) for name in PRIVACY_DEFINITIONS]
    assert pure == pytest.approx([pure[0]] * 3, rel=1e-9), "under pure DP all three are the same"


@given(policy=policies, epsilon=st.floats(0, 2), definition=st.sampled_from(PRIVACY_DEFINITIONS))
@settings(max_examples=30, deadline=None)
def test_minimal_epsilon_inverts_delta(policy, epsilon, definition):
    delta = float(privacy_delta(policy, definition, epsilon))
    if delta > 1e-9:
        assert minimal_epsilon(policy, definition, delta) == pytest.approx(epsilon, abs=1e-6)
    smallest = minimal_epsilon(policy, definition, 0.01)
    assert privacy_delta(policy, definition, smallest) <= 0.01 + 1e-12


@given(policy=policies, definition=st.sampled_from(PRIVACY_DEFINITIONS))
@settings(max_examples=20, deadline=None)
def test_delta_falls_with_epsilon_and_ignores_the_names_of_the_arms(policy, definition):
    grid = np.linspace(0, 3, 20)
    curve = privacy_delta(policy, definition, grid)
    assert (np.diff(curve) <= 1e-15).all()
    swap = [int(f"{1 - (row >> 1)}{row & 1}", 2) for row in range(4)]
    renamed = ThreeStepPolicy(
        policy.first[::-1],
        policy.second[swap][:, ::-1],
        policy.third[[4 * swap[row >> 2] + swap[row & 3] for row in range(16)]][:, ::-1],
    )
    assert privacy_delta(renamed, definition, grid) == pytest.approx(curve, abs=1e-14)


@pytest.mark.parametrize("definition", PRIVACY_DEFINITIONS)
def test_policies_that_ignore_rewards_and_policies_that_copy_them(definition):
    constant = policy_from_arm_zero(0.3, [0.2] * 4, [0.9] * 16)
    assert privacy_delta(constant, definition, [0.0, 1.0]) == pytest.approx([0, 0], abs=1e-15)
    assert minimal_epsilon(constant, definition, 0) == pytest.approx(0, abs=1e-12)
    copy = policy_from_arm_zero(0.5, [1, 0, 1, 0], [1, 0] * 8)
    assert privacy_delta(copy, definition, [0.0, 5.0, 800.0, math.inf]) == pytest.approx([1, 1, 1, 1])
    assert worst_pair(copy, definition, math.inf).delta == 1
    assert minimal_epsilon(copy, definition, 0.99) == math.inf


@pytest.mark.parametrize("definition", PRIVACY_DEFINITIONS)
def test_a_copy_that_rarely_lies_has_a_large_epsilon(definition):
    """Randomised response with lies of probability q: delta = 1 - q - e^epsilon q while that is positive."""
    lie, grid = 2.0**-30, np.array([0.0, 8.0, 15.0, 20.0, 25.0])
    policy = policy_from_arm_zero(0.5, [1 - lie, lie, 1 - lie, lie], [0.5] * 16)
    expected = np.maximum(1 - lie - np.exp(grid) * lie, 0)
    assert privacy_delta(policy, definition, grid) == pytest.approx(expected, abs=1e-12)
    assert worst_pair(policy, definition, 20.0).delta == pytest.approx(expected[3], abs=1e-12)


ROWS = {"first": [0.5, 0.5], "second": [[0.5, 0.5]] * 4, "third": [[0.5, 0.5]] * 16}
test_policy_iv = refused(
    lambda changes: ThreeStepPolicy(**ROWS | changes),
    ({"first": [0.5, 0.4]}, "every row of first must sum to 1, not 0.9"),
    ({"first": [0.5, 0.50000001]}, r"every row of first must sum to 1, not 1\.00000001"),
    ({"second": [[0.5, 0.5]] * 3}, r"second must have shape \(4, 2\), not \(3, 2\)"),
    ({"third": [[1.5, -0.5]] * 16}, "third must hold probabilities between 0 and 1, not 1.5"),
    ({"first": [math.nan, 1.0]}, "first must hold probabilities between 0 and 1, not nan"),
    ({"first": ["a", "b"]}, "first must be an array of probabilities"),
)


test_questions_iv = refused(
    lambda ask, *asked: ask(counterexample(), *asked),
    (privacy_delta, "view", [0.5, -1.0], r"epsilon must be at least 0, not -1\.0"),
    (privacy_delta, "view", math.nan, "epsilon must be at least 0, not nan"),
    (privacy_delta, "view", "x", "epsilon must be a number or a list of numbers, not 'x'"),
    (worst_pair, "view", [0.5, 1.0], "epsilon must be one number"),
    (minimal_epsilon, "view", 1.5, r"delta must be strictly between 0 and 1, not 1\.5"),
    (action_law, [[0, 2], [0, 0], [0, 0]], r"rows must be a \(3, 2\) or \(3, 1\) array"),
    (action_law, [[0, 1]], r"rows must be a \(3, 2\) or \(3, 1\) array"),
)


def test_policy_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        counterexample().first[0] = 1.0
