"""What does privacy cost in lost rewards?  Simulated regret against the budget and against time, and the bounds."""

import streamlit as st

from ui.jobs.drawing import follow, watch
from ui.jobs.growing import growing_job
from ui.regret import charts, price_charts, tables, words
from ui.regret.bounds import RegretBounds, bounds_of
from ui.regret.comparison import compare
from ui.regret.controls import ask, ask_kind
from ui.regret.study import RegretView
from ui.shell import first_answer, page


def draw_cost(view: RegretView) -> None:
    """The main picture, and what it compares."""
    found = compare(view)
    page.chart(charts.cost_against_budget(view, found), key="cost-against-budget")
    with st.container(key="expert"):
        page.reading(words.expert_verdict(view, found))
        if tails := words.tails_reading(view):
            page.reading(tails)


def draw_more(view: RegretView, bounds: RegretBounds) -> None:
    """Regret against time, all algorithms with their bounds, and the price of privacy."""
    st.header("How does it grow with time?", anchor=False)
    page.lower_chart("regret-against-time", charts.TIME_HEIGHT, lambda: charts.over_time(view, bounds))
    page.reading(words.time_reading(view, bounds))
    st.header("How do all algorithms compare, and what is proven?", anchor=False)
    page.lower_chart("regret-against-budget", charts.BUDGET_HEIGHT, lambda: charts.over_epsilon(view, bounds))
    if not (summary := tables.summary_table(view)).empty:
        page.table(summary)
        page.reading(words.tell("summary", view=view))
    page.reading(words.scale_sentence(view))
    if view.show_bounds:
        page.reading(words.regimes_reading(view, bounds))
    st.header("What does privacy add to each?", anchor=False)
    first, second = st.columns(2, gap="large")
    with first:
        page.lower_chart("price-against-budget", price_charts.HEIGHT, lambda: price_charts.price_over_epsilon(view))
    with second:
        page.lower_chart("price-against-time", price_charts.HEIGHT, lambda: price_charts.price_over_time(view))
    page.reading(words.price_reading(view))


page.title("What does privacy cost in lost rewards?")
answer = st.container(key="regret-verdict")
first = first_answer.show(answer)
column, controls = page.picture_and_controls("regret")
picture = column.container(key="regret-picture")
picture.empty()  # or its place would not be kept while what follows is drawn
below = st.container(key="regret-choices", horizontal=True, vertical_alignment="bottom", gap="large")
with controls:
    view = ask(ask_kind(), below)
first.asks(view)
bounds = bounds_of(view)
job = growing_job("regret", view.study, view.cells, view.runs)
first.settle(view.study.holds(view.cells, view.runs), lambda: words.verdict(view, compare(view)))
with answer:
    follow(job, lambda: page.verdict(words.verdict(view, compare(view))))
with picture:
    watch(job, lambda: draw_cost(view), words.tell("point", view=view))
follow(job, lambda: draw_more(view, bounds))
points = tables.point_table(view)
page.details("Numbers", tables.readable(points))
page.details(
    "Sources, inferred choices, and what does not reproduce",
    *words.sources(view.algorithms),
    "Published figures that the algorithms as stated do not reproduce:",
    tables.not_reproduced_table(view.problem.kind),
)
page.take_home(
    words.notebook(view),
    "cost-against-budget",
    {"regret-against-budget": points, "regret-against-time": tables.time_table(view)},
    {
        "cost against budget": "cost-against-budget",
        "regret against time": "regret-against-time",
        "regret against budget": "regret-against-budget",
        "price against budget": "price-against-budget",
        "price against time": "price-against-time",
    },
)
