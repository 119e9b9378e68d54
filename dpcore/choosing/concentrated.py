"""What no rho-zCDP algorithm can beat: a bound of this project's own, by group privacy (docs/lower-bounds.md)."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.integrate import quad

from dpcore._indifference import good_answers
from dpcore._validation import check_open_interval, check_risk
from dpcore.choosing.bounds import necessary_samples
from dpcore.privacy.conversions import check_rho
from dpcore.times.characteristic import check_instance
from dpcore.times.lower_bounds import quantile_divergence

_LARGEST_RATIO = 1e300  # of a divergence and rho, so that nothing overflows


def necessary_samples_under_zcdp(
    means: ArrayLike, rho: float, risk: float, quantile: float | None = None, *, indifference: float = 0.0
) -> float:
    """Return a lower bound on the samples of any risk-correct rho-zCDP algorithm: on their mean, or on a quantile.

    The larger one of the bound without privacy and of what group privacy gives.  N samples are enough with probability
    s only if rho (N t)^2 + rho N t (1 - t) >= kl(s - risk, risk), t the probability with which one participant's
    potential outcomes differ from those on an instance with another answer; on the mean the integral of this N over s
    in (2 risk, 1).  t is half the smallest gap; other arms do not enter: the bound may be far from what is needed.

    Source: own, docs/lower-bounds.md; the other bound as necessary_samples.  rho-zCDP is that of tables of potential
    outcomes, of which two neighbours differ in one participant's (Table DP).
    Args:    as necessary_samples; rho: > 0, inf = no privacy.
    Returns: samples, lower bound.  With indifference > 0 and several good answers that without privacy alone.
    Raises:  ValueError when an argument is out of its domain.
    """
    array, zeta = check_instance(means, indifference)
    rho, risk = check_rho(rho), check_risk(risk)
    free = necessary_samples(array, math.inf, risk, quantile=quantile, indifference=zeta)
    if rho == math.inf or good_answers(array, zeta).sum() > 1:
        return free
    distance = _distance(array, zeta)
    if quantile is not None:
        divergence = quantile_divergence(check_open_interval("quantile", quantile, 0, 1), risk)
        return max(free, _least_samples(divergence, rho, distance))
    least, _ = quad(lambda share: _least_samples(quantile_divergence(share, risk), rho, distance), 2 * risk, 1)
    return max(free, least)


def _least_samples(divergence: float, rho: float, distance: float) -> float:
    """The N with rho (N t)^2 + rho N t (1 - t) = divergence."""
    ratio = min(divergence / rho, _LARGEST_RATIO)
    return 2 * ratio / (distance * (1 - distance + math.sqrt((1 - distance) ** 2 + 4 * ratio)))


def _distance(means: NDArray[np.float64], indifference: float) -> float:
    """The smallest probability with which a row of outcomes must differ from one of an instance with another answer.

    The best arm falls to m and the second rises to m + indifference, by one event as far as that reaches.
    """
    second, best = (float(mean) for mean in np.sort(means)[-2:])
    middle = min(max((best + second - indifference) / 2, 0.0), 1 - indifference)
    return max(best - middle, middle + indifference - second)
