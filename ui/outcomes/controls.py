"""The inputs of the page about numeric outcomes; all but the file and its clip live in the link."""

from dataclasses import replace
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dpcore.bounded.outcomes import LARGEST_OUTCOME
from ui.arms import following
from ui.arms import instance as instances
from ui.controls.log_slider import epsilon_slider, risk_slider
from ui.controls.number_box import count_box, number_box, optional_box
from ui.controls.one_of import one_of
from ui.controls.seed import seed_box
from ui.look.numbers import exact
from ui.look.terms import explained
from ui.outcomes import words
from ui.outcomes.example import example_csv, example_rows
from ui.outcomes.question import NARROWEST, OutcomeProblem, OutcomeStudy, OutcomeView
from ui.outcomes.rows import NOTHING, OWN, warnings_of
from ui.own_table import box
from ui.state import boxes
from ui.state.keys import KEPT, RISK_RANGE
from ui.state.visit import known, remember, remembered, session_id

_PAGE = "own_outcomes"
_EPSILON_AT_FIRST, _RISK_AT_FIRST = 0.5, 0.01
_SOURCES = {"example": "the made-up example", "file": "my own file"}
_MOST_RUNS = 1000
# A visitor's file has separate boxes for its clip, empty at first: the clip of the example means nothing to it.
_CLIPS = {"example": ("outcome-low", "outcome-high"), "file": ("outcome-own-low", "outcome-own-high")}


def ask_or_last() -> tuple[OutcomeView | None, str]:
    """Draw the inputs; return what they ask for and "", or what they last asked for in this session and the problem."""
    try:
        view = _ask()
    except ValueError as error:
        return known("outcomes-asked", session_id()), str(error)
    remember("outcomes-asked", session_id(), view)
    return view, ""


def _ask() -> OutcomeView:
    """Draw the inputs and return what they ask for.  Raises: ValueError, one sentence, when they ask for nothing."""
    _take_brought()
    source = one_of("Outcomes", _SOURCES, "example", "outcome-source")
    if source == "file":
        box.upload(OWN, "A table with one row per participant, and columns for the option and the outcome")
        box.draw(OWN, warnings_of)
        st.caption(f"{box.IN_MEMORY} {words.PRIVATE_DATA_NOTE}")
    epsilon = epsilon_slider("outcome-epsilon", _EPSILON_AT_FIRST)
    ends = st.columns(3)
    is_example, clip = source == "example", _CLIPS[source]
    low = _number(ends[0], "Clip below", clip[0], 0.0 if is_example else None, is_example)
    high = _number(ends[1], "Clip above", clip[1], 100.0 if is_example else None, is_example)
    threshold = _number(ends[2], "Yes if at least", "outcome-yes", 1.0, True)
    assert threshold is not None  # only a box that begins empty can be emptied
    st.caption(
        "Outcomes outside the range are set to its nearer end. For comparison, outcomes that reach the "
        "number in “Yes if at least” also count as successes."
    )
    of_range = st.container()
    with st.expander("Risk, runs, seed"):
        risk = risk_slider("outcome-risk", _RISK_AT_FIRST)
        numbers = st.columns(2)
        runs = count_box("Runs", (20, _MOST_RUNS), 100, key="outcome-runs", place=numbers[0], **KEPT)
        with numbers[1]:
            seed = seed_box("outcome-seed", **KEPT)
        st.download_button("The example as a file", example_csv, "outcomes.csv", "text/csv", on_click="ignore")
    is_chosen = (epsilon, risk) != (_EPSILON_AT_FIRST, _RISK_AT_FIRST)
    shared = instances.current()
    following.hand_over(_PAGE, replace(shared, epsilon=epsilon, risk=risk) if is_chosen else None, None)
    data = remembered("outcome-example", "example", lambda _: example_rows()) if is_example else OWN.found(NOTHING)
    with of_range:
        _offer_range(data.outcomes.range, clip, is_offered=not is_example and (low, high) != data.outcomes.range)
    if low is None or high is None:
        raise ValueError(
            "Enter the smallest and the largest outcome that count, in “Clip below” and “Clip above”. In this file "
            f"outcomes {words.runs_from(*data.outcomes.range)}."
        )
    if not low < high:
        raise ValueError(f"“Clip below” must be smaller than “Clip above”, but they are {low:g} and {high:g}.")
    if high - low < NARROWEST * max(abs(low), abs(high), 1):
        raise ValueError(f"The clip from {low:.17g} to {high:.17g} is too narrow to tell outcomes apart.")
    study = remembered("outcomes", OutcomeProblem(data, low, risk, seed), OutcomeStudy)
    view = OutcomeView(data, is_example, high, threshold, epsilon, int(runs), study, "" if is_example else OWN.code())
    with of_range:
        st.caption(explained(words.range_reading(view)))
    return view


def _take_brought() -> None:
    """Take the ε and the risk of another page; its arms are no outcomes."""
    if (instance := following.brought(_PAGE)[0]) is not None:
        risk = following.nearest(instance.risk, RISK_RANGE)
        following.take({"outcome-epsilon": instance.epsilon, "outcome-risk": risk})


def _number(place: DeltaGenerator, label: str, key: str, default: float | None, is_linked: bool) -> float | None:
    """A box.  is_linked: false for the clip of a visitor's file, whose ends may be two people's outcomes."""
    limits = (-LARGEST_OUTCOME, LARGEST_OUTCOME)
    kept: dict[str, Any] = {**KEPT} if is_linked else {"persist_state": "session"}
    if default is None:
        return optional_box(label, limits, key=key, place=place, **kept)
    return number_box(label, limits, default, key=key, place=place, **kept)


def _offer_range(ends: tuple[float, float], keys: tuple[str, str], is_offered: bool) -> None:
    """A button that clips to the file's range; its place stays when it goes."""
    with st.container():
        if is_offered and ends[0] < ends[1]:
            st.button(
                f"Clip to the file's range, {exact(ends[0])} to {exact(ends[1])}",
                on_click=boxes.write,
                args=(dict(zip(keys, ends, strict=True)),),
                key="outcome-take-range",
                help=words.RANGE_NOTE,
            )
