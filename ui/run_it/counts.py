"""The counts of a batch, typed or from a file.  They stay in the session until they are published."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from dpcore.trial import Batch, Plan
from dpcore.trial.counts import counts_in_rows, has_counts
from dpcore.trial.plan import LOCAL
from ui.look.literal import literal
from ui.own_table import box
from ui.own_table.given import KINDS
from ui.reading.asking import Asking, FileQuestion
from ui.reading.columns import read_box
from ui.reading.counts import counts_in_table
from ui.reading.reading import ReadSoFar, read_as
from ui.reading.table import Table, read_table
from ui.run_it import words
from ui.shell import page

_NOT_READ = "trial-file-not-read"


def ask(batch: Batch, plan: Plan, place: str) -> dict[str, int] | None:
    """Draw a box for each option, what will be published, and the confirmation; return the counts once confirmed.

    place: says of which trial and batch they are; counts typed for another one never stand in these boxes.
    """
    st.file_uploader(
        f"Fill the boxes from a table with the columns option and {'yes' if plan.release == LOCAL else 'successes'}",
        KINDS,
        key=_key("file", place),
        on_change=_take_file,
        args=(batch, plan, place),
    )
    if (question := _state(place).get("question")) is not None:
        with st.container(border=True):
            box.ask(question, _key(place, question.id), _take_answer, (batch, plan, place, question))
    sampled = {name: size for name, size in batch.sizes.items() if size > 0}
    with st.container(horizontal=True):
        for name, size in sampled.items():
            label = literal(f"{plan.counted[0].upper()}{plan.counted[1:]} of {name}, out of {size:,}")
            st.text_input(label, key=_key(place, name), width=220, on_change=_doubt, args=(place,))
    told = [
        f"Enter the {plan.counted} of {name} as a whole number from 0 to {size:,}."
        for name, size in sampled.items()
        if _typed(place, name) and _read(place, name, size) is None
    ]
    page.problem(" ".join([st.session_state.pop(_NOT_READ, ""), *told]).strip())
    counts = given(batch, place)
    st.info(words.published(plan))
    sure = st.checkbox(
        "The counts are final, and I want this batch published.", key=_key("confirmed", place), disabled=counts is None
    )
    return counts if sure else None


def given(batch: Batch, place: str) -> dict[str, int] | None:
    """The counts in the boxes; None while one is missing or does not fit."""
    found = {name: _read(place, name, size) for name, size in batch.sizes.items() if size > 0}
    known = {name: count for name, count in found.items() if count is not None}
    return known if len(known) == len(found) else None


def forget(batch: Batch, place: str) -> None:
    """Empty the boxes, and take back the confirmation."""
    for name in batch.sizes:
        st.session_state[_key(place, name)] = ""  # a box that is only forgotten keeps its text in the browser
    _doubt(place)


def _doubt(place: str) -> None:
    """Counts that have changed are not confirmed any more."""
    st.session_state[_key("confirmed", place)] = False


def _take_file(batch: Batch, plan: Plan, place: str) -> None:
    _state(place).update(answers={}, question=None)
    _fill(batch, plan, place)


def _take_answer(batch: Batch, plan: Plan, place: str, question: FileQuestion) -> None:
    _state(place)["answers"][question.id] = st.session_state[_key(place, question.id)]
    _fill(batch, plan, place)


def _fill(batch: Batch, plan: Plan, place: str) -> None:
    """Write what the file says into the boxes, or show what it leaves open."""
    file, state = st.session_state[_key("file", place)], _state(place)
    if file is None:
        return
    forget(batch, place)
    reading = _read_file(file.getvalue(), state["answers"], batch, plan)
    state["question"] = reading.question
    if reading.question is None and reading.found is None:
        st.session_state[_NOT_READ] = reading.problem
    for name, count in (reading.found or {}).items():
        st.session_state[_key(place, name)] = str(count)


def _read_file(content: bytes, answers: Mapping[str, str], batch: Batch, plan: Plan) -> ReadSoFar[dict[str, int]]:
    """The counts in a visitor's file, or how far they are read."""

    def counts(table: Table, asking: Asking) -> dict[str, int]:
        if has_counts(table.names):
            return counts_in_rows([table.names, *table.cells.astype(str).to_numpy().tolist()], batch, plan)
        tally = counts_in_table(table, asking)
        rows = [("option", "successes", "participants"), *zip(tally.names, tally.successes, tally.trials, strict=True)]
        return counts_in_rows([[str(cell) for cell in row] for row in rows], batch, plan)

    return read_as(lambda: read_table(content, answers), answers, counts)


def _state(place: str) -> dict[str, Any]:
    """What a file leaves open, and what was answered."""
    state: dict[str, Any] = st.session_state.setdefault(f"counts-state-{place}", {"answers": {}, "question": None})
    return state


def _key(*parts: str) -> str:
    return "-".join(["counts", *parts])


def _typed(place: str, name: str) -> str:
    return str(st.session_state.get(_key(place, name), "")).strip()


def _read(place: str, name: str, size: int) -> int | None:
    try:
        return int(read_box(_typed(place, name), 0, size, whole=True))
    except ValueError:
        return None
