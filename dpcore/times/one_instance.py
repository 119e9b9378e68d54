"""The time of one instance at one budget, with or without an indifference: the one way into times/indifferent/."""

import math
from typing import NamedTuple

import numpy as np

from dpcore._kernels import kernel
from dpcore.times.indifferent.good_answers import solve_indifferent, total_variation_indifferent
from dpcore.times.solver import TABLE_COLUMNS, Floats, solve


class Work(NamedTuple):
    """What solves work in: table (K, TABLE_COLUMNS), a spare allocation (K,), and widest, see `note_bracket`."""

    table: Floats
    allocation: Floats
    widest: Floats


def new_work(arms: int) -> Work:
    """Room for instances of so many arms, and no bracket yet."""
    return Work(np.empty((arms, TABLE_COLUMNS)), np.empty(arms), np.array((1.0, 1.0, math.inf)))


@kernel(error_model="numpy")
def note_bracket(widest: Floats, lower: float, upper: float, epsilon: float) -> None:
    """Keep in `widest` the relatively widest of the brackets of T*_epsilon noted so far: (lower, upper, epsilon)."""
    if not upper * widest[0] <= widest[1] * lower:
        widest[0], widest[1], widest[2] = lower, upper, epsilon


@kernel(error_model="numpy")
def solve_instance(
    means: Floats, answer: int, indifference: float | None, epsilon: float, level: float, work: Work, allocation: Floats
) -> tuple[float, float, float, float, int]:
    """(time, lower bound, upper bound, level, answer); writes the allocation and notes the bracket.

    answer: the best arm; with indifference > 0 the good answer to try first.  indifference: None is 0, and compiles
    nothing of what only an indifference needs.  level: that returned for a neighbouring problem, or 0.
    """
    if indifference is not None and indifference > 0:
        time, lower, upper, level, answer = solve_indifferent(
            means, epsilon, indifference, answer, level, work.table, allocation
        )
    else:
        time, lower, upper, level = solve(means, answer, epsilon, 0.0, level, work.table, allocation)
    note_bracket(work.widest, lower, upper, epsilon)
    return time, lower, upper, level, answer


@kernel(error_model="numpy")
def total_variation(
    means: Floats, best_arm: int, indifference: float | None, leader_share: float, allocation: Floats
) -> tuple[float, int]:
    """T*_TV and its answer; writes its allocation.  leader_share: 0 for the optimal one.

    max(1 / (share smallest gap), sum 1/gap / (1 - share)) without an indifference: TH Proposition 4.26.
    """
    if indifference is not None and indifference > 0:
        return total_variation_indifferent(means, indifference, allocation)
    largest = total = 0.0
    for a in range(means.size):
        if a != best_arm:
            allocation[a] = 1 / (means[best_arm] - means[a])
            largest = max(largest, allocation[a])
            total += allocation[a]
    share = leader_share if leader_share > 0 else largest / (largest + total)
    for a in range(means.size):
        allocation[a] *= (1 - share) / total
    allocation[best_arm] = share
    return max(largest / share, total / (1 - share)), best_arm
