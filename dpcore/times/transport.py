"""The transportation cost: the cheapest way to make another arm look as good as the best one."""

import math

import numpy as np
from numpy.typing import ArrayLike

from dpcore._kernels import kernel
from dpcore._validation import broadcast, check_array, check_positive
from dpcore.times.divergences import Floats, kl_reach, privacy_constants, private_upward


@kernel(error_model="numpy")
def _linear_against_kl(
    m: float, m_rest: float, kl_weight: float, linear_weight: float, decay: float, slope: float
) -> float:
    """Distance from m at which the pull of m (in its kl zone) balances that of the other mean (in its linear zone).

    m is the higher mean; for the lower one pass its mirror image (1 - m, m).  With d the distance it is the positive
    root of c (v + u) d^2 + (v (1 - c m) - u c (2 m - 1)) d - u c m (1 - m) = 0.
    """
    a = slope * (kl_weight + linear_weight)
    b = kl_weight * (m_rest + decay * m) - linear_weight * slope * (m - m_rest)
    c = linear_weight * slope * m * m_rest
    root = math.sqrt(b * b + 4 * a * c)
    return 2 * c / (b + root) if b > 0 else (root - b) / (2 * a)


@kernel(error_model="numpy")
def transportation_cost_kernel(
    best_mean: float, other_mean: float, best_weight: float, other_weight: float, epsilon: float
) -> float:
    """min over x of best_weight d-(best_mean, x) + other_weight d+(other_mean, x), with d_epsilon (kl at inf).

    0 where other_mean >= best_mean or a weight is 0.  Means in the closed interval [0, 1].
    """
    gap = best_mean - other_mean
    if not (gap > 0 and best_weight > 0 and other_weight > 0):
        return 0.0
    decay, slope = privacy_constants(epsilon)
    p, p_rest, q, q_rest = best_mean, 1 - best_mean, other_mean, 1 - other_mean
    p_reach, q_reach = kl_reach(p_rest, p, decay, slope), kl_reach(q, q_rest, decay, slope)
    total = best_weight + other_weight
    # The derivative of the cost increases in x.  Its zero in the middle zone (both kl where the two kl zones overlap,
    # both linear where they do not) tells by leaving that zone on which side of it the true zero lies.
    if p_reach + q_reach >= gap:
        above_q, below_p = gap * (best_weight / total), gap * (other_weight / total)
        right, left = above_q > q_reach, below_p > p_reach
    else:
        above_q = (best_weight * (q_rest + decay * q) - other_weight * (q + decay * q_rest)) / (slope * total)
        below_p = gap - above_q
        right, left = below_p < p_reach, above_q < q_reach
    if right:
        below_p = min(_linear_against_kl(p, p_rest, best_weight, other_weight, decay, slope), gap)
        above_q = gap - below_p
    elif left:
        above_q = min(_linear_against_kl(q_rest, q, other_weight, best_weight, decay, slope), gap)
        below_p = gap - above_q
    x, x_rest = q + above_q, p_rest + below_p
    best_cost = private_upward(p_rest, p, below_p, x_rest, x, decay, slope)
    other_cost = private_upward(q, q_rest, above_q, x, x_rest, decay, slope)
    return best_weight * best_cost + other_weight * other_cost


def transportation_cost(
    best_mean: ArrayLike, other_mean: ArrayLike, best_weight: ArrayLike, other_weight: ArrayLike, epsilon: ArrayLike
) -> Floats | float:
    """The transportation cost: min over x of best_weight d-(best_mean, x) + other_weight d+(other_mean, x).

    Source: JA25 with d_epsilon, GK16 Lemma 3 with kl; minimised in closed form.  Deviations: none.
    Args: best_mean, other_mean: in [0, 1].  best_weight, other_weight: >= 0 and finite (shares, or numbers of samples).
    epsilon: budget in nats, > 0; inf = kl.  They broadcast against each other.
    Returns: nats, in the broadcast shape (a float for five numbers); 0 where other_mean >= best_mean or a weight is 0.
    Raises: ValueError for bad input.
    Examples:
        >>> round(float(transportation_cost(0.6, 0.5, 1.0, 1.0, 0.1)), 6)
        0.007507
    """
    largest = np.finfo(float).max
    arrays = broadcast(
        check_array("best_mean", best_mean, 0, 1),
        check_array("other_mean", other_mean, 0, 1),
        check_array("best_weight", best_weight, 0, largest),
        check_array("other_weight", other_weight, 0, largest),
        check_positive("epsilon", epsilon),
    )
    out = np.empty(arrays[0].shape)
    best_mean, other_mean, best_weight, other_weight, epsilon = (array.ravel() for array in arrays)
    _transportation_costs(best_mean, other_mean, best_weight, other_weight, epsilon, out.reshape(-1))
    return out if out.ndim else float(out)


@kernel
def _transportation_costs(
    best_mean: Floats, other_mean: Floats, best_weight: Floats, other_weight: Floats, epsilon: Floats, out: Floats
) -> None:
    for i in range(out.size):
        out[i] = transportation_cost_kernel(best_mean[i], other_mean[i], best_weight[i], other_weight[i], epsilon[i])
