"""The plan, and whether to rehearse or run it."""

import streamlit as st

from dpcore.trial import Plan, TrialError, read_plan
from dpcore.trial.plan import FIND, LARGEST_PLAN, ROUNDS
from ui.controls.one_of import one_of
from ui.run_it import words
from ui.shell import page
from ui.state.keys import KEPT

PLAN = "plan"
_FILE = "plan-file"
EXAMPLE = Plan(FIND, ROUNDS, ("Usual care", "Drug A", "Drug B"), 0.3, 0.05, lead=0.1, cap=5000, a_week=60.0)


def plan() -> Plan | None:
    """The plan on the page; None if it cannot be run, and the page then says why."""
    with st.expander("The plan", expanded=False):
        st.file_uploader("Plan file (.json) from Choose ε", ["json"], key=_FILE, on_change=_take_file)
        st.text_input("Plan", EXAMPLE.as_json(None), key=PLAN, max_chars=LARGEST_PLAN, **KEPT)
    text = st.session_state[PLAN]
    try:
        found = read_plan(text)
    except TrialError as problem:
        page.problem(f"{words.NO_PLAN}{problem}")
        return None
    page.problem("")
    page.prose(words.summary(found))
    if found == EXAMPLE:
        page.reading(words.EXAMPLE)
    return found


def way() -> str:
    """Rehearse or run."""
    return one_of("What would you like to do?", words.WAYS, words.REHEARSE, "way")


def _take_file() -> None:
    given = st.session_state[_FILE]
    if given is not None:
        st.session_state[PLAN] = given.getvalue()[: LARGEST_PLAN + 1].decode("utf-8", "replace")
