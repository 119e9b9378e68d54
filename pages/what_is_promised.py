"""What does each privacy definition promise?  Three definitions on one small policy that can be edited."""

import streamlit as st

import dpcore
from ui.components import knob
from ui.controls.one_of import one_of
from ui.promise import charts, controls, words
from ui.promise.numbers import DEFINITIONS, PromiseView, conversion_table, curves_table, deltas_at, pair_table
from ui.promise.policy import as_table
from ui.shell import page
from ui.state.draft import dragged

HANDLE = "promise-handle"


@st.fragment
def live(view: PromiseView) -> None:
    """What moves while epsilon is dragged.  The handle comes last, because its answer asks for the next report."""
    now = dragged(HANDLE) or view.epsilon
    deltas = deltas_at(view.policy, now)
    page.verdict(words.verdict(view.promise, deltas))
    with st.container(key="promise-bars"):
        st.html(charts.kept_html(view.delta, deltas))
    page.reading(words.tell("bars", epsilon=now))
    with st.container(key="promise-expert"):
        page.reading(words.expert_verdict(view.promise, now, deltas))
    page.chart(charts.delta_chart(view, now, deltas), key="delta-against-epsilon")
    page.reading(words.tell("curves", floor=view.promise.floors["table"]))
    value = knob.Value("ε", now, controls.EPSILON_LIMITS)
    knob.knob(HANDLE, value, chart="delta-against-epsilon", axis="x", box="promise-epsilon")


page.title("What does each privacy definition promise?")
page.reading(words.tell("pure"))
picture, inputs = page.picture_and_controls("promise")
with inputs:
    view = controls.ask()
with picture:
    live(view)

columns = st.columns(3, gap="large")
for column, (name, meaning) in zip(columns, words.MEANINGS.items(), strict=True):
    with column:
        page.prose(f"**{DEFINITIONS[name]}** {meaning}")
page.reading(words.tell("implications"))

st.header("Which two inputs can best be told apart?", anchor=False)
definition = one_of("Worst pair under", DEFINITIONS, "table", "definition")
pair = dpcore.privacy.worst_pair(view.policy, definition, view.epsilon)
st.html(charts.inputs_html(pair))
page.reading(words.pair_reading(pair, view.epsilon))
page.lower_chart("histories", charts.TREE_HEIGHT, lambda: charts.tree_chart(view.policy, pair))

st.header("From one budget to another", anchor=False)
epsilon, rho, delta, people = controls.ask_budgets()
converted = conversion_table(epsilon, rho, delta, people)
st.table(converted.set_index("a policy that is"))
page.reading(words.tell("conversion", rho=rho, scale=dpcore.privacy.epsilon_at_rho(rho)))

page.details(
    "Numbers, formulas and sources",
    *([words.tell("published_claim")] if view.is_published else []),
    words.SOURCES,
    words.pair_formula(pair, definition, view.epsilon),
    pair_table(pair),
)
page.take_home(
    words.notebook(view),
    "delta-against-epsilon",
    {
        "delta-against-epsilon": curves_table(view.promise),
        "policy": as_table(view.cells),
        "worst-pair": pair_table(pair),
        "conversions": converted,
    },
    {"δ against ε": "delta-against-epsilon", "Histories": "histories"},
)
