"""The successes of a batch, typed or from a file.  They stay in the session until they are published."""

import streamlit as st

from dpcore.trial import Batch


def ask(batch: Batch) -> dict[str, int] | None:
    """Draw a box for each option; the counts, or None while they do not fit."""
    with st.container(horizontal=True):
        for name, size in batch.sizes.items():
            if size > 0:
                st.text_input(f"Successes of {name}, of {size:,}", key=_key(batch, name), width=220)
    found = given(batch)
    wrong = [
        name for name, size in batch.sizes.items() if size > 0 and _read(batch, name) is None and _typed(batch, name)
    ]
    for name in wrong:
        st.error(f"The successes of {name} must be a whole number from 0 to {batch.sizes[name]:,}, in digits only.")
    return found


def given(batch: Batch) -> dict[str, int] | None:
    """The counts in the boxes; None while one is missing or does not fit."""
    found = {name: _read(batch, name) for name, size in batch.sizes.items() if size > 0}
    known = {name: count for name, count in found.items() if count is not None}
    return known if len(known) == len(found) else None


def forget(batch: Batch) -> None:
    """Empty the boxes."""
    for name in batch.sizes:
        st.session_state.pop(_key(batch, name), None)


def _key(batch: Batch, name: str) -> str:
    return f"successes-{batch.number}-{name}"


def _typed(batch: Batch, name: str) -> str:
    return str(st.session_state.get(_key(batch, name), "")).strip()


def _read(batch: Batch, name: str) -> int | None:
    text = _typed(batch, name).replace(",", "").replace(" ", "")
    if not (text.isascii() and text.isdecimal()) or len(text) > 10 or int(text) > batch.sizes[name]:
        return None
    return int(text)
