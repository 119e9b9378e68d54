"""What a visitor has given as own data, and the answers about it: kept for the visit, and in no link."""

import hashlib
from functools import partial

import streamlit as st

from ui.choose.own_data import OwnData, OwnReading, own_reading
from ui.reading.table import Table, read_table, read_typed
from ui.state.visit import remembered

OF_THE_TABLE = ("encoding", "sheet", "header")  # questions for whose answers a table is read anew
NOTHING = "Choose a file, or type your counts."

_ANSWERS = "own-answers"
Given = bytes | str  # a file, or typed lines


def own_data() -> OwnData:
    """What the inputs hold.  Raises: ValueError, one sentence that says what is missing, wrong, or asked."""
    reading = current()
    if reading is None:
        raise ValueError(NOTHING)
    if reading.question is not None:
        raise ValueError(f"One question about them is open: {reading.question.text}")
    if reading.data is None:
        raise ValueError(reading.problem)
    return reading.data


def code() -> str:
    """Python that reads the file as it has been read; "" for typed lines, and where there is no file."""
    reading = current()
    return "" if reading is None else reading.code


def current() -> OwnReading | None:
    """How the file or the lines have been read, once for each set of answers; None if there are none."""
    given = _given()
    if given is None:
        return None
    answers = st.session_state.get(_ANSWERS, {}).get(digest(), {})
    table_answers = {question: answer for question, answer in answers.items() if question in OF_THE_TABLE}

    def table() -> Table:
        key = (digest(), *sorted(table_answers.items()))
        return remembered("own-table", key, lambda _: _table(given, table_answers))

    key = (digest(), *sorted(answers.items()))
    return remembered("own-reading", key, lambda _: own_reading(table, answers))


def digest() -> str:
    """What tells this file, or these lines, from others."""
    given = _given()
    if isinstance(given, bytes):
        return remembered("own-digest", st.session_state["own-data"].file_id, partial(_digest, given))
    return _digest(given or "")


def take(question: str, key: str) -> None:
    """Take over the answer that the box of this key holds."""
    answers = st.session_state.setdefault(_ANSWERS, {}).setdefault(digest(), {})
    answers[question] = st.session_state[key]


def _given() -> Given | None:
    state = st.session_state
    if state.get("own-way") == "typed counts":
        return str(state.get("own-counts") or "")
    file = state.get("own-data")
    return None if file is None else bytes(file.getvalue())


def _table(given: Given, answers: dict[str, str]) -> Table:
    return read_table(given, answers) if isinstance(given, bytes) else read_typed(given, answers)


def _digest(given: Given, _: object = None) -> str:
    content = given if isinstance(given, bytes) else given.encode("utf-8", "surrogatepass")
    return f"{type(given).__name__}-{hashlib.blake2b(content, digest_size=16).hexdigest()}"
