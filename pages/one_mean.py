"""When is one mean known well enough?  Private stopping rules on one stream of rewards."""

import streamlit as st

from ui.components import knob as line_handle
from ui.controls.log_slider import epsilon_slider, log_slider
from ui.one_mean import charts
from ui.one_mean import words as text
from ui.one_mean.question import (
    ERROR_LIMITS,
    MEAN_LIMITS,
    REWARDS,
    RULES,
    Question,
    along_epsilon,
    answer,
    at_mean,
    demanded_means,
    one_run,
    stopping_table,
    trace_table,
)
from ui.shell import page

RISK_LIMITS = (1e-4, 0.4)
LIVE_RUNS = 60
MOST_RUNS = 2000


def choose() -> tuple[Question, str, int, int, int]:
    """The choices of the left column."""
    mean = log_slider("Mean", "mean", MEAN_LIMITS, 0.5, ("hard to know", "easy to know"))
    error = log_slider("Relative error", "mean-error", ERROR_LIMITS, 0.1, ("more exact", "less exact"))
    risk = log_slider("Risk of a larger error", "mean-risk", RISK_LIMITS, 0.05, ("more certain", "less certain"))
    epsilon = epsilon_slider("mean-epsilon")
    rule = st.segmented_control(
        "Rule whose run is drawn",
        list(RULES),
        format_func=RULES.__getitem__,
        default="dp-nas",
        required=True,
        key="mean-rule",
        bind="query-params",
    )
    rewards = st.segmented_control(
        "Rewards",
        list(REWARDS),
        format_func=REWARDS.__getitem__,
        default="plus-minus",
        required=True,
        key="mean-rewards",
        bind="query-params",
    )
    numbers = st.columns(3)
    runs = numbers[0].number_input("Runs", 10, MOST_RUNS, 200, key="mean-runs", bind="query-params")
    run = numbers[1].number_input("Drawn run", 0, MOST_RUNS - 1, 0, key="mean-run", bind="query-params")
    seed = numbers[2].number_input("Seed", 0, 2**31, 0, key="mean-seed", bind="query-params")
    return Question(mean, error, risk, epsilon, rewards), rule, run, runs, seed


@st.fragment
def live() -> None:
    """What moves while the mean is dragged; the handle comes last: its answer asks for the next report."""
    if line_handle.released("mean-handle"):
        st.rerun()
    mean = line_handle.dragged("mean-handle")
    now = question if mean is None else at_mean(question, mean)
    found = answer(now, runs if mean is None else min(runs, LIVE_RUNS), seed)
    trace = one_run(now, rule, run, seed)
    page.verdict(text.verdict(found))
    page.chart(
        charts.run_chart(trace, demanded_means(now.relative_error, now.risk, now.epsilon), now.mean), key="one-run"
    )
    page.reading(text.run_reading(trace))
    st.subheader("When do runs stop?", anchor=False)
    page.chart(charts.distribution_chart(found), key="distribution")
    page.reading(text.distribution_reading(found))
    line_handle.line_handle(
        "mean-handle", chart="one-run", axis="y", label="mean", value=now.mean, limits=MEAN_LIMITS, box="mean"
    )


page.title("When is one mean known well enough?")
picture, controls = page.picture_and_controls("one-mean")
with controls:
    question, rule, run, runs, seed = choose()
with picture:
    live()

by_epsilon, noise = st.columns(2, gap="large")
curve = along_epsilon(question, seed)
trace = one_run(question, rule, run, seed)
with by_epsilon:
    st.subheader("What does ε change?", anchor=False)
    page.chart(charts.epsilon_chart(curve, question.epsilon), key="samples-against-epsilon")
    page.reading(text.epsilon_reading(curve, question))
with noise:
    st.subheader("What hides each participant?", anchor=False)
    page.chart(charts.noise_chart(trace), key="noise")
    page.reading(text.noise_reading(trace))

found = answer(question, runs, seed)
with st.expander("Numbers, formulas and sources"):
    st.dataframe(text.bounds_table(found), hide_index=True, width="stretch")
    st.markdown(text.SOURCES)
page.downloads(
    {"stopping-times": stopping_table(found), "samples-against-epsilon": curve, "one-run": trace_table(trace)},
    {
        "One run": "one-run",
        "When runs stop": "distribution",
        "Samples against ε": "samples-against-epsilon",
        "Noise of the run": "noise",
    },
)
page.snippet(text.snippet(question, rule, run, runs, seed))
