"""Where privacy leaves the lower bound as it is, nearly so, or is all that counts in it: boundaries in epsilon."""

import math
from dataclasses import dataclass

import numpy as np

from dpcore._kernels import inlined, kernel
from dpcore._tabular import Tabular
from dpcore.times.characteristic import characteristic_time
from dpcore.times.indifferent.good_answers import exact_indifferent
from dpcore.times.one_instance import Work, solve_instance
from dpcore.times.solver import Floats

# Below it the excess of T*_epsilon over T*_KL drowns in rounding; above it no asymptote is meant any more.
TOLERANCE_RANGE = (1e-9, 10.0)
BOUNDARIES = 6
BEYOND_EPSILON = 701.0  # where the private divergence is kl to all digits
_ROOT_WIDTH = 1e-13  # of log epsilon, absolute and relative
_FARTHEST = 690.0  # of log epsilon: e to it is a double still
# The two boundaries that are roots: floats, as a kernel is compiled anew for each literal integer.
_ALMOST_FREE, _PRICE_DOMINATED = 0.0, 1.0


@dataclass(frozen=True, slots=True)
class RegimeBoundaries(Tabular):
    """Values of epsilon; see regime_boundaries.

    `exact` has a relative error below 1e-9, but where the best mean is within 1e-7 of 1: there 1 - mean has few digits
    left, and the error is below 1e-16/(1 - mean), 1.4e-5 at the means (1 - 1e-12, 1 - 3e-12).  Near 0 none are lost.
    """

    first: float
    improved: float
    allocation_independent: float
    exact: float
    almost_free: float
    price_dominated: float


def exact_boundary(means: Floats) -> float:
    """Return RegimeBoundaries.exact alone, for checked means with one unique maximum."""
    return float(_exact(means, int(np.argmax(means)), characteristic_time(means, "kl").allocation))


@inlined
def fill_boundaries(
    means: Floats, best_arm: int, indifference: float | None, tolerance: float, times: tuple[float, float],
    boundaries: Floats, work: Work,
) -> None:  # fmt: skip
    """Fill the six boundaries, in the order of RegimeBoundaries, and note the brackets of the times on the way.

    best_arm: the answer for kl.  indifference: None is 0.  times: T*_KL and T*_TV.  work: its allocation is the optimal
    one for kl, lost.
    """
    kl, tv = times
    lowest = means[best_arm]
    for a in range(means.size):
        lowest = min(lowest, means[a])
    excess, width = math.log1p(tolerance), math.log(tv / kl)
    boundaries[0], boundaries[1] = tv / kl / 6, tv / kl
    if indifference is not None and indifference > 0:
        boundaries[2] = math.nan
        boundaries[3] = exact_indifferent(means, best_arm, indifference, work.table, work.allocation)
    else:
        boundaries[2] = _distance_in_log_odds(lowest, means[best_arm] - lowest)
        boundaries[3] = _exact(means, best_arm, work.allocation)
    # T*_epsilon >= max(T*_KL, T*_TV / epsilon) gives the ends of the brackets that need no search.
    ends, target = (width - excess, math.log(min(boundaries[3], BEYOND_EPSILON))), math.log(kl) + excess
    boundaries[4] = _root(means, best_arm, indifference, _ALMOST_FREE, target, ends, work)
    ends, target = (width + math.log(tolerance), width + excess), math.log(tv) + excess
    boundaries[5] = _root(means, best_arm, indifference, _PRICE_DOMINATED, target, ends, work)


@kernel(error_model="numpy")
def _distance_in_log_odds(low: float, distance: float) -> float:
    """logit(low + distance) - logit(low): the epsilon at which g(low) reaches low + distance."""
    return math.log1p(distance / low) + math.log1p(distance / (1 - low - distance))


@kernel(error_model="numpy")
def _exact(means: Floats, best_arm: int, allocation: Floats) -> float:
    exact = 0.0
    for a in range(means.size):
        if a != best_arm:
            q, gap = means[a], means[best_arm] - means[a]
            share = allocation[best_arm] / (allocation[best_arm] + allocation[a])
            above, below = share * gap, (1 - share) * gap
            exact = max(exact, _distance_in_log_odds(q, above), _distance_in_log_odds(q + above, below))
    return exact


@kernel(error_model="numpy")
def _beyond(
    means: Floats, best_arm: int, indifference: float | None, which: float, target: float, log_epsilon: float,
    work: Work,
) -> float:  # fmt: skip
    """How far log epsilon lies beyond the boundary, in the logarithm of a time.

    Each solve starts anew: from its neighbour's level it may use more of its tolerance, and a boundary's error is the
    time's divided by how little that changes with epsilon.
    """
    epsilon = math.exp(log_epsilon)
    time, _, _, _, _ = solve_instance(means, best_arm, indifference, epsilon, 0.0, work, work.allocation)
    return log_epsilon + math.log(time) - target if which == _PRICE_DOMINATED else target - math.log(time)


@kernel(error_model="numpy")
def _root(
    means: Floats, best_arm: int, indifference: float | None, which: float, target: float, ends: tuple[float, float],
    work: Work,
) -> float:  # fmt: skip
    """The epsilon at which `_beyond`, which increases, is 0; the ends give way until they enclose its logarithm.

    Source: CH97.  Deviations: none.
    """
    low, high = ends
    below = _beyond(means, best_arm, indifference, which, target, low, work)
    step = 0.1
    while below > 0 and low > -_FARTHEST:
        low, step = low - step, 2 * step
        below = _beyond(means, best_arm, indifference, which, target, low, work)
    above = _beyond(means, best_arm, indifference, which, target, high, work)
    step = 0.1
    while above < 0 and high < _FARTHEST:
        high, step = high + step, 2 * step
        above = _beyond(means, best_arm, indifference, which, target, high, work)
    if below == 0 or above == 0:
        return math.exp(low if below == 0 else high)
    # a: the newest point; b: on the root's other side; c: the one before, by which the inverse parabola goes.
    a, b, c = high, low, low
    at_a, at_b, at_c = above, below, below
    step = 0.5
    for _ in range(200):
        x = a + step * (b - a)
        at_x = _beyond(means, best_arm, indifference, which, target, x, work)
        if (at_x > 0) == (at_a > 0):
            c, at_c = a, at_a
        else:
            c, at_c = b, at_b
            b, at_b = a, at_a
        a, at_a = x, at_x
        nearest = a if abs(at_a) < abs(at_b) else b
        shortest = (_ROOT_WIDTH + _ROOT_WIDTH * abs(nearest)) / abs(b - a)
        if shortest > 0.5 or at_a == 0:
            break
        place, value = (a - b) / (c - b), (at_a - at_b) / (at_c - at_b)
        step = 0.5
        if value * value < place and (1 - value) * (1 - value) < 1 - place:
            step = at_a / (at_b - at_a) * at_c / (at_b - at_c)
            step += (c - a) / (b - a) * at_a / (at_c - at_a) * at_b / (at_c - at_b)
        step = min(max(step, shortest), 1 - shortest)
    return math.exp(nearest)
