"""Lower bounds on the expected number of samples of any risk-correct, epsilon-global-DP strategy."""

import math

import numpy as np
from numpy.typing import ArrayLike

from dpcore._indifference import good_answers
from dpcore._kernels import kernel
from dpcore._validation import check_epsilon, check_risk
from dpcore.times.characteristic import characteristic_time, check_instance
from dpcore.times.solver import Floats

BOUNDS = ("non_private", "first_private", "improved_private", "tightest_private")


@kernel(error_model="numpy")
def error_divergence(risk: float) -> float:
    """kl(risk, 1 - risk), the divergence that telling two answers apart at this risk needs, risk in (0, 1/2).

    Source: GK16 Theorem 1, whose bound is T*_KL times this.  Deviations: none.
    """
    return (1 - 2 * risk) * (math.log1p(-risk) - math.log(risk))


def quantile_divergence(quantile: float, risk: float) -> float:
    """kl(quantile - risk, risk), the divergence that stopping in time with probability `quantile` needs at this risk.

    0 where quantile <= 2 risk.  Of two arms that is all there is to say, as whoever guesses with probability 2 risk at
    once is risk-correct; among K arms such guesses reach quantile K risk/(K - 1) only.
    Source: own, by truncation (docs/characteristic-times.md).  Deviations: none.
    """
    right = quantile - risk
    if right <= risk:
        return 0.0
    return right * math.log(right / risk) + (1 - right) * (math.log1p(-right) - math.log1p(-risk))


def sample_lower_bounds(
    means: ArrayLike, epsilon: float, risk: float, *, indifference: float = 0.0
) -> dict[str, float]:
    """Four lower bounds on the expected samples of ANY risk-correct, epsilon-global-DP strategy, loosest first.

    Risk-correct: wrong with probability at most `risk` on every instance with one best arm, whatever its means are.
    Each is a characteristic time times kl(risk, 1 - risk):
    non_private: T*_KL, GK16 Theorem 1.  first_private: max(T*_KL, T*_TV / (6 epsilon)), AJMB23.
    improved_private: max(T*_KL, T*_TV / epsilon), TH Corollary 4.25.  tightest_private: T*_epsilon, JA25 Theorem 2
    (arXiv:2510.17348).
    Deviations: the private papers state them with log(1 / (3 risk)), the others with log(1 / (2.4 risk)): relaxations
    of kl(risk, 1 - risk), which all four proofs give and which makes the four comparable.
    With indifference > 0 each is the same multiple of the time of the good answers (see characteristic_time; as
    T*_epsilon is at least T*_KL and T*_TV / epsilon, all four hold), asymptotic as risk -> 0 where is_asymptotic says
    so.
    Args:
        means: (K,) floats strictly between 0 and 1, one unique maximum unless indifference > 0.
        epsilon: privacy budget in nats, >= 1e-100; inf = no privacy.
        risk: allowed probability of a wrong recommendation, in (0, 1/2).
        indifference: the smallest difference that matters, 0 <= indifference < 1.
    Returns: samples, lower bounds.
    Raises: ValueError for bad input.
    Examples:
        >>> round(sample_lower_bounds([0.6, 0.5], epsilon=0.1, risk=0.01)["tightest_private"])
        1197
    """
    array, zeta = check_instance(means, indifference)
    epsilon, risk = check_epsilon(epsilon), check_risk(risk)
    tightest = characteristic_time(array, "private", epsilon, indifference=zeta).time
    kl, tv = (characteristic_time(array, name, indifference=zeta).time for name in ("kl", "tv"))
    bounds = np.empty(len(BOUNDS))
    bounds_kernel(kl, tv, tightest, epsilon, risk, bounds)
    return dict(zip(BOUNDS, bounds.tolist(), strict=True))


def is_asymptotic(means: ArrayLike, indifference: float = 0.0) -> bool:
    """Whether lower bounds with this indifference are proven as risk -> 0 only: where several answers are good.

    Where one answer alone is good they hold at every risk (docs/characteristic-times.md).
    Args: means, indifference: as sample_lower_bounds.
    Raises: ValueError for bad input.
    Examples:
        >>> is_asymptotic([0.6, 0.5])
        False
    """
    return int(good_answers(means, indifference).sum()) > 1


@kernel(error_model="numpy")
def bounds_kernel(kl: float, tv: float, tightest: float, epsilon: float, risk: float, bounds: Floats) -> None:
    """Fill the four bounds, in the order of BOUNDS, from T*_KL, T*_TV and T*_epsilon."""
    information = error_divergence(risk)
    bounds[0] = kl * information
    bounds[1] = max(kl, tv / (6 * epsilon)) * information
    bounds[2] = max(kl, tv / epsilon) * information
    bounds[3] = tightest * information
