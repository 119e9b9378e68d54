"""What does privacy cost in regret?  Simulated regret against time and against the budget, over the bounds."""

import numpy as np
import pandas as pd
import streamlit as st

from ui.arms import instance as instances
from ui.jobs import job as jobs
from ui.regret import bounds as regret_bounds
from ui.regret import charts as regret_charts
from ui.regret import words as regret_text
from ui.regret.controls import OWN, ask, ask_kind
from ui.regret.study import RegretStudy, counterpart, point_rows, time_rows
from ui.shell import page
from ui.state.visit import remembered

page.title("What does privacy cost in regret?")
kind = ask_kind()
strip = st.container()
picture, controls = page.picture_and_controls("regret")
with controls:
    wishes = ask(kind)
if kind == "arms" and st.session_state["regret-instance"] == OWN:
    with strip:
        instances.strip()
problem, algorithms = wishes.problem, wishes.algorithms
study = remembered("regret", problem, RegretStudy)
cells = study.cells(algorithms, wishes.epsilons, wishes.epsilon)
job = jobs.current(
    "regret-job",
    (problem, tuple(cells), wishes.runs),
    lambda: study.missing(cells, wishes.runs),
    lambda job: study.fill_quick_first(job, cells, wishes.runs),
)
here = [cell for cell in cells if cell[1] == wishes.epsilon or cell in map(counterpart, algorithms)]
fine = np.geomspace(wishes.epsilons[0], wishes.epsilons[-1], 60).tolist()
times = np.geomspace(10, problem.horizon, 60).round().astype(int).tolist()
over_time, over_epsilon, lower, boundaries = {}, {}, [], []
if wishes.with_bounds:
    for algorithm in algorithms:
        if values := regret_bounds.bound_over_time(algorithm, problem, times, wishes.epsilon):
            over_time[algorithm] = (times, values)
        if values := regret_bounds.bound_over_epsilon(algorithm, problem, fine):
            over_epsilon[algorithm] = (fine, values)
    lower = regret_bounds.lower_bounds(problem, algorithms, fine)
    boundaries = regret_bounds.boundaries(problem, algorithms)


def draw_over_time() -> None:
    """The verdict and regret against time, growing while runs come in."""
    page.verdict(regret_text.verdict(study, wishes))
    page.chart(
        regret_charts.over_time(study, algorithms, wishes.epsilon, wishes.show, over_time), key="regret-against-time"
    )


def draw_over_epsilon() -> None:
    """Regret against the budget, and the price of privacy."""
    st.subheader("How does the budget change it?", anchor=False)
    page.chart(
        regret_charts.over_epsilon(
            study,
            algorithms,
            wishes.epsilons,
            wishes.epsilon,
            wishes.show,
            over_epsilon,
            (fine, lower),
            boundaries,
        ),
        key="regret-against-budget",
    )
    page.reading(regret_text.scale_sentence(wishes))
    if wishes.with_bounds:
        page.reading(regret_text.regimes_reading(wishes, boundaries))
    st.subheader("What does privacy add?", anchor=False)
    first, second = st.columns(2, gap="large")
    with first:
        chart = regret_charts.price_over_epsilon(study, algorithms, wishes.epsilons, wishes.epsilon, wishes.price)
        page.chart(chart, key="price-against-budget")
    with second:
        page.chart(
            regret_charts.price_over_time(study, algorithms, wishes.epsilon, wishes.price), key="price-against-time"
        )
    page.reading(regret_text.price_reading(study, wishes))


with picture:
    jobs.watch(job, draw_over_time)
    page.reading(regret_text.time_reading(wishes))
jobs.follow(job, draw_over_epsilon)
points, series = pd.DataFrame(point_rows(study, cells)), pd.DataFrame(time_rows(study, here))
with st.expander("Numbers"):
    st.dataframe(points, hide_index=True, width="stretch")
with st.expander("Sources, inferred choices, and what does not reproduce"):
    for paragraph in regret_text.sources(algorithms):
        st.markdown(paragraph)
    st.markdown("Published figures that the algorithms as stated do not give here:")
    st.dataframe(regret_text.not_reproduced(kind), hide_index=True, width="stretch")
page.downloads(
    {"regret-against-budget": points, "regret-against-time": series},
    {
        "regret against time": "regret-against-time",
        "regret against budget": "regret-against-budget",
        "price against budget": "price-against-budget",
        "price against time": "price-against-time",
    },
)
page.snippet(regret_text.snippet(wishes))
