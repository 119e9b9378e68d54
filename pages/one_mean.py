"""When is one mean known well enough?  Private stopping rules on one stream of rewards."""

import streamlit as st

from ui.components import knob as line_handle
from ui.one_mean import charts, controls, words
from ui.one_mean.question import (
    MEAN_LIMITS,
    MeanView,
    along_epsilon,
    answer,
    at_mean,
    bounds_table,
    demanded_means,
    one_run,
    stopping_table,
    trace_table,
)
from ui.shell import page

LIVE_RUNS = 60
HANDLE = "mean-handle"


@st.fragment
def live(view: MeanView) -> None:
    """What moves while the mean is dragged; the handle comes last: its answer asks for the next report."""
    if line_handle.released(HANDLE):
        st.rerun()
    mean = line_handle.dragged(HANDLE)
    now = view.question if mean is None else at_mean(view.question, mean)
    found = answer(now, view.runs if mean is None else min(view.runs, LIVE_RUNS), view.seed)
    trace = one_run(now, view.rule, view.run, view.seed)
    page.verdict(words.verdict(found))
    demanded = demanded_means(now.relative_error, now.risk, now.epsilon)
    page.chart(charts.run_chart(trace, demanded, now.mean), key="one-run")
    page.reading(words.run_reading(trace))
    st.subheader("When do runs stop?", anchor=False)
    page.chart(charts.distribution_chart(found), key="distribution")
    page.reading(words.distribution_reading(found))
    line_handle.line_handle(
        HANDLE, chart="one-run", axis="y", label="mean", value=now.mean, limits=MEAN_LIMITS, box="mean"
    )


page.title("When is one mean known well enough?")
picture, inputs = page.picture_and_controls("one-mean")
with inputs:
    view = controls.ask()
with picture:
    live(view)

by_epsilon, noise = st.columns(2, gap="large")
curve = along_epsilon(view.question, view.seed)
trace = one_run(view.question, view.rule, view.run, view.seed)
with by_epsilon:
    st.subheader("What does ε change?", anchor=False)
    page.chart(charts.epsilon_chart(curve, view.question.epsilon), key="samples-against-epsilon")
    page.reading(words.epsilon_reading(curve, view.question))
with noise:
    st.subheader("What hides each participant?", anchor=False)
    page.chart(charts.noise_chart(trace), key="noise")
    page.reading(words.noise_reading(trace))

found = answer(view.question, view.runs, view.seed)
with st.expander("Numbers, formulas and sources"):
    st.dataframe(bounds_table(found), hide_index=True, width="stretch")
    st.markdown(words.SOURCES)
page.downloads(
    {"stopping-times": stopping_table(found), "samples-against-epsilon": curve, "one-run": trace_table(trace)},
    {
        "One run": "one-run",
        "When runs stop": "distribution",
        "Samples against ε": "samples-against-epsilon",
        "Noise of the run": "noise",
    },
)
page.snippet(words.snippet(view))
