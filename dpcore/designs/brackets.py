"""Searches for where a decreasing function changes its sign, step by step: a kernel asks, and tells what it found.

A bracket is for real numbers, a search for whole ones.  Values above 0 fail, others hold.
"""

import math

import numpy as np

from dpcore._kernels import kernel
from dpcore.designs.laws import Floats

_PRECISION = 1e-11  # of the logarithm of an epsilon, and of a difference


@kernel(error_model="numpy")
def new_search(fails: int, value: float, most: int) -> Floats:
    """A search among whole numbers: `fails` is known to fail, with this value; none above `most` is looked at.

    It is (the largest that fails, the smallest that holds, the last number asked, the value there, looks, most).
    """
    return np.array((float(fails), most + 1.0, float(fails), value, 0.0, float(most)))


@kernel(error_model="numpy")
def is_unknown(search: Floats) -> bool:
    """Whether numbers are left between the largest that fails and the smallest that holds."""
    return search[1] - search[0] > 1


@kernel(error_model="numpy")
def next_number(search: Floats, number: int, value: float) -> int:
    """Take the value at a number into account, and say where to look next: where the last two's straight line is 0."""
    if value <= 0:
        search[1] = number
    else:
        search[0] = number
    drop = search[3] - value
    root = number + value * (number - search[2]) / drop if drop != 0 else np.inf
    search[2], search[3] = number, value
    search[4] += 1
    if search[4] % 8 == 0 and search[1] <= search[5]:
        guess = math.floor((search[0] + search[1]) / 2)
    elif value <= 0:
        guess = math.ceil(max(root, search[0])) if root <= number else number - 1
    else:
        guess = math.ceil(min(root, 4.0 * number + 1)) if root >= number else 2 * number
    return int(min(max(guess, search[0] + 1), search[1] - 1))


@kernel(error_model="numpy")
def new_bracket() -> Floats:
    """What is known of a decreasing function's zero: where it fails (value > 0), where it holds, and the last value."""
    return np.array((-np.inf, np.inf, np.inf, np.inf, 0.0, 0.0))


@kernel(error_model="numpy")
def note(bracket: Floats, x: float, value: float) -> bool:
    """Take a value into account; whether both ends are known.

    A bracket is (x where it fails, the value there, x where it holds, the value there, last side, looks); the value of
    an end that stays twice is halved (the Illinois algorithm), so that both ends move.
    """
    side = 1.0 if value > 0 else -1.0
    known = bracket[0] > -np.inf and bracket[2] < np.inf
    if side > 0:
        bracket[0], bracket[1] = x, value
    else:
        bracket[2], bracket[3] = x, value
    if known and bracket[4] == side:
        bracket[3 if side > 0 else 1] /= 2
    bracket[4] = side
    bracket[5] += 1
    return bracket[0] > -np.inf and bracket[2] < np.inf


@kernel(error_model="numpy")
def is_open(bracket: Floats) -> bool:
    """Whether the ends are still apart by more than the precision."""
    return bracket[2] - bracket[0] > _PRECISION * max(1.0, abs(bracket[2])) and bracket[5] < 200


@kernel(error_model="numpy")
def proposed(bracket: Floats) -> float:
    """Where to look next: the zero of the straight line through both ends; every other time after 16 the middle."""
    low, high = bracket[0], bracket[2]
    x = low + (high - low) * bracket[1] / (bracket[1] - bracket[3])
    if not low < x < high or (bracket[5] > 16 and bracket[5] % 2 == 0):
        x = (low + high) / 2
    return x
