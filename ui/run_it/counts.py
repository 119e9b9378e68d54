"""The successes of a batch, typed or from a file.  They stay in the session until they are published."""

import streamlit as st

from dpcore.trial import Batch
from ui.reading.counts import read_counts
from ui.shell import page

_KINDS = ["csv", "tsv", "txt", "gz", "xlsx", "ods", "parquet", "json"]
_NOT_READ = "trial-file-not-read"
_TWO_WAYS = "This file can be read in two ways. Please type the counts instead."


def ask(batch: Batch) -> dict[str, int] | None:
    """Draw a box for each option; return the counts, or None while they do not fit."""
    st.file_uploader(
        "Fill the boxes from a table with options, successes and participants",
        _KINDS,
        key=_file_key(batch),
        on_change=_take_file,
        args=(batch,),
    )
    with st.container(horizontal=True):
        for name, size in _sampled(batch).items():
            st.text_input(f"Successes of {name}, out of {size:,}", key=_key(batch, name), width=220)
    found = given(batch)
    wrong = [name for name in _sampled(batch) if _read(batch, name) is None and _typed(batch, name)]
    told = [
        f"The successes of {name} must be a whole number from 0 to {batch.sizes[name]:,}, in digits." for name in wrong
    ]
    page.problem(" ".join([st.session_state.pop(_NOT_READ, ""), *told]).strip())
    return found


def given(batch: Batch) -> dict[str, int] | None:
    """The counts in the boxes; None while one is missing or does not fit."""
    found = {name: _read(batch, name) for name in _sampled(batch)}
    known = {name: count for name, count in found.items() if count is not None}
    return known if len(known) == len(found) else None


def forget(batch: Batch) -> None:
    """Empty the boxes, and let go of the file."""
    for key in (*(_key(batch, name) for name in batch.sizes), _file_key(batch)):
        st.session_state.pop(key, None)


def _take_file(batch: Batch) -> None:
    file = st.session_state[_file_key(batch)]
    if file is None:
        return
    reading = read_counts(file.getvalue())
    if reading.found is None:
        is_asked = reading.question is not None
        st.session_state[_NOT_READ] = _TWO_WAYS if is_asked else reading.problem
        return
    tally = reading.found
    trials = dict(zip(tally.names, tally.trials, strict=True))
    if trials != _sampled(batch):
        st.session_state[_NOT_READ] = (
            "The file does not fit this batch. It must have these options and numbers of participants: "
            + ", ".join(f"{name} {size:,}" for name, size in _sampled(batch).items())
            + "."
        )
        return
    for name, successes in zip(tally.names, tally.successes, strict=True):
        st.session_state[_key(batch, name)] = str(successes)


def _sampled(batch: Batch) -> dict[str, int]:
    return {name: size for name, size in batch.sizes.items() if size > 0}


def _file_key(batch: Batch) -> str:
    return f"successes-{batch.number}"


def _key(batch: Batch, name: str) -> str:
    return f"successes-{batch.number}-{name}"


def _typed(batch: Batch, name: str) -> str:
    return str(st.session_state.get(_key(batch, name), "")).strip()


def _read(batch: Batch, name: str) -> int | None:
    text = _typed(batch, name).replace(",", "").replace(" ", "")
    if not (text.isascii() and text.isdecimal()) or len(text) > 10 or int(text) > batch.sizes[name]:
        return None
    return int(text)
