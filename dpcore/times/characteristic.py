"""Characteristic times: how many samples, per unit of kl(risk, 1 - risk), any correct strategy needs."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore._kernels import inlined, kernel
from dpcore._validation import check_choice, check_epsilon, check_epsilons, check_means, check_open_interval, quoted
from dpcore.times import divergences, transport
from dpcore.times.solver import TABLE_COLUMNS, TARGET_WIDTH, Floats, solve

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
    allocation = np.empty(array.size)
    if divergence == "tv":
        time = total_variation_kernel(array, best_arm, share, allocation)
        return CharacteristicTime(time, time * (1 - TARGET_WIDTH), time * (1 + TARGET_WIDTH), allocation, best_arm)
    table, widest = np.empty((array.size, TABLE_COLUMNS)), narrow()
    time, lower, upper, _ = solve(array, best_arm, budget, share, 0.0, table, allocation)
    note_bracket(widest, lower, upper, budget)
    check_widest(widest, array)
    return CharacteristicTime(time, lower, upper, allocation, best_arm)


def characteristic_time_curve(means: ArrayLike, epsilons: ArrayLike) -> CharacteristicTimeCurve:
    """T*_epsilon and the optimal allocation for each epsilon.

    Source, accuracy and means: see characteristic_time.
    Args: epsilons: (E,) budgets, each >= 1e-100; inf = no privacy; E K at most 10^6.
    Raises: ValueError for bad input.
    """
    array = check_means(means)
    budgets = check_curve(epsilons, array.size)
    times, allocations = np.empty(budgets.size), np.empty((budgets.size, array.size))
    table, widest = np.empty((array.size, TABLE_COLUMNS)), narrow()
    fill_curve.py_func(array, int(array.argmax()), budgets, table, times, allocations, widest)
    check_widest(widest, array)
    return CharacteristicTimeCurve(budgets, times, allocations)


@inlined
def fill_curve(
    means: Floats, best_arm: int, epsilons: Floats, table: Floats, times: Floats, allocations: Floats, widest: Floats
) -> None:
    """Fill times and allocations, each solve from the last one's level, and note the brackets of the times."""
    level = 0.0
    for i in range(epsilons.size):
        times[i], lower, upper, level = solve(means, best_arm, epsilons[i], 0.0, level, table, allocations[i])
        note_bracket(widest, lower, upper, epsilons[i])


def check_curve(epsilons: ArrayLike, arms: int) -> Floats:
    """The epsilons of a curve of so many arms as a new (E,) float array."""
    budgets = check_epsilons(epsilons)
    check_smallest(budgets.min())
    if budgets.size * arms > MOST_SHARES:
        raise ValueError(f"a curve must have at most {MOST_SHARES} shares, got {budgets.size} epsilons of {arms} arms")
    return budgets


def narrow() -> Floats:
    """No bracket yet, for `note_bracket`."""
    return np.array((1.0, 1.0, math.inf))


@kernel(error_model="numpy")
def note_bracket(widest: Floats, lower: float, upper: float, epsilon: float) -> None:
    """Keep in `widest` the relatively widest of the brackets of T*_epsilon noted so far: (lower, upper, epsilon)."""
    if not upper * widest[0] <= widest[1] * lower:
        widest[0], widest[1], widest[2] = lower, upper, epsilon


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


def check_widest(widest: Floats, means: Floats) -> None:
    """Raise ValueError if the widest bracket is wider than what is certified."""
    lower, upper, epsilon = widest
    if not upper <= lower * (1 + CERTIFIED_WIDTH) < math.inf:
        raise ValueError(
            f"T* of means {quoted(means.tolist())} at epsilon {epsilon} is only known to lie in "
            f"[{lower:g}, {upper:g}]: the means are too close together for this epsilon"
        )


@kernel(error_model="numpy")
def total_variation_kernel(means: Floats, best_arm: int, leader_share: float, allocation: Floats) -> float:
    """T*_TV = max(1 / (share smallest gap), sum 1/gap / (1 - share)), TH Proposition 4.26 for the optimal share 0."""
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
    return max(largest / share, total / (1 - share))


def warm_up() -> None:
    """Compile, or load from the cache, the kernels of this module and of the divergences and costs below it."""
    divergences.warm_up()
    transport.warm_up()
    characteristic_time((0.6, 0.5), "kl")
    characteristic_time_curve((0.6, 0.5), (0.1,))
