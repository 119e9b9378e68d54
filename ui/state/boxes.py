"""What a page has written into its visitor's boxes, and keeps there until the browser knows.

A request that the browser sent before it knew carries the boxes' earlier values, and Streamlit takes them for what the
visitor wants.  A page that asks again and again whether its work is done sends such requests all the time,
and so does a drag: requests of fragments.  No fragment draws one of these boxes, so what a visitor types into one comes
by a request for the whole page.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NoReturn

import streamlit as st

from ui.state.visit import went_back_or_forward

AGAIN = "_page-draws-itself-again"


@dataclass
class _Written:
    value: Any
    earlier: list[Any]
    is_drawn: bool = False


def write(values: Mapping[str, Any]) -> None:
    """Write these values into the boxes with these keys, before they are drawn."""
    written = _written()
    for key, value in values.items():
        before = [*written[key].earlier, written[key].value] if key in written else []
        earlier = [*before, st.session_state[key]] if key in st.session_state else before
        written[key] = _Written(value, [each for each in earlier if not _is_same(each, value)])
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
    """The same, before the whole page is drawn; once it is, a request for the whole page brings what the visitor wants.

    If the page draws itself again, the request may be one of a fragment, merged with that.  Where a visitor goes back
    or forward, the address says what the boxes hold.
    """
    written, is_drawn_again = _written(), st.session_state.pop(AGAIN, False)
    if went_back_or_forward():
        written.clear()
    elif not is_drawn_again:
        for key in [key for key, entry in written.items() if entry.is_drawn]:
            del written[key]
    settle()


def are_drawn() -> None:
    """Say that the whole page is drawn, with what was written: a run that a request has interrupted draws no more."""
    for entry in _written().values():
        entry.is_drawn = True


def draw_again() -> NoReturn:
    """Draw the whole page again, though its visitor did not ask for it."""
    st.session_state[AGAIN] = True
    st.rerun()


def _written() -> dict[str, _Written]:
    written: dict[str, _Written] = st.session_state.setdefault("_written", {})
    return written
