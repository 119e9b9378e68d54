"""Checks of user input, done once at the public doors of dpcore; every message quotes the offending value."""

import math
import operator
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

Means = NDArray[np.float64]


def check_means(means: ArrayLike) -> Means:
    """The means as a new (K,) float array: K >= 2, each strictly between 0 and 1, one unique maximum."""
    try:
        array = np.array(means, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"means must be a list of numbers, got {means!r}") from error
    if array.ndim != 1:
        raise ValueError(f"means must have shape (K,), got shape {array.shape}")
    if array.size > 1:  # the good case costs one pass: a NaN would be its own argmin and argmax, and fail here
        highest = array[array.argmax()]
        if array[array.argmin()] > 0 and highest < 1 and np.count_nonzero(array == highest) == 1:
            return array
    if array.size < 2:
        raise ValueError(f"means must hold at least 2 arms, got {array.size}")
    if np.isnan(array).any():
        raise ValueError(f"means must be numbers, got NaN for arm {int(np.argmax(np.isnan(array))) + 1}")
    outside = (array <= 0) | (array >= 1)
    if outside.any():
        arm = int(np.argmax(outside))
        raise ValueError(f"means must lie strictly between 0 and 1, got {array[arm]} for arm {arm + 1}")
    best = np.flatnonzero(array == array.max())
    if best.size > 1:
        tied = " and ".join(str(arm + 1) for arm in best)
        raise ValueError(f"means must have one unique maximum, but arms {tied} tie at {array[best[0]]}")
    return array


def check_epsilon(epsilon: float) -> float:
    """The privacy budget as a float > 0; inf (no privacy) is allowed."""
    value = _number("epsilon", epsilon)
    if not value > 0:
        raise ValueError(f"epsilon must be > 0, got {epsilon}")
    return value


def check_epsilons(epsilons: ArrayLike) -> NDArray[np.float64]:
    """The privacy budgets as a new (E,) float array, E >= 1, each > 0; inf (no privacy) is allowed."""
    array = check_array("epsilons", epsilons)
    if array.ndim != 1 or array.size == 0:
        raise ValueError(f"epsilons must have shape (E,) with E >= 1, got shape {array.shape}")
    if not (array > 0).all():
        raise ValueError(f"epsilons must be > 0, got {array[~(array > 0)][0]}")
    return array


def check_risk(risk: float) -> float:
    """The allowed probability of a wrong recommendation as a float in (0, 1/2)."""
    value = _number("risk", risk)
    if not 0 < value < 0.5:
        raise ValueError(f"risk must lie strictly between 0 and 1/2, got {risk}")
    return value


def check_open_interval(name: str, value: float, low: float, high: float) -> float:
    """A float with low < value < high."""
    number = _number(name, value)
    if not low < number < high:
        raise ValueError(f"{name} must lie strictly between {low:g} and {high:g}, got {value}")
    return number


def check_array(name: str, values: ArrayLike, low: float = -math.inf, high: float = math.inf) -> NDArray[np.float64]:
    """A new float array of any shape whose values are numbers with low <= value <= high."""
    try:
        array = np.array(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must be a number or an array of numbers, got {values!r}") from error
    if np.isnan(array).any():
        raise ValueError(f"{name} must be numbers, got NaN")
    outside = (array < low) | (array > high)
    if outside.any():
        raise ValueError(f"{name} must lie between {low:g} and {high:g}, got {array[outside][0]}")
    return array


def check_count(name: str, value: int, minimum: int = 1, maximum: int | None = None) -> int:
    """An integer with minimum <= value <= maximum."""
    try:
        number = operator.index(value)
    except TypeError as error:
        raise ValueError(f"{name} must be a whole number, got {value!r}") from error
    if number < minimum:
        raise ValueError(f"{name} must be at least {minimum}, got {number}")
    if maximum is not None and number > maximum:
        raise ValueError(f"{name} must be at most {maximum}, got {number}")
    return number


def check_choice(name: str, value: str, choices: Sequence[str]) -> str:
    """One of the named choices."""
    if value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}; got {value!r}")
    return value


def _number(name: str, value: float) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must be a number, got {value!r}") from error
    if math.isnan(number):
        raise ValueError(f"{name} must be a number, got NaN")
    return number
