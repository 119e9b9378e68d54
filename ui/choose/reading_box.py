"""The box "This is how I read your file": its first rows, what was taken for what, and the question that is open."""

from html import escape

import streamlit as st

from ui.choose import own_answers
from ui.choose.own_data import OwnReading
from ui.look.literal import literal
from ui.reading.asking import FileQuestion
from ui.reading.table import Table
from ui.shell import page

ROWS = 5
COLUMNS = 12
LONGEST_CELL = 40
LONGEST_PICKED = 40  # letters that a box for one answer of a list shows of it
MOST_BUTTONS = 6  # answers that stand below one another; of more one is picked from a list


def draw(reading: OwnReading) -> None:
    """Draw it: closed if all is clear, below the question if one is open."""
    if reading.question is not None:
        _ask(reading.question)
    if reading.table is not None and (reading.choices or len(reading.table.names)):
        label = f"{literal(reading.summary)}; change" if reading.summary else "This is how I read it so far; change"
        with st.expander(label, expanded=bool(reading.problem) and reading.question is None, key="own-reading"):
            st.markdown("**This is how I read your data**")
            _draw_rows(reading.table)
            for choice in reading.choices:
                _draw_choice(choice)
            if reading.notes:
                st.caption("\n".join(f"- {literal(note)}" for note in reading.notes))
    for sentence in reading.warnings:
        st.caption(literal(sentence))


def _ask(question: FileQuestion) -> None:
    """The question, with no answer picked."""
    with st.container(border=True, key="own-question"):
        _draw_box("ask", question, len(question.options) <= MOST_BUTTONS)


def _draw_choice(choice: FileQuestion) -> None:
    """What holds, where it can be changed; answers that are sentences stand whole below one another."""
    st.session_state[_key("choice", choice)] = choice.chosen
    is_long = any(len(label) > LONGEST_PICKED for _, label in choice.options)
    _draw_box("choice", choice, is_long and len(choice.options) <= MOST_BUTTONS)


def _draw_box(kind: str, question: FileQuestion, has_buttons: bool) -> None:
    key, labels = _key(kind, question), dict(question.options)
    text, values, take, about = literal(question.text), list(labels), own_answers.take, (question.id, key)
    first = None if question.chosen is None else 0  # a choice that holds can be changed, but not emptied
    if has_buttons:
        st.radio(text, values, first, lambda each: literal(labels[each]), key, on_change=take, args=about)
    else:
        st.selectbox(text, values, first, lambda each: labels.get(each, each), key, on_change=take, args=about)


def _key(kind: str, question: FileQuestion) -> str:
    return f"own-{kind}-{question.id.replace(' ', '-')}-{own_answers.digest()[-8:]}"


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
