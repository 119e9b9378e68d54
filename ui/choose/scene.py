"""What the stakeholder's picture shows of an answer, whichever promise the answer carries."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ui.choose.sequential.findings import Point
from ui.look.numbers import at_least, number, rounded_down, rounded_up

ROOM_BELOW = 6.0
# Above the lower bound at its left end, where simulated curves lie far above it; but the budget must not drown.
ROOM_ABOVE_BOUND, ROOM_ABOVE_BUDGET = 20.0, 3000.0
Words = tuple[str, str]  # in a wide picture and in a narrow one


@dataclass(frozen=True, eq=False)
class RuledOut:
    """The forbidden zone: below `middle` (E,) participants at `epsilons` (E,); `band`: its ends over own data.

    words: what is ruled out there, and for which promise.
    """

    epsilons: NDArray[np.float64]
    middle: NDArray[np.float64]
    words: Words
    band: tuple[NDArray[np.float64], NDArray[np.float64]] | None = None


@dataclass(frozen=True, eq=False)
class ExactCurve:
    """Participants that are enough at `epsilons` (E,), exactly; infinite where no number is."""

    epsilons: NDArray[np.float64]
    participants: NDArray[np.float64]
    words: Words = ("", "")  # of a second curve, which stands beside it


@dataclass(frozen=True)
class Mark:
    """An epsilon that the picture reads off, in words with a place for it.

    role: the palette's name of its colour.  is_least: whether it is a least value, rounded up; else it is rounded down.
    at_budget: whether it is where the budget's line crosses, else a line over the whole height.
    """

    name: str
    epsilon: float | None
    words: str
    role: str
    is_least: bool
    at_budget: bool = True

    @property
    def said(self) -> str:
        """The words with the number in them."""
        assert self.epsilon is not None
        return self.words.format(number((rounded_up if self.is_least else rounded_down)(self.epsilon)))


@dataclass(frozen=True, eq=False)
class ChoicePicture:
    """What the picture of an answer shows.

    label: for readers of screens.  limits: of participants.  enough: what the zone above the curve, or dots, is called.
    second: a further exact curve.  dots: simulated points, with what the mouse reads there.
    crossings: where the chosen epsilon meets the bound and what is enough, with tips.
    difference: in points, and the ends of its rail, where it can be dragged.
    """

    label: str
    limits: tuple[float, float]
    budget: int
    epsilon: float | None
    enough: Words
    marks: tuple[Mark, ...]
    ruled_out: RuledOut | None = None
    curve: ExactCurve | None = None
    second: ExactCurve | None = None
    dots: tuple[tuple[Point, str], ...] = ()
    crossings: tuple[tuple[float, str], ...] = ()
    difference: tuple[float, tuple[float, float]] | None = None


def limits_of(least: float, most: float, budget: float) -> tuple[float, float]:
    """The ends of the picture's axis of participants, for curves from `least` to `most`."""
    low = max(min(least, budget), 1.0) / ROOM_BELOW
    return low, max(min(ROOM_ABOVE_BOUND * most, ROOM_ABOVE_BUDGET * budget), 3 * budget)


def crossings(
    bound: float | None, enough: float | None, write: Callable[[float], str]
) -> tuple[tuple[float, str], ...]:
    """Where the chosen epsilon meets the lower bound and what is enough, with tips.  write: writes what is enough."""
    found = [] if bound is None else [(bound, f"at least {at_least(bound)} participants")]
    if enough is not None and math.isfinite(enough):
        found.append((enough, f"{write(enough)} participants are enough"))
    return tuple(found)
