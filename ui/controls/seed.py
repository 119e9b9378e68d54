"""The box for the seed of a page's simulated runs; the link carries it."""

from typing import Any

import streamlit as st

from ui.controls.number_box import count_box
from ui.look.literal import literal, quoted

OPENING_SEED = 0
_LARGEST = 2**31
_OLDER_LINK = "This link was made before version 0.2. Its settings are kept, but its seed now gives different runs."


def seed_box(key: str, **kept: Any) -> int:
    """The seed, in links as `key` with a 2: `key` alone was that of before version 0.2, when it meant other runs.

    A link's seed that is none is told, and which one the runs are of instead.

    kept: how the widget is kept, as count_box takes it.
    """
    now = f"{key}2"
    text = st.query_params.get(now)
    if key in st.query_params:
        text = st.query_params[key]
        if (older := _number(text)) is not None:
            if now not in st.session_state:  # else the box stands already, and says what the link goes on with
                st.session_state[now] = older
                st.query_params[now] = str(older)  # or the link would go on without it
            _tell(_OLDER_LINK)
        del st.query_params[key]
    seed = count_box("Seed", (0, _LARGEST), OPENING_SEED, key=now, has_steps=True, **kept)
    if text is not None and _number(text) is None:
        _tell(
            f"The link's seed must be a whole number from 0 to {_LARGEST:,}, not {quoted(text)}. "
            f"The page shows the runs of seed {seed:,}."
        )
    return seed


def _number(text: str) -> int | None:
    """The seed that a link's text says; None if it says none."""
    try:
        number = int(text)
    except ValueError:
        return None
    return number if 0 <= number <= _LARGEST else None


def _tell(sentence: str) -> None:
    st.toast(literal(sentence), duration="infinite")  # a page may take longer than it otherwise stands
