"""How long until we can stop?  Simulated stopping times of the algorithms against epsilon, over the lower bounds."""

import streamlit as st

from ui.arms import instance as instances
from ui.jobs import follow, growing_job, watch
from ui.shell import page
from ui.stopping import charts, words
from ui.stopping.controls import ask
from ui.stopping.study import StoppingView, point_table


def draw_curves(view: StoppingView) -> None:
    """The verdict and the main picture, growing while runs come in."""
    page.verdict(words.verdict(view))
    page.chart(charts.stopping_time_curves(view), key="stopping-times")
    for sentence in words.capped_sentences(view):
        page.problem(sentence)


def draw_at_epsilon(view: StoppingView) -> None:
    """The two pictures at the current epsilon."""
    first, second = st.columns(2, gap="large")
    with first:
        st.subheader("When do runs stop?", anchor=False)
        page.chart(charts.distribution(view), key="distribution")
        page.reading(words.distribution_reading(view))
    with second:
        st.subheader("Where do the samples go?", anchor=False)
        page.chart(charts.pull_shares(view), key="pull-shares")
        page.reading("Each arm's share of all samples, beside the allocation that attains T*ε.")


page.title("How long until we can stop?")
instance = instances.strip()
picture, controls = page.picture_and_controls("stopping")
with controls:
    view = ask(instance)
job = growing_job("stopping", view.study, view.cells, view.runs)
with picture:
    watch(job, lambda: draw_curves(view))
follow(job, lambda: draw_at_epsilon(view))
points = point_table(view.results())
with st.expander("Numbers, sources and what is proven"):
    st.dataframe(points, hide_index=True, width="stretch")
    for curve in view.curves:
        st.markdown(curve.source)
        for warning in curve.warnings:
            page.reading(warning)
page.downloads(
    {"stopping-times": points},
    {"stopping times": "stopping-times", "distribution": "distribution", "pull shares": "pull-shares"},
)
page.snippet(words.snippet(view))
