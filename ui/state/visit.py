"""What one visit remembers so that nothing is computed twice; it ends with the visit and is shared with nobody."""

from collections.abc import Callable, Hashable
from typing import TypeVar

import streamlit as st

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
MOST_REMEMBERED = 40


def remembered(kind: str, key: K, make: Callable[[K], T]) -> T:
    """make(key), made once in a visit for each kind and key; the one not used for longest is forgotten."""
    known: dict[K, T] = st.session_state.setdefault(f"remembered-{kind}", {})
    value = known.pop(key) if key in known else make(key)
    known[key] = value
    if len(known) > MOST_REMEMBERED:
        del known[next(iter(known))]
    return value
