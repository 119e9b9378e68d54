"""What Gaussian noise alone promises, exactly: more than the same rho-zCDP of an unknown mechanism does.

A sum that one person moves by at most 1, plus N(0, sigma^2), is rho-zCDP with rho = 1/(2 sigma^2), and nothing else
enters its privacy.  So is anything adaptively composed of such sums, with rho the sum of theirs.
"""

import math

from scipy.special import erfcx, log_ndtr

from dpcore._validation import check_epsilon, check_open_interval
from dpcore.privacy.conversions import SMALLEST, check_rho, turning_point

_SMALL_SHIFT = 1e-3  # below it a difference of two Mills ratios would lose digits


def gaussian_delta(rho: float, epsilon: float) -> float:
    """Return the smallest delta with which Gaussian noise of this rho is (epsilon, delta)-DP.

    Source: BW18, Theorem 8, with sensitivity over standard deviation sqrt(2 rho).  Deviations: none; written with Mills
    ratios so that nothing cancels.
    Args:    rho: 1/(2 sigma^2) at sensitivity 1, > 0; inf = no noise.  epsilon: nats, > 0; inf gives 0.
    Returns: delta, exact.     Raises: ValueError outside these domains.
    Examples:
        >>> round(gaussian_delta(0.1, 2.0), 9)
        9.45e-07
    """
    rho, epsilon = check_rho(rho), check_epsilon(epsilon)
    if rho == math.inf:
        return 1.0
    if epsilon == math.inf:
        return 0.0
    shift = math.sqrt(2) * math.sqrt(rho)
    middle = epsilon / shift
    low, high = middle - shift / 2, middle + shift / 2
    if low > 40:  # exp(-800) is no double
        return SMALLEST
    if low < -1:
        return -math.expm1(float(log_ndtr(low))) - math.exp(min(0.0, epsilon + float(log_ndtr(-high))))
    density = math.exp(-low * low / 2) / math.sqrt(2 * math.pi)
    if shift > _SMALL_SHIFT:
        return max(density * (_mills(low) - _mills(high)), SMALLEST)
    ratio = _mills(middle)
    first = middle * ratio - 1
    third = 2 * first + middle * (ratio + middle * first)
    return max(-density * (shift * first + shift**3 / 24 * third), SMALLEST)


def gaussian_epsilon(rho: float, delta: float) -> float:
    """Return the smallest epsilon with which Gaussian noise of this rho is (epsilon, delta)-DP.

    Source, Deviations: as gaussian_delta.
    Args:    rho: as gaussian_delta.  delta: strictly between 0 and 1.
    Returns: epsilon, nats, exact; 0 where no event's probability moves by more than delta.
    Raises:  ValueError outside these domains.
    Examples:
        >>> round(gaussian_epsilon(0.1, 1e-6), 4)
        1.9945
    """
    rho, delta = check_rho(rho), check_open_interval("delta", delta, 0, 1)
    if rho > 1e300:
        return math.inf  # no double is large enough
    if math.erf(math.sqrt(rho) / 2) <= delta:  # the total variation, delta at epsilon 0
        return 0.0
    return turning_point(lambda log_epsilon: gaussian_delta(rho, math.exp(log_epsilon)) > delta)


def gaussian_rho(epsilon: float, delta: float) -> float:
    """Return the largest rho with which Gaussian noise is (epsilon, delta)-DP; the least sigma is 1/sqrt(2 rho).

    Source, Deviations: as gaussian_delta.
    Args:    epsilon: nats, > 0; inf = no privacy.  delta: strictly between 0 and 1.
    Returns: rho, exact.     Raises: ValueError outside these domains.
    Examples:
        >>> round(gaussian_rho(1.0, 1e-6), 5)
        0.02801
    """
    epsilon, delta = check_epsilon(epsilon), check_open_interval("delta", delta, 0, 1)
    if epsilon == math.inf:
        return math.inf
    return turning_point(lambda log_rho: gaussian_delta(math.exp(log_rho), epsilon) <= delta)


def _mills(value: float) -> float:
    """P[N > value] over the density at value."""
    return math.sqrt(math.pi / 2) * float(erfcx(value / math.sqrt(2)))
