"""The stakeholder's inputs in the stakeholder's words; everything but own data lives in the link."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from ui.arms import instance as instances
from ui.arms.names import option_names
from ui.choose import data_controls
from ui.choose.own_data import OwnData
from ui.choose.pins import MOST_PINS, pin, plan_name, unpin
from ui.choose.question import (
    EXTRA_PERCENT_RANGE,
    MOST_A_DAY,
    MOST_PARTICIPANTS,
    TRUST_MODELS,
    ChoiceProblem,
    Question,
    difference_means,
)
from ui.choose.study import recommended_for
from ui.components.lines import Moved
from ui.controls.log_slider import risk_slider
from ui.look.numbers import setting
from ui.look.terms import explained
from ui.shell import page
from ui.state import boxes
from ui.state.draft import hear
from ui.state.keys import ARMS_RANGE, EPSILON_RANGE, KEPT

Options = tuple[tuple[str, ...], tuple[float, ...], OwnData | None]
PRESET: Options = (option_names(3), difference_means(3, 0.3, 0.1), None)
MODES = ("a difference", "the rates", "own data")
MOST_DAYS = 36_500
MOST_IGNORED = 99.0  # points
# Of inputs that other inputs hide: a click may come before they are drawn.
DEFAULTS = {
    "options": 3,
    "usual": 30.0,
    "better": 10.0,
    "wrong": 0.01,
    "people": 10_000,
    "daily": 200,
    "days": 50,
    "ignore": 0.0,
}


def shows_arms() -> bool:
    """Whether the boxes of the arms are inputs of this page, also before it is drawn."""
    mode = st.session_state.get("know") or st.query_params.get("know")
    return mode == "the rates" if mode in MODES else instances.current() != instances.DEFAULT


def ask() -> tuple[Question | None, str]:
    """Draw the inputs; returns the question, and what is wrong with them, empty if nothing is.

    Of impossible rates the last possible ones are kept; own data must be there: without them there is no question.
    """
    mode = st.segmented_control(
        "What do you know about the options?",
        MODES,
        default="the rates" if instances.current() != instances.DEFAULT else "a difference",
        required=True,
        key="know",
        **KEPT,
    )
    if mode == "the rates":
        page.hide("epsilon")
    _draw_participants()
    place_of_epsilon = st.container(horizontal=True, vertical_alignment="bottom", key="choose-epsilon")
    {"a difference": _draw_difference, "the rates": _draw_rates, "own data": data_controls.draw}[mode]()
    if mode != "the rates":
        risk_slider("wrong", DEFAULTS["wrong"])
        st.number_input(
            "Ignore gaps below (points)",
            0.0,
            MOST_IGNORED,
            DEFAULTS["ignore"],
            0.5,
            format="%.5g",
            key="ignore",
            help="Every option that is at most so much worse than the best is then a good answer. 0: the best is.",
            **KEPT,
        )
    _draw_trust_and_extra()
    problem = ""
    try:
        _possible_options()[mode] = _options(mode)
    except ValueError as error:
        problem = str(error)
    question = asked()
    with place_of_epsilon:
        epsilon = _ask_epsilon(None if question is None else recommended_for(question))
    return None if question is None else replace(question, epsilon=epsilon), problem


def asked() -> Question | None:
    """The question that the inputs hold: also at a click, before the page is drawn again with those it now needs."""
    state = st.session_state
    mode = state["know"]
    try:
        options = _options(mode)
    except ValueError:
        if mode == "own data":
            return None
        options = _possible_options().get(mode, PRESET)
    names, means, data = options
    participants, per_day = _participants()
    shared = instances.current()
    risk, indifference = shared.risk, shared.indifference
    if mode != "the rates":
        risk, indifference = _given("wrong"), round(_given("ignore") / 100, 12)
    return Question(
        mode=mode,
        problem=ChoiceProblem(names, means, risk, state["trust"], data, indifference),
        participants=participants,
        per_day=per_day,
        extra=state["extra"] / 100,
        epsilon=state.get("look"),
    )


def _possible_options() -> dict[str, Options]:
    """What the inputs last said that was possible, by mode."""
    kept: dict[str, Options] = st.session_state.setdefault("possible-options", {})
    return kept


def _options(mode: str) -> Options:
    """The options that the inputs of this mode describe; a ValueError if they are impossible."""
    if mode == "a difference":
        options = _given("options")
        return option_names(options), difference_means(options, _given("usual") / 100, _given("better") / 100), None
    if mode == "the rates":
        shared = instances.current()
        names = option_names(len(shared.means), shared.names)
        return names, shared.means, None
    data = data_controls.own_data()
    return data.names, tuple(data.posterior.means.tolist()), data


def _draw_difference() -> None:
    st.number_input("Number of options", 2, ARMS_RANGE[1], DEFAULTS["options"], key="options", **KEPT)
    usual = st.number_input(
        "Success rate of the usual option (%)", 0.1, 99.8, DEFAULTS["usual"], 1.0, format="%.5g", key="usual", **KEPT
    )
    difference = st.number_input(
        "Difference to find (points)",
        0.01,
        99.0,
        DEFAULTS["better"],
        1.0,
        format="%.5g",
        key="better",
        help="The hardest case is planned for: one option better by exactly this, all others at the usual rate.",
        **KEPT,
    )
    if usual + difference < 100:
        st.caption(f"Read as: one option succeeds in {usual + difference:g} %, every other one in {usual:g} %.")


def _draw_rates() -> None:
    instances.strip()
    st.caption(explained("These rates, the risk and the gap to ignore are the ones that every page shares."))


def _draw_participants() -> None:
    pace = st.segmented_control(
        "Participants available", ["in total", "per day"], default="in total", required=True, key="pace", **KEPT
    )
    if pace == "in total":
        st.number_input(
            "Participants",
            2,
            MOST_PARTICIPANTS,
            DEFAULTS["people"],
            100,
            key="people",
            label_visibility="collapsed",
            **KEPT,
        )
        return
    left, right = st.columns(2, vertical_alignment="bottom")
    left.number_input("A day", 1, MOST_A_DAY, DEFAULTS["daily"], key="daily", **KEPT)
    right.number_input("For how many days", 1, MOST_DAYS, DEFAULTS["days"], key="days", **KEPT)


def _participants() -> tuple[int, float | None]:
    """The budget, and the daily number if it is given that way."""
    if st.session_state["pace"] == "in total":
        return _given("people"), None
    daily = _given("daily")
    return min(daily * _given("days"), MOST_PARTICIPANTS), float(daily)


def _given(key: str) -> Any:
    """What the input of this key holds, or will hold once it is drawn."""
    return st.session_state.get(key, DEFAULTS[key])


def _draw_trust_and_extra() -> None:
    st.radio(
        "Who may see the raw outcomes?",
        TRUST_MODELS,
        captions=["a trusted team; what it releases is made private", "nobody; each participant randomises the answer"],
        key="trust",
        **KEPT,
    )
    st.number_input(
        "Acceptable extra participants for privacy (%)",
        *EXTRA_PERCENT_RANGE,
        10.0,
        1.0,
        format="%.5g",
        key="extra",
        help="Decides below which ε privacy sets the price. Simulated figures are good to a few percent: less than 1 % "
        "says nothing.",
        **KEPT,
    )


def _ask_epsilon(recommended: float | None) -> float | None:
    """The visitor's own epsilon; empty, and so out of the link, while it is the recommended one."""
    picked = st.number_input(
        "Privacy budget ε",
        *EPSILON_RANGE,
        None,
        0.01,
        format="%.5g",
        placeholder="…" if recommended is None else setting(recommended),
        key="look",
        help="Smaller is more private. Empty: the recommended one, the smallest that your participants allow.",
        **KEPT,
    )
    st.button("As recommended", on_click=_take_recommended, disabled=picked is None, key="take-recommended")
    return picked


def _take_recommended() -> None:
    hear()
    boxes.write({"look": None})


def drop(moved: Moved) -> None:
    """Write what was dragged on the picture into its box, as far as the box goes."""
    if moved.line == "epsilon":
        boxes.write({"look": moved.value})
    elif st.session_state["pace"] == "in total":
        boxes.write({"people": min(round(moved.value), MOST_PARTICIPANTS)})
    else:
        boxes.write({"days": min(max(1, round(moved.value / _given("daily"))), MOST_DAYS)})


def _pin_now() -> None:
    hear()
    if (question := asked()) is not None:
        pin(question)


def pin_buttons(plans: Sequence[Question]) -> None:
    """Pin the plan on show, or remove one of those that are pinned."""
    row = st.container(horizontal=True)
    full = len(plans) == MOST_PINS
    why_not = "Four plans are pinned: remove one." if full else None
    row.button("Pin this plan", key="pin", on_click=_pin_now, disabled=full, help=why_not)
    for place in range(len(plans)):
        row.button(f"Remove {plan_name(place)}", on_click=unpin, args=(place,), type="tertiary", key=f"unpin-{place}")
