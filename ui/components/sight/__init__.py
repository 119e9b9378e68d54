"""Whether a visitor has come near a place on the page: what belongs there need not be drawn earlier."""

from pathlib import Path

import streamlit as st

from ui.components import assets

_component = assets.component(Path(__file__).parent)


def in_sight(key: str, height: int) -> bool:
    """Whether the place has been in sight in this visit.  Until then it stays empty; then its fragment is redrawn.

    height: that of the place, in pixels.
    """
    seen: set[str] = st.session_state.setdefault("in-sight", set())
    if key in seen:
        return True
    _component(key=f"place-of-{key}", data={"height": height}, height=height, on_seen_change=lambda: seen.add(key))
    return False
