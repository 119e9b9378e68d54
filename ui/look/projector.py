"""Figures for a projector: everything larger and thicker, so that the last row reads it; the link keeps it."""

from typing import Any

import plotly.graph_objects as go
import streamlit as st

LARGER = 1.35
FLATTER = 0.91  # a first screen's picture: whole on 720 pixels, below a title and a verdict that are larger
HIGH = 400  # pixels of a picture that is made flatter
KEY = "projector"
_SIZES = {  # of what in a figure are pixels: its names, below the name on the left
    "font": ("size",),
    "textfont": ("size",),
    "line": ("width",),
    "marker": ("size",),
    "margin": ("l", "r", "t", "b"),
    "annotations": ("xshift", "yshift"),
    "error_x": ("thickness", "width"),
    "error_y": ("thickness", "width"),
}
_LINE = 2  # pixels of a line that does not say how wide it is
_MARKER = 6


def is_on() -> bool:
    """Whether this visitor's pages are for a projector."""
    return bool(st.session_state.get(KEY, st.query_params.get(KEY) == "true"))


def larger() -> float:
    """How much larger the visitor's pages are than others; not on a phone, which may follow a projector's link."""
    return LARGER if is_on() and "Mobi" not in st.context.headers.get("User-Agent", "") else 1.0


def enlarged(figure: go.Figure, is_lower: bool = False) -> go.Figure:
    """The figure with larger words, thicker lines and more room for both, on a projector; else as it is.

    is_lower: whether it stands below the first screen.
    """
    if larger() == 1.0:
        return figure
    drawn = figure.to_dict()
    for trace in drawn["data"]:
        if trace["type"] == "scatter":
            mode = trace.get("mode") or "lines+markers"
            if "lines" in mode:
                trace.setdefault("line", {}).setdefault("width", _LINE)
            if "markers" in mode:
                trace.setdefault("marker", {}).setdefault("size", _MARKER)
        _enlarge("trace", trace)
    _enlarge("layout", drawn["layout"])
    if not is_lower and (height := drawn["layout"].get("height") or 0) >= HIGH:
        drawn["layout"]["height"] = round(FLATTER * height)
    return go.Figure(drawn).update_yaxes(automargin=True)


def _enlarge(name: str, part: dict[str, Any]) -> None:
    for key, value in part.items():
        if isinstance(value, dict):
            _enlarge(key, value)
        elif key in _SIZES.get(name, ()):
            part[key] = [LARGER * each for each in value] if isinstance(value, list | tuple) else LARGER * value
        elif key in ("annotations", "shapes"):
            for each in value:
                _enlarge(key, each)
