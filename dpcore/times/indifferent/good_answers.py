"""The characteristic time with a smallest difference that matters: the best over all good answers, with a bracket.

Arm b is a good answer if its mean is at least the highest less `indifference`.  Every good answer has a time of its own
(dpcore/times/indifferent/one_answer.py); the smallest counts, as an algorithm may choose which one to give.

Source: own, docs/characteristic-times.md, after DK19, who have no privacy.
"""

import math

import numpy as np

from dpcore._kernels import kernel
from dpcore.times.indifferent.one_answer import solve_answer
from dpcore.times.indifferent.refutation import LOG_ODDS, arm_at, arm_of, fill_reaches, leader_of
from dpcore.times.solver import TARGET_WIDTH, Floats


@kernel(error_model="numpy")
def solve_indifferent(
    means: Floats, epsilon: float, indifference: float, first: int, level: float, table: Floats, allocation: Floats
) -> tuple[float, float, float, float, int]:
    """(time, lower bound, upper bound, level, answer) of the best good answer; writes its allocation.

    epsilon: > 0, inf = kl, SQUARES.  indifference: in (0, 1).  first: the answer to try first, or -1; level: that
    returned for a neighbouring problem, or 0.  table: (K, solver.TABLE_COLUMNS) working space.
    """
    highest = int(np.argmax(means))
    if first < 0 or not _is_good(means, first, highest, indifference):
        first, level = highest, 0.0
    fill_reaches(means, epsilon, table)
    upper, lower, level = solve_answer(means, first, epsilon, indifference, level, math.inf, table, allocation)
    answer = first
    for b in range(means.size):
        if not _is_good(means, b, highest, indifference):
            continue
        known = means[b] == means[first]
        for a in range(b):
            known = known or means[a] == means[b]
        if known:
            continue
        least = _quick_bound(means, b, epsilon, indifference, table)
        if least >= upper:
            continue
        time, least, found = solve_answer(means, b, epsilon, indifference, level, upper, table, allocation)
        lower = min(lower, least)
        if time < upper:
            upper, level, answer = time, found, b
    allocation /= allocation.sum()
    return upper, lower * (1 - TARGET_WIDTH), upper * (1 + TARGET_WIDTH), level, answer


@kernel(error_model="numpy")
def _is_good(means: Floats, answer: int, highest: int, indifference: float) -> bool:
    return bool(means[answer] - means[highest] + indifference > 0)


@kernel(error_model="numpy")
def _quick_bound(means: Floats, answer: int, epsilon: float, indifference: float, table: Floats) -> float:
    """A lower bound on the time of one answer, by points that are best for small gaps and equal variances.

    There the odds v of arm a solve v / (1 + v) = (y / gap_a)^2 and their squares sum to 1.
    """
    leader = leader_of(means, answer, epsilon, indifference, table)
    smallest, square = math.inf, 0.0
    for a in range(means.size):
        if a != answer:
            smallest = min(smallest, means[answer] - means[a] + indifference)
    for a in range(means.size):
        if a != answer:
            square += (smallest / (means[answer] - means[a] + indifference)) ** 4
    closest = 1 / (1 + math.sqrt(square))
    ratios = inverses = 0.0
    for a in range(means.size):
        if a != answer:
            share = closest * (smallest / (means[answer] - means[a] + indifference)) ** 2
            arm = arm_of(means, a, means[answer], indifference, table)
            first, second, _, _, _ = arm_at(leader, arm, math.log(share / (1 - share)))
            ratios += first / second
            inverses += 1 / second
    return inverses / max(1.0, ratios)


@kernel(error_model="numpy")
def exact_indifferent(means: Floats, answer: int, indifference: float, table: Floats, allocation: Floats) -> float:
    """The epsilon from which T*_epsilon = T*_KL, for the answer that is best without privacy; loses the allocation.

    From there on the points that are optimal without privacy lie in the kl zones of d_epsilon.
    """
    fill_reaches(means, math.inf, table)
    solve_answer(means, answer, math.inf, indifference, 0.0, math.inf, table, allocation)
    p, exact = means[answer], 0.0
    for a in range(means.size):
        if a != answer:
            q, _, _, span, above, lowest, _, _ = arm_of(means, a, p, indifference, table)
            odds = math.exp(table[a, LOG_ODDS])
            far = span / (1 + odds)
            x, x_rest = lowest + far, max(1 - p, indifference) + odds * far
            y, y_rest = q + above + far, max(1 - indifference - p, 0.0) + odds * far
            exact = max(exact, math.log(p / x * x_rest / (1 - p)), math.log(y / q * (1 - q) / y_rest))
    return exact


@kernel(error_model="numpy")
def total_variation_indifferent(means: Floats, indifference: float, allocation: Floats) -> tuple[float, int]:
    """T*_TV and its answer; writes its allocation.

    The weight that makes arm a cost y is piecewise linear in y, with its kink at weight 1, where y = the gap
    p - q_a + indifference; so the time is attained at a gap, at an end of the costs, or beyond them all.
    """
    highest = int(np.argmax(means))
    best, answer, level = math.inf, highest, 0.0
    for b in range(means.size):
        if _is_good(means, b, highest, indifference):
            beyond = max(indifference - (1 - means[b]), 0.0)
            for c in range(-2, means.size):
                if c == b:
                    continue
                cost = math.inf if c == -2 else beyond if c == -1 else means[b] - means[c] + indifference
                time = _total_variation_at(means, b, indifference, beyond, cost)
                if time < best:
                    best, answer, level = time, b, cost
    beyond, total = max(indifference - (1 - means[answer]), 0.0), 0.0
    for a in range(means.size):
        allocation[a] = 1.0 if level < math.inf else 0.0
        if a != answer:
            allocation[a] = _total_variation_weight(means[answer], means[a], indifference, beyond, level)
        total += allocation[a]
    allocation /= total
    return best, answer


@kernel(error_model="numpy")
def _total_variation_at(means: Floats, answer: int, indifference: float, beyond: float, cost: float) -> float:
    """(1 + sum of weights) / cost, inf where some arm cannot cost so much."""
    if cost == 0:
        return math.inf
    total = 1.0 if cost < math.inf else 0.0
    for a in range(means.size):
        if a != answer:
            total += _total_variation_weight(means[answer], means[a], indifference, beyond, cost)
    return total / cost if cost < math.inf else total


@kernel(error_model="numpy")
def _total_variation_weight(p: float, q: float, indifference: float, beyond: float, cost: float) -> float:
    """The weight with which the arm costs so much; for cost = inf the weight per cost."""
    gap = p - q + indifference
    if cost <= gap:
        return max(cost - beyond, 0.0) / (gap - beyond)
    if q >= indifference:
        return math.inf
    return 1 / (indifference - q) if cost == math.inf else 1 + (cost - gap) / (indifference - q)
