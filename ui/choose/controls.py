"""The stakeholder's inputs in the stakeholder's words; everything but own data lives in the link."""

import contextlib
from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from ui.arms import instance as instances
from ui.choose import own_answers, problems
from ui.choose.answers import recommended_for
from ui.choose.going_along import change_mode, inputs_of, make_lowest_usual, take_brought, take_recommended
from ui.choose.inputs import IN_TOTAL, MODES, OPENINGS, PACES, box, given, limits_of, looks_once
from ui.choose.pins import MOST_PINS, pin, plan_name, unpin
from ui.choose.promise_controls import ask_look, ask_promise
from ui.choose.question import BEAT, FIND, TRUST_MODELS, WHATEVER, ChoiceProblem, Question, lead_of
from ui.choose.words import tell
from ui.components.lines import Moved
from ui.controls.log_slider import risk_slider
from ui.controls.number_box import optional_box
from ui.controls.one_of import one_of
from ui.look.literal import literal
from ui.look.numbers import setting
from ui.look.terms import explained
from ui.shell import page
from ui.state import boxes
from ui.state.draft import hear
from ui.state.keys import EPSILON_RANGE, KEPT


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
    take_brought()
    default = "the rates" if _names_rates() else "a difference"
    ask_promise(default)
    ask_look()
    mode = one_of("What do you know about the options?", MODES, default, "know", on_change=change_mode)
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
    options = round(box("options"))
    st.text_input(
        "Names of the options",
        OPENINGS["called"],
        key="called",
        placeholder="usual option, option 2, …" if given("promise") == BEAT else "option 1, option 2, …",
        help="Enter names with commas between them, the usual option first if there is one.",
        **KEPT,
    )
    usual, difference = box("usual"), box("better")
    if looks_once() and st.checkbox("Be prepared for any usual rate", key="any-rate", **KEPT):
        st.caption("The plan then works whatever the success rate of the options that are not best.")
    elif usual + difference < 100:
        best, other = f"{usual + difference:g} %", f"{usual:g} %"
        st.caption(f"{_better_one(options)} then succeeds for {best} of participants, and every other for {other}.")


def _better_one(options: int) -> str:
    """The option that is better, by the names that were typed; the usual one cannot be where it is to be beaten."""
    if given("called"):
        with contextlib.suppress(ValueError):  # which the page says where it says what is wrong
            named = problems.called(options)[given("promise") == BEAT :]
            return literal(named[0] if len(named) == 1 else f"One of {', '.join(named)}")
    return "One option"


def _draw_rates() -> None:
    instances.strip()
    promise = given("promise")
    st.caption(explained(tell("whose_rates", finds=promise == FIND, beats=promise == BEAT)))
    if promise == BEAT and lead_of(BEAT, instances.current().means) <= 0:
        st.button("Make the option with the lowest rate the usual one", on_click=make_lowest_usual)


def _draw_data() -> None:
    own_answers.ask()
    if given("promise") != WHATEVER:
        box("better")


def _draw_risk(mode: str) -> None:
    """How often the study may fail, in the words of its promise."""
    if given("promise") == BEAT:
        left, right = st.columns(2, vertical_alignment="bottom")
        box("claim", left)
        box("miss", right)
    elif mode != "the rates":
        risk_slider("wrong", OPENINGS["wrong"])
        if given("promise") == WHATEVER:
            box("ignore")


def _draw_participants() -> None:
    pace = one_of("Participants available", list(PACES), IN_TOTAL, "pace")
    for key, place in zip(PACES[pace], st.columns(len(PACES[pace]), vertical_alignment="bottom"), strict=True):
        box(key, place)


def _draw_trust_and_extra() -> None:
    st.radio(
        "Who may see the raw outcomes?",
        TRUST_MODELS,
        captions=[
            "a trusted team; what it releases is made private",
            "nobody; participants randomise their answers before sending them",
        ],
        key="trust",
        **KEPT,
    )
    box("extra")
    if looks_once():
        _draw_missing()


def _draw_missing() -> None:
    """A closed box, and below it what it holds: outcomes that will be missing, and blocks."""
    with st.expander("Missing outcomes and blocks"):
        missing = box("missing")
        rule = st.radio(
            "What happens to them?",
            ["count as failures", "are waited for"],
            captions=[
                "safe if outcomes go missing equally often for all options",
                "more people are asked until the planned number is in",
            ],
            key="missing-rule",
            **KEPT,
        )
        block = box("block")
    if missing:
        rule = "more people are asked instead" if rule == "are waited for" else "count as failures"
        st.caption(f"{missing:g} % of outcomes go missing and {rule}.")
    if block > 1:
        st.caption(f"A block holds {block:g} participants for each option.")


def _ask_epsilon(recommended: float | None) -> float | None:
    """The visitor's own epsilon; empty, and so out of the link, while it is the recommended one."""
    picked = optional_box(
        "Privacy budget ε",
        EPSILON_RANGE,
        placeholder="as recommended" if recommended is None else setting(recommended),
        key="look",
        help="Smaller is more private. Leave it empty for the recommended one, the smallest that your "
        "participants allow.",
        **KEPT,
    )
    st.button("As recommended", on_click=take_recommended, args=({},), disabled=picked is None, key="take-recommended")
    return picked


def drop(moved: Moved) -> None:
    """Write what was dragged on the picture into its box, as far as the box goes."""
    *rate, length = PACES[st.session_state["pace"]]
    keys = {"epsilon": "look", "difference": "better", "participants": length}
    key, value = keys[moved.line], moved.value
    if moved.line == "participants":
        low, high = limits_of(key)
        value = round(min(max(value / (given(rate[0]) if rate else 1), low), high))
    boxes.write({key: value})


def _pin_now() -> None:
    hear()
    question, _ = problems.asked()
    if question is not None:
        pin(question)


def _go_back(plan: Question[ChoiceProblem]) -> None:
    hear()
    boxes.write(inputs_of(plan))


def pin_buttons(plans: Sequence[Question[ChoiceProblem]]) -> None:
    """Pin the plan on show, go back to one of those that are pinned, or remove it."""
    row = st.container(horizontal=True)
    full = len(plans) == MOST_PINS
    why_not = "Four plans are pinned already: remove one to pin another." if full else None
    row.button("Pin this plan", key="pin", on_click=_pin_now, disabled=full, help=why_not)
    for place, plan in enumerate(plans):
        if plan.problem.data is None:
            row.button(
                f"Go back to {plan_name(place)}", on_click=_go_back, args=(plan,), type="tertiary", key=f"use-{place}"
            )
        row.button(f"Remove {plan_name(place)}", on_click=unpin, args=(place,), type="tertiary", key=f"unpin-{place}")
