"""Participants drawn as dots that appear one by one, in a lane for each arm."""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from ui.components import assets
from ui.look import projector

_COLUMNS = 75  # dots in a row, as in crowd.js
_TEXT_AND_GAP, _ROW = 21.0, 6.5  # pixels above and below the dots, and per row of dots
_ROWS = 25  # rows in all lanes together, as long as each lane gets one to five
_component = assets.component(Path(__file__).parent)


@dataclass(frozen=True)
class Lane:
    """An arm: its name at the left, words at the right, the colour of its dots, and how many participants it has."""

    name: str
    words: str
    color: str
    participants: int


def participants_per_dot(lanes: Sequence[Lane]) -> int:
    """The smallest round number (1, 2, 5, 10, ...) for which the dots of every lane have room."""
    least = max(lane.participants for lane in lanes) / (_COLUMNS * _rows(lanes))
    decade = 10 ** max(0, math.floor(math.log10(max(1.0, least))))
    return next(factor * decade for factor in (1, 2, 5, 10) if factor * decade >= least)


def dot_in_words(each: int) -> str:
    """How many participants a dot stands for, in words."""
    return "Each dot is one participant" if each == 1 else f"Each dot is {each:,} participants"


def crowd(key: str, run: str, lanes: Sequence[Lane]) -> None:
    """Mount the dots.  run: names the run; while it stays the same, only new participants appear one by one."""
    height = _TEXT_AND_GAP + _ROW * _rows(lanes)
    each = participants_per_dot(lanes)
    shown = {"lanes": [asdict(lane) for lane in lanes], "height": height, "each": each, "said": dot_in_words(each)}
    # We set the height before the dots are drawn, so that nothing jumps.
    _component(key=key, data={"run": run, **shown}, height=math.ceil(projector.larger() * height * len(lanes)))


def _rows(lanes: Sequence[Lane]) -> int:
    """How many rows of dots a lane has."""
    return min(5, max(1, _ROWS // len(lanes)))
