"""What Table, View and Interactive DP promise, exactly, for any policy of three steps, two arms and two rewards.

Whatever the definition, the policy answers to a rule that says which reward it is shown after its first action, f1(a1),
and after its second, f2(a1, a2): 2^2 * 2^4 = 64 rules.  (The third reward is never shown before an action.)  A
definition is a set of pairs of rules that must be hard to tell apart by the actions (a1, a2, a3); it holds with
(epsilon, delta) exactly when every pair (p, q) of their laws has sum (p - e^epsilon q)+ <= delta.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore._tabular import Tabular
from dpcore._validation import check_choice, check_number, check_numbers, check_open_interval, check_type, quoted

PRIVACY_DEFINITIONS = ("view", "table", "interactive")
ACTIONS = tuple(product((0, 1), repeat=3))
_ADVERSARIES = tuple((first, second) for first in product((0, 1), repeat=2) for second in product((0, 1), repeat=4))
_ROUNDING = 1e-14
MOST_EPSILONS = 10_000  # in one call: every one meets every pair of rules
_MAX_LOG_SCALE = 700.0  # e^700 is finite; at this scale only actions that are impossible under q count
_TRUTHFUL = ((0, 1), (0, 1, 0, 1))  # the adversary that asks for the arm just played: Table DP

Rows = tuple[tuple[int, ...], ...]
Rule = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, eq=False)
class ThreeStepPolicy:
    """A bandit policy of three steps, two arms and rewards 0 or 1: rows (P[arm 0], P[arm 1]).

    first (2,); second (4, 2), row = bits (action, reward); third (16, 2), row = bits (action, reward, action, reward).
    """

    first: NDArray[np.float64]
    second: NDArray[np.float64]
    third: NDArray[np.float64]

    def __post_init__(self) -> None:
        for name, shape in (("first", (2,)), ("second", (4, 2)), ("third", (16, 2))):
            object.__setattr__(self, name, _check_rows(name, getattr(self, name), shape))


@dataclass(frozen=True)
class WorstPair(Tabular):
    """Two neighbouring inputs that the actions tell apart best, and the event that does it.

    rows, neighbour_rows: the table of rewards, three rows (arm 0, arm 1), or the list for "view", three rows (reward,).
    adversary: for "interactive" the arm it asks for after (a1) = 0, 1 and after (a1, a2) = 00, 01, 10, 11; else None.
    event: the action sequences; probability, neighbour_probability: of the event;
    delta = probability - e^epsilon neighbour_probability.  law, neighbour_law: of the 8 sequences in `ACTIONS`.
    """

    rows: Rows
    neighbour_rows: Rows
    adversary: Rule | None
    event: tuple[tuple[int, ...], ...]
    probability: float
    neighbour_probability: float
    delta: float
    law: tuple[float, ...]
    neighbour_law: tuple[float, ...]


def counterexample() -> ThreeStepPolicy:
    """Return the policy that is (0.95, 0.17)-View DP but not (0.95, 0.17)-Table DP.

    Source: AB24 Proposition 1(e); TH Appendix A.
    Examples:
        >>> counterexample().first.round(3).tolist()
        [0.667, 0.333]
    """
    second = [1 / 2, 1 / 3, 1 / 4, 1 / 3]
    third = [1 / 2, 1 / 3, 1 / 4, 1 / 5, 1 / 2, 2 / 3, 1 / 4, 0, 1 / 3, 1 / 7, 3 / 4, 2 / 5, 1 / 2, 1, 1 / 4, 2 / 3]
    return policy_from_arm_zero(2 / 3, second, third)


def policy_from_arm_zero(first: float, second: ArrayLike, third: ArrayLike) -> ThreeStepPolicy:
    """Return the policy with these probabilities of arm 0: first a number, second (4,), third (16,).

    Examples:
        >>> policy_from_arm_zero(0.5, [0.5] * 4, [0.5] * 16).first.tolist()
        [0.5, 0.5]
    """
    given = (("first", first), ("second", second), ("third", third))
    columns = [check_numbers(name, zero, "probabilities") for name, zero in given]
    return ThreeStepPolicy(*(np.stack([zero, 1 - zero], axis=-1) for zero in columns))


def privacy_delta(policy: ThreeStepPolicy, definition: str, epsilon: ArrayLike) -> NDArray[np.float64]:
    """Return the smallest delta for which the policy is (epsilon, delta)-DP, exact, elementwise in epsilon.

    Source: AB24, Definitions 1 to 4; enumeration of the 8 lists ("view"), the 64 tables ("table"), or the 64
    tables by 64 deterministic adversaries ("interactive"); the third reward, never shown, is left out.
    Deviations: none.  Deterministic adversaries are enough also for delta > 0: a randomised one mixes them with weights
    that do not depend on the table, and sum (p - e^epsilon q)+ is convex in (p, q) jointly.  [INFERRED]
    Args:    definition: "view", "table" or "interactive".  epsilon: any shape, at most 10,000 numbers, each >= 0.
    Returns: exact up to rounding (1e-15).     Raises: ValueError on bad input.
    Examples:
        >>> privacy_delta(counterexample(), "interactive", [0.1, 1.0]).round(3).tolist()
        [0.405, 0.195]
    """
    array = _check_epsilons(epsilon)
    if array.size > MOST_EPSILONS:
        raise ValueError(f"epsilon must hold at most {MOST_EPSILONS} numbers, not {array.size}")
    p, q = _laws_of_pairs(policy, definition)
    scale = np.exp(np.minimum(array.reshape(-1), _MAX_LOG_SCALE))
    excess = np.zeros((p.shape[0], scale.size))
    for outcome in range(8):
        excess += np.maximum(p[:, outcome, None] - q[:, outcome, None] * scale, 0.0)
    largest: NDArray[np.float64] = excess.max(axis=0).reshape(array.shape)
    return largest


def minimal_epsilon(policy: ThreeStepPolicy, definition: str, delta: float) -> float:
    """Return the smallest epsilon >= 0 for which the policy is (epsilon, delta)-DP; inf if there is none.

    Source: as `privacy_delta`.  Solved, not searched: a pair needs e^epsilon >= (P(E) - delta)/Q(E) for every event E,
    and the events that matter are the first k action sequences in falling order of p/q (Neyman-Pearson).
    Args:    definition: "view", "table" or "interactive".  delta: in [0, 1).
    Returns: exact up to rounding.     Raises: ValueError on bad input.
    Examples:
        >>> round(minimal_epsilon(counterexample(), "table", 0.2), 4)
        0.8442
    """
    allowed = check_number("delta", delta)
    if allowed != 0:
        check_open_interval("delta", delta, 0, 1)
    p, q = _laws_of_pairs(policy, definition)
    ratio = np.full(p.shape, -1.0)  # sequences that neither law produces come last and change nothing
    ratio[p > 0] = np.inf
    np.divide(p, q, out=ratio, where=q > 0)
    order = np.argsort(-ratio, axis=1)
    mass = np.take_along_axis(p, order, axis=1).cumsum(axis=1) - allowed
    base = np.take_along_axis(q, order, axis=1).cumsum(axis=1)
    scale = np.where(mass > _ROUNDING, np.inf, 0.0)
    np.divide(mass, base, out=scale, where=base > 0)
    return float(np.log(max(1.0, scale.max())))


def worst_pair(policy: ThreeStepPolicy, definition: str, epsilon: float) -> WorstPair:
    """Return the neighbouring inputs and the event with the largest P(event) - e^epsilon P'(event).

    Source: as `privacy_delta`.  Rewards that the pair leaves free are 0; ties go to the first pair enumerated.
    Args:    definition: "view", "table" or "interactive".  epsilon: one number >= 0.
    Returns: `WorstPair`.     Raises: ValueError on bad input.
    Examples:
        >>> round(worst_pair(counterexample(), "view", 1.0).delta, 4)
        0.1667
    """
    array = _check_epsilons(epsilon)
    if array.size != 1:
        raise ValueError(f"epsilon must be one number, not {quoted(epsilon)}")
    scale = np.exp(np.minimum(array.item(), _MAX_LOG_SCALE))
    p, q = _laws_of_pairs(policy, definition)
    excess = np.maximum(p - scale * q, 0.0).sum(axis=1)
    index = int(np.flatnonzero(excess >= excess.max() - _ROUNDING)[0])
    rows, neighbour_rows, adversary = _pairs(definition)[index][2:]
    inside = p[index] - scale * q[index] > _ROUNDING
    return WorstPair(
        rows=rows,
        neighbour_rows=neighbour_rows,
        adversary=adversary,
        event=tuple(actions for actions, chosen in zip(ACTIONS, inside, strict=True) if chosen),
        probability=float(p[index, inside].sum()),
        neighbour_probability=float(q[index, inside].sum()),
        delta=float(excess[index]),
        law=tuple(p[index].tolist()),
        neighbour_law=tuple(q[index].tolist()),
    )


def action_law(policy: ThreeStepPolicy, rows: ArrayLike) -> NDArray[np.float64]:
    """Return the (8,) probabilities of the action sequences, in the order of `ACTIONS`, on one table of rewards.

    rows: (3, 2) rewards 0 or 1 (step, arm), or (3, 1) for a list that does not depend on the arm.
    Examples:
        >>> action_law(counterexample(), [[0, 1], [1, 1], [0, 0]]).shape
        (8,)
    """
    table = check_numbers("rows", rows, "a table of rewards")
    if table.shape not in ((3, 2), (3, 1)) or not np.isin(table, (0, 1)).all():
        raise ValueError(f"rows must be a (3, 2) or (3, 1) array of rewards 0 and 1, not {quoted(rows)}")
    answers = _answers(tuple(map(tuple, np.broadcast_to(table.astype(int), (3, 2)).tolist())), _TRUTHFUL)
    law: NDArray[np.float64] = _laws(policy)[_rule_number(answers)]
    return law


def _laws(policy: ThreeStepPolicy) -> NDArray[np.float64]:
    """(64, 8) the law of the actions under each rule, rules numbered by `_rule_number`."""
    check_type("policy", policy, ThreeStepPolicy)
    laws = np.empty((64, 8))
    for f1, f2 in product(product((0, 1), repeat=2), product((0, 1), repeat=4)):
        for column, (a1, a2, a3) in enumerate(ACTIONS):
            history = 2 * a1 + f1[a1]
            probability = policy.first[a1] * policy.second[history, a2]
            laws[_rule_number((f1, f2)), column] = (
                probability * policy.third[4 * history + 2 * a2 + f2[2 * a1 + a2], a3]
            )
    return laws


def _rule_number(rule: Rule) -> int:
    return int("".join(str(bit) for bit in rule[0] + rule[1]), 2)


def _answers(table: Rows, adversary: Rule) -> Rule:
    """The rule by which the policy is shown rewards of this table, at the arms the adversary asks for."""
    return tuple(table[0][arm] for arm in adversary[0]), tuple(table[1][arm] for arm in adversary[1])


def _laws_of_pairs(policy: ThreeStepPolicy, definition: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    check_choice("definition", definition, PRIVACY_DEFINITIONS)
    laws = _laws(policy)
    first, second = np.array([pair[:2] for pair in _pairs(definition)]).T
    return laws[first], laws[second]


@lru_cache(maxsize=len(PRIVACY_DEFINITIONS))
def _pairs(definition: str) -> tuple[tuple[int, int, Rows, Rows, Rule | None], ...]:
    """Every ordered pair of different rules that neighbouring inputs can lead to, with the first inputs that do."""
    arms = 1 if definition == "view" else 2
    adversaries = _ADVERSARIES if definition == "interactive" else (_TRUTHFUL,)
    found: dict[tuple[int, int], tuple[Rows, Rows, Rule | None]] = {}
    row_values = tuple(product((0, 1), repeat=arms))
    for first, second in product(row_values, repeat=2):
        last = row_values[0]  # never shown before an action
        rows = (first, second, last)
        neighbours = [(value, second, last) for value in row_values if value != first]
        neighbours += [(first, value, last) for value in row_values if value != second]
        for neighbour, adversary in product(neighbours, adversaries):
            # A list of rewards is a table whose arms agree.
            first_rule, second_rule = (
                _rule_number(_answers(tuple(2 // arms * row for row in table), adversary))
                for table in (rows, neighbour)
            )
            if first_rule != second_rule:
                inputs = (rows, neighbour, adversary if definition == "interactive" else None)
                found.setdefault((first_rule, second_rule), inputs)
    return tuple((*pair, *inputs) for pair, inputs in found.items())


def _check_rows(name: str, rows: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.float64]:
    array = check_numbers(name, rows, "an array of probabilities")
    if array.shape != shape:
        raise ValueError(f"{name} must have shape {shape}, not {array.shape}")
    outside = ~((array >= 0) & (array <= 1))
    if outside.any():
        raise ValueError(f"{name} must hold probabilities between 0 and 1, not {array[outside][0]}")
    sums = array.sum(axis=-1)
    off = np.abs(sums - 1) > 1e-9
    if off.any():
        raise ValueError(f"every row of {name} must sum to 1, not {np.atleast_1d(sums)[np.atleast_1d(off)][0]}")
    array.setflags(write=False)
    return array


def _check_epsilons(epsilon: ArrayLike) -> NDArray[np.float64]:
    array = check_numbers("epsilon", epsilon, "a number or a list of numbers")
    bad = ~(array >= 0)
    if bad.any():
        raise ValueError(f"epsilon must be at least 0, not {array[bad].reshape(-1)[0]}")
    return array
