"""The box for the seed of a page's simulated runs; the link carries it."""

import re
from typing import Any

import streamlit as st

_LARGEST = 2**31
_OLDER_LINK = "This link was made before version 0.2: its settings are kept, but seeds mean other runs now."


def seed_box(key: str, **kept: Any) -> int:
    """The seed, in links as `key` with a 2: `key` alone was that of before version 0.2, when it meant other runs.

    kept: how the widget is kept, as st.number_input takes it.
    """
    now = f"{key}2"
    if key in st.query_params:
        text = st.query_params[key]
        if re.fullmatch(r"[0-9]{1,10}", text) and int(text) <= _LARGEST:
            st.session_state.setdefault(now, int(text))
            st.query_params[now] = text  # or the link would go on without it
            st.toast(_OLDER_LINK, duration="infinite")  # a page may take longer than it otherwise stands
        del st.query_params[key]
    seed: int = st.number_input("Seed", 0, _LARGEST, 0, key=now, **kept)
    return seed
