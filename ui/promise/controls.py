"""The inputs of the page about privacy definitions: two budgets, the policy as a table or one line, a calculator."""

import streamlit as st

from ui.controls.linked_table import LinkedTable
from ui.controls.log_slider import log_slider
from ui.controls.number_box import count_box, number_box
from ui.look.axes import PRIVACY_ENDS
from ui.look.terms import explained
from ui.promise import words
from ui.promise.numbers import PromiseView
from ui.promise.policy import PUBLISHED, Cells, as_table, edited, parsed
from ui.shell import page

EPSILON_LIMITS = (0.01, 10.0)
_DELTA_LIMITS = (1e-3, 0.9)
_BUDGET_LIMITS = (1e-6, 1e3)
_POLICY = LinkedTable("policy", PUBLISHED, parsed, " ".join, lambda base, edits: edited(base, edits["edited_rows"]))


def ask() -> PromiseView:
    """Draw the inputs and return what they ask for; while the policy is impossible, the last possible one."""
    epsilon = log_slider("Privacy budget ε", "promise-epsilon", EPSILON_LIMITS, 0.95, PRIVACY_ENDS)
    delta = log_slider("Promised δ", "promise-delta", _DELTA_LIMITS, 0.17, ("a stricter promise", "a looser one"))
    st.html(f"<small>{words.PROMISE}</small>")
    policy = "**The policy**: three steps, two arms, outcomes 0 or 1. Change any probability; 1/3 works as well as 0.3."
    st.markdown(explained(policy))
    return PromiseView(_edit_policy(), epsilon, delta)


def ask_budgets() -> tuple[float, float, float, int]:
    """The boxes of the calculator: an epsilon, a rho and a delta, and the people of a group."""
    boxes = st.columns(4)
    return (
        number_box("ε", _BUDGET_LIMITS, 1.0, key="convert-epsilon", place=boxes[0], bind="query-params"),
        number_box("ρ", _BUDGET_LIMITS, 0.5, key="convert-rho", place=boxes[1], bind="query-params"),
        number_box("δ", (1e-15, 0.999), 1e-6, key="convert-delta", place=boxes[2], bind="query-params"),
        count_box("Participants in a group", (1, 1000), 4, key="convert-people", place=boxes[3], bind="query-params"),
    )


def _edit_policy() -> Cells:
    """The table, the box that carries it in the link, and Reset; returns the last valid policy."""
    _POLICY.draw_box(
        "The policy in one line",
        "The probabilities of arm 0 in the order of the table, as numbers or fractions. They are part of the link.",
    )
    st.data_editor(
        as_table(_POLICY.base),
        key=_POLICY.editor,
        on_change=_POLICY.take_edits,
        hide_index=True,
        disabled=("step", "after"),
        height=300,
        column_config={"after": st.column_config.TextColumn(help="What came before: arm → outcome, arm → outcome.")},
    )
    st.button("Reset to the published policy", on_click=_POLICY.reset)
    page.problem(_POLICY.problem and f"{_POLICY.problem}. What you see is the last valid policy.")
    return _POLICY.value()
