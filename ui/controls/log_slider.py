"""Log sliders: for one value, with a number box that holds it exactly, and for the ends of a range of epsilons."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import streamlit as st

from ui.controls.number_box import number_box
from ui.look.axes import PRIVACY_ENDS, RISK_ENDS, arrows
from ui.look.numbers import setting
from ui.state import boxes
from ui.state.keys import EPSILON_RANGE, KEPT, RISK_RANGE

STEPS_PER_DECADE = 24
_GRID = [float(f"{value:.3g}") for value in np.geomspace(*EPSILON_RANGE, 16)]  # of a range: three a decade
_AT_FIRST = _GRID[3], _GRID[12]


def log_slider(label: str, key: str, limits: tuple[float, float], default: float, ends: tuple[str, str]) -> float:
    """The value chosen by slider or typed in the box.

    The slider moves on a geometric grid; the box takes any value within limits.  ends: the meaning of low and high.
    """
    slider_key = f"{key}-slider"
    slider_column, box_column = st.columns([3, 1], vertical_alignment="bottom")
    told = st.container()
    value = number_box(
        label, limits, default, key=key, label_visibility="collapsed", place=box_column, told=told, **KEPT
    )
    with slider_column:
        slider_at(value, label, slider_key, limits, ends, lambda: boxes.write({key: st.session_state[slider_key]}))
    return value


def slider_at(
    value: float,
    label: str,
    key: str,
    limits: tuple[float, float],
    ends: tuple[str, str],
    on_change: Callable[[], None],
) -> None:
    """A slider on a geometric grid that stands at this value, wherever that came from.

    The nearest stop gives way to the value, so that they never disagree.
    """
    grid = geometric_grid(*limits)
    nearest = min(range(len(grid)), key=lambda stop: abs(math.log(grid[stop] / value)))
    grid[nearest] = value
    # A value that the slider has is not written: it would take back a step that the browser has made since.
    if st.session_state.get(key, value) != value:
        st.session_state[key] = value
    with st.container(gap=None):
        # It starts at the value: a browser that is slower than the next run never hears what this one writes.
        st.select_slider(label, grid, value, key=key, on_change=on_change, format_func=setting)
        slider_ends(*ends)


def slider_ends(low: str, high: str) -> None:
    """What the two ends mean, under the slider that was drawn last: its label, which is read aloud, stays plain."""
    st.html("<div class='slider-ends'>{}</div>".format("".join(f"<span>{end}</span>" for end in arrows(low, high))))


def epsilon_slider(key: str, default: float) -> float:
    """The privacy budget."""
    return log_slider("Privacy budget ε", key, EPSILON_RANGE, default, PRIVACY_ENDS)


def risk_slider(key: str, default: float) -> float:
    """The accepted probability of a wrong choice."""
    return log_slider("Risk of a wrong choice", key, RISK_RANGE, default, RISK_ENDS)


def geometric_grid(low: float, high: float) -> list[float]:
    """The slider's stops: STEPS_PER_DECADE a decade, rounded to three significant digits, both ends included."""
    steps = round(STEPS_PER_DECADE * math.log10(high / low))
    return [float(f"{value:.3g}") for value in np.geomspace(low, high, steps + 1)]


def epsilon_range(label: str, key: str, epsilon: float, **kept: Any) -> tuple[float, ...]:
    """The epsilons of a coarse grid within the chosen range, and the one looked at, ascending.

    kept: how the widget is kept, as st.select_slider takes it.
    """
    with st.container(gap=None, key=f"{key}-slider"):
        low, high = st.select_slider(label, _GRID, _AT_FIRST, key=key, **kept)
        slider_ends(*PRIVACY_ENDS)
    return _within(low, high, epsilon)


def opening_range(epsilon: float) -> tuple[float, ...]:
    """The same before anybody has moved the slider."""
    return _within(*_AT_FIRST, epsilon)


def _within(low: float, high: float, epsilon: float) -> tuple[float, ...]:
    return tuple(sorted({place for place in _GRID if low <= place <= high} | {epsilon}))
