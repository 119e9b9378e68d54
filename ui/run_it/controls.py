"""The plan, and whether to rehearse or run it."""

from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any

import streamlit as st

from dpcore.trial import Plan, TrialError, read_plan
from dpcore.trial.keeping import check_keeps
from dpcore.trial.plan import FIND, LARGEST_PLAN, LONGEST_NAME, ROUNDS, renamed
from ui.arms import following
from ui.arms import instance as instances
from ui.arms.names import checked, given_names, option_names
from ui.controls.one_of import one_of
from ui.look.literal import literal
from ui.run_it import words
from ui.shell import page
from ui.state.keys import KEPT, OWN_PLAN, PLANNED

_PAGE = "run_it"
PLAN = "plan"
_FILE, _REFUSED, _OPTION = "plan-file", "plan-refused", "plan-option-{}"
EXAMPLE = Plan(FIND, ROUNDS, ("Usual care", "Drug A", "Drug B"), 0.3, 0.05, lead=0.1, cap=5000, a_week=60.0)


def way() -> str:
    """Rehearse or run."""
    return one_of("What would you like to do?", words.WAYS, words.REHEARSE, "way")


def plan() -> Plan | None:
    """The plan on the page; None if it cannot be carried out, and the page then says why."""
    told, newer = st.container(), st.container()
    with st.expander("The plan"):
        st.file_uploader("Plan file (.json) from Choose ε", ["json"], key=_FILE, on_change=_take_file)
        box = st.container()
        key = _key()
        kept: dict[str, Any] = {**KEPT} if key == PLAN else {"persist_state": "session"}
        st.text_input("The plan as text (JSON)", EXAMPLE.as_json(None), key=key, max_chars=LARGEST_PLAN, **kept)
        found = _read(st.session_state[key])
        if isinstance(found, Plan):
            with box:
                _draw(found)
    with told:
        if isinstance(found, str):
            page.problem(words.tell("no_plan", problem=found))
            return None
        page.problem(st.session_state.pop(_REFUSED, ""))
        with newer:
            _offer_planned(found)
        origin = words.tell("origin", is_own=is_own(), is_example=is_example(found))
        page.prose(f"{literal(words.summary(found))} {origin}")
    return found


def _offer_planned(found: Plan) -> None:
    """Offer the plan that Choose ε showed last, where it is another one than this."""
    text, is_own = st.session_state.get(PLANNED, ("", False))
    planned = _read(text) if text else None
    if isinstance(planned, Plan) and not is_same(found, planned):
        st.info(literal(words.another(found, planned)))
        st.button("Take the plan from Choose ε", on_click=_take_planned, args=(text, is_own))


def _take_planned(text: str, is_own: bool) -> None:
    st.session_state[OWN_PLAN] = text if is_own else ""
    if not is_own:
        st.session_state[PLAN] = text


def is_same(found: Plan, other: Plan) -> bool:
    """Whether the two differ in nothing but what their options are called."""
    return len(found.options) == len(other.options) and renamed(found, other.options) == other


def _key() -> str:
    """Where the plan stands: in the link, or in the session alone."""
    return OWN_PLAN if is_own() else PLAN


def is_own() -> bool:
    """Whether own data or a file brought the plan, which then stands in no link."""
    return bool(st.session_state.get(OWN_PLAN))


def is_example(found: Plan) -> bool:
    """Whether it is the plan that the page opens with, whatever its options are called."""
    return is_same(found, EXAMPLE)


@lru_cache(64)
def _read(text: str) -> Plan | str:
    """The plan that a text describes, or why it cannot be carried out."""
    try:
        found = read_plan(text)
        check_keeps(found)
    except TrialError as problem:
        return str(problem)
    return found


def _draw(found: Plan) -> None:
    with st.container(horizontal=True):
        for arm, name in enumerate(found.options):
            key = _OPTION.format(arm)
            if st.session_state.get(key) != name:  # a box that is written to loses what is being typed into it
                st.session_state[key] = name
            st.text_input(f"Name of option {arm + 1}", key=key, max_chars=LONGEST_NAME, on_change=_rename, width=220)
    page.table(words.table(found))


def _rename() -> None:
    key = _key()
    found = read_plan(st.session_state[key])
    names = [st.session_state[_OPTION.format(arm)] for arm in range(len(found.options))]
    try:
        now = renamed(found, names)
    except TrialError as problem:
        st.session_state[_REFUSED] = str(problem)
        return
    st.session_state[key] = now.as_json(None)
    if key == PLAN:
        _hand_over(found.options, now.options)


def _hand_over(before: tuple[str, ...], now: tuple[str, ...]) -> None:
    """Have the other pages use these names, if their arms are the plan's: as many, and called the same until now."""
    shared = instances.current()
    if len(shared.means) != len(now) or before != option_names(len(now), shared.names):
        return
    with suppress(ValueError):  # of a name that arms may not have
        following.hand_over(_PAGE, replace(shared, names=checked(given_names(now), len(now))), None)
        following.write_handed()


def _take_file() -> None:
    given = st.session_state[_FILE]
    if given is not None:
        st.session_state[OWN_PLAN] = given.getvalue()[: LARGEST_PLAN + 1].decode("utf-8", "replace")
