"""Characteristic times: how many samples, per unit of kl(risk, 1 - risk), any correct strategy needs."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore._kernels import kernel
from dpcore._validation import check_choice, check_epsilon, check_epsilons, check_means, check_open_interval, quoted
from dpcore.times import divergences, transport
from dpcore.times.solver import TABLE_COLUMNS, TARGET_WIDTH, Floats, optimal_allocation_kernel, solve

SMALLEST_EPSILON = 1e-100  # below it the squares of epsilon in the solver leave the range of doubles
CERTIFIED_WIDTH = 1e-9
MOST_SHARES = 10**6  # epsilons times arms of one curve


@dataclass(frozen=True, slots=True)
class CharacteristicTime:
    """A characteristic time with its certified bracket lower <= T* <= upper and an allocation that attains `upper`."""

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
    means: ArrayLike, divergence: str = "private", epsilon: float | None = None, leader_share: float | None = None
) -> CharacteristicTime:
    """The characteristic time T* of Bernoulli arms, with a certified bracket and an optimal allocation.

    T*^-1 = max over allocations w of min over arms a of the transportation cost of a.

    Source: kl: GK16 Theorem 1; tv: TH Proposition 4.26, AJMB23; private (T*_epsilon): JA25 Theorem 2
    (arXiv:2510.17348).  Deviations: none; the bracket is weak duality (see dpcore/times/solver.py) widened by 1e-12 for
    rounding.
    Args:
        means: (K,) floats strictly between 0 and 1, one unique maximum.
        divergence: "private", "kl" or "tv".
        epsilon: budget of epsilon-global DP in nats, >= 1e-100; inf = no privacy ("kl").  For "private" only.
        leader_share: the best arm's share of the samples, in (0, 1); None = the optimal one.
    Returns: T*, exact to a relative 1e-9 or better: samples per unit of kl(risk, 1 - risk).
    Raises: ValueError for bad input, or where rounding keeps the bracket wider than 1e-9 (only seen with a fixed
    leader_share at an epsilon below 1e-12 and gaps that agree to 13 digits).
    """
    array = check_means(means)
    check_choice("divergence", divergence, ("private", "kl", "tv"))
    share = 0.0 if leader_share is None else check_open_interval("leader_share", leader_share, 0, 1)
    budget = _budget(divergence, epsilon)
    best_arm = int(array.argmax())
    if divergence == "tv":
        return _total_variation(array, best_arm, share)
    allocation = np.empty(array.size)
    table = np.empty((array.size, TABLE_COLUMNS))
    time, lower, upper, _ = solve(array, best_arm, budget, share, 0.0, table, allocation)
    _check_width(lower, upper, array, budget)
    return CharacteristicTime(time, lower, upper, allocation, best_arm)


def characteristic_time_curve(means: ArrayLike, epsilons: ArrayLike) -> CharacteristicTimeCurve:
    """T*_epsilon and the optimal allocation for each epsilon.

    Source, accuracy and means: see characteristic_time.
    Args: epsilons: (E,) budgets, each >= 1e-100; inf = no privacy; E K at most 10^6.
    Raises: ValueError for bad input.
    """
    array, budgets = check_means(means), check_epsilons(epsilons)
    check_smallest(budgets.min())
    if budgets.size * array.size > MOST_SHARES:
        raise ValueError(
            f"a curve must have at most {MOST_SHARES} shares, got {budgets.size} epsilons of {array.size} arms"
        )
    times, allocations = np.empty(budgets.size), np.empty((budgets.size, array.size))
    lower, upper, widest = _curve(array, int(array.argmax()), budgets, times, allocations)
    _check_width(lower, upper, array, budgets[widest])
    return CharacteristicTimeCurve(budgets, times, allocations)


@kernel
def _curve(
    means: Floats, best_arm: int, epsilons: Floats, times: Floats, allocations: Floats
) -> tuple[float, float, int]:
    """Fill times and allocations, each solve from the last one's level; the relatively widest bracket, and where."""
    table = np.empty((means.size, TABLE_COLUMNS))
    level, widest_lower, widest_upper, widest = 0.0, 1.0, 1.0, 0
    for i in range(epsilons.size):
        times[i], lower, upper, level = solve(means, best_arm, epsilons[i], 0.0, level, table, allocations[i])
        if not upper * widest_lower <= widest_upper * lower:
            widest_lower, widest_upper, widest = lower, upper, i
    return widest_lower, widest_upper, widest


def _budget(divergence: str, epsilon: float | None) -> float:
    if divergence == "private":
        if epsilon is None:
            raise ValueError("epsilon must be given for the private divergence, got None")
        return check_smallest(check_epsilon(epsilon))
    if epsilon is not None:
        raise ValueError(f"epsilon belongs to the private divergence only, got {quoted(epsilon)} with {divergence!r}")
    return math.inf


def check_smallest(epsilon: float) -> float:
    """An epsilon > 0 that is large enough for a characteristic time."""
    if epsilon < SMALLEST_EPSILON:
        raise ValueError(f"epsilon must be at least {SMALLEST_EPSILON:g} for a characteristic time, got {epsilon}")
    return epsilon


def _check_width(lower: float, upper: float, means: Floats, epsilon: float) -> None:
    if not upper <= lower * (1 + CERTIFIED_WIDTH) < math.inf:
        raise ValueError(
            f"T* of means {quoted(means.tolist())} at epsilon {epsilon} is only known to lie in "
            f"[{lower:g}, {upper:g}]: the means are too close together for this epsilon"
        )


def _total_variation(means: Floats, best_arm: int, leader_share: float) -> CharacteristicTime:
    """T*_TV = max(1 / (share smallest gap), sum 1/gap / (1 - share)), TH Proposition 4.26 for the optimal share."""
    inverse_gaps = np.zeros(means.size)
    others = np.arange(means.size) != best_arm
    inverse_gaps[others] = 1 / (means[best_arm] - means[others])
    largest, total = inverse_gaps.max(), inverse_gaps.sum()
    share = leader_share or largest / (largest + total)
    allocation = inverse_gaps * ((1 - share) / total)
    allocation[best_arm] = share
    time = float(max(largest / share, total / (1 - share)))
    return CharacteristicTime(time, time * (1 - TARGET_WIDTH), time * (1 + TARGET_WIDTH), allocation, best_arm)


def warm_up() -> None:
    """Compile, or load from the cache, the kernels of this module and of the divergences and costs below it."""
    divergences.warm_up()
    transport.warm_up()
    characteristic_time((0.6, 0.5), "kl")
    characteristic_time_curve((0.6, 0.5), (0.1,))
    optimal_allocation_kernel(np.array((0.6, 0.5)), 0, 0.1, 0.0, np.empty(2))
