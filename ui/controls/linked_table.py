"""A table that visitors edit and that lives in the link: a box carries it in one line, and each follows the other."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import streamlit as st

T = TypeVar("T")


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
        state = st.session_state
        text = st.text_input(label, self.as_text(self.opening), key=self.key, bind="query-params", help=help)
        # Another page forgets what was typed into the table, so it starts again from the box.
        if text != state.get(self._written) or self.editor not in state:
            try:
                state[self._base] = self.parsed(text)
                state[self._version] = state.get(self._version, 0) + 1
                state[self._problem] = ""
            except ValueError as error:
                state.setdefault(self._base, self.opening)
                state[self._problem] = str(error)
            state[self._written] = text

    @property
    def base(self) -> T:
        """What the table starts from, before its edits."""
        base: T = st.session_state[self._base]
        return base

    @property
    def editor(self) -> str:
        """The key of the table: a new one whenever it starts again."""
        return f"{self.key}-table-{st.session_state.get(self._version, 0)}"

    @property
    def problem(self) -> str:
        """What is wrong with what was typed; empty if nothing is."""
        problem: str = st.session_state[self._problem]
        return problem

    def value(self) -> T:
        """What was typed, or while that is not valid what was valid last."""
        state, valid = st.session_state, f"{self.key}-valid"
        if not self.problem:
            state[valid] = self.parsed(state[self.key])
        value: T = state.get(valid, self.opening)
        return value

    def take_edits(self) -> None:
        """Take over what was typed in the table, as far as it is valid: the table's callback."""
        state = st.session_state
        try:
            text = self.as_text(self.edited(self.base, state[self.editor]))
            state[self.key] = state[self._written] = text
            state[self._problem] = ""
        except ValueError as error:
            state[self._problem] = str(error)

    def reset(self) -> None:
        """Back to the opening, also of a table in which only an impossible edit stands."""
        st.session_state.update({self.key: self.as_text(self.opening), self._written: ""})

    @property
    def _base(self) -> str:
        return f"{self.key}-base"

    @property
    def _version(self) -> str:
        return f"{self.key}-version"

    @property
    def _problem(self) -> str:
        return f"{self.key}-problem"

    @property
    def _written(self) -> str:
        return f"{self.key}-written"
