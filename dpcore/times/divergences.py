"""Divergences between Bernoulli distributions: kl, and its private version d_epsilon.

Kernels take a mean m together with 1 - m, and the distance |x - m| together with x and 1 - x: near a tie the distance,
and near 0 or 1 the complement, would lose its digits if it were recomputed from m and x.
"""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore._kernels import kernel
from dpcore._validation import broadcast, check_array, check_positive

Floats = NDArray[np.float64]

# From here on e^-epsilon is no longer a normal double; no representable mean strictly inside (0, 1) tells it from 0.
LARGEST_EPSILON = 700.0


@kernel(error_model="numpy")
def privacy_constants(epsilon: float) -> tuple[float, float]:
    """e^-epsilon and 1 - e^-epsilon, both to full relative precision; (0, 1) means kl."""
    if epsilon > LARGEST_EPSILON:
        return 0.0, 1.0
    return math.exp(-epsilon), -math.expm1(-epsilon)


@kernel(error_model="numpy")
def _excess_over_log(u: float, one_plus_u: float) -> float:
    """u - log(1 + u) >= 0, to full relative precision."""
    if abs(u) >= 0.1:
        return u - math.log(one_plus_u)
    # log(1 + u) = 2 artanh(s) with s = u / (2 + u), and u - 2 s = u s.
    s = u / (2 + u)
    z = s * s
    series = 1 / 3 + z * (1 / 5 + z * (1 / 7 + z * (1 / 9 + z * (1 / 11 + z / 13))))
    return s * (u - 2 * z * series)


@kernel(error_model="numpy")
def kl_upward(m: float, m_rest: float, distance: float, x: float, x_rest: float) -> float:
    """kl(m, x) for x = m + distance >= m, where m_rest = 1 - m and x_rest = 1 - x; the linear terms cancel exactly."""
    if distance <= 0:
        return 0.0
    if x_rest <= 0:
        return math.inf
    below = distance if m == 0 else m * _excess_over_log(distance / m, x / m)
    return below + m_rest * _excess_over_log(-distance / m_rest, x_rest / m_rest)


@kernel(error_model="numpy")
def kl_reach(m: float, m_rest: float, decay: float, slope: float) -> float:
    """g(m) - m: up to this distance above m the private divergence is kl; (decay, slope) = privacy_constants."""
    if decay == 0:
        return math.inf
    return m * m_rest * slope / (m + m_rest * decay)


@kernel(error_model="numpy")
def in_kl_zone(m: float, m_rest: float, distance: float, reach: float, x_rest: float, decay: float) -> bool:
    """Whether d_epsilon(m, x) is kl; by the side of the zone's end on which x has its digits."""
    if reach < x_rest:
        return distance <= reach
    return x_rest * (m + m_rest * decay) >= m_rest * decay


@kernel(error_model="numpy")
def kl_at_reach(m: float, m_rest: float, reach: float, decay: float) -> float:
    """kl(m, g(m)), the private divergence where its linear zone begins."""
    return kl_upward(m, m_rest, reach, m + reach, m_rest * decay / (m + m_rest * decay))


@kernel(error_model="numpy")
def linear_excess(
    m: float, m_rest: float, distance: float, reach: float, x: float, x_rest: float, decay: float, slope: float
) -> float:
    """d_epsilon(m, x) - kl(m, g(m)) = log((1 - c g(m)) / (1 - c x)) for x = m + distance >= g(m) = m + reach."""
    reach_rest = m_rest * decay / (m + m_rest * decay)
    beyond = distance - reach if reach < reach_rest else reach_rest - x_rest
    factor = (m + m_rest * decay) / decay
    drop = beyond * slope * factor
    if drop < 0.5:
        return -math.log1p(-drop)
    return -math.log((x_rest + decay * x) * factor)


@kernel(error_model="numpy")
def private_upward(
    m: float, m_rest: float, distance: float, x: float, x_rest: float, decay: float, slope: float
) -> float:
    """d_epsilon(m, x) for x = m + distance >= m; arguments as in kl_upward and kl_reach."""
    reach = kl_reach(m, m_rest, decay, slope)
    if in_kl_zone(m, m_rest, distance, reach, x_rest, decay):
        return kl_upward(m, m_rest, distance, x, x_rest)
    at_reach = kl_at_reach(m, m_rest, reach, decay)
    return at_reach + linear_excess(m, m_rest, distance, reach, x, x_rest, decay, slope)


def private_divergence(m: ArrayLike, x: ArrayLike, epsilon: ArrayLike) -> Floats | float:
    """The private divergence d_epsilon(m, x) = inf over z of epsilon |m - z| + kl(z, x) of Bernoulli means.

    Source: JA25, in the closed form of its two zones.  Deviations: none.
    Args: m, x: means in [0, 1].  epsilon: budget in nats, > 0; inf = kl.  They broadcast against each other.
    Returns: nats, in the broadcast shape (a float for three numbers); inf where kl is infinite and epsilon is inf.
    Raises: ValueError for bad input.
    Examples:
        >>> round(float(private_divergence(0.5, 0.6, 0.1)), 6)
        0.008792
    """
    m, x, epsilon = broadcast(check_array("m", m, 0, 1), check_array("x", x, 0, 1), check_positive("epsilon", epsilon))
    out = np.empty(m.shape)
    _private_divergences(m.ravel(), x.ravel(), epsilon.ravel(), out.reshape(-1))
    return out if out.ndim else float(out)


@kernel
def _private_divergences(m: Floats, x: Floats, epsilon: Floats, out: Floats) -> None:
    for i in range(out.size):
        distance = abs(x[i] - m[i])
        decay, slope = privacy_constants(epsilon[i])
        if (x[i] == 0 or x[i] == 1) and distance > 0:
            out[i] = epsilon[i] * distance  # kl(z, x) is infinite for every z but x
        elif m[i] <= x[i]:
            out[i] = private_upward(m[i], 1 - m[i], distance, x[i], 1 - x[i], decay, slope)
        else:
            out[i] = private_upward(1 - m[i], m[i], distance, 1 - x[i], x[i], decay, slope)
