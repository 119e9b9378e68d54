"""The stakeholder's inputs in the stakeholder's words; everything but own data lives in the link."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from ui.arms import instance as instances
from ui.choose import data_controls, problems
from ui.choose.answers import recommended_for
from ui.choose.inputs import DEFAULTS, MODES, MOST_BLOCK, MOST_MISSING, given
from ui.choose.pins import MOST_PINS, pin, plan_name, unpin
from ui.choose.promise_controls import ask_look, ask_promise
from ui.choose.question import (
    A_DAY_RANGE,
    BEAT,
    EXTRA_PERCENT_RANGE,
    FIND,
    MOST_PARTICIPANTS,
    SURE,
    TRUST_MODELS,
    WHATEVER,
    ChoiceProblem,
    Question,
)
from ui.components.lines import Moved
from ui.controls.log_slider import risk_slider
from ui.controls.number_box import count_box, number_box, optional_box
from ui.look.numbers import setting
from ui.look.terms import explained
from ui.shell import page
from ui.state import boxes
from ui.state.draft import hear
from ui.state.keys import ARMS_RANGE, EPSILON_RANGE, KEPT

MOST_DAYS = 36_500
MOST_IGNORED = 99.0  # points


def shows_arms() -> bool:
    """Whether the boxes of the arms are inputs of this page, also before it is drawn."""
    mode = st.session_state.get("know") or st.query_params.get("know")
    return mode == "the rates" if mode in MODES else _names_rates()


def _names_rates() -> bool:
    """Whether the visitor, or the link, has said which arms there are, be it in vain."""
    return instances.current() != instances.DEFAULT or bool(instances.refusal())


def ask() -> tuple[Question[ChoiceProblem] | None, str]:
    """Draw the inputs; returns the question, and what is wrong with them, empty if nothing is.

    Of impossible inputs the last possible question is kept; there is none before one was possible.
    """
    ask_promise()
    ask_look()
    mode = st.segmented_control(
        "What do you know about the options?",
        MODES,
        default="the rates" if _names_rates() else "a difference",
        required=True,
        key="know",
        **KEPT,
    )
    if mode == "the rates":
        page.hide("epsilon")
    _draw_participants()
    place_of_epsilon = st.container(horizontal=True, vertical_alignment="bottom", key="choose-epsilon")
    {"a difference": _draw_difference, "the rates": _draw_rates, "own data": _draw_data}[mode]()
    _draw_risk(mode)
    _draw_trust_and_extra()
    question, problem = problems.asked()
    with place_of_epsilon:
        epsilon = _ask_epsilon(None if question is None else recommended_for(question))
    return (question if question is None or problem else replace(question, epsilon=epsilon)), problem


def _draw_difference() -> None:
    count_box("Number of options", ARMS_RANGE, DEFAULTS["options"], key="options", has_steps=True, **KEPT)
    usual = number_box(
        "Success rate of the usual option (%)", (0.1, 99.8), DEFAULTS["usual"], key="usual", in_percent=True, **KEPT
    )
    difference = _ask_difference()
    if given("promise") != WHATEVER and given("looking") != SURE:
        anywhere = st.checkbox("Be prepared for any usual rate", key="any-rate", **KEPT)
        if anywhere:
            st.caption("The plan then holds at the usual rate that is hardest.")
            return
    if usual + difference < 100:
        st.caption(f"Read as: one option succeeds in {usual + difference:g} %, every other one in {usual:g} %.")


def _ask_difference() -> float:
    return number_box(
        "Difference to find (points)",
        (0.0, 99.0),
        DEFAULTS["better"],
        key="better",
        in_percent=True,
        help="The hardest case is planned for: one option better by exactly this, all others at the usual rate.",
        **KEPT,
    )


def _draw_rates() -> None:
    instances.strip()
    if given("promise") == BEAT:
        st.caption(explained("The first option is the usual one. These rates are the ones that every page shares."))
    elif given("promise") == FIND:
        st.caption(explained("The lead to find is that of the best of these rates, which every page shares."))
    else:
        st.caption(explained("These rates, the risk and the gap to ignore are the ones that every page shares."))


def _draw_data() -> None:
    data_controls.draw()
    if given("promise") != WHATEVER:
        _ask_difference()


def _draw_risk(mode: str) -> None:
    """How often the study may fail, in the words of its promise."""
    if given("promise") == BEAT:
        left, right = st.columns(2, vertical_alignment="bottom")
        for place, label, key in (
            (left, "Wrong claims, at most (%)", "claim"),
            (right, "Real leads missed, at most (%)", "miss"),
        ):
            number_box(label, (0.001, 49.0), DEFAULTS[key], key=key, in_percent=True, place=place, **KEPT)
        return
    if mode == "the rates":
        return
    risk_slider("wrong", DEFAULTS["wrong"])
    if given("promise") == WHATEVER:
        number_box(
            "Ignore gaps below (points)",
            (0.0, MOST_IGNORED),
            DEFAULTS["ignore"],
            key="ignore",
            in_percent=True,
            help="Every option that is worse than the best by at most this is then a good answer. 0: only the best is.",
            **KEPT,
        )


def _draw_participants() -> None:
    pace = st.segmented_control(
        "Participants available", ["in total", "per day"], default="in total", required=True, key="pace", **KEPT
    )
    if pace == "in total":
        count_box(
            "Participants",
            (2, MOST_PARTICIPANTS),
            DEFAULTS["people"],
            key="people",
            label_visibility="collapsed",
            **KEPT,
        )
        return
    left, right = st.columns(2, vertical_alignment="bottom")
    number_box("A day", A_DAY_RANGE, DEFAULTS["daily"], key="daily", place=left, **KEPT)
    count_box("For how many days", (1, MOST_DAYS), DEFAULTS["days"], key="days", place=right, **KEPT)


def _draw_trust_and_extra() -> None:
    st.radio(
        "Who may see the raw outcomes?",
        TRUST_MODELS,
        captions=["a trusted team; what it releases is made private", "nobody; each participant randomises the answer"],
        key="trust",
        **KEPT,
    )
    number_box(
        "Acceptable extra participants for privacy (%)",
        EXTRA_PERCENT_RANGE,
        DEFAULTS["extra"],
        key="extra",
        in_percent=True,
        help="The page says from which ε on privacy costs no more than this.",
        **KEPT,
    )
    if given("promise") != WHATEVER and given("looking") != SURE:
        _draw_missing()


def _draw_missing() -> None:
    """A closed box: outcomes that will be missing, and blocks."""
    with st.expander("Missing outcomes and blocks"):
        number_box(
            "Outcomes that will be missing (%)",
            (0.0, MOST_MISSING),
            DEFAULTS["missing"],
            key="missing",
            in_percent=True,
            **KEPT,
        )
        st.radio(
            "What happens to them?",
            ["count as failures", "are waited for"],
            captions=["safe if all options lose alike", "more people are asked until the planned number is in"],
            key="missing-rule",
            **KEPT,
        )
        count_box(
            "Participants of each option in a block",
            (1, MOST_BLOCK),
            DEFAULTS["block"],
            key="block",
            help="Numbers of participants are rounded to whole blocks.",
            **KEPT,
        )


def _ask_epsilon(recommended: float | None) -> float | None:
    """The visitor's own epsilon; empty, and so out of the link, while it is the recommended one."""
    picked = optional_box(
        "Privacy budget ε",
        EPSILON_RANGE,
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
    elif moved.line == "difference":
        boxes.write({"better": moved.value})
    elif st.session_state["pace"] == "in total":
        boxes.write({"people": min(round(moved.value), MOST_PARTICIPANTS)})
    else:
        boxes.write({"days": min(max(1, round(moved.value / given("daily"))), MOST_DAYS)})


def _pin_now() -> None:
    hear()
    question, _ = problems.asked()
    if question is not None:
        pin(question)


def pin_buttons(plans: Sequence[Question[ChoiceProblem]]) -> None:
    """Pin the plan on show, or remove one of those that are pinned."""
    row = st.container(horizontal=True)
    full = len(plans) == MOST_PINS
    why_not = "Four plans are pinned: remove one." if full else None
    row.button("Pin this plan", key="pin", on_click=_pin_now, disabled=full, help=why_not)
    for place in range(len(plans)):
        row.button(f"Remove {plan_name(place)}", on_click=unpin, args=(place,), type="tertiary", key=f"unpin-{place}")
