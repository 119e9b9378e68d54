"""The Max-Det collection of CKCT24: the arms whose feature vectors span the largest volume."""

from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore._kernels import kernel
from dpcore.fixed_budget.instance import check_size
from dpcore.linear.span import check_features, coefficients_kernel, spanning_arms_kernel, spanning_coordinates_kernel

# Up to this many subsets all are tried; beyond, swaps improve a greedy collection.
EXACT_SUBSETS = 100_000
# A coefficient counts as larger than 1, and a volume as larger, only beyond rounding.
_ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class MaxDetCollection:
    """arms (r,) ascending; coefficients (K, r) with features[i] = sum_j coefficients[i, j] features[arms[j]].

    volume is |det| of the arms' coordinates in an orthonormal basis of the span; is_exact says whether it is proven to
    be the largest (all subsets tried) or only cannot be enlarged by exchanging one arm.
    """

    arms: NDArray[np.int64]
    coefficients: NDArray[np.float64]
    volume: float
    is_exact: bool


def max_det_collection(features: ArrayLike) -> MaxDetCollection:
    """Return the r arms of largest volume, r the rank of the features, and every arm's coefficients in them.

    All coefficients lie in [-1, 1] (Cramer's rule), so no error of a measured mean is amplified.
    Source: CKCT24 slides.  Deviations: beyond 100,000 subsets a greedy collection is improved by
    exchanges until every coefficient is in [-1, 1], which is all that the error analysis needs [INFERRED].
    Args:    features: (K, d) finite floats, not all zero, K <= 10,000, d <= 50.
    Returns: MaxDetCollection, exact where it says so.     Raises: ValueError for features outside that domain.
    Examples:
        >>> max_det_collection([[0.0, 1.0], [1.0, 0.0], [0.5, 0.5]]).arms.tolist()
        [0, 1]
    """
    array = check_features(features)
    check_size(array)
    coordinates = spanning_coordinates_kernel(array)
    num_arms, rank = coordinates.shape
    arms = max_det_kernel(coordinates)
    return MaxDetCollection(
        arms=arms,
        coefficients=coefficients_kernel(coordinates, arms),
        volume=float(abs(np.linalg.det(coordinates[arms]))),
        is_exact=comb(num_arms, rank) <= EXACT_SUBSETS,
    )


@kernel
def max_det_kernel(features: NDArray[np.float64]) -> NDArray[np.int64]:
    """The arms (d,) of max_det_collection, ascending, for features (K, d) that span R^d."""
    num_arms, dimension = features.shape
    arms = _exchange(features, spanning_arms_kernel(features, dimension)[0])
    if _subsets_up_to_limit(num_arms, dimension) <= EXACT_SUBSETS:
        arms = _largest_volume(coefficients_kernel(features, arms), arms)
    is_chosen = np.zeros(num_arms, dtype=np.bool_)
    is_chosen[arms] = True
    return np.flatnonzero(is_chosen)


@kernel
def _exchange(features: NDArray[np.float64], arms: NDArray[np.int64]) -> NDArray[np.int64]:
    """Exchange arms while a coefficient exceeds 1 in size: the volume grows by that factor, so this ends."""
    while True:
        coefficients = np.abs(coefficients_kernel(features, arms))
        largest = np.argmax(coefficients)
        newcomer, place = largest // arms.size, largest % arms.size
        if coefficients[newcomer, place] <= 1 + _ROUNDING:
            return arms
        arms[place] = newcomer


@kernel
def _subsets_up_to_limit(num_arms: int, size: int) -> float:
    count = 1.0
    for i in range(size):
        count *= (num_arms - i) / (i + 1)
        if count > EXACT_SUBSETS * num_arms:
            break
    return round(count)


@kernel
def _largest_volume(points: NDArray[np.float64], arms: NDArray[np.int64]) -> NDArray[np.int64]:
    """The d rows of the largest |det| among all subsets; `arms`, whose |det| is 1, unless one is larger."""
    num_arms, dimension = points.shape
    best, largest = arms, 1 + _ROUNDING
    subset = np.arange(dimension)
    while True:
        volume = _volume(points, subset)
        if volume > largest:
            best, largest = subset.copy(), volume
        place = dimension - 1
        while place >= 0 and subset[place] == num_arms - dimension + place:
            place -= 1
        if place < 0:
            return best
        subset[place] += 1
        for later in range(place + 1, dimension):
            subset[later] = subset[later - 1] + 1


@kernel
def _volume(points: NDArray[np.float64], subset: NDArray[np.int64]) -> float:
    """|det| of these rows, by Gaussian elimination with partial pivoting."""
    dimension = subset.size
    table = points[subset]
    volume = 1.0
    for column in range(dimension):
        pivot = column
        for row in range(column + 1, dimension):
            if abs(table[row, column]) > abs(table[pivot, column]):
                pivot = row
        value = table[pivot, column]
        if value == 0:
            return 0.0
        volume *= abs(value)
        for row in range(column, dimension):
            if row != pivot:
                factor = table[row, column] / value
                for j in range(column + 1, dimension):
                    table[row, j] -= factor * table[pivot, j]
        for j in range(column + 1, dimension):
            table[pivot, j] = table[column, j]
    return volume
