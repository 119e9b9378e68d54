"""Outcomes as they were measured, arm by arm: each arm's distinct values and how often they occur."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore._validation import check_number, check_numbers, length, quoted

Floats = NDArray[np.float64]

MOST_ARMS = 20
MOST_OUTCOMES = 10**7  # of all arms
LARGEST_OUTCOME = 1e12  # either sign: squares and sums of MOST_OUTCOMES of them stay exact enough


@dataclass(frozen=True, eq=False)
class Outcomes:
    """K arms' outcomes: values[a] (V_a,) the distinct ones in rising order, counts[a] (V_a,) how often each occurs."""

    values: tuple[Floats, ...]
    counts: tuple[NDArray[np.int64], ...]

    @property
    def sizes(self) -> NDArray[np.int64]:
        """(K,) the number of outcomes of each arm."""
        return np.array([counts.sum() for counts in self.counts])

    @property
    def means(self) -> Floats:
        """(K,) each arm's mean outcome."""
        return np.array([_mean(*arm) for arm in zip(self.values, self.counts, strict=True)])

    @property
    def range(self) -> tuple[float, float]:
        """The smallest and the largest outcome of all arms."""
        return min(float(values[0]) for values in self.values), max(float(values[-1]) for values in self.values)

    def shares_outside(self, low: float, high: float) -> Floats:
        """(K, 2) the shares of each arm's outcomes below `low` and above `high`.

        Raises: ValueError when one of them is no number.
        """
        least, most = check_number("low", low), check_number("high", high)
        counted = [
            (counts[values < least].sum(), counts[values > most].sum())
            for values, counts in zip(self.values, self.counts, strict=True)
        ]
        return np.array(counted) / self.sizes[:, None]

    def at_least(self, threshold: float) -> "Outcomes":
        """The yes/no version: 1 for an outcome of at least `threshold`, else 0.

        Raises: ValueError when the threshold is not a finite number.
        """
        threshold = check_number("threshold", threshold)
        if not math.isfinite(threshold):
            raise ValueError(f"threshold must be a finite number, not {quoted(threshold)}")
        yes = [int(c[v >= threshold].sum()) for v, c in zip(self.values, self.counts, strict=True)]
        counts = [np.array([size - ones, ones]) for size, ones in zip(self.sizes.tolist(), yes, strict=True)]
        return Outcomes(
            tuple(np.array([0.0, 1.0])[each > 0] for each in counts), tuple(each[each > 0] for each in counts)
        )


def tabulate_outcomes(outcomes: Sequence[ArrayLike]) -> Outcomes:
    """Count each arm's distinct outcomes.

    Args:    outcomes: K arrays (N_a,), N_a >= 1, 2 <= K <= 20, in any unit; each value finite and at most 1e12 in
             size; at most 10^7 values in all.
    Returns: the outcomes.
    Raises:  ValueError when an argument is out of its domain.
    Examples:
        >>> tabulate_outcomes([[0, 1, 2], [1, 2, 2]]).means.round(3).tolist()
        [1.0, 1.667]
    """
    is_list = isinstance(outcomes, Sequence) or (isinstance(outcomes, np.ndarray) and outcomes.ndim > 0)
    if not is_list or isinstance(outcomes, str | bytes):
        raise ValueError(f"outcomes must be one list of numbers for each arm, not {quoted(outcomes)}")
    if not 2 <= length(outcomes) <= MOST_ARMS:
        raise ValueError(f"outcomes must hold 2 to {MOST_ARMS} arms, not {length(outcomes)}")
    arrays = [_check_arm(arm, values) for arm, values in enumerate(outcomes, start=1)]
    if sum(array.size for array in arrays) > MOST_OUTCOMES:
        raise ValueError(f"outcomes must hold at most {MOST_OUTCOMES} values, not {sum(a.size for a in arrays)}")
    values, counts = zip(*(np.unique(array, return_counts=True) for array in arrays), strict=True)
    return Outcomes(values, counts)


def _check_arm(arm: int, values: ArrayLike) -> Floats:
    array = check_numbers(f"the outcomes of arm {arm}", values, "a list of numbers")
    if array.ndim != 1:
        raise ValueError(f"the outcomes of arm {arm} must have shape (N,), not {quoted(array.shape)}")
    if array.size == 0:
        raise ValueError(f"arm {arm} must have at least one outcome, but has none")
    if np.isnan(array).any():
        raise ValueError(f"the outcomes of arm {arm} must be numbers, not NaN")
    if not (abs(array) <= LARGEST_OUTCOME).all():
        worst = array[abs(array).argmax()]
        raise ValueError(f"the outcomes of arm {arm} must be between -1e12 and 1e12, not {worst:g}")
    return array + 0.0  # -0 counts as 0


def _mean(values: Floats, counts: NDArray[np.int64]) -> float:
    """The mean from the smallest value on, exact for a constant."""
    return float(values[0] + (values - values[0]) @ counts / counts.sum())
