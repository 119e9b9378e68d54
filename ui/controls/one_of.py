"""A choice of one among a few, named for people; the link carries it."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from ui.state.keys import KEPT


def one_of(label: str, options: Mapping[str, str], default: str, key: str, **more: Any) -> str:
    """The chosen key of `options` (key -> what people read).  more: what else st.segmented_control takes."""
    return st.segmented_control(
        label,
        list(options),
        format_func=options.__getitem__,
        default=default,
        required=True,
        key=key,
        **KEPT,
        **more,
    )
