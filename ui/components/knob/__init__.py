"""A line of a chart that is dragged: by mouse, touch and keyboard, while the page follows."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

import streamlit as st

from ui.components import assets
from ui.state import boxes
from ui.state.draft import drag_of
from ui.state.messages import number

_component = assets.component(Path(__file__).parent)


@dataclass(frozen=True)
class Value:
    """A value that can be dragged, and its limits.  is_whole: whether it is a whole number."""

    label: str
    value: float
    limits: tuple[float, float]
    is_whole: bool = False


def knob(key: str, value: Value, *, chart: str, axis: Literal["x", "y"], box: str) -> None:
    """Mount the handle in the fragment of the chart that it moves, after it; once drawn it sends its next report.

    chart: the key given to `page.chart`.  axis: "y" drags a horizontal line, "x" a vertical one.
    box: the key of the number box that receives the value on release.
    """
    _component(
        key=key,
        data={**asdict(value), "chart": chart, "axis": axis, "sequence": drag_of(key).sequence},
        on_moved_change=lambda: _moved(key, value.limits, box),
    )


def _moved(key: str, limits: tuple[float, float], box: str) -> None:
    low, high = limits
    value = drag_of(key).take(st.session_state.get(key), lambda fields: min(max(number(fields, "value"), low), high))
    if value is not None:
        boxes.write({box: value})
