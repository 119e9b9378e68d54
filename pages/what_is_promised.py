"""What does each privacy definition promise?  Three definitions on one small policy that can be edited."""

import streamlit as st

import dpcore
from ui.components import knob as line_handle
from ui.controls.log_slider import log_slider
from ui.look import theme
from ui.promise import charts
from ui.promise import policy as promise_policy
from ui.promise import words as text
from ui.promise.numbers import DEFINITIONS, curves_table, deltas_at, pair_table, promise_of
from ui.shell import page

EPSILON_LIMITS = (0.01, 10.0)
DELTA_LIMITS = (1e-3, 0.9)
BUDGET_LIMITS = (1e-6, 1e3)


def reset() -> None:
    """Back to the published counterexample."""
    st.session_state["policy"] = " ".join(promise_policy.PUBLISHED)


def take_edits() -> None:
    """Take over what was typed in the table, as far as it is a policy."""
    state = st.session_state
    try:
        cells = promise_policy.edited(state["policy-base"], state[state["policy-editor"]]["edited_rows"])
        state["policy"] = state["policy-written"] = " ".join(cells)
        state["policy-problem"] = ""
    except ValueError as error:
        state["policy-problem"] = str(error)


def edit_policy() -> promise_policy.Cells:
    """The table, the box that carries it in the link, and Reset; returns the last valid policy."""
    state = st.session_state
    box = st.text_input(
        "The policy in one line",
        " ".join(promise_policy.PUBLISHED),
        key="policy",
        bind="query-params",
        help="The probabilities of arm 0, in the order of the table: numbers or fractions. The link carries them.",
    )
    # Another page forgets what was typed into the table, so it starts again from the box.
    if box != state.get("policy-written") or state["policy-editor"] not in state:
        try:
            state["policy-base"] = promise_policy.parsed(box)
            state["policy-version"] = state.get("policy-version", 0) + 1
            state["policy-problem"] = ""
        except ValueError as error:
            state.setdefault("policy-base", promise_policy.PUBLISHED)
            state["policy-problem"] = str(error)
        state["policy-written"] = box
    state["policy-editor"] = f"policy-table-{state.get('policy-version', 0)}"
    st.data_editor(
        promise_policy.as_table(state["policy-base"]),
        key=state["policy-editor"],
        on_change=take_edits,
        hide_index=True,
        disabled=("step", "after"),
        height=300,
        column_config={"after": st.column_config.TextColumn(help="What has happened: arm → outcome, arm → outcome.")},
    )
    st.button("Reset to the published policy", on_click=reset)
    if problem := state["policy-problem"]:
        page.problem(f"{problem}. What you see is the last valid policy.")
        return state.get("policy-valid", promise_policy.PUBLISHED)
    state["policy-valid"] = promise_policy.parsed(state["policy"])
    return state["policy-valid"]


@st.fragment
def live() -> None:
    """What moves while epsilon is dragged; the handle comes last: its answer asks for the next report."""
    if line_handle.released("promise-handle"):
        st.rerun()
    now = line_handle.dragged("promise-handle") or epsilon
    deltas = deltas_at(policy, now)
    page.verdict(text.verdict(promise, now, deltas))
    chart = charts.delta_chart(promise, now, deltas, cells == promise_policy.PUBLISHED)
    page.chart(chart, key="delta-against-epsilon")
    page.reading(text.delta_reading(promise))
    line_handle.line_handle(
        "promise-handle",
        chart="delta-against-epsilon",
        axis="x",
        label="ε",
        value=now,
        limits=EPSILON_LIMITS,
        box="promise-epsilon",
    )


page.title("What does each privacy definition promise?")
picture, controls = page.picture_and_controls("promise")
with controls:
    epsilon = log_slider("Privacy budget ε", "promise-epsilon", EPSILON_LIMITS, 0.95, ("more privacy", "less privacy"))
    delta = log_slider("Second budget δ", "promise-delta", DELTA_LIMITS, 0.17, ("fewer failures", "more failures"))
    st.markdown(
        "**The policy**: three steps, two arms, outcomes 0 or 1. Change any probability; 1/3 works as well as 0.3."
    )
    cells = edit_policy()
policy = promise_policy.policy_of(cells)
last = charts.last_epsilon(epsilon, dpcore.minimal_epsilon(policy, "interactive", delta))
promise = promise_of(policy, delta, last)
with picture:
    live()

columns = st.columns(3, gap="large")
for column, (name, meaning) in zip(columns, text.MEANINGS.items(), strict=True):
    column.markdown(f"#### {DEFINITIONS[name]}\n{meaning}")
page.reading(text.IMPLICATIONS)

st.subheader("Which two inputs does the policy give away most?", anchor=False)
definition = st.segmented_control(
    "Worst pair under",
    list(DEFINITIONS),
    format_func=DEFINITIONS.__getitem__,
    default="table",
    required=True,
    key="definition",
    bind="query-params",
)
pair = dpcore.worst_pair(policy, definition, epsilon)
colors = theme.palette()
st.html(text.inputs_html(pair, colors.private, colors.choice))
page.reading(text.pair_reading(pair, definition, epsilon))
page.chart(charts.tree_chart(policy, pair), key="histories")
if cells == promise_policy.PUBLISHED:
    st.markdown(text.PUBLISHED_CLAIM)

st.subheader("From one budget to another", anchor=False)
boxes = st.columns(4)
own_epsilon = boxes[0].number_input("ε", *BUDGET_LIMITS, 1.0, format="%.6g", key="convert-epsilon", bind="query-params")
own_rho = boxes[1].number_input("ρ", *BUDGET_LIMITS, 0.5, format="%.6g", key="convert-rho", bind="query-params")
own_delta = boxes[2].number_input(
    "δ", 1e-15, 0.999, 1e-6, 1e-6, format="%.6g", key="convert-delta", bind="query-params"
)
people = boxes[3].number_input("People in a group", 1, 1000, 4, key="convert-people", bind="query-params")
converted = text.conversion_rows(own_epsilon, own_rho, own_delta, people)
st.table(converted.set_index("a policy that is"))
page.reading(text.conversion_reading(own_rho))

with st.expander("Numbers, formulas and sources"):
    st.markdown(text.SOURCES)
    st.dataframe(pair_table(pair), hide_index=True, width="stretch")
page.downloads(
    {
        "delta-against-epsilon": curves_table(promise),
        "policy": promise_policy.as_table(cells),
        "worst-pair": pair_table(pair),
        "conversions": converted,
    },
    {"δ against ε": "delta-against-epsilon", "Histories": "histories"},
)
page.snippet(text.snippet(cells, epsilon, delta))
