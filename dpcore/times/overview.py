"""Everything that a picture of the price of privacy shows, in one pass, for pages and for browsers during a drag."""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from dpcore._kernels import kernel
from dpcore._validation import check_epsilon, check_open_interval, check_risk
from dpcore.times.boundaries import BOUNDARIES, TOLERANCE_RANGE, RegimeBoundaries, fill_boundaries
from dpcore.times.characteristic import (
    CharacteristicTime,
    CharacteristicTimeCurve,
    characteristic_time,
    characteristic_time_curve,
    check_curve,
    check_instance,
    check_smallest,
    check_widest,
    fill_curve,
)
from dpcore.times.coupling import samples_for
from dpcore.times.divergences import private_divergence
from dpcore.times.lower_bounds import BOUNDS, bounds_kernel, sample_lower_bounds
from dpcore.times.one_instance import Work, new_work, solve_instance, total_variation
from dpcore.times.solver import TARGET_WIDTH, Floats
from dpcore.times.transport import transportation_cost

_KL, _TV, _PRIVATE = range(3)  # rows of the times: (T*, lower, upper)


@dataclass(frozen=True, slots=True)
class PriceOverview:
    """The characteristic times, the curve of T*_epsilon, the regime boundaries and the lower bounds of one instance."""

    kl: CharacteristicTime
    tv: CharacteristicTime
    private: CharacteristicTime
    curve: CharacteristicTimeCurve
    boundaries: RegimeBoundaries
    bounds: dict[str, float]


def price_overview(
    means: ArrayLike,
    epsilon: float,
    risk: float,
    tolerance: float,
    epsilons: ArrayLike,
    *,
    indifference: float = 0.0,
) -> PriceOverview:
    """What characteristic_time, characteristic_time_curve, regime_boundaries and sample_lower_bounds say, at once.

    Sources, domains and accuracy: see there.
    Args: epsilons: (E,) budgets of the curve.
    Raises: ValueError for bad input.
    Examples:
        >>> round(price_overview([0.6, 0.5], 0.1, 0.01, 0.05, [0.1, 1.0]).boundaries.exact, 3)
        0.204
    """
    array, zeta = check_instance(means, indifference)
    budgets = check_curve(epsilons, array.size)
    epsilon, risk = check_smallest(check_epsilon(epsilon)), check_risk(risk)
    tolerance = check_open_interval("tolerance", tolerance, *TOLERANCE_RANGE)
    return _overview(array, epsilon, risk, tolerance, budgets, zeta)


def regime_boundaries(means: ArrayLike, tolerance: float = 0.05, *, indifference: float = 0.0) -> RegimeBoundaries:
    """The six values of epsilon that separate the regimes of privacy for these arms.

    first: T*_TV / (6 T*_KL), AJMB23.  improved: T*_TV / T*_KL, TH Corollary 4.25.
    allocation_independent: max over a of log(p (1 - q_a) / (q_a (1 - p))); from there on T*_epsilon = T*_KL, JA25
    (arXiv:2510.17348).  exact: T*_epsilon = T*_KL if and only if epsilon >= exact (the KL-optimal points stay in the kl
    zones of d_epsilon).  almost_free: the smallest epsilon with T*_epsilon <= (1 + tolerance) T*_KL.  price_dominated:
    the largest epsilon with T*_epsilon <= (1 + tolerance) T*_TV / epsilon.

    The last two exist and are unique: d_epsilon increases with epsilon, and as an infimum of functions
    epsilon -> epsilon |m - z| + kl(z, x) it is concave, so that d_epsilon / epsilon decreases; hence T*_epsilon
    decreases and epsilon T*_epsilon increases.  Where price_dominated >= almost_free (tolerances from about 40 % on)
    there is no transition between the two regimes.

    With indifference > 0 the argument is the same for each good answer, and so for the best of them; `first` and
    `improved` follow from T*_epsilon >= T*_KL and T*_epsilon >= T*_TV / epsilon.  `exact`: T*_epsilon = T*_KL from
    there on, and not before unless two answers with different means are best without privacy.  `allocation_independent`
    is not proven and nan.
    Args:
        means: (K,) floats strictly between 0 and 1, one unique maximum unless indifference > 0.
        tolerance: relative excess that still counts as free or dominated, strictly between 1e-9 and 10;
            with indifference > 0 times are exact to 1e-6 (`exact` to 1e-2), and smaller tolerances mean little.
        indifference: the smallest difference that matters, 0 <= indifference < 1.
    Raises: ValueError for bad input.
    Examples:
        >>> round(regime_boundaries([0.6, 0.5]).exact, 3)
        0.204
    """
    array, zeta = check_instance(means, indifference)
    tolerance = check_open_interval("tolerance", tolerance, *TOLERANCE_RANGE)
    return _overview(array, 1.0, 0.1, tolerance, np.empty(0), zeta).boundaries


class OverviewArrays(NamedTuple):
    """What `overview_kernel` fills, and what it works in.

    times: (3, 3), rows kl, tv and private, columns T* and its certified bracket.  allocations: (4, K), the rows'
    optimal ones, and working space.  curve_times: (E,).  curve_allocations: (E, K).  boundaries: as RegimeBoundaries.
    bounds: as BOUNDS.  table, widest: as in Work.  answers: (3,), the rows' best arms, with indifference > 0 their best
    answers.
    """

    times: Floats
    allocations: Floats
    curve_times: Floats
    curve_allocations: Floats
    boundaries: Floats
    bounds: Floats
    table: Floats
    widest: Floats
    answers: Floats


def _overview(
    array: Floats, epsilon: float, risk: float, tolerance: float, budgets: Floats, indifference: float
) -> PriceOverview:
    arms, work = array.size, new_work(array.size)
    filled = OverviewArrays(
        times=np.empty((3, 3)),
        allocations=np.empty((4, arms)),
        curve_times=np.empty(budgets.size),
        curve_allocations=np.empty((budgets.size, arms)),
        boundaries=np.empty(BOUNDARIES),
        bounds=np.empty(len(BOUNDS)),
        table=work.table,
        widest=work.widest,
        answers=np.empty(3),
    )
    overview_kernel(array, indifference or None, epsilon, risk, tolerance, budgets, filled)
    check_widest(filled.widest, array, indifference)
    found = {}
    for row in (_KL, _TV, _PRIVATE):
        time, lower, upper = filled.times[row].tolist()
        found[row] = CharacteristicTime(time, lower, upper, filled.allocations[row], int(filled.answers[row]))
    return PriceOverview(
        found[_KL],
        found[_TV],
        found[_PRIVATE],
        CharacteristicTimeCurve(budgets, filled.curve_times, filled.curve_allocations),
        RegimeBoundaries(*filled.boundaries.tolist()),
        dict(zip(BOUNDS, filled.bounds.tolist(), strict=True)),
    )


@kernel(error_model="numpy")
def overview_kernel(
    means: Floats, indifference: float | None, epsilon: float, risk: float, tolerance: float, epsilons: Floats,
    filled: OverviewArrays,
) -> int:  # fmt: skip
    """Fill all outputs and return the best arm; its mean must be the unique maximum unless indifference > 0.

    indifference: None means 0, and compiles nothing that only an indifference needs.
    """
    best_arm = int(np.argmax(means))
    times, allocations, answers = filled.times, filled.allocations, filled.answers
    work = Work(filled.table, allocations[3], filled.widest)
    tv, answers[_TV] = total_variation(means, best_arm, indifference, 0.0, allocations[_TV])
    times[_TV, 0], times[_TV, 1], times[_TV, 2] = tv, tv * (1 - TARGET_WIDTH), tv * (1 + TARGET_WIDTH)
    for row, budget in ((_KL, math.inf), (_PRIVATE, epsilon)):
        times[row, 0], times[row, 1], times[row, 2], _, answers[row] = solve_instance(
            means, best_arm, indifference, budget, 0.0, work, allocations[row]
        )
    kl = times[_KL, 0]
    for a in range(means.size):
        allocations[3, a] = allocations[_KL, a]
    fill_boundaries(means, int(answers[_KL]), indifference, tolerance, (kl, tv), filled.boundaries, work)
    bounds_kernel(kl, tv, times[_PRIVATE, 0], epsilon, risk, filled.bounds)
    fill_curve(means, best_arm, indifference, epsilons, filled.curve_times, filled.curve_allocations, work)
    return best_arm


def warm_up() -> None:
    """Compile, or load from the cache, the kernels of characteristic times."""
    private_divergence(0.5, 0.6, 0.1)
    transportation_cost(0.6, 0.5, 1.0, 1.0, 0.1)
    characteristic_time((0.6, 0.5), "kl")
    characteristic_time_curve((0.6, 0.5), (0.1,))
    price_overview((0.6, 0.5), 0.1, 0.01, 0.05, (0.1,))
    sample_lower_bounds((0.6, 0.5), 0.1, 0.01)
    samples_for(0.89, 0.1, 0.05, 0.01)


def warm_up_indifferent() -> None:
    """Compile, or load from the cache, what only an indifference above 0 needs."""
    price_overview((0.6, 0.5), 0.1, 0.01, 0.05, (0.1,), indifference=0.01)
