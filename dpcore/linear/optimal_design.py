"""G-optimal design: how to share pulls among linear arms so that every arm's mean is estimated well."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore._kernels import kernel
from dpcore._validation import check_open_interval
from dpcore.linear.span import check_features, coefficients_kernel, spanning_arms_kernel, spanning_coordinates_kernel

MOST_NUMBERS, MOST_DIMENSIONS = 100_000, 50  # of the features: they bound the time
_MAX_STEPS = 100_000


def g_optimal_design(features: ArrayLike, tolerance: float = 1e-3) -> NDArray[np.float64]:
    """Sampling weights that minimise the largest variance max_a a^T V(w)^{-1} a, V(w) = sum_a w_a a a^T.

    With r the rank of the features (coordinates in their span if r < d) the minimum is r (Kiefer & Wolfowitz 1960);
    the weights returned reach at most (1 + tolerance) r, and at most r (r + 1)/2 of them are positive.
    Source: Frank-Wolfe with the exact step of LS20 ch. 21, as AB24 names it for
    AdaC-GOPE.  Deviations: it starts from r spanning arms, not from all; it also takes weight away from the least
    useful arm when that gains more (Atwood 1973), which converges linearly; a larger support is cut by Caratheodory's
    theorem without a loss in variance.
    Args:    features: (K, d) finite floats, not all zero, K d at most 100,000, d at most 50.
        tolerance: relative excess, strictly between 0 and 1.
    Returns: (K,) weights >= 0 that sum to 1.
    Raises:  ValueError for features or a tolerance outside these domains, or if it does not converge.
    Examples:
        >>> g_optimal_design([[1, 0], [0, 1], [1, 1]]).round(2).tolist()
        [0.33, 0.33, 0.33]
    """
    array = check_features(features)
    if array.size > MOST_NUMBERS or array.shape[1] > MOST_DIMENSIONS:
        raise ValueError(
            f"features must hold at most {MOST_NUMBERS} numbers in at most {MOST_DIMENSIONS} dimensions, "
            f"not an array of shape {array.shape}"
        )
    array = np.ldexp(array, -int(np.frexp(np.abs(array).max())[1]))  # exact, and squares stay in the range of doubles
    tolerance = check_open_interval("tolerance", tolerance, 0, 1)
    coordinates = spanning_coordinates_kernel(array)
    rank = coordinates.shape[1]
    points = coefficients_kernel(coordinates, spanning_arms_kernel(coordinates, rank)[0])
    weights = _reduce_support(points, g_optimal_design_kernel(points, tolerance))
    if not largest_variance(points, weights) <= (1 + tolerance) * rank * (1 + 1e-6):
        raise ValueError(f"the optimal design did not reach tolerance {tolerance} in {_MAX_STEPS} steps")
    return weights


def largest_variance(features: NDArray[np.float64], weights: NDArray[np.float64]) -> float:
    """max_a a^T V(w)^{-1} a for features (K, d) that span R^d and weights (K,) whose support spans it too."""
    information = (features * weights[:, None]).T @ features
    return float(np.einsum("ki,ki->k", features, np.linalg.solve(information, features.T).T).max())


@kernel
def g_optimal_design_kernel(features: NDArray[np.float64], tolerance: float) -> NDArray[np.float64]:
    """The weights (K,) of g_optimal_design before its support is cut, for features (K, d) that span R^d.

    Other features go through spanning_coordinates_kernel first.
    """
    num_arms, dimension = features.shape
    start = spanning_arms_kernel(features, dimension)[0]
    # The problem is invariant under a change of basis; in the starting arms' own it is well conditioned.
    points = coefficients_kernel(features, start)
    weights, variances = np.zeros(num_arms), np.zeros(num_arms)
    weights[start] = 1 / dimension
    inverse = np.zeros((dimension, dimension))
    for i in range(dimension):
        inverse[i, i] = dimension
        variances += dimension * points[:, i] ** 2
    for _ in range(_MAX_STEPS):
        if variances.max() <= (1 + tolerance) * dimension:
            break
        arm = _arm_to_change(variances, weights, dimension)
        step = _best_step(variances[arm], dimension, weights[arm])
        _update_variances(points, arm, step, inverse, variances)
        weights *= 1 - step
        weights[arm] = max(weights[arm] + step, 0.0)
    return weights


@kernel
def _arm_to_change(variances: NDArray[np.float64], weights: NDArray[np.float64], dimension: int) -> int:
    """The most uncertain arm, or the least uncertain one that has weight if it is further from the optimum's value."""
    most = least = int(np.argmax(variances))
    for arm in range(weights.size):
        if weights[arm] > 0 and variances[arm] < variances[least]:
            least = arm
    return least if dimension - variances[least] > variances[most] - dimension else most


@kernel
def _best_step(variance: float, dimension: int, weight: float) -> float:
    """The step that maximises log det V((1 - step) w + step e_a); a negative one stops where the arm's weight is 0."""
    drop_all = -weight / (1 - weight)
    if variance <= 1:
        return drop_all
    return max((variance / dimension - 1) / (variance - 1), drop_all)


@kernel
def _update_variances(
    points: NDArray[np.float64], arm: int, step: float, inverse: NDArray[np.float64], variances: NDArray[np.float64]
) -> None:
    """Update V^{-1} and a^T V^{-1} a in place for V <- (1 - step) V + step a_arm a_arm^T (Sherman & Morrison)."""
    dimension = points.shape[1]
    direction = np.zeros(dimension)
    for i in range(dimension):
        for j in range(dimension):
            direction[i] += inverse[i, j] * points[arm, j]
    shrink = step / (1 - step + step * variances[arm])
    for i in range(dimension):
        for j in range(dimension):
            inverse[i, j] = (inverse[i, j] - shrink * direction[i] * direction[j]) / (1 - step)
    for other in range(points.shape[0]):
        product = 0.0
        for i in range(dimension):
            product += points[other, i] * direction[i]
        variances[other] = (variances[other] - shrink * product * product) / (1 - step)


def _reduce_support(features: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights with at most d (d + 1)/2 positive entries, moved along dependencies of the matrices a a^T.

    V(w) stays the same and the total never grows, so that normalising it can only lower the variances.
    """
    weights = weights.copy()
    rows, columns = np.tril_indices(features.shape[1])
    while np.count_nonzero(weights) > rows.size:
        chosen = np.flatnonzero(weights)[: rows.size + 1]
        squares = features[chosen][:, rows] * features[chosen][:, columns]
        change = np.linalg.svd(squares.T)[2][-1]
        change = change if change.sum() >= 0 else -change
        falling = np.flatnonzero(change > 0)
        ratios = weights[chosen[falling]] / change[falling]
        weights[chosen] = np.maximum(weights[chosen] - ratios.min() * change, 0.0)
        weights[chosen[falling[ratios.argmin()]]] = 0.0
    weights /= weights.sum()
    return weights
