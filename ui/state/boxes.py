"""What a page has written into a visitor's boxes, and keeps there until the browser has heard of it.

A request that the browser sent before it heard brings the boxes' earlier values along, and Streamlit takes them for
what the visitor wants.  A page that asks again and again whether its work is done sends such requests all the time.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

HEARD_SECONDS = 3.0  # after a box was drawn with what was written


@dataclass
class _Written:
    value: Any
    earlier: list[Any]
    drawn_at: float | None = None


def write(values: Mapping[str, Any]) -> None:
    """Write these values into the boxes with these keys, before they are drawn."""
    written = _written()
    for key, value in values.items():
        before = written[key].earlier if key in written else []
        earlier = [*before, st.session_state[key]] if key in st.session_state else before
        written[key] = _Written(value, [each for each in earlier if each != value])
    st.session_state.update(values)


def settle(draws: bool = False) -> None:
    """Write once more what a request too early has taken back; call it before boxes are read.

    draws: whether the boxes are drawn next.
    """
    written = _written()
    for key, entry in list(written.items()):
        if entry.drawn_at is not None and time.monotonic() > entry.drawn_at + HEARD_SECONDS:
            del written[key]
        elif key in st.session_state and st.session_state[key] in entry.earlier:
            st.session_state[key] = entry.value
        if draws and entry.drawn_at is None:
            entry.drawn_at = time.monotonic()


def _written() -> dict[str, _Written]:
    written: dict[str, _Written] = st.session_state.setdefault("_written", {})
    return written
