"""Pages for a projector: the switch at their foot, and larger words and handles."""

from pathlib import Path

import streamlit as st

from ui.components import assets
from ui.look.projector import KEY, LARGER, is_on
from ui.state.keys import KEPT

_NARROWEST = 900  # pixels; a narrower window is a phone's, since a class may open the link that is on the projector


def style() -> None:
    """Enlarge the page's words and what components draw (ui/components/shared/svg.js).  Call it before the page."""
    if is_on():
        sizes = f"html:root {{ font-size: {16 * LARGER:g}px; --larger: {LARGER}; }}"
        rules = assets.text(Path(__file__).with_suffix(".css"))
        st.html(f"<style>@media (min-width: {_NARROWEST}px) {{ {sizes} {rules} }}</style>")


def switch() -> None:
    """The switch at a page's foot."""
    st.toggle("Projector mode (larger text, thicker lines)", key=KEY, **KEPT)
