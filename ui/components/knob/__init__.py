"""A line of a chart that is dragged: by mouse, touch and keyboard, while the page follows."""

from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from ui.look import theme

_FOLDER = Path(__file__).parent
_component = st.components.v2.component(
    "line_handle",
    html='<div class="line-handle"><div class="line"></div><div class="knob" tabindex="0" role="slider"></div></div>',
    css=(_FOLDER / "line_handle.css").read_text(encoding="utf-8"),
    js=(_FOLDER / "line_handle.js").read_text(encoding="utf-8"),
)


@dataclass
class _Drag:
    """What one visitor is doing to one line."""

    live: float | None = None
    sequence: int = 0
    released: bool = False


def dragged(key: str) -> float | None:
    """The value under the visitor's finger, None while nobody drags."""
    return _drag(key).live


def released(key: str) -> bool:
    """Whether a drag has ended since the last call: then the whole page follows (st.rerun), not only the fragment."""
    drag = _drag(key)
    ended, drag.released = drag.released, False
    return ended


def line_handle(
    key: str, *, chart: str, axis: str, label: str, value: float, limits: tuple[float, float], box: str
) -> None:
    """Mount the handle in the fragment of the chart that it moves, after it: its answer asks for the next report.

    chart: the key given to `page.chart`.  axis: "y" drags a horizontal line, "x" a vertical one.  limits: of the value.
    box: the key of the number box that receives the value on release.
    """
    _component(
        key=key,
        data={
            "chart": chart,
            "axis": axis,
            "label": label,
            "value": value,
            "limits": limits,
            "sequence": _drag(key).sequence,
            "color": theme.palette().choice,
            "background": theme.palette().background,
        },
        on_moved_change=lambda: _moved(key, limits, box),
    )


def _moved(key: str, limits: tuple[float, float], box: str) -> None:
    report = st.session_state[key]["moved"]
    drag = _drag(key)
    drag.sequence = int(report["sequence"])
    value = min(max(float(report["value"]), limits[0]), limits[1])
    drag.live = None if report["final"] else value
    if report["final"]:
        st.session_state[box] = value
        drag.released = True


def _drag(key: str) -> _Drag:
    drag: _Drag = st.session_state.setdefault(f"_{key}", _Drag())
    return drag
