"""The linear span of a set of feature vectors: spanning arms, their orthonormal basis, coefficients in arms."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore._kernels import kernel
from dpcore._validation import check_numbers, quoted

# A vector counts as dependent on others when less than this fraction of the largest vector is left beside their span.
DEPENDENCE_TOLERANCE = 1e-9


def check_features(features: ArrayLike) -> NDArray[np.float64]:
    """The features as a new (K, d) float array: finite numbers, K >= 1, d >= 1, not all zero."""
    array = np.ascontiguousarray(check_numbers("features", features, "a table of numbers, one row per arm"))
    if array.ndim != 2 or 0 in array.shape:
        raise ValueError(f"features must have shape (K, d) with K, d >= 1, not {quoted(array.shape)}")
    if not np.isfinite(array).all():
        arm = int(np.argmin(np.isfinite(array).all(axis=1)))
        raise ValueError(f"features must be finite numbers, not {quoted(array[arm].tolist())} for arm {arm + 1}")
    if not array.any():
        raise ValueError(f"features must not all be zero, but those of all {array.shape[0]} arms are")
    return array


@kernel
def spanning_arms_kernel(features: NDArray[np.float64], max_rank: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Up to max_rank independent arms, each with the largest part outside the span of the earlier, and their basis.

    Returns (arms (r,), orthonormal basis (d, r)).  r < max_rank is the rank of the features.
    """
    num_arms, dimension = features.shape
    residual = features / max(np.abs(features).max(), 1e-300)
    arms = np.empty(min(num_arms, dimension, max_rank), dtype=np.int64)
    basis = np.empty((arms.size, dimension))
    largest = 0.0
    for rank in range(arms.size):
        arm, length = _longest_row(residual)
        largest = max(largest, length)
        if length <= DEPENDENCE_TOLERANCE * largest:
            return arms[:rank].copy(), basis[:rank].T.copy()
        arms[rank] = arm
        basis[rank] = residual[arm] / length
        for other in range(rank):
            _remove_direction(basis[rank], basis[other])
        basis[rank] /= _longest_row(basis[rank : rank + 1])[1]
        for row in range(num_arms):
            _remove_direction(residual[row], basis[rank])
    return arms, basis.T.copy()


@kernel
def _longest_row(rows: NDArray[np.float64]) -> tuple[int, float]:
    longest, length = 0, -1.0
    for row in range(rows.shape[0]):
        squares = 0.0
        for value in rows[row]:
            squares += value * value
        if squares > length:
            longest, length = row, squares
    return longest, math.sqrt(length)


@kernel
def _remove_direction(vector: NDArray[np.float64], direction: NDArray[np.float64]) -> None:
    """Subtract, in place, the part of the vector along a unit direction."""
    product = 0.0
    for i in range(vector.size):
        product += vector[i] * direction[i]
    for i in range(vector.size):
        vector[i] -= product * direction[i]


@kernel
def spanning_coordinates_kernel(features: NDArray[np.float64]) -> NDArray[np.float64]:
    """Coordinates (K, rank) of the features in an orthonormal basis of their span; unchanged if they span R^d."""
    dimension = features.shape[1]
    basis = spanning_arms_kernel(features, dimension)[1]
    return features if basis.shape[1] == dimension else features @ basis


@kernel
def coefficients_kernel(features: NDArray[np.float64], arms: NDArray[np.int64]) -> NDArray[np.float64]:
    """The (K, d) coefficients with features[i] = sum_j coefficients[i, j] features[arms[j]]; the arms are a basis."""
    return solve_kernel(features[arms].T.copy(), features.T.copy()).T.copy()


@kernel
def solve_kernel(matrix: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
    """matrix^{-1} right for a regular (d, d) matrix and (d, n) right sides: Gauss-Jordan with partial pivoting."""
    dimension = matrix.shape[0]
    table = np.empty((dimension, dimension + right.shape[1]))
    table[:, :dimension] = matrix
    table[:, dimension:] = right
    for column in range(dimension):
        pivot = column + np.argmax(np.abs(table[column:, column]))
        row = table[pivot] / table[pivot, column]
        table[pivot] = table[column]
        table[column] = row
        for other in range(dimension):
            if other != column:
                table[other] -= table[other, column] * row
    return table[:, dimension:].copy()
