"""A visitor's table and the answers about it, kept for the visit and in no link."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

import streamlit as st

from ui.reading.asking import Asking
from ui.reading.reading import ReadSoFar, read_as
from ui.reading.table import Table, read_table, read_typed
from ui.state.visit import remembered

OF_THE_TABLE = ("encoding", "sheet", "header")  # questions whose answers make a table be read again
LONGEST_NAME = 60  # letters of an option that are shown
KINDS = ["csv", "tsv", "txt", "gz", "xlsx", "ods", "parquet", "json"]

T = TypeVar("T")


@dataclass(frozen=True)
class OwnTable(Generic[T]):
    """A place on a page where a visitor can give a table.

    name: the keys of its boxes begin with it; the uploader has `<name>-data`, typed lines have `<name>-counts`.  A file
        stays under `<name>-file` while the uploader, which forgets it, is not on show.
    find: reads a table.  reader: the function with which the notebook reads the file.
    is_typed: whether lines are typed now, in place of a file.
    """

    name: str
    find: Callable[[Table, Asking], T]
    reader: Callable[..., Any]
    is_typed: Callable[[], bool] = lambda: False

    def reading(self) -> ReadSoFar[T] | None:
        """How far the file or the lines have been read, once for each set of answers; None if there are none."""
        given = self._given()
        if given is None:
            return None
        answers = self._answers()
        of_the_table = {question: answer for question, answer in answers.items() if question in OF_THE_TABLE}

        def table() -> Table:
            key = (self.digest(), *sorted(of_the_table.items()))
            return remembered(f"{self.name}-table", key, lambda _: _opened(given, of_the_table))

        key = (self.digest(), *sorted(answers.items()))
        return remembered(f"{self.name}-reading", key, lambda _: read_as(table, answers, self.find))

    def found(self, nothing: str) -> T:
        """What the file or the lines hold.

        nothing: what to say if there is none.  Raises: ValueError, one sentence: what is missing, wrong, or asked.
        """
        reading = self.reading()
        if reading is None:
            raise ValueError(nothing)
        if reading.question is not None:
            raise ValueError(f"There is an open question about your data: {reading.question.text}")
        return reading.result

    def code(self) -> str:
        """Python that reads the file in the same way; "" for typed lines, and if nothing was found."""
        reading = self.reading()
        return "" if self.is_typed() or reading is None or reading.found is None else reading.code(self.reader)

    def digest(self) -> str:
        """What distinguishes this file, or these lines, from others."""
        given = self._given()
        if isinstance(given, bytes):
            file = st.session_state[f"{self.name}-file"]
            return remembered(f"{self.name}-digest", file.file_id, partial(_digest, given))
        return _digest(given or "")

    def keep(self) -> None:
        """Take the file that the uploader holds, or none if it was removed there."""
        st.session_state[f"{self.name}-file"] = st.session_state.get(f"{self.name}-data")

    def take(self, question: str, key: str) -> None:
        """Take the answer in the box of this key."""
        of_all = st.session_state.setdefault(f"{self.name}-answers", {})
        of_all.setdefault(self.digest(), {})[question] = st.session_state[key]

    def _answers(self) -> Mapping[str, str]:
        return st.session_state.get(f"{self.name}-answers", {}).get(self.digest(), {})

    def _given(self) -> bytes | str | None:
        if self.is_typed():
            return str(st.session_state.get(f"{self.name}-counts") or "")
        file = st.session_state.get(f"{self.name}-file")
        return None if file is None else bytes(file.getvalue())


def shortened(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names shortened for display; all stay whole if two would look the same."""
    short = tuple(name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…" for name in names)
    return short if len(set(short)) == len(names) else names


def _opened(given: bytes | str, answers: Mapping[str, str]) -> Table:
    return read_table(given, answers) if isinstance(given, bytes) else read_typed(given, answers)


def _digest(given: bytes | str, _: object = None) -> str:
    content = given if isinstance(given, bytes) else given.encode("utf-8", "surrogatepass")
    return f"{type(given).__name__}-{hashlib.blake2b(content, digest_size=16).hexdigest()}"
