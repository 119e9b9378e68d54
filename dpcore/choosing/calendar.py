"""Participants as calendar time, where the number of participants differs from week to week."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore._validation import check_array, check_count, check_numbers, quoted

MOST_WEEKS = 5200
MOST_A_WEEK = 10**9
_ROUNDING = 1e-14  # of a quotient of doubles, relatively


def calendar_weeks(samples: ArrayLike, weekly: ArrayLike) -> NDArray[np.float64]:
    """Return the week, counted from 1, in which this many samples are reached; inf if they never are.

    Every week after the last one given brings as many as that one.

    Source: arithmetic.  Deviations: none.
    Args:
        samples: numbers > 0 in any shape; inf is allowed.
        weekly: (W,) numbers from 0 to 10^9, samples of week 1, ..., W, on average where they are not whole; W from 1 to
            5200, one of them > 0.
    Returns: exact, in the shape of `samples`.
    Raises: ValueError when an argument is out of its domain.
    Examples:
        >>> calendar_weeks([1.0, 9.0], weekly=[3, 4]).tolist()
        [1.0, 3.0]
    """
    numbers = check_array("samples", samples)
    if not (numbers > 0).all():
        raise ValueError(f"samples must be greater than 0, not {numbers[~(numbers > 0)][0]:g}")
    column = check_weekly(weekly)
    total = _sums(column)
    within = np.searchsorted(total, numbers) + 1.0
    beyond = np.full(numbers.shape, np.inf)
    if column[-1] > 0:
        with np.errstate(over="ignore"):  # inf where it is beyond a double
            beyond = column.size + np.ceil((numbers - total[-1]) / column[-1] * (1 - _ROUNDING))
    return np.where(numbers <= total[-1], within, beyond)


def samples_by_week(weeks: int, weekly: ArrayLike) -> NDArray[np.float64]:
    """Return (weeks,): the samples that are there at the end of week 1, ..., `weeks`; as calendar_weeks counts them.

    Source, Deviations, Args, Raises: as calendar_weeks; weeks: 1 to 5200.
    Returns: exact, to nine decimals.
    Examples:
        >>> samples_by_week(3, weekly=[3, 4]).tolist()
        [3.0, 7.0, 11.0]
    """
    column = check_weekly(weekly)
    count = check_count("weeks", weeks, 1, MOST_WEEKS)
    return _sums(np.concatenate([column, np.full(max(0, count - column.size), column[-1])])[:count])


def _sums(column: NDArray[np.float64]) -> NDArray[np.float64]:
    """What has come by the end of each week, without what ten times 39.9 lacks of 399 in binary."""
    total = np.cumsum(column)
    return total if (column == np.floor(column)).all() else np.round(total, 9)


def check_weekly(weekly: ArrayLike) -> NDArray[np.float64]:
    """The column of weekly numbers, (W,); see calendar_weeks."""
    array = check_numbers("weekly", weekly, "a list of numbers")
    if array.ndim != 1 or not 1 <= array.size <= MOST_WEEKS:
        raise ValueError(
            f"weekly must be a list of 1 to {MOST_WEEKS} numbers, not an array of shape {quoted(array.shape)}"
        )
    bad = ~((array >= 0) & (array <= MOST_A_WEEK))
    if bad.any():
        week = int(np.argmax(bad))
        raise ValueError(f"weekly must hold numbers from 0 to 10^9, not {array[week]:g} for week {week + 1}")
    if not array.any():
        raise ValueError("weekly must hold a number > 0: otherwise no participant would ever come")
    return array
