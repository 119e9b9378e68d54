"""What comes to the page with its visitor, and what goes along from it: to the other pages, and from mode to mode."""

from dataclasses import replace
from typing import Any

import streamlit as st

from ui.arms import following
from ui.arms import instance as instances
from ui.arms.instance import Instance
from ui.arms.names import given_names
from ui.choose.inputs import IN_TOTAL, PACES, given
from ui.choose.promise_controls import PAGE
from ui.choose.question import BEAT, SURE, WHATEVER, ChoiceProblem, Question, is_fixed, is_sequential, lead_of
from ui.state import boxes
from ui.state.draft import hear
from ui.state.keys import RISK_RANGE

_LEFT = "_mode-left"  # the control forgets its choice when its default has changed meanwhile
_HANDED = "_epsilon-handed-over"


def take_brought() -> None:
    """Take the arms, the risk, the number of participants, and an epsilon chosen elsewhere, before inputs are drawn."""
    instance, participants = following.brought(PAGE)
    shown = st.session_state.get("know", st.query_params.get("know"))
    has_come = following.has_come()
    if has_come and (mode := shown or st.session_state.get(_LEFT)):
        if mode == "a difference" and instance:
            is_same = _is_said(difference_of(instance, given("promise")))
            mode = mode if is_same else "the rates"
            following.take({"called": ", ".join(instance.names)})
        if mode != shown:
            following.take({"know": mode})
    if has_come and instance and instance.epsilon != (st.session_state.get(_HANDED) or instances.DEFAULT.epsilon):
        following.take({"look": instance.epsilon})
    if participants is not None and st.session_state.get("pace", IN_TOTAL) == IN_TOTAL:
        following.take({"people": participants})


def hand_over(question: Question[ChoiceProblem], epsilon: float | None) -> None:
    """Hand over what the question says; of own data only the number of participants: the boxes stand in links."""
    problem, shared = question.problem, instances.current()
    st.session_state[_LEFT] = question.mode
    if problem.data is not None:
        following.hand_over(PAGE, None, question.participants)
        return
    promise, means = given("promise"), problem.means
    if question.mode == "a difference":  # the usual option first, as its name is, under every promise
        means = shared.means if _is_said(difference_of(shared, promise)) else tuple(sorted(means))
    if is_sequential(question) and promise == WHATEVER:
        gap = question.problem.indifference
    else:
        gap = shared.indifference
    risk = None if promise == BEAT else problem.risk
    instance = following.with_plan(means, given_names(problem.names), risk, epsilon, gap)
    following.hand_over(PAGE, instance, question.participants)
    st.session_state[_HANDED] = instance.epsilon


def take_recommended(values: dict[str, Any]) -> None:
    """At a click: these values, and the epsilon that is then recommended."""
    hear()
    boxes.write({**values, "look": None})


def change_mode() -> None:
    """At a click on what is known of the options: the rates begin as those of the difference, and the other way.

    From own data both begin as they were left.
    """
    hear()
    if st.session_state["know"] == "the rates":
        following.write_handed()
    elif st.session_state["know"] == "a difference" and st.session_state.get(_LEFT) == "the rates":
        shared = instances.current()
        boxes.write({**difference_of(shared, given("promise")), "called": ", ".join(shared.names)})


def make_lowest_usual() -> None:
    """At a click: the option with the lowest rate stands first, and so is the usual one."""
    now = instances.current()
    first = min(range(len(now.means)), key=now.means.__getitem__)
    order = [first, *(arm for arm in range(len(now.means)) if arm != first)]
    names = tuple(now.names[arm] for arm in order) if len(now.names) == len(order) else ()
    boxes.write(instances.as_texts(replace(now, means=tuple(now.means[arm] for arm in order), names=names)))


def difference_of(instance: Instance, promise: str) -> dict[str, Any]:
    """The inputs of the mode "a difference" that describe these arms, by key; none if no arm leads."""
    lead = lead_of(promise, instance.means)
    if lead <= 0:
        return {}
    return {
        "options": len(instance.means),
        "usual": round(100 * (max(instance.means) - lead), 9),
        "better": round(100 * lead, 9),
        **({"wrong": following.nearest(instance.risk, RISK_RANGE)} if promise != BEAT else {}),
        **({"ignore": round(100 * instance.indifference, 9)} if promise == WHATEVER else {}),
    }


def inputs_of(question: Question[ChoiceProblem]) -> dict[str, Any]:
    """What the inputs must hold, by key, to ask a question without own data: what problems.asked() takes back."""
    problem, mode, shared = question.problem, question.mode, instances.current()
    found: dict[str, Any] = {"know": mode, "trust": problem.trust_model, "look": question.epsilon}
    found["extra"] = round(100 * question.extra, 9)
    risk, gap = problem.risk, shared.indifference
    if is_fixed(question):
        design, promise = question.problem, question.problem.promise
        found |= {
            "missing": round(100 * design.missing, 9),
            "block": design.block,
            "any-rate": design.usual is not None,
        }
        found["missing-rule"] = "are waited for" if design.waits else "count as failures"
        if promise == BEAT:
            found |= {"claim": round(100 * risk, 9), "miss": round(100 * design.missed, 9)}
            risk = shared.risk
        else:
            found |= {"looking": design.looks, "wrong": risk}
    else:
        assert is_sequential(question)
        promise, zeta = question.problem.promise, question.problem.indifference
        found |= {"looking": SURE, "wrong": risk, "ignore": round(100 * zeta, 9)}
        gap = zeta if promise == WHATEVER else gap
    named = given_names(problem.names)
    instance = replace(shared, means=problem.means, names=named, risk=risk, indifference=gap)
    if mode == "a difference":
        found |= {**difference_of(instance, promise), "called": ", ".join(named)}
    else:
        found |= instances.as_texts(instance)
    found["promise"] = promise
    if question.pace is None:
        return {**found, "pace": IN_TOTAL, "people": question.participants}
    rate, length = PACES[pace := f"per {question.span}"]
    return {**found, "pace": pace, rate: question.pace, length: question.spans(question.participants)}


def _is_said(inputs: dict[str, Any]) -> bool:
    return bool(inputs) and all(round(given(key), 9) == value for key, value in inputs.items())
