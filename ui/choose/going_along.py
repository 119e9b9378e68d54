"""What comes to the page with its visitor, and what goes along from it: to the other pages, and from mode to mode."""

from dataclasses import replace
from typing import Any

import streamlit as st

from ui.arms import following
from ui.arms import instance as instances
from ui.arms.instance import Instance
from ui.choose.inputs import given
from ui.choose.promise_controls import PAGE
from ui.choose.question import BEAT, WHATEVER, ChoiceProblem, Question, SequentialProblem, lead_of
from ui.state import boxes
from ui.state.draft import hear
from ui.state.keys import RISK_RANGE

_LEFT = "_mode-left"  # the control forgets its choice when its default has changed meanwhile


def take_brought() -> None:
    """Take the arms, the risk and the number of participants of another page: call it before the inputs are drawn."""
    instance, participants = following.brought(PAGE)
    shown = st.session_state.get("know", st.query_params.get("know"))
    if following.has_come() and (mode := shown or st.session_state.get(_LEFT)):
        if mode == "a difference" and instance and not _is_said(difference_of(instance, given("promise"))):
            mode = "the rates"
        if mode != shown:
            following.take({"know": mode})
    if participants is not None and st.session_state.get("pace") != "per day":
        following.take({"people": participants})


def hand_over(question: Question[ChoiceProblem], epsilon: float | None) -> None:
    """Hand over what the question says; of own data only the number of participants: the boxes stand in links."""
    problem, shared = question.problem, instances.current()
    st.session_state[_LEFT] = question.mode
    if problem.data is not None:
        following.hand_over(PAGE, None, question.participants)
        return
    promise = given("promise")
    is_of_shared = question.mode == "a difference" and _is_said(difference_of(shared, promise))
    if isinstance(problem, SequentialProblem) and promise == WHATEVER:
        gap = problem.indifference
    else:
        gap = shared.indifference
    instance = following.with_plan(
        shared.means if is_of_shared else problem.means,
        None if promise == BEAT else problem.risk,
        epsilon,
        gap,
    )
    following.hand_over(PAGE, instance, question.participants)


def change_mode() -> None:
    """At a click on what is known of the options: the rates begin as those of the difference, and the other way.

    From own data both begin as they were left.
    """
    hear()
    if st.session_state["know"] == "the rates":
        following.write_handed()
    elif st.session_state["know"] == "a difference" and st.session_state.get(_LEFT) == "the rates":
        boxes.write(difference_of(instances.current(), given("promise")))


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
    low, high = RISK_RANGE
    return {
        "options": len(instance.means),
        "usual": round(100 * (max(instance.means) - lead), 9),
        "better": round(100 * lead, 9),
        **({"wrong": min(max(instance.risk, low), high)} if promise != BEAT else {}),
        **({"ignore": round(100 * instance.indifference, 9)} if promise == WHATEVER else {}),
    }


def _is_said(inputs: dict[str, Any]) -> bool:
    """Whether the inputs hold these values."""
    return bool(inputs) and all(round(given(key), 9) == value for key, value in inputs.items())
