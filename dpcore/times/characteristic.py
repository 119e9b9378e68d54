"""Characteristic times: how many samples, per unit of kl(risk, 1 - risk), any correct strategy needs."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore._kernels import inlined
from dpcore._tabular import Tabular
from dpcore._validation import (
    check_choice,
    check_difference,
    check_epsilon,
    check_epsilons,
    check_means,
    check_open_interval,
    quoted,
)
from dpcore.times.one_instance import Work, new_work, note_bracket, solve_instance, total_variation
from dpcore.times.solver import TARGET_WIDTH, Floats, solve

SMALLEST_EPSILON = 1e-100  # below it the squares of epsilon in the solver leave the range of doubles
CERTIFIED_WIDTH = 1e-9
CERTIFIED_WIDTH_WITH_INDIFFERENCE = 1e-6
MOST_ARMS_WITH_INDIFFERENCE = 100  # every arm may be a good answer, with a problem of its own
MOST_SHARES = 10**6  # epsilons times arms of one curve


@dataclass(frozen=True, slots=True)
class CharacteristicTime(Tabular):
    """A characteristic time with its certified bracket lower <= T* <= upper and an allocation that attains `upper`.

    best_arm: the answer that it is the time of; with indifference > 0 the good answer that takes the fewest samples.
    """

    time: float
    lower: float
    upper: float
    allocation: NDArray[np.float64]
    best_arm: int


@dataclass(frozen=True, slots=True)
class CharacteristicTimeCurve:
    """times (E,) and optimal allocations (E, K) at each of the epsilons (E,)."""

    epsilons: NDArray[np.float64]
    times: NDArray[np.float64]
    allocations: NDArray[np.float64]


def characteristic_time(
    means: ArrayLike,
    divergence: str = "private",
    epsilon: float | None = None,
    leader_share: float | None = None,
    *,
    indifference: float = 0.0,
) -> CharacteristicTime:
    """The characteristic time T* of Bernoulli arms, with a certified bracket and an optimal allocation.

    T*^-1 = max over allocations w of min over arms a of the transportation cost of a.  With indifference zeta > 0 it is
    the largest, over the good answers b (mu_b >= max mu - zeta), of max over w of min over a != b of inf over x in
    [0, 1 - zeta] of w_b d-(mu_b, x) + w_a d+(mu_a, x + zeta).

    Source: kl: GK16 Theorem 1; tv: TH Proposition 4.26, AJMB23; private (T*_epsilon): JA25 Theorem 2
    (arXiv:2510.17348).  indifference > 0: own, after DK19; where several answers are good T* bounds the samples
    asymptotically, as risk -> 0 (docs/characteristic-times.md).  Deviations: none; the bracket is weak duality (see
    dpcore/times/solver.py and indifferent/one_answer.py) widened by 1e-12 for rounding.
    Args:
        means: (K,) floats strictly between 0 and 1, one unique maximum; with indifference > 0 they may tie, and K is at
            most 100.
        divergence: "private", "kl" or "tv".
        epsilon: budget of epsilon-global DP in nats, >= 1e-100; inf = no privacy ("kl").  For "private" only.
        leader_share: the best arm's share of the samples, in (0, 1); None = the optimal one, and the only choice with
            indifference > 0.
        indifference: the smallest difference that matters, in the means' unit, 0 <= indifference < 1.
    Returns: T*, exact to a relative 1e-9 or better (1e-6 with indifference > 0): samples per unit of
    kl(risk, 1 - risk).
    Raises: ValueError for bad input, or where rounding keeps the bracket wider than 1e-9 (only seen with a fixed
    leader_share at an epsilon below 1e-12 and gaps that agree to 13 digits).
    Examples:
        >>> round(characteristic_time([0.6, 0.5], epsilon=0.1).time, 1)
        265.7
    """
    array, zeta = check_instance(means, indifference)
    check_choice("divergence", divergence, ("private", "kl", "tv"))
    share = 0.0 if leader_share is None else check_open_interval("leader_share", leader_share, 0, 1)
    budget = _budget(divergence, epsilon)
    best_arm = int(array.argmax())
    allocation = np.empty(array.size)
    if zeta > 0 and leader_share is not None:
        raise ValueError("leader_share must be None where indifference is above 0: only the optimal share is known")
    if divergence == "tv":
        time, best_arm = total_variation(array, best_arm, zeta or None, share, allocation)
        return CharacteristicTime(time, time * (1 - TARGET_WIDTH), time * (1 + TARGET_WIDTH), allocation, best_arm)
    work = new_work(array.size)
    if share > 0:
        time, lower, upper, _ = solve(array, best_arm, budget, share, 0.0, work.table, allocation)
        note_bracket(work.widest, lower, upper, budget)
    else:
        time, lower, upper, _, best_arm = solve_instance(array, best_arm, zeta or None, budget, 0.0, work, allocation)
    check_widest(work.widest, array, zeta)
    return CharacteristicTime(time, lower, upper, allocation, best_arm)


def characteristic_time_curve(
    means: ArrayLike, epsilons: ArrayLike, *, indifference: float = 0.0
) -> CharacteristicTimeCurve:
    """T*_epsilon and the optimal allocation for each epsilon.

    Source, accuracy, means and indifference: see characteristic_time.
    Args: epsilons: (E,) budgets, each >= 1e-100; inf = no privacy; E K at most 10^6.
    Raises: ValueError for bad input.
    Examples:
        >>> characteristic_time_curve([0.6, 0.5], [0.1, 1.0]).times.round(1).tolist()
        [265.7, 197.7]
    """
    array, zeta = check_instance(means, indifference)
    budgets = check_curve(epsilons, array.size)
    times, allocations = np.empty(budgets.size), np.empty((budgets.size, array.size))
    work = new_work(array.size)
    fill_curve.py_func(array, int(array.argmax()), zeta or None, budgets, times, allocations, work)
    check_widest(work.widest, array, zeta)
    return CharacteristicTimeCurve(budgets, times, allocations)


def check_instance(means: ArrayLike, indifference: float) -> tuple[Floats, float]:
    """The means as check_means, at most MOST_ARMS_WITH_INDIFFERENCE with an indifference > 0, and the indifference."""
    zeta = check_difference("indifference", indifference)
    array = check_means(means, zeta)
    if zeta > 0 and array.size > MOST_ARMS_WITH_INDIFFERENCE:
        most = MOST_ARMS_WITH_INDIFFERENCE
        raise ValueError(f"there must be at most {most} means where indifference is above 0, not {array.size}")
    return array, zeta


@inlined
def fill_curve(
    means: Floats, answer: int, indifference: float | None, epsilons: Floats, times: Floats, allocations: Floats,
    work: Work,
) -> None:  # fmt: skip
    """Fill times and allocations, each solve from the last one's level; see `solve_instance`."""
    level = 0.0
    for i in range(epsilons.size):
        times[i], _, _, level, answer = solve_instance(
            means, answer, indifference, epsilons[i], level, work, allocations[i]
        )


def check_curve(epsilons: ArrayLike, arms: int) -> Floats:
    """The epsilons of a curve of so many arms as a new (E,) float array."""
    budgets = check_epsilons(epsilons)
    check_smallest(budgets.min())
    if budgets.size * arms > MOST_SHARES:
        raise ValueError(
            f"a curve must have at most {MOST_SHARES} shares, not {budgets.size} epsilons times {arms} arms"
        )
    return budgets


def _budget(divergence: str, epsilon: float | None) -> float:
    if divergence == "private":
        if epsilon is None:
            raise ValueError("epsilon must be given for the private divergence, not None")
        return check_smallest(check_epsilon(epsilon))
    if epsilon is not None:
        raise ValueError(f"epsilon is for the private divergence only, but it is {quoted(epsilon)} with {divergence!r}")
    return math.inf


def check_smallest(epsilon: float) -> float:
    """An epsilon > 0 that is large enough for a characteristic time."""
    if epsilon < SMALLEST_EPSILON:
        raise ValueError(f"epsilon must be at least {SMALLEST_EPSILON:g} for a characteristic time, not {epsilon}")
    return epsilon


def check_widest(widest: Floats, means: Floats, indifference: float = 0.0) -> None:
    """Raise ValueError if the widest bracket is wider than what is certified."""
    lower, upper, epsilon = widest
    width = CERTIFIED_WIDTH_WITH_INDIFFERENCE if indifference > 0 else CERTIFIED_WIDTH
    if not upper <= lower * (1 + width) < math.inf:
        raise ValueError(
            f"T* of means {quoted(means.tolist())} at epsilon {epsilon} is only known to lie in "
            f"[{lower:g}, {upper:g}]: the means are too close together for this epsilon"
        )
