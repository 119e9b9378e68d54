"""What a page has written into its visitor's boxes, and keeps there until the browser knows.

A request that was sent before carries earlier values, and Streamlit takes them for the visitor's wish.  Fragments send
such requests all the time, and draw none of these boxes.  A hidden box says what the browser knew.
"""

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NoReturn

import streamlit as st

from ui.state.visit import went_back_or_forward

AGAIN = "_page-draws-itself-again"
_HEARD = "_heard"  # the hidden box: when what the browser knows was written


@dataclass
class _Written:
    value: Any
    earlier: list[Any]
    time: str


def write(values: Mapping[str, Any]) -> None:
    """Write these values into the boxes with these keys, before they are drawn."""
    written, now = _written(), str(time.time_ns())
    for key, value in values.items():
        before = [*written[key].earlier, written[key].value] if key in written else []
        earlier = [*before, st.session_state[key]] if key in st.session_state else before
        written[key] = _Written(value, [each for each in earlier if not _is_same(each, value)][-20:], now)
    st.session_state.update(values)


def _is_same(held: Any, value: Any) -> bool:
    """Whether a box that holds this holds the value: one for numbers holds them as text."""
    if isinstance(held, str) and isinstance(value, int | float):
        with suppress(ValueError):
            return float(held) == value
    return bool(held == value)


def settle() -> None:
    """Write once more what a request too early has taken back: call it before boxes are read."""
    for key, entry in _written().items():
        if key in st.session_state and st.session_state[key] in entry.earlier:
            st.session_state[key] = entry.value


def settle_whole_page() -> None:
    """The same, before the whole page is drawn: what the browser knows is the visitor's.

    If the page draws itself again, nobody says what it knows.  Where a visitor goes back or forward, the address says
    what the boxes hold.  A new value, typed into a box that the browser is about to overwrite, is written once more.
    """
    written, state = _written(), st.session_state
    heard = "" if state.pop(AGAIN, False) else str(state.get(_HEARD, ""))
    for key in [key for key, entry in written.items() if entry.time <= heard or went_back_or_forward()]:
        del written[key]
    write({key: state[key] for key, it in written.items() if state.get(key, it.value) not in [*it.earlier, it.value]})
    settle()


def draw_heard() -> None:
    """Draw the hidden box: call it when all others are drawn."""
    if written := _written():
        st.session_state[_HEARD] = max(entry.time for entry in written.values())
    st.text_input("What this page knows", key=_HEARD, label_visibility="collapsed", width=1)


def draw_again() -> NoReturn:
    """Draw the whole page again, though its visitor did not ask for it."""
    st.session_state[AGAIN] = True
    st.rerun()


def _written() -> dict[str, _Written]:
    written: dict[str, _Written] = st.session_state.setdefault("_written", {})
    return written
