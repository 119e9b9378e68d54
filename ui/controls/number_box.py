"""The box for a number, on all pages: it takes numbers as people type them, and asks where a text may mean two.

It is a box of text, because a browser's box for numbers drops the comma of "2,5" and makes 25 of it.
What session state holds under its key is text, too; `number_in` reads it, and a page may write numbers there.
"""

import contextlib
from dataclasses import dataclass
from html import escape
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.state import SessionState

from ui.look.numbers import exact, typed
from ui.reading.columns import read_box
from ui.state import boxes
from ui.state.draft import hear
from ui.state.visit import went_back_or_forward

BOXES = "_number-boxes"  # in session state: each box by its key
LONGEST_TEXT = 100  # characters of a text that is no number and stays in its box, and so in the address


@dataclass(frozen=True)
class _Rules:
    """What a box takes.  percent: what one per cent counts as, 0 where it takes none."""

    lowest: float
    highest: float
    whole: bool
    percent: float
    may_be_empty: bool


@dataclass
class _Box:
    """A box as it was last drawn, and its last good number.

    text: that number as the box and the link hold it.  said: the text that it was read from, while the box shows that.
    note: how it was read, where that must be said.
    """

    rules: _Rules
    value: float | None
    text: str
    said: str | None = None
    note: str = ""

    def take(self, said: object, is_plain: bool = False) -> None:
        """Take over what the box holds.  is_plain: a program wrote it, not a person.

        Raises: ValueError, one sentence about what a visitor has typed.
        """
        text = _text(said)
        if text in (self.text, self.said):
            return
        value, rules = None, self.rules
        if text.strip() or not rules.may_be_empty:
            is_plain = is_plain or not isinstance(said, str)
            value = read_box(text, rules.lowest, rules.highest, rules.whole, rules.percent, is_plain)
            value = int(value) if rules.whole else value
        self.value, self.text, self.said = value, _text(value), text
        is_share = 0 < rules.percent < 1 and text.strip().endswith("%")
        self.note = f"“{text.strip()}” is read as {self.text}." if is_share else ""


def number_box(label: str, limits: tuple[float, float], opening: float, *, key: str, **options: Any) -> float:
    """A box for a number within limits; the last good number where a text is none.

    options: those of `_draw`, and what else st.text_input takes.
    """
    return float(_draw(label, limits, opening, key, **options) or 0)


def count_box(label: str, limits: tuple[int, int], opening: int, *, key: str, **options: Any) -> int:
    """The same for a whole number."""
    return int(_draw(label, limits, opening, key, whole=True, **options) or 0)


def optional_box(label: str, limits: tuple[float, float], *, key: str, **options: Any) -> float | None:
    """The same for a number that need not be given: None while the box is empty."""
    return _draw(label, limits, None, key, may_be_empty=True, **options)


def number_in(key: str) -> float | None:
    """The number that a box holds, or will hold once it is drawn; None if it is empty or was never drawn."""
    box, said = _boxes().get(key), st.session_state.get(key)
    if box is not None:
        with contextlib.suppress(ValueError):
            box.take(said)
        return box.value
    return said if isinstance(said, int | float) else None


def text_in_force(state: SessionState, key: str, text: str) -> str:
    """What a link is to say of a box that says this in a session: its last good number."""
    if BOXES not in state or key not in state[BOXES]:
        return text
    box: _Box = state[BOXES][key]
    return box.text


def _draw(
    label: str,
    limits: tuple[float, float],
    opening: float | None,
    key: str,
    *,
    whole: bool = False,
    may_be_empty: bool = False,
    in_percent: bool = False,
    has_steps: bool = False,
    place: DeltaGenerator | None = None,
    told: DeltaGenerator | None = None,
    width: Any = "stretch",
    **kept: Any,
) -> float | None:
    """Draw the box.

    in_percent: its number is a percentage; a box up to 1 is one of shares, and reads 38 % as 0.38.  has_steps: with
    buttons for one less and one more where there is room.  place: where it stands.  told: where it is said what is
    wrong, else below it.
    """
    percent = 1.0 if in_percent else 0.01 if limits[1] <= 1 else 0.0
    rules = _Rules(*limits, whole, percent, may_be_empty)
    box = _boxes().setdefault(key, _Box(rules, opening, _text(opening)))
    box.rules = rules
    is_from_link = "bind" in kept and (key not in st.session_state or went_back_or_forward())
    if is_from_link and key in st.query_params:
        try:
            box.take(st.query_params[key], is_plain=True)
        except ValueError:
            del st.query_params[key]  # said below; once the box is drawn, it keeps the address
    problem = _write_plainly(box, key)
    with (place or st).container(gap=None, key=f"number-{key}", width=width):
        row = (
            st.container(horizontal=True, gap="xsmall", vertical_alignment="bottom", key=f"steps-{key}")
            if has_steps
            else st
        )
        text = row.text_input(
            label, None if opening is None else typed(opening), key=key, autocomplete="off",
            **kept,
        )  # fmt: skip
        try:
            box.take(text, is_plain=is_from_link)
        except ValueError as error:
            problem = str(error)
        if problem:
            goes_on = "The box counts as empty." if box.value is None else f"The page still uses {exact(box.value)}."
            problem = f"{problem} {goes_on}"
        if has_steps:
            for sign, step, end in (("−", -1, limits[0]), ("+", 1, limits[1])):
                row.button(
                    sign, key=f"{key}{step:+d}", on_click=_step, args=(key, step), disabled=box.value == end,
                )  # fmt: skip
        with told or st.container():
            if problem or box.note:
                role = 'class="not-read" role="alert"' if problem else 'role="status"'
                st.html(f"<small {role}>{escape(problem or box.note)}</small>")
    return box.value


def _write_plainly(box: _Box, key: str) -> str:
    """Write a good number plainly into its box, before it is drawn, and the last good one in place of a long text.

    Returns: what is wrong with a text that so leaves the box, "" if none does.
    """
    said, problem = st.session_state.get(key), ""
    if said is None:
        return ""
    try:
        box.take(said)
    except ValueError as error:
        if len(str(said)) <= LONGEST_TEXT:
            return ""
        problem = str(error)
    box.said = box.text
    if said != box.text:
        st.session_state[key] = box.text
    return problem


def _step(key: str, step: int) -> None:
    hear()
    if (value := number_in(key)) is not None:
        low, high = _boxes()[key].rules.lowest, _boxes()[key].rules.highest
        boxes.write({key: min(max(value + step, low), high)})


def _text(said: object) -> str:
    """A box's text: a number that a page has written there, as a person would type it."""
    return "" if said is None else typed(said) if isinstance(said, int | float) else str(said)


def _boxes() -> dict[str, _Box]:
    found: dict[str, _Box] = st.session_state.setdefault(BOXES, {})
    return found
