"""The inputs of the page about one epsilon for many analyses; their values live in the link."""

import streamlit as st

from ui.controls.linked_table import LinkedTable
from ui.controls.log_slider import log_slider
from ui.controls.one_of import one_of
from ui.look.axes import PRIVACY_ENDS, RISK_ENDS
from ui.one_budget.plan import COLUMNS, COUNT_LIMITS, NEW_ROW, OPENING_TEXT, Plan, as_table, as_text, edited, parsed
from ui.shell import page
from ui.state.keys import EPSILON_RANGE, RISK_RANGE

_DELTA_LIMITS = (1e-12, 1e-2)
_PLAN = LinkedTable("analyses", parsed(OPENING_TEXT), parsed, as_text, edited)
PROMISES = {"pure": "ε-DP", "delta": "(ε, δ)-DP"}


def ask_budget() -> tuple[float, float, float | None]:
    """The epsilon of one person in all runs together, the risk of each run, and delta, if the promise has one."""
    epsilon = log_slider("One person's ε, all runs together", "shared-epsilon", EPSILON_RANGE, 1.0, PRIVACY_ENDS)
    risk = log_slider("Risk of a wrong choice, each run", "shared-risk", RISK_RANGE, 0.05, RISK_ENDS)
    if one_of("Promise of all runs together", PROMISES, "pure", "shared-promise") == "pure":
        return epsilon, risk, None
    return epsilon, risk, log_slider("δ", "shared-delta", _DELTA_LIMITS, 1e-6, ("a stricter promise", "a laxer one"))


def ask_plan() -> Plan:
    """The table, the box that carries it in the link, and Reset; returns the last valid plan."""
    table = st.container()
    _PLAN.draw_box(
        "The table in one line",
        "The cells in the order of the table with ~ between, rows with _ between. The link carries them.",
    )
    with table:
        _draw_table()
    st.button("Reset the table", on_click=_PLAN.reset)
    wrong = _PLAN.problem
    page.problem(wrong and f"{wrong[:1].upper()}{wrong[1:]}. What you see is the last valid plan.")
    return _PLAN.value()


def _draw_table() -> None:
    helps = {
        "runs a year": "Runs that one and the same person can be in. With new people every time: 1 run in 1 year.",
        "years": "For how many years it runs with the same people.",
        "outcomes per person": "How many outcomes one person gives in one run; each is then protected by ε/outcomes.",
    }
    columns = {
        name: st.column_config.NumberColumn(
            min_value=low, max_value=high, step=1, default=int(NEW_ROW[COLUMNS.index(name)]), help=helps[name]
        )
        for name, (low, high) in COUNT_LIMITS.items()
    }
    st.data_editor(
        as_table(_PLAN.base),
        key=_PLAN.editor,
        on_change=_PLAN.take_edits,
        num_rows="dynamic",
        hide_index=True,
        column_config={
            "analysis": st.column_config.TextColumn(default=NEW_ROW[0], help="Any name, for the picture and the CSV."),
            "rates in %": st.column_config.TextColumn(
                default=NEW_ROW[3], help="The success rates that you expect of the options, with commas between."
            ),
            **columns,
        },
    )
