"""Outcomes clipped to [low, high] and rescaled to [0, 1]: the laws that simulated runs resample.

Above MOST_VALUES distinct values they are split without bias onto a grid of MOST_VALUES equally spaced points: of the
mass of a value y between the neighbours g < h, the share (h - y)/(h - g) goes to g and the rest to h.  The mean stays
exactly y, since g (h - y)/(h - g) + h (y - g)/(h - g) = y; the variance grows by (y - g)(h - y) >= 0 per unit of mass,
at most a quarter of a squared step.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpcore._validation import check_count, check_number, check_type, quoted
from dpcore.bounded.outcomes import LARGEST_OUTCOME, Floats, Outcomes

MOST_VALUES = 2000


@dataclass(frozen=True, eq=False)
class BoundedLaws:
    """K laws on [0, 1]; an outcome y of [low, high] becomes (y - low)/(high - low).

    values (V,), shares (K, V): what runs resample, each row of shares sums to 1.  is_split: whether values were split
    onto a grid.  cells: of each arm (values, shares) with those of a grid's cell replaced by their mean, or the law
    itself if it is not split; lower bounds are computed from them, which can only lower them.
    """

    low: float
    high: float
    values: Floats
    shares: Floats
    is_split: bool
    cells: tuple[tuple[Floats, Floats], ...]

    @property
    def sensitivity(self) -> float:
        """How much one participant can move a sum of outcomes, in their unit."""
        return self.high - self.low

    @property
    def unit_means(self) -> Floats:
        """(K,) the means on [0, 1]."""
        return np.array([float(values @ shares) for values, shares in self.cells])

    @property
    def means(self) -> Floats:
        """(K,) the means of the clipped outcomes, in their unit."""
        return self.low + self.sensitivity * self.unit_means

    @property
    def variances(self) -> Floats:
        """(K,) the variances on [0, 1] of what runs resample."""
        return np.array([row @ (self.values - row @ self.values) ** 2 for row in self.shares])

    @property
    def best_arm(self) -> int:
        """The arm with the largest mean of clipped outcomes.  Raises: ValueError if several have it."""
        means = self.unit_means
        best = np.flatnonzero(means >= means.max() - 1e-12)
        if best.size > 1:
            raise ValueError(
                f"arms {best[0] + 1} and {best[1] + 1} have the same mean once outcomes are clipped to "
                f"[{self.low:g}, {self.high:g}]: there is no best arm to find"
            )
        return int(best[0])


def clip_outcomes(outcomes: Outcomes, low: float, high: float, most_values: int = MOST_VALUES) -> BoundedLaws:
    """The laws of outcomes that are clipped to [low, high]: those below count as low, and those above as high.

    Args:    outcomes: see tabulate_outcomes.  low < high: finite, at most 1e12 in size, in the outcomes' unit.
             most_values: distinct values of all arms together that are kept as they are, 2 to 2000.
    Returns: the laws on [0, 1].
    Raises:  ValueError when an argument is out of its domain.
    Examples:
        >>> clip_outcomes(tabulate_outcomes([[0, 1, 2], [1, 2, 2]]), 0, 1).means.round(3).tolist()
        [0.667, 1.0]
    """
    check_type("outcomes", outcomes, Outcomes)
    low, high = check_clip(low, high)
    most_values = check_count("most_values", most_values, 2, MOST_VALUES)
    arms = [_clipped(v, c, low, high) for v, c in zip(outcomes.values, outcomes.counts, strict=True)]
    values = np.unique(np.concatenate([values for values, _ in arms]))
    if values.size <= most_values:
        shares = np.zeros((len(arms), values.size))
        for row, (own, weights) in zip(shares, arms, strict=True):
            row[np.searchsorted(values, own)] = weights
        return BoundedLaws(low, high, values, shares, False, tuple(arms))
    grid = np.linspace(0, 1, most_values)
    shares, cells = np.array([_split(*arm, grid) for arm in arms]), tuple(_merged(*arm, grid) for arm in arms)
    return BoundedLaws(low, high, grid, shares, True, cells)


def check_clip(low: float, high: float) -> tuple[float, float]:
    """The two ends of a clip as floats, low < high."""
    low, high = check_number("low", low), check_number("high", high)
    for name, value in (("low", low), ("high", high)):
        if not abs(value) <= LARGEST_OUTCOME:
            raise ValueError(f"{name} must be between -1e12 and 1e12, not {quoted(value)}")
    if not low < high or not math.isfinite(1 / (high - low)):
        raise ValueError(f"low must be smaller than high, but they are {quoted(low)} and {quoted(high)}")
    return low, high


def _clipped(values: Floats, counts: NDArray[np.int64], low: float, high: float) -> tuple[Floats, Floats]:
    """Distinct values on [0, 1] and their shares."""
    unit = np.clip((np.clip(values, low, high) - low) / (high - low), 0, 1)
    distinct, places = np.unique(unit, return_inverse=True)
    return distinct, _binned(places, counts / counts.sum(), distinct.size)


def _split(values: Floats, shares: Floats, grid: Floats) -> Floats:
    """The shares (G,) of the grid's points, by the distances of each value to its two neighbours."""
    place = np.minimum((values * (grid.size - 1)).astype(np.int64), grid.size - 2)
    part = np.clip(values * (grid.size - 1) - place, 0, 1)
    return _binned(place, shares * (1 - part), grid.size) + _binned(place + 1, shares * part, grid.size)


def _merged(values: Floats, shares: Floats, grid: Floats) -> tuple[Floats, Floats]:
    """The mean of the values in each cell of the grid, and the cell's share."""
    place = np.minimum((values * (grid.size - 1)).astype(np.int64), grid.size - 2)
    mass, total = _binned(place, shares, grid.size), _binned(place, shares * values, grid.size)
    return np.clip(total[mass > 0] / mass[mass > 0], 0, 1), mass[mass > 0]


def _binned(places: NDArray[np.int64], weights: Floats, size: int) -> Floats:
    """The sum of the weights at each of `size` places."""
    return np.bincount(places, weights=weights, minlength=size).astype(np.float64)
