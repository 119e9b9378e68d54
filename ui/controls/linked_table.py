"""A table that visitors edit and that lives in the link: a box carries it in one line, and each follows the other."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import streamlit as st

T = TypeVar("T")


@dataclass
class _Held(Generic[T]):
    """What one visitor has done to a table.

    base: what it starts from, before its edits.  valid: what was valid last.  written: the box's line that it follows.
    version: how often it has started again.  problem: what is wrong with what was typed.
    """

    base: T
    valid: T
    written: str | None = None
    version: int = 0
    problem: str = ""


@dataclass(frozen=True)
class LinkedTable(Generic[T]):
    """The state of one such table and its box, whose key is also that of the link.

    opening: what it holds at first.  parsed, as_text: from the box's line and back.  edited: what it holds after the
    edits of st.data_editor.  parsed and edited raise ValueError where that is nothing valid.
    """

    key: str
    opening: T
    parsed: Callable[[str], T]
    as_text: Callable[[T], str]
    edited: Callable[[T, Mapping[str, Any]], T]

    def draw_box(self, label: str, help: str) -> None:
        """The box; call it before `base` and `editor`, which follow it."""
        held = self._held()
        text = st.text_input(label, self.as_text(self.opening), key=self.key, bind="query-params", help=help)
        # Another page forgets what was typed into the table, so it starts again from the box.
        if text != held.written or self.editor not in st.session_state:
            try:
                held.base = self.parsed(text)
                held.version += 1
                held.problem = ""
            except ValueError as error:
                held.problem = str(error)
            held.written = text

    @property
    def base(self) -> T:
        """What the table starts from, before its edits."""
        return self._held().base

    @property
    def editor(self) -> str:
        """The key of the table: a new one whenever it starts again."""
        return f"{self.key}-table-{self._held().version}"

    @property
    def problem(self) -> str:
        """What is wrong with what was typed; empty if nothing is."""
        return self._held().problem

    def value(self) -> T:
        """What was typed, or while that is not valid what was valid last."""
        held = self._held()
        if not held.problem:
            held.valid = self.parsed(st.session_state[self.key])
        return held.valid

    def take_edits(self) -> None:
        """Take over what was typed in the table, as far as it is valid: the table's callback."""
        held = self._held()
        try:
            text = self.as_text(self.edited(held.base, st.session_state[self.editor]))
            st.session_state[self.key] = held.written = text
            held.problem = ""
        except ValueError as error:
            held.problem = str(error)

    def reset(self) -> None:
        """Back to the opening, also of a table in which only an impossible edit stands."""
        st.session_state[self.key] = self.as_text(self.opening)
        self._held().written = None

    def _held(self) -> _Held[T]:
        held: _Held[T] = st.session_state.setdefault(f"{self.key}-held", _Held(self.opening, self.opening))
        return held
