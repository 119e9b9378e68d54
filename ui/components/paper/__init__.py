"""A button that has the browser print a page of HTML, or save it as PDF."""

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from ui.components import assets

_component = assets.component(Path(__file__).parent)


def print_button(key: str, label: str, name: str, write: Callable[[], str]) -> None:
    """Draw it in a fragment: a click redraws the fragment, and only then is the page written and sent to the browser.

    name: that of the file, without an ending.
    """
    state = st.session_state.get(key)
    number = asked(state.get("asked") if isinstance(state, dict) else None)
    html = write() if number else ""
    data = {"label": label, "waiting": "Writing …", "name": name, "number": number, "html": html}
    _component(key=key, data=data, width="content", on_asked_change=lambda: None)


def asked(reported: object) -> int:
    """The number of the browser's request; 0 if it requests nothing, or reports something that no button sends."""
    return reported if isinstance(reported, int) and not isinstance(reported, bool) and 0 < reported < 2**53 else 0
