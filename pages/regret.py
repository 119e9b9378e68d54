"""What does privacy cost in regret?  Simulated regret against time and against the budget, over the bounds."""

import streamlit as st

from ui.arms import instance as instances
from ui.jobs import follow, growing_job, watch
from ui.regret import charts, price_charts, tables, words
from ui.regret.bounds import RegretBounds, bounds_of
from ui.regret.controls import ask, ask_kind, takes_own_arms
from ui.regret.study import RegretView
from ui.shell import page


def draw_over_time(view: RegretView, bounds: RegretBounds) -> None:
    """The verdict and regret against time, growing while runs come in."""
    page.verdict(words.verdict(view))
    page.chart(charts.over_time(view, bounds), key="regret-against-time")


def draw_over_epsilon(view: RegretView, bounds: RegretBounds) -> None:
    """Regret against the budget, and the price of privacy."""
    st.subheader("How does the budget change it?", anchor=False)
    page.chart(charts.over_epsilon(view, bounds), key="regret-against-budget")
    page.reading(words.scale_sentence(view))
    if view.show_bounds:
        page.reading(words.regimes_reading(view, bounds))
    st.subheader("What does privacy add?", anchor=False)
    first, second = st.columns(2, gap="large")
    with first:
        page.chart(price_charts.price_over_epsilon(view), key="price-against-budget")
    with second:
        page.chart(price_charts.price_over_time(view), key="price-against-time")
    page.reading(words.price_reading(view))


page.title("What does privacy cost in regret?")
kind = ask_kind()
strip = st.container()
picture, controls = page.picture_and_controls("regret")
with controls:
    view = ask(kind)
if takes_own_arms(kind):
    with strip:
        instances.strip()
bounds = bounds_of(view)
job = growing_job("regret", view.study, view.cells, view.runs)
with picture:
    watch(job, lambda: draw_over_time(view, bounds))
    page.reading(words.time_reading(view, bounds))
follow(job, lambda: draw_over_epsilon(view, bounds))
points = tables.point_table(view)
with st.expander("Numbers"):
    st.dataframe(points, hide_index=True, width="stretch")
with st.expander("Sources, inferred choices, and what does not reproduce"):
    for paragraph in words.sources(view.algorithms):
        st.markdown(paragraph)
    st.markdown("Published figures that the algorithms as stated do not give here:")
    st.dataframe(tables.not_reproduced_table(kind), hide_index=True, width="stretch")
page.downloads(
    {"regret-against-budget": points, "regret-against-time": tables.time_table(view)},
    {
        "regret against time": "regret-against-time",
        "regret against budget": "regret-against-budget",
        "price against budget": "price-against-budget",
        "price against time": "price-against-time",
    },
)
page.snippet(words.snippet(view))
