"""A picture that the server draws, with lines that are dragged by mouse, touch and keys.

The lines are those of epsilon and of participants and, on a rail below the picture, that of the difference to find.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from ui.components import assets
from ui.state.draft import drag_of, listener
from ui.state.messages import number

LINES = ("epsilon", "participants", "difference")
Limits = tuple[float, float]
_component = assets.component(Path(__file__).parent)


@dataclass(frozen=True)
class Rail:
    """The rail below the picture's frame on which the difference is dragged: its left and right ends and height."""

    left: float
    y: float
    right: float


@dataclass(frozen=True)
class Drawing:
    """An SVG of a size, with its log-log frame: left, top, right, bottom.

    The values of the handles are drawn too, in texts of class "written", which show only where the picture is on its
    own.
    """

    svg: str
    width: float
    height: float
    frame: tuple[float, float, float, float]
    rail: Rail | None = None


@dataclass(frozen=True)
class DraggedLine:
    """A line that is dragged: its name for screen readers, value (None: no line), axis, and the limits of a drag."""

    label: str
    value: float | None
    range: Limits
    limits: Limits


@dataclass(frozen=True)
class Moved:
    """A line that is being dragged, and where it is.

    also: where other lines were dropped before, which the server may not know yet.
    """

    line: str
    value: float
    also: "tuple[Moved, ...]" = ()


def lines(
    key: str,
    drawings: Sequence[Drawing],
    dragged: Mapping[str, DraggedLine],
    name: str,
    drop: Callable[[Moved], None],
    has_rail: bool = False,
    live: Mapping[str, Any] | None = None,
) -> None:
    """Mount the picture in its fragment, after everything that moves with it: once drawn, it sends the next report.

    drawings: one for a wide place and one for a narrow one.  dragged: its lines, by their names in LINES.  name: that
    of the saved file.  drop: is called with the line that was dropped.  has_rail: whether the handle of participants
    runs along a rail on the frame's right side, because the vertical axis shows something else.  live: what the browser
    needs to move the picture itself, see live.js; then it reports only on release.
    """
    limits = {name: line.limits for name, line in dragged.items()}
    _component(
        key=key,
        data={
            "drawings": [asdict(drawing) for drawing in drawings],
            "lines": {name: asdict(line) for name, line in dragged.items()},
            "name": name,
            "hasRail": has_rail,
            "live": None if live is None else dict(live),
            "sequence": drag_of(key).sequence,
        },
        on_moved_change=listener(key, lambda: _moved(key, limits, drop)),
    )


def _moved(key: str, limits: Mapping[str, Limits], drop: Callable[[Moved], None]) -> None:
    def read(fields: Mapping[str, Any]) -> Moved:
        also = fields.get("also", [])
        if not isinstance(also, list) or len(also) >= len(LINES) or not all(isinstance(each, Mapping) for each in also):
            raise ValueError("also must be the other lines")
        return Moved(*_place(fields, limits), tuple(Moved(*_place(each, limits)) for each in also))

    if (value := drag_of(key).take(st.session_state.get(key), read)) is not None:
        for moved in (*value.also, value):
            drop(moved)


def _place(fields: Mapping[str, Any], limits: Mapping[str, Limits]) -> tuple[str, float]:
    """The line that a report names, and its place, kept within its limits."""
    line = fields.get("line")
    if line not in LINES:
        raise ValueError("line must be one of the picture's")
    low, high = limits[str(line)]
    return str(line), min(max(number(fields, "value"), low), high)
