"""How long until we can stop?  Simulated stopping times of the algorithms against epsilon, over the lower bounds."""

import numpy as np
import pandas as pd
import streamlit as st

import dpcore
from dpcore.fixed_confidence import DEFAULT_MAX_SAMPLES, find_algorithm
from ui.arms import instance as instances
from ui.jobs import job as jobs
from ui.shell import page
from ui.stopping import charts as stopping_charts
from ui.stopping import words as stopping_text
from ui.stopping.study import Problem, Study, all_curves, table_rows

EPSILONS = [float(f"{value:.3g}") for value in np.geomspace(1e-3, 1e2, 16)]
OPENING_CURVES = ["pb-tas", "dp-se", "ttucb"]
OPENING_RUNS = 20
MOST_RUNS = 100_000
MEDIAN, MEAN = "median, 10–90 %", "mean, 95 % interval"
CURVES = all_curves()


def choose() -> None:
    """The choices of the left column; their values are read from session state by key."""
    st.multiselect(
        "Algorithms",
        list(CURVES),
        OPENING_CURVES,
        format_func=lambda key: CURVES[key].label,
        key="algorithms",
        bind="query-params",
    )
    st.select_slider(
        "From ε to ε :small[:gray[← more privacy · less privacy →]]",
        EPSILONS,
        (EPSILONS[3], EPSILONS[12]),
        key="range",
        bind="query-params",
    )
    st.segmented_control("Show", [MEDIAN, MEAN], default=MEDIAN, required=True, key="show", bind="query-params")
    runs, cap, seed = st.columns(3)
    runs.number_input("Runs per point", 1, MOST_RUNS, OPENING_RUNS, key="runs", bind="query-params")
    cap.number_input(
        "Sample cap",
        1_000,
        10**9,
        DEFAULT_MAX_SAMPLES,
        key="cap",
        bind="query-params",
        help="A run that has not stopped by then is counted as capped.",
    )
    seed.number_input("Seed", 0, 2**31, 0, key="seed", bind="query-params")
    st.button(
        "Add runs",
        key="add-runs",
        on_click=add_runs,
        help="Twice as many; those already made are kept.",
        type="primary",
    )


def add_runs() -> None:
    """Double the runs per point; also goes on after a stop."""
    st.session_state["runs"] = min(2 * st.session_state["runs"], MOST_RUNS)


def study_of(problem: Problem) -> Study:
    """This visitor's study of the problem; going back to an earlier problem finds its runs."""
    studies: dict[Problem, Study] = st.session_state.setdefault("studies", {})
    return studies.setdefault(problem, Study(problem))


page.title("How long until we can stop?")
instance = instances.strip()
picture, controls = page.picture_and_controls("stopping")
with controls:
    choose()
state = st.session_state
curves = [CURVES[key] for key in state["algorithms"]]
low, high = state["range"]
study = study_of(Problem(instance.means, instance.risk, state["cap"], state["seed"]))
cells = study.cells(curves, sorted({epsilon for epsilon in EPSILONS if low <= epsilon <= high} | {instance.epsilon}))
wanted = (study.problem, tuple(cells), state["runs"])
job = jobs.current(
    "job", wanted, lambda: study.missing(cells, wanted[-1]), lambda job: study.fill(job, cells, wanted[-1])
)
bounds = dpcore.sample_lower_bounds(instance.means, instance.epsilon, instance.risk)
optimum = dpcore.characteristic_time(instance.means, epsilon=instance.epsilon)
fine = np.geomspace(min(low, instance.epsilon), max(high, instance.epsilon), 160)
bound_curve = dpcore.characteristic_time_curve(instance.means, fine).times * (bounds["tightest_private"] / optimum.time)


def results_so_far() -> tuple[dict, list]:
    """The runs of every cell, and those at the current epsilon."""
    results = {cell: study.results[cell] for cell in cells if cell in study.results}
    return results, [(curve, run) for (curve, epsilon), run in results.items() if epsilon in (None, instance.epsilon)]


def draw_curves() -> None:
    """The verdict and the main picture, growing while runs come in."""
    results, here = results_so_far()
    page.verdict(stopping_text.verdict(here, instance, bounds["tightest_private"]))
    page.chart(
        stopping_charts.stopping_time_curves(
            results,
            curves,
            (fine.tolist(), bound_curve.tolist(), bounds["non_private"]),
            instance.epsilon,
            state["show"] == MEAN,
        ),
        key="stopping-times",
    )
    for sentence in stopping_text.capped_sentences(results):
        page.problem(sentence)


def draw_at_epsilon() -> None:
    """The two pictures at the current epsilon."""
    _, here = results_so_far()
    first, second = st.columns(2, gap="large")
    with first:
        st.subheader("When do runs stop?", anchor=False)
        page.chart(stopping_charts.distribution(here, bounds["tightest_private"]), key="distribution")
        page.reading(stopping_text.distribution_reading(here, instance))
    with second:
        st.subheader("Where do the samples go?", anchor=False)
        page.chart(stopping_charts.pull_shares(here, optimum.allocation.tolist()), key="pull-shares")
        page.reading("Each arm's share of all samples, beside the allocation that attains T*ε.")


with picture:
    jobs.watch(job, draw_curves)
jobs.follow(job, draw_at_epsilon)
table = pd.DataFrame(table_rows(results_so_far()[0]))
with st.expander("Numbers, sources and what is proven"):
    st.dataframe(table, hide_index=True, width="stretch")
    for curve in curves:
        entry = find_algorithm(curve.algorithm)
        threshold = f"{curve.threshold.capitalize()} threshold: {entry.thresholds[curve.threshold]}"
        st.markdown(f"**{curve.label}** ({entry.privacy}). {threshold}. Source: {entry.source}.")
        for warning in entry.warnings:
            page.reading(warning)
page.downloads(
    {"stopping-times": table},
    {"stopping times": "stopping-times", "distribution": "distribution", "pull shares": "pull-shares"},
)
page.snippet(stopping_text.snippet(curves, instance, state["runs"], state["seed"], state["cap"]))
