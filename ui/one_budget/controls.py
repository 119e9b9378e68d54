"""The inputs of the page about one epsilon for many analyses; their values live in the link."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any
from zlib import crc32

import streamlit as st

from ui.arms import following
from ui.arms.instance import DEFAULT
from ui.controls.linked_table import LinkedTable
from ui.controls.log_slider import log_slider
from ui.controls.one_of import one_of
from ui.look.axes import PRIVACY_ENDS, RISK_ENDS
from ui.one_budget import words
from ui.one_budget.plan import (
    COLUMNS,
    COUNT_LIMITS,
    NEW_ROW,
    OPENING_TEXT,
    OpenRatesError,
    Plan,
    as_table,
    as_text,
    edited,
    parsed,
)
from ui.own_table.box import ask
from ui.shell import page
from ui.state.keys import EPSILON_RANGE, RISK_RANGE

_PAGE = "one_budget"
_DELTA_LIMITS = (1e-12, 1e-2)
_ANSWERS, _OPEN = "_analyses-answers", "_analyses-open"
_TAKEN = "_analyses-taken"  # the arms' means that the first analysis has, or could not have


def _edited(base: Plan, edits: Mapping[str, Any]) -> Plan:
    """The plan after edits of the table and the answers about its rates; an open question is kept, to be asked."""
    st.session_state.pop(_OPEN, None)
    try:
        return edited(base, edits, st.session_state.get(_ANSWERS, {}))
    except OpenRatesError as error:
        st.session_state[_OPEN] = error
        raise


_PLAN = LinkedTable("analyses", parsed(OPENING_TEXT), parsed, as_text, _edited)
PROMISES = {"pure": "ε-DP", "delta": "(ε, δ)-DP"}


def ask_budget() -> tuple[float, float, float | None]:
    """The epsilon of one person in all runs together, the risk of each run, and delta, if the promise has one."""
    _take_brought()
    epsilon = log_slider("One person's ε for all runs together", "shared-epsilon", EPSILON_RANGE, 1.0, PRIVACY_ENDS)
    risk = log_slider("Risk of a wrong choice in each run", "shared-risk", RISK_RANGE, 0.05, RISK_ENDS)
    if one_of("Promise for all runs together", PROMISES, "pure", "shared-promise") == "pure":
        return epsilon, risk, None
    return epsilon, risk, log_slider("δ", "shared-delta", _DELTA_LIMITS, 1e-6, ("a stricter promise", "a looser one"))


def _take_brought() -> None:
    """Take ε, the risk and the arms of another page: the arms' means are the rates of the first analysis."""
    instance, _ = following.brought(_PAGE)
    if instance is None:
        return
    risk = following.nearest(instance.risk, RISK_RANGE)
    following.take({"shared-epsilon": instance.epsilon, "shared-risk": risk})
    if instance.means == st.session_state.get(_TAKEN, DEFAULT.means):
        return  # only ε or the risk is new, and the rates may be the visitor's own
    st.session_state[_TAKEN] = instance.means
    with suppress(ValueError):  # of a plan in the link that cannot be read, or of rates that no plan takes
        first, *others = parsed(st.session_state.get(_PLAN.key, st.query_params.get(_PLAN.key, OPENING_TEXT)))
        rates = tuple(100 * mean for mean in instance.means)
        following.take({_PLAN.key: as_text(parsed(as_text((replace(first, rates=rates), *others))))})


def ask_plan() -> Plan:
    """The table, the box that carries it in the link, and Reset; returns the last valid plan."""
    table = st.container()
    _PLAN.draw_box(
        "The table in one line",
        "The cells in the order of the table, separated by ~, and rows separated by _. They are part of the link.",
    )
    note = table.container()
    with table:
        _draw_table()
    st.button("Reset the table", on_click=_PLAN.reset)
    wrong = _PLAN.problem
    asked: OpenRatesError | None = st.session_state.get(_OPEN)
    is_asked = asked is not None and str(asked) == wrong
    said = "There is an open question about the table" if is_asked else f"{wrong[:1].upper()}{wrong[1:]}"
    page.problem(wrong and f"{said}. What you see is the last valid plan.")
    with st.container():
        if asked is not None and is_asked:
            key = f"analyses-question-{crc32(asked.cell.encode('utf-8', 'replace'))}-{asked.question.id}"
            ask(asked.question, key, _answer, (asked, key))
    plan, (first, *others) = _PLAN.value(), parsed(OPENING_TEXT)
    if plan[1:] == (*others,):
        with note:
            page.reading(words.tell("examples", has_own_rates=plan[0].rates != first.rates))
    return plan


def _answer(asked: OpenRatesError, key: str) -> None:
    """Take the answer that was picked, and with it the edits of the table."""
    answers = st.session_state.setdefault(_ANSWERS, {})
    answers[asked.cell] = {**answers.get(asked.cell, {}), asked.question.id: st.session_state[key]}
    _PLAN.take_edits()


def _draw_table() -> None:
    helps = {
        "analysis": "Any name; it appears in the picture and the CSV file.",
        "runs a year": "Runs that the same person can be in. If every run has new people, enter 1 run in 1 year.",
        "years": "How many years the same people take part.",
        "rates in %": "The success rates you expect for the options, separated by commas.",
        "outcomes per person": "How many outcomes one person gives in one run. Each is then protected with ε/outcomes.",
    }
    columns = {}
    for name, default in zip(COLUMNS, NEW_ROW, strict=True):
        if name in COUNT_LIMITS:
            low, high = COUNT_LIMITS[name]
            columns[name] = st.column_config.NumberColumn(
                min_value=low, max_value=high, step=1, default=int(default), help=helps[name]
            )
        else:
            columns[name] = st.column_config.TextColumn(default=default, help=helps[name])
    st.data_editor(
        as_table(_PLAN.base),
        key=_PLAN.editor,
        on_change=_PLAN.take_edits,
        num_rows="dynamic",
        hide_index=True,
        column_config=columns,
    )
