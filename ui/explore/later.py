"""The charts below the main picture come after it: what draws them, Plotly, takes seconds to load and to start."""

import time

import streamlit as st

from ui.arms import instance

SECONDS = 1.0
_DRAWN = "explorer-was-drawn"


def charts_are_due() -> bool:
    """False when a visit draws the page first; then it is drawn again by itself."""
    if st.session_state.get(_DRAWN):
        return True
    st.session_state[_DRAWN] = True
    started = time.monotonic()
    instance.draw_again_when(lambda: time.monotonic() > started + SECONDS / 2, SECONDS)
    return False
