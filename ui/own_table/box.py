"""The box "How your data are read": the first rows, how columns were read, and the open question."""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Protocol, TypeVar

import streamlit as st

from ui.look.literal import literal
from ui.own_table.given import KINDS, OwnTable
from ui.reading.asking import FileQuestion
from ui.reading.checks import read_split
from ui.reading.names import listed
from ui.reading.parsed import MOST_ROWS
from ui.reading.participants import SEVERAL_ROWS
from ui.reading.reading import ReadSoFar
from ui.reading.table import Table
from ui.reading.text import MOST_BYTES
from ui.shell import page

ROWS = 5
COLUMNS = 12
LONGEST_CELL = 40
LONGEST_PICKED = 40  # letters of an answer that fit a box with a list
MOST_BUTTONS = 6  # answers shown below one another; more become a list
LIMITS = (
    f"Up to {MOST_BYTES // 2**20} MB or {MOST_ROWS // 10**6} million rows. To make a larger table fit, keep only the "
    "columns that matter, or one row per option."
)
IN_MEMORY = "Your data stay in memory for this visit. They are not stored, and not sent anywhere else."


class Named(Protocol):
    """What is read from a table: something about options with names."""

    @property
    def names(self) -> tuple[str, ...]:
        """What the options are called."""


T = TypeVar("T", bound=Named)
Check = Callable[[T, Sequence[float] | None], Iterable[str]]


def upload(own: OwnTable[T], label: str) -> None:
    """Draw the box for a file of any kind that can be read."""
    shown = st.file_uploader(label, KINDS, key=f"{own.name}-data", help=LIMITS, on_change=own.keep)
    with st.container(horizontal=True, vertical_alignment="center"):
        if shown is None and (kept := st.session_state.get(f"{own.name}-file")) is not None:
            st.caption(f"“{literal(kept.name)}” is still in use.", width="content")
            st.button("Remove it", on_click=own.keep, type="tertiary")


def draw(own: OwnTable[T], check: Check[T]) -> None:
    """Draw how the table is read: a closed box if all is clear, below the question if one is open.

    check: what to know before trusting the answer, in sentences, given the intended split (None: equal).
    """
    reading = own.reading()
    with st.container():  # or what follows would be mounted again when it comes or goes
        if reading is None:
            return
        if reading.question is not None:
            with st.container(border=True, key=f"{own.name}-question"):
                _draw_box(own, "ask", reading.question)
        intended = _draw_reading(own, reading)
        for choice in reading.choices:
            if choice.id == SEVERAL_ROWS:
                _draw_choice(own, choice)
        if reading.found is not None:
            for sentence in check(reading.found, intended):
                st.caption(literal(sentence))


def _draw_reading(own: OwnTable[T], reading: ReadSoFar[T]) -> Sequence[float] | None:
    """The closed box; returns the intended split, or None if none was given that can be read."""
    if reading.table is None or not (reading.choices or reading.table.names):
        return None
    label = f"{literal(reading.summary)} (change)" if reading.summary else "Your data as read so far (change)"
    is_open = bool(reading.problem)
    with st.expander(label, expanded=is_open, key=f"{own.name}-reading"):
        st.markdown("**How your data are read**")
        _draw_rows(reading.table)
        for choice in reading.choices:
            if choice.id != SEVERAL_ROWS:
                _draw_choice(own, choice)
        intended = None if reading.found is None else _ask_split(own, reading.found.names)
        if reading.notes:
            st.caption("\n".join(f"- {literal(note)}" for note in reading.notes))
    return intended


def _ask_split(own: OwnTable[T], names: Sequence[str]) -> Sequence[float] | None:
    """The split that participants were meant to have, None for an equal one."""
    equal = " : ".join("1" * min(len(names), 4)) + (" : …" if len(names) > 4 else "")
    text = st.text_input(
        literal(f"How were participants meant to be split among {listed(names)}, in this order?"),
        placeholder=f"{equal} (equally)",
        key=f"{own.name}-split-{own.digest()[-8:]}",
        persist_state="session",
    )
    if not text or not text.strip():
        return None
    try:
        return read_split(text, len(names))
    except ValueError as error:
        page.problem(error)
        return None


def _draw_choice(own: OwnTable[T], choice: FileQuestion) -> None:
    """A choice that was made, and can be changed."""
    st.session_state[_key(own, "choice", choice)] = choice.chosen
    _draw_box(own, "choice", choice)


def _draw_box(own: OwnTable[T], kind: str, question: FileQuestion) -> None:
    key = _key(own, kind, question)
    ask(question, key, own.take, (question.id, key))


def ask(question: FileQuestion, key: str, take: Callable[..., None], about: tuple[object, ...]) -> None:
    """Draw a question: an open one with no answer picked, or a choice that can be changed.

    take, about: what is called once an answer is picked, and with what.
    """
    labels = dict(question.options)
    is_open = question.chosen is None
    is_long = is_open or any(len(label) > LONGEST_PICKED for label in labels.values())
    text, first = literal(question.text), None if is_open else 0
    if is_long and len(labels) <= MOST_BUTTONS:  # answers that are sentences are shown whole, below one another
        st.radio(text, labels, first, lambda each: literal(labels[each]), key, on_change=take, args=about)
    else:
        st.selectbox(text, labels, first, lambda each: labels.get(each, each), key, on_change=take, args=about)


def _key(own: OwnTable[T], kind: str, question: FileQuestion) -> str:
    return f"{own.name}-{kind}-{question.id.replace(' ', '-')}-{own.digest()[-8:]}"


def _draw_rows(table: Table) -> None:
    """The first rows, each with its number in the file."""
    names, cells = table.names[:COLUMNS], table.cells.iloc[:ROWS, :COLUMNS]
    if not names:
        return
    first = f"{table.source.row} {table.header_row}" if table.header_row else table.source.row
    more = len(table.names) - len(names)
    page.wide_table(
        [first, *map(_cell, names)],
        ([f"{row:,}", *map(_cell, texts)] for row, texts in zip(cells.index, cells.to_numpy().tolist(), strict=True)),
        f"and {more:,} more {'column' if more == 1 else 'columns'}" if more else "",
    )


def _cell(text: str) -> str:
    return escape(text if len(text) <= LONGEST_CELL else f"{text[: LONGEST_CELL - 1]}…")
