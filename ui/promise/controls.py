"""The inputs of the page about privacy definitions: two budgets, the policy as a table and a line, and a calculator."""

import streamlit as st

from ui.controls.log_slider import log_slider
from ui.controls.one_of import one_of
from ui.promise import words
from ui.promise.numbers import DEFINITIONS, Budgets, PromiseView
from ui.promise.policy import PUBLISHED, Cells, as_table, edited, parsed
from ui.shell import page

EPSILON_LIMITS = (0.01, 10.0)
_DELTA_LIMITS = (1e-3, 0.9)
_BUDGET_LIMITS = (1e-6, 1e3)


def ask() -> PromiseView:
    """Draw the inputs and return what they ask for; of an impossible policy, the last possible one."""
    epsilon = log_slider("Privacy budget ε", "promise-epsilon", EPSILON_LIMITS, 0.95, ("more privacy", "less privacy"))
    delta = log_slider("Promised δ", "promise-delta", _DELTA_LIMITS, 0.17, ("a stricter promise", "a laxer one"))
    st.html(f"<small>{words.PROMISE}</small>")
    st.markdown(
        "**The policy**: three steps, two arms, outcomes 0 or 1. Change any probability; 1/3 works as well as 0.3."
    )
    return PromiseView(_edit_policy(), epsilon, delta)


def policy_problem() -> str:
    """What is wrong with the policy; empty if nothing is."""
    problem: str = st.session_state["policy-problem"]
    return problem


def ask_definition() -> str:
    """The definition whose worst pair is shown."""
    return one_of("Worst pair under", DEFINITIONS, "table", "definition")


def ask_budgets() -> Budgets:
    """The boxes of the calculator."""
    boxes = st.columns(4)
    return Budgets(
        epsilon=boxes[0].number_input(
            "ε", *_BUDGET_LIMITS, 1.0, format="%.6g", key="convert-epsilon", bind="query-params"
        ),
        rho=boxes[1].number_input("ρ", *_BUDGET_LIMITS, 0.5, format="%.6g", key="convert-rho", bind="query-params"),
        delta=boxes[2].number_input(
            "δ", 1e-15, 0.999, 1e-6, 1e-6, format="%.6g", key="convert-delta", bind="query-params"
        ),
        people=boxes[3].number_input("Participants in a group", 1, 1000, 4, key="convert-people", bind="query-params"),
    )


def _edit_policy() -> Cells:
    """The table, the box that carries it in the link, and Reset; returns the last valid policy."""
    state = st.session_state
    box = st.text_input(
        "The policy in one line",
        " ".join(PUBLISHED),
        key="policy",
        bind="query-params",
        help="The probabilities of arm 0, in the order of the table: numbers or fractions. The link carries them.",
    )
    # Another page forgets what was typed into the table, so it starts again from the box.
    if box != state.get("policy-written") or state["policy-editor"] not in state:
        try:
            state["policy-base"] = parsed(box)
            state["policy-version"] = state.get("policy-version", 0) + 1
            state["policy-problem"] = ""
        except ValueError as error:
            state.setdefault("policy-base", PUBLISHED)
            state["policy-problem"] = str(error)
        state["policy-written"] = box
    state["policy-editor"] = f"policy-table-{state.get('policy-version', 0)}"
    st.data_editor(
        as_table(state["policy-base"]),
        key=state["policy-editor"],
        on_change=_take_edits,
        hide_index=True,
        disabled=("step", "after"),
        height=300,
        column_config={"after": st.column_config.TextColumn(help="What has happened: arm → outcome, arm → outcome.")},
    )
    st.button("Reset to the published policy", on_click=_reset)
    problem = policy_problem()
    page.problem(problem and f"{problem}. What you see is the last valid policy.")
    if problem:
        return state.get("policy-valid", PUBLISHED)
    state["policy-valid"] = parsed(state["policy"])
    return state["policy-valid"]


def _reset() -> None:
    """Back to the published counterexample, also of a table in which only an impossible edit stands."""
    st.session_state.update({"policy": " ".join(PUBLISHED), "policy-written": ""})


def _take_edits() -> None:
    """Take over what was typed in the table, as far as it is a policy."""
    state = st.session_state
    try:
        cells = edited(state["policy-base"], state[state["policy-editor"]]["edited_rows"])
        state["policy"] = state["policy-written"] = " ".join(cells)
        state["policy-problem"] = ""
    except ValueError as error:
        state["policy-problem"] = str(error)
