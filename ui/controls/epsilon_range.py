"""A slider for a range of epsilons: the places of a picture with epsilon on its axis."""

from typing import Any

import numpy as np
import streamlit as st

from ui.controls.log_slider import slider_ends
from ui.look.axes import PRIVACY_ENDS
from ui.state.keys import EPSILON_RANGE

_GRID = [float(f"{value:.3g}") for value in np.geomspace(*EPSILON_RANGE, 16)]  # three a decade
_AT_FIRST = _GRID[3], _GRID[12]


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
