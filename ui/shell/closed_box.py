"""A closed box: what is in it is made, and its scripts are loaded, only when it is opened."""

from collections.abc import Callable

import streamlit as st


@st.fragment
def closed_box(label: str, key: str, draw: Callable[[], None]) -> None:
    """Draw a closed box that draws its content once it is open, from the page's state at that moment."""
    box = st.expander(label, key=key, on_change="rerun")
    if box.open:
        with box:
            draw()
