"""Checks of user input, done once at the public doors of dpcore; every message quotes the offending value."""

import math
import operator
import reprlib
import sys
from collections.abc import Sequence
from types import UnionType
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

Means = NDArray[np.float64]
T = TypeVar("T")

LONGEST_QUOTE = 100  # characters
MOST_NUMBERS = 10**7  # in one array of input
MOST_ARMS = 100_000
LARGEST_COUNT = 2**63 - 1  # kernels count with 64 bits
LARGEST_SEED = 2**128 - 1  # numpy's SeedSequence draws its own entropy from here


class _Quoting(reprlib.Repr):
    """repr that looks at no more of a value than a message can show."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxlong = self.maxother = LONGEST_QUOTE

    def repr_int(self, x: int, level: int) -> str:
        # Python refuses to write out integers of more than 4300 digits.
        return super().repr_int(x, level) if x.bit_length() < 10_000 else f"an integer of {x.bit_length()} bits"


_QUOTING = _Quoting()


def quoted(value: object) -> str:
    """The value as messages quote it: on one line, at most LONGEST_QUOTE characters, whatever the value is."""
    text = " ".join(_QUOTING.repr(value.item() if isinstance(value, np.generic) else value).split())
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}…"


def check_means(means: ArrayLike, indifference: float = 0.0) -> Means:
    """The means as a new (K,) float array: 2 <= K <= MOST_ARMS, each strictly between 0 and 1.

    One unique maximum, unless there is a smallest difference that matters, `indifference` > 0.
    """
    array = check_numbers("means", means, "a list of numbers")
    if array.ndim != 1:
        raise ValueError(f"means must have shape (K,), not {quoted(array.shape)}")
    if array.size > MOST_ARMS:
        raise ValueError(f"there must be at most {MOST_ARMS} means, not {array.size}")
    if array.size > 1:  # the good case costs one pass: a NaN would be its own argmin and argmax, and fail here
        highest = array[array.argmax()]
        is_unique = indifference > 0 or np.count_nonzero(array == highest) == 1
        if array[array.argmin()] > 0 and highest < 1 and is_unique:
            return array
    if array.size < 2:
        raise ValueError(f"there must be at least 2 means, not {array.size}")
    if np.isnan(array).any():
        raise ValueError(f"means must be numbers, not NaN for arm {int(np.argmax(np.isnan(array))) + 1}")
    outside = (array <= 0) | (array >= 1)
    if outside.any():
        arm = int(np.argmax(outside))
        raise ValueError(f"means must be strictly between 0 and 1, not {array[arm]} for arm {arm + 1}")
    best = np.flatnonzero(array == array.max())
    more = f" (and {best.size - 2} more)" if best.size > 2 else ""
    raise ValueError(
        f"means must have one unique maximum, but arms {best[0] + 1} and {best[1] + 1}{more} tie at {array[best[0]]}"
    )


def check_epsilon(epsilon: float) -> float:
    """The privacy budget as a float > 0; inf (no privacy) is allowed."""
    value = check_number("epsilon", epsilon)
    if not value > 0:
        raise ValueError(f"epsilon must be greater than 0, not {quoted(epsilon)}")
    return value


def check_epsilons(epsilons: ArrayLike) -> NDArray[np.float64]:
    """The privacy budgets as a new (E,) float array, E >= 1, each > 0; inf (no privacy) is allowed."""
    array = check_positive("epsilons", epsilons)
    if array.ndim != 1 or array.size == 0:
        raise ValueError(f"epsilons must have shape (E,) with E >= 1, not {quoted(array.shape)}")
    return array


def check_positive(name: str, values: ArrayLike) -> NDArray[np.float64]:
    """A new float array of any shape whose values are > 0; inf is allowed."""
    array = check_array(name, values)
    if not (array > 0).all():
        raise ValueError(f"{name} must be greater than 0, not {array[~(array > 0)][0]}")
    return array


def check_risk(risk: float) -> float:
    """The allowed probability of a wrong recommendation as a float in (0, 1/2)."""
    value = check_number("risk", risk)
    if not 0 < value < 0.5:
        raise ValueError(f"risk must be strictly between 0 and 1/2, not {quoted(risk)}")
    return value


def check_difference(name: str, difference: float) -> float:
    """A difference between means that a promise is about or that does not matter to it, a float in [0, 1)."""
    value = check_number(name, difference)
    if not 0 <= value < 1:
        raise ValueError(f"{name} must be at least 0 and less than 1, not {quoted(difference)}")
    return value


def check_open_interval(name: str, value: float, low: float, high: float) -> float:
    """A float with low < value < high."""
    number = check_number(name, value)
    if not low < number < high:
        raise ValueError(f"{name} must be strictly between {low:g} and {high:g}, not {quoted(value)}")
    return number


def check_array(name: str, values: ArrayLike, low: float = -math.inf, high: float = math.inf) -> NDArray[np.float64]:
    """A new float array of any shape whose values are numbers with low <= value <= high."""
    array = check_numbers(name, values, "a number or an array of numbers")
    if np.isnan(array).any():
        raise ValueError(f"{name} must be numbers, not NaN")
    outside = (array < low) | (array > high)
    if outside.any():
        raise ValueError(f"{name} must be between {low:g} and {high:g}, not {array[outside][0]}")
    return array


def check_numbers(name: str, values: ArrayLike, what: str) -> NDArray[np.float64]:
    """A new float array of any shape with at most MOST_NUMBERS values, NaN allowed; `what` says what is expected."""
    size = values.size if isinstance(values, np.ndarray) else length(values) if isinstance(values, Sequence) else 1
    if size > MOST_NUMBERS:
        raise ValueError(f"{name} must hold at most {MOST_NUMBERS} numbers, not {size}")
    try:
        array = np.asarray(values)
        if array.dtype.kind != "c":  # numpy would drop the imaginary parts
            return np.array(array, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{name} must be {what}, not {quoted(values)}") from error
    raise ValueError(f"{name} must be {what}, not {quoted(values)}")


def length(values: Sequence[Any]) -> int:
    """How many there are; sys.maxsize for a range that is longer than any list."""
    try:
        return len(values)
    except OverflowError:
        return sys.maxsize


def broadcast(*arrays: NDArray[np.float64]) -> tuple[NDArray[np.float64], ...]:
    """The arrays, broadcast against each other to one shape of at most MOST_NUMBERS values."""
    shapes = [array.shape for array in arrays]
    try:
        shape = np.broadcast_shapes(*shapes)
    except ValueError as error:
        raise ValueError(
            f"the arguments do not broadcast against each other: their shapes are {quoted(shapes)}"
        ) from error
    if math.prod(shape) > MOST_NUMBERS:
        raise ValueError(
            f"the arguments must broadcast to at most {MOST_NUMBERS} numbers, not to shape {quoted(shape)}"
        )
    return np.broadcast_arrays(*arrays)


def check_count(name: str, value: int, minimum: int = 1, maximum: int = LARGEST_COUNT) -> int:
    """An integer with minimum <= value <= maximum."""
    try:
        number = operator.index(value)
    except TypeError as error:
        raise ValueError(f"{name} must be a whole number, not {quoted(value)}") from error
    if number < minimum:
        raise ValueError(f"{name} must be at least {minimum}, not {quoted(number)}")
    if number > maximum:
        raise ValueError(f"{name} must be at most {maximum}, not {quoted(number)}")
    return number


def check_seed(seed: int) -> int:
    """The seed of an experiment, an integer from 0 to 2^128 - 1."""
    return check_count("seed", seed, 0, LARGEST_SEED)


def check_choice(name: str, value: str, choices: Sequence[str]) -> str:
    """One of the named choices."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}, not {quoted(value)}")
    return value


def check_type(name: str, value: T, kind: type | UnionType) -> T:
    """A value that only the program can have made, of this class (or None where `kind` says so)."""
    if not isinstance(value, kind):
        raise ValueError(f"{name} must be {_named(kind)}, not {quoted(value)}")
    return value


def check_number(name: str, value: float) -> float:
    """A float that is a number; it may be infinite."""
    if isinstance(value, np.complexfloating):  # numpy would drop the imaginary part
        raise ValueError(f"{name} must be a number, not {quoted(value)}")
    try:
        number = float(value)
    except OverflowError as error:
        raise ValueError(f"{name} must be a number that a double can hold, not {quoted(value)}") from error
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must be a number, not {quoted(value)}") from error
    if math.isnan(number):
        raise ValueError(f"{name} must be a number, not NaN")
    return number


def _named(kind: type | UnionType) -> str:
    return kind.__name__ if isinstance(kind, type) else " or ".join(part.__name__ for part in kind.__args__)
