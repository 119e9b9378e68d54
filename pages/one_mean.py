"""When is one mean known well enough?  Private stopping rules on one stream of rewards."""

from dataclasses import replace
from functools import partial

import streamlit as st

from ui.components import knob
from ui.jobs.drawing import computed
from ui.one_mean import charts, controls, question, words
from ui.shell import first_answer, page
from ui.state.draft import dragged

LIVE_RUNS = 60
HANDLE = "mean-handle"


@st.fragment
def live(view: question.MeanView, full: question.MeanAnswer) -> None:
    """What moves while the mean is dragged; the handle comes last: its answer asks for the next report."""
    mean: float | None = dragged(HANDLE)
    now = view.question if mean is None else replace(view.question, mean=mean)
    found = full if mean is None else question.answer(now, min(view.runs, LIVE_RUNS), view.seed)
    trace = now.one_run(view.rule, view.run, view.seed)
    page.verdict(words.verdict(found))
    demanded = question.demanded_means(now.relative_error, now.risk, now.epsilon)
    page.chart(charts.run_chart(trace, demanded, now.mean), key="one-run")
    page.reading(words.expert_verdict(found))
    page.reading(words.run_reading(trace, found))
    value = knob.Value("mean", now.mean, question.MEAN_LIMITS)
    knob.knob(HANDLE, value, chart="one-run", axis="y", box="mean")


page.title("When is one mean known well enough?")
picture, inputs = page.picture_and_controls("one-mean")
place = picture.container(key="mean-picture")
first = first_answer.show(place)
with inputs:
    view = controls.ask()
first.asks(view)
asked = (view.question, view.runs, view.seed)
with place:
    found = computed("one-mean", asked, lambda cancel: question.answer(*asked, cancel))
    if found is None:
        page.end()
    st.empty()  # in the row's place: a verdict there would stand above the bar and Stop until the page is drawn
    first.settle(True, partial(words.verdict, found))
    live(view, found)

by_run, by_epsilon = st.columns(2, gap="large")
trace = view.question.one_run(view.rule, view.run, view.seed)
with by_run:
    st.header("When do runs stop?", anchor=False)
    page.lower_chart("distribution", charts.HEIGHT, partial(charts.distribution_chart, found))
    page.reading(words.distribution_reading(found))
with by_epsilon:
    st.header("What does ε change?", anchor=False)
    along = st.container(key="mean-along-epsilon")
st.header("What hides each sample?", anchor=False)
page.lower_chart("noise", charts.HEIGHT, lambda: charts.noise_chart(trace))
page.reading(words.noise_reading(trace))

page.details("Numbers, formulas and sources", question.bounds_table(found), words.SOURCES)
with along:  # last: nothing above need wait for it
    curve = computed(
        "along-epsilon",
        (view.question, view.seed),
        lambda cancel: question.along_epsilon(view.question, view.seed, cancel),
    )
    if curve is None:
        page.end()
    page.lower_chart(
        "samples-against-epsilon", charts.HEIGHT, lambda: charts.epsilon_chart(curve, view.question.epsilon)
    )
    page.reading(words.epsilon_reading(curve, view.question))
page.take_home(
    words.notebook(view),
    "one-run",
    {
        "stopping-times": question.stopping_table(found),
        "samples-against-epsilon": curve,
        "one-run": question.trace_table(trace),
    },
    {
        "One run": "one-run",
        "When runs stop": "distribution",
        "Samples against ε": "samples-against-epsilon",
        "Noise of the run": "noise",
    },
)
