"""Where privacy leaves the lower bound as it is, nearly so, or is all that counts in it: boundaries in epsilon."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq

from dpcore._validation import check_means, check_open_interval
from dpcore.times.characteristic import CharacteristicTime, characteristic_time

# Below it the excess of T*_epsilon over T*_KL drowns in rounding; above it no asymptote is meant any more.
TOLERANCE_RANGE = (1e-9, 10.0)


@dataclass(frozen=True, slots=True)
class RegimeBoundaries:
    """Values of epsilon; see regime_boundaries."""

    first: float
    improved: float
    allocation_independent: float
    exact: float
    almost_free: float
    price_dominated: float


def regime_boundaries(means: ArrayLike, tolerance: float = 0.05) -> RegimeBoundaries:
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
    Args:
        means: (K,) floats strictly between 0 and 1, one unique maximum.
        tolerance: relative excess that still counts as free or dominated, strictly between 1e-9 and 10.
    Raises: ValueError for bad input.
    """
    array = check_means(means)
    tolerance = check_open_interval("tolerance", tolerance, *TOLERANCE_RANGE)
    excess = math.log1p(tolerance)
    kl, tv = characteristic_time(array, "kl"), characteristic_time(array, "tv")
    improved = tv.time / kl.time
    exact = _exact(array, kl)

    def log_time(log_epsilon: float) -> float:
        return math.log(characteristic_time(array, "private", math.exp(log_epsilon)).time)

    log_kl, log_tv, width = math.log(kl.time), math.log(tv.time), math.log(improved)
    # T*_epsilon >= max(T*_KL, T*_TV / epsilon) gives the ends of the brackets that need no search.
    almost_free = _root(lambda e: log_kl + excess - log_time(e), width - excess, math.log(exact))
    price_dominated = _root(lambda e: e + log_time(e) - log_tv - excess, width + math.log(tolerance), width + excess)
    return RegimeBoundaries(
        first=improved / 6,
        improved=improved,
        allocation_independent=_allocation_independent(array),
        exact=exact,
        almost_free=almost_free,
        price_dominated=price_dominated,
    )


def _distance_in_log_odds(low: NDArray[np.float64], distance: NDArray[np.float64]) -> NDArray[np.float64]:
    """logit(low + distance) - logit(low): the epsilon at which g(low) reaches low + distance."""
    return np.log1p(distance / low) + np.log1p(distance / (1 - low - distance))


def _allocation_independent(means: NDArray[np.float64]) -> float:
    lowest = means.min()
    return float(_distance_in_log_odds(lowest, means.max() - lowest))


def _exact(means: NDArray[np.float64], kl: CharacteristicTime) -> float:
    others = np.arange(means.size) != kl.best_arm
    q, gap = means[others], means[kl.best_arm] - means[others]
    share = kl.allocation[kl.best_arm] / (kl.allocation[kl.best_arm] + kl.allocation[others])
    above, below = share * gap, (1 - share) * gap
    return float(max(_distance_in_log_odds(q, above).max(), _distance_in_log_odds(q + above, below).max()))


def _root(increasing: Callable[[float], float], low: float, high: float) -> float:
    """e^root of an increasing function of log epsilon; the ends give way until they enclose the root."""
    while increasing(low) > 0:
        low -= 0.1
    while increasing(high) < 0:
        high += 0.1
    return math.exp(brentq(increasing, low, high, xtol=1e-13, rtol=1e-13))
