"""A choice of one among a few, named for people; the link carries it."""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from ui.state.keys import KEPT


def one_of(label: str, options: Mapping[str, str] | Sequence[str], default: str, key: str, **more: Any) -> str:
    """The chosen one of `options`, or of their keys (key -> what people read).

    more: what else st.segmented_control takes.
    """
    named = options if isinstance(options, Mapping) else dict(zip(options, options, strict=True))
    return st.segmented_control(
        label,
        list(named),
        format_func=named.__getitem__,
        default=default,
        required=True,
        key=key,
        **KEPT,
        **more,
    )
