"""Lower bounds for algorithms with a weaker promise than epsilon-DP: this project's own, by group privacy.

Proofs: docs/lower-bounds.md.  Promises are about tables of potential outcomes, of which two neighbours differ in one
participant's row (Table DP).
"""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.integrate import quad

from dpcore._validation import check_epsilon, check_open_interval, check_risk
from dpcore.choosing.bounds import necessary_samples
from dpcore.privacy.conversions import check_rho
from dpcore.times.characteristic import check_instance, check_smallest
from dpcore.times.coupling import hardest
from dpcore.times.lower_bounds import quantile_divergence

_LARGEST_RATIO = 1e300  # of a divergence and rho, so that nothing overflows
_GROUPS = 200  # sizes of groups that are tried: each of them makes a bound
_SHARES = 400  # of runs, between which a bound on the mean counts no more than the lower one
_LARGEST_GROUP = 10**9
_LARGEST_POWER = 700.0  # of e, as a double

Quantile = Callable[[float], float]  # samples, at least, with which so large a share of the runs stops


def necessary_samples_under_zcdp(
    means: ArrayLike, rho: float, risk: float, quantile: float | None = None, *, indifference: float = 0.0
) -> float:
    """Return a lower bound on the samples of any risk-correct rho-zCDP algorithm: on their mean, or on a quantile.

    It is the larger of the bound without privacy and what group privacy gives.  N samples are enough with probability
    s only if rho (N t)^2 + rho N t (1 - t) >= kl((s - risk)/G, risk), with G good answers, t the probability with which
    one participant's potential outcomes differ from those on an instance with another answer: half the sum of the
    smallest gap and the indifference.  For the mean it is the integral of this N over s.  Other arms do not enter, so
    the bound may be far below what is needed.

    Source: this project's own, docs/lower-bounds.md; the bound without privacy as necessary_samples.
    Args:    as necessary_samples; rho: > 0, inf = no privacy.
    Returns: samples, lower bound.  Where several answers are good the bound without privacy, and so the larger one, is
        the leading term as risk -> 0 only.
    Raises:  ValueError when an argument is out of its domain.
    Examples:
        >>> round(necessary_samples_under_zcdp([0.6, 0.5], 0.01, 0.01))
        890
    """
    array, zeta = check_instance(means, indifference)
    rho, risk = check_rho(rho), check_risk(risk)
    answers, distance = hardest(array, zeta)

    def least(share: float) -> float:
        divergence = quantile_divergence(risk + (share - risk) / answers, risk)
        ratio = min(divergence / rho, _LARGEST_RATIO)
        return 2 * ratio / (distance * (1 - distance + math.sqrt((1 - distance) ** 2 + 4 * ratio)))

    def on_the_mean() -> float:
        return float(quad(least, (1 + answers) * risk, 1)[0]) if (1 + answers) * risk < 1 else 0.0

    return _larger(array, risk, quantile, zeta, least, on_the_mean)


def necessary_samples_under_approximate_dp(
    means: ArrayLike,
    epsilon: float,
    delta: float,
    risk: float,
    quantile: float | None = None,
    *,
    indifference: float = 0.0,
) -> float:
    """Return a lower bound on the samples of any risk-correct (epsilon, delta)-DP algorithm: see the one for rho-zCDP.

    N samples are enough with probability s only if for every d, (s - risk)/G <= e^(d epsilon) risk + delta (e^(d
    epsilon) - 1)/(e^epsilon - 1) + P(Binomial(N, t) > d).  For the mean a sum from below replaces the integral.

    Source, Returns, Raises: as necessary_samples_under_zcdp.
    Args: as there; epsilon: nats, >= 1e-100, inf = no privacy.  delta: strictly between 0 and 1.
    Examples:
        >>> round(necessary_samples_under_approximate_dp([0.6, 0.5], 0.1, 1e-6, 0.01))
        890
    """
    from scipy.stats import nbinom  # a quarter of what the import of dpcore would take

    array, zeta = check_instance(means, indifference)
    epsilon, risk = check_smallest(check_epsilon(epsilon)), check_risk(risk)
    delta = check_open_interval("delta", delta, 0, 1)
    answers, distance = hardest(array, zeta)
    largest = min(min(-math.log(risk), _LARGEST_POWER) / epsilon, _LARGEST_GROUP)
    groups = np.unique(np.append(0, np.geomspace(1, largest, _GROUPS).astype(np.int64) if largest >= 1 else 0))
    growth = np.expm1(groups * min(epsilon, _LARGEST_POWER))
    slack = (1 + growth) * risk + delta * growth / math.expm1(min(epsilon, _LARGEST_POWER))

    def least(share: float) -> float:
        chances = (share - risk) / answers - slack
        is_bound = chances > 0
        if not is_bound.any() or epsilon == math.inf:
            return 0.0
        sizes = groups[is_bound] + 1
        return float(np.max(nbinom.ppf(chances[is_bound], sizes, distance) + sizes))

    def on_the_mean() -> float:
        start = min((1 + answers) * risk, 1.0)
        shares = np.linspace(start, 1, _SHARES, endpoint=False)
        return float((1 - start) * np.mean([least(share) for share in shares]))

    return _larger(array, risk, quantile, zeta, least, on_the_mean)


def _larger(
    means: NDArray[np.float64],
    risk: float,
    quantile: float | None,
    indifference: float,
    least: Quantile,
    on_the_mean: Callable[[], float],
) -> float:
    """Of the bound without privacy and of this one."""
    free = necessary_samples(means, math.inf, risk, quantile=quantile, indifference=indifference)
    return max(free, on_the_mean() if quantile is None else least(float(quantile)))
