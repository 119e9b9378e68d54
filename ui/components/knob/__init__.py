"""A line of a chart that is dragged: by mouse, touch and keyboard, while the page follows."""

from pathlib import Path

import streamlit as st

from ui.components import assets
from ui.state import boxes
from ui.state.draft import Drag
from ui.state.messages import number

_component = assets.component(Path(__file__).parent)


def dragged(key: str) -> float | None:
    """The value under the visitor's finger, None while nobody drags."""
    return _drag(key).live


def released(key: str) -> bool:
    """Whether a drag has ended since the last call: then boxes.draw_again() the whole page, not only the fragment."""
    return _drag(key).has_ended()


def knob(
    key: str,
    *,
    chart: str,
    axis: str,
    label: str,
    value: float,
    limits: tuple[float, float],
    box: str,
    is_whole: bool = False,
) -> None:
    """Mount the handle in the fragment of the chart that it moves, after it: its answer asks for the next report.

    chart: the key given to `page.chart`.  axis: "y" drags a horizontal line, "x" a vertical one.  limits: of the value.
    box: the key of the number box that receives the value on release.  is_whole: whether it is a whole number.
    """
    _component(
        key=key,
        data={
            "chart": chart,
            "axis": axis,
            "label": label,
            "value": value,
            "limits": limits,
            "is_whole": is_whole,
            "sequence": _drag(key).sequence,
        },
        on_moved_change=lambda: _moved(key, limits, box),
    )


def _moved(key: str, limits: tuple[float, float], box: str) -> None:
    low, high = limits
    value = _drag(key).take(st.session_state.get(key), lambda fields: min(max(number(fields, "value"), low), high))
    if value is not None:
        boxes.write({box: value})


def _drag(key: str) -> Drag[float]:
    drag: Drag[float] = st.session_state.setdefault(f"_{key}", Drag())
    return drag
