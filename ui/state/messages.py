"""What a component in the browser says, checked at the door: anyone can send anything."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

LARGEST_SEQUENCE = 2**53 - 1  # the largest whole number that JavaScript counts to


@dataclass(frozen=True)
class Report:
    """One report of a drag: its number, what it says, and whether the drag has ended with it.

    is_repeated: whether that, sent again for want of an answer, was taken over before.
    """

    sequence: int
    fields: Mapping[str, Any]
    is_final: bool
    is_repeated: bool


def report_of(component: object, after: int) -> Report | None:
    """The report in a component's state, if there is one whose number is larger than `after`."""
    fields = component.get("moved") if isinstance(component, Mapping) else None
    if not isinstance(fields, Mapping):
        return None
    sequence, is_final = fields.get("sequence"), fields.get("final")
    if type(sequence) is not int or not after < sequence <= LARGEST_SEQUENCE or type(is_final) is not bool:
        return None
    first = fields.get("first")
    return Report(sequence, fields, is_final, is_repeated=type(first) is int and first <= after)


def number(fields: Mapping[str, Any], name: str) -> float:
    """The finite number of that name, or a ValueError."""
    return _finite(fields.get(name), name)


def numbers(fields: Mapping[str, Any], name: str, most: int) -> list[float]:
    """The list of at most that many finite numbers of that name, or a ValueError."""
    return [_finite(value, name) for value in _short_list(fields.get(name), name, most)]


def texts(fields: Mapping[str, Any], name: str, most: int) -> list[str]:
    """The list of at most that many texts of that name, or a ValueError."""
    values = _short_list(fields.get(name), name, most)
    if not all(isinstance(value, str) for value in values):
        raise ValueError(f"{name} must be text")
    return values


def rows(fields: Mapping[str, Any], name: str, most: int, width: int) -> list[list[float]]:
    """The list of at most that many rows of `width` finite numbers of that name, or a ValueError."""
    table = [_short_list(row, name, width) for row in _short_list(fields.get(name), name, most)]
    if any(len(row) != width for row in table):
        raise ValueError(f"{name} must have {width} numbers in every row")
    return [[_finite(value, name) for value in row] for row in table]


def _short_list(value: object, name: str, most: int) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError(f"{name} must be a list")
    if len(value) > most:
        raise ValueError(f"{name} must hold at most {most}, not {len(value)}")
    return value


def _finite(value: object, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{name} must be numbers")
    try:
        result = float(value)
    except OverflowError:
        result = math.inf
    if not math.isfinite(result):
        raise ValueError(f"{name} must be finite")
    return result
