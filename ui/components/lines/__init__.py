"""A picture that the server draws, with lines that are dragged by mouse, touch and keys.

They are epsilon, participants and, on a rail below the picture, the difference to find.
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
    """Along which the difference is dragged, below the picture's frame: from left to right at a height."""

    left: float
    y: float
    right: float


@dataclass(frozen=True)
class Drawing:
    """An SVG of a size, with its log-log frame: left, top, right, bottom.

    What a handle says is drawn too, in texts of class "written": seen where the picture stands alone.
    """

    svg: str
    width: float
    height: float
    frame: tuple[float, float, float, float]
    rail: Rail | None = None


@dataclass(frozen=True)
class DraggedLine:
    """One that is dragged: its name for readers of screens, value (None: there is none), axis, and limits of a drag."""

    label: str
    value: float | None
    range: Limits
    limits: Limits


@dataclass(frozen=True)
class Moved:
    """A line that is dragged, and to where.

    also: where others were let go before, of which the server may not have heard.
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
    """Mount the picture in its fragment, after what moves with it: its answer asks for the next report.

    drawings: for a wide place and for a narrow one.  dragged: its lines, by their names in LINES.  name: of the saved
    file.  drop: takes the line that was let go.  has_rail: whether the handle of participants runs along a rail at the
    frame's right side, of a picture whose vertical axis is another.  live: what the browser needs to move the picture
    itself, see live.js; then it reports on release alone.
    """
    limits = {name: line.limits for name, line in dragged.items()}
    _component(
        key=key,
        data={
            "drawings": [asdict(drawing) for drawing in drawings],
            "values": {name: line.value for name, line in dragged.items()},
            "ranges": {name: line.range for name, line in dragged.items()},
            "limits": limits,
            "labels": {name: line.label for name, line in dragged.items()},
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
    """The line, and where it is within its limits."""
    line = fields.get("line")
    if line not in LINES:
        raise ValueError("line must be one of the picture's")
    low, high = limits[str(line)]
    return str(line), min(max(number(fields, "value"), low), high)
