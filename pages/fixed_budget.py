"""How often are we wrong after T samples?  Private best-arm identification in linear bandits with a fixed budget."""

import numpy as np
import pandas as pd
import streamlit as st

import dpcore
from ui.components import knob as line_handle
from ui.fixed_budget import bandit as bandits
from ui.fixed_budget import charts
from ui.fixed_budget import words as text
from ui.fixed_budget.study import (
    ALGORITHMS,
    BudgetStudy,
    cells_of,
    error_rows,
    lines_of,
    quick_results,
    trace_of,
    trace_rows,
)
from ui.jobs import job as jobs
from ui.shell import page

BUDGETS = [int(float(f"{value:.3g}")) for value in np.geomspace(10, 1e7, 19)]
EPSILONS = [float(f"{value:.1g}") for value in np.geomspace(1e-3, 1e2, 11)]
BUDGET_LIMITS = (10.0, 1e7)
OPENING_RUNS = 400
MOST_RUNS = 10_000
MOST_STUDIES = 5  # a study with many arms takes some megabytes
HANDLE = "budget-handle"
LIVE_STEP = 3


def choose() -> None:
    """The choices under the pictures; their values are read from session state by key."""
    arms, algorithms, numbers = st.columns(3, gap="large")
    with arms:
        bandits.controls()
    with algorithms:
        st.multiselect(
            "Algorithms",
            list(ALGORITHMS),
            list(ALGORITHMS),
            format_func=lambda name: ALGORITHMS[name].label,
            key="budget-algorithms",
            bind="query-params",
            persist_state="session",
        )
        st.multiselect(
            "Privacy budgets ε :small[:gray[smaller is more private]]",
            EPSILONS,
            [0.1],
            format_func=lambda value: f"{value:g}",
            key="budget-epsilons",
            bind="query-params",
            persist_state="session",
        )
    with numbers:
        st.select_slider(
            "From T to T",
            BUDGETS,
            (100, 100_000),
            format_func=lambda value: f"{value:,}",
            key="budget-range",
            bind="query-params",
            persist_state="session",
        )
        budget, runs, run, seed = st.columns(4)
        budget.number_input(
            "Budget T",
            *BUDGET_LIMITS,
            1000.0,
            step=100.0,
            format="%.0f",
            key="budget-samples",
            bind="query-params",
            persist_state="session",
            help="The vermilion line; drag its knob in the picture.",
        )
        runs.number_input(
            "Runs", 1, MOST_RUNS, OPENING_RUNS, key="budget-runs", bind="query-params", persist_state="session"
        )
        run.number_input("Drawn run", 0, MOST_RUNS, 0, key="budget-run", bind="query-params", persist_state="session")
        seed.number_input("Seed", 0, 2**31, 0, key="budget-seed", bind="query-params", persist_state="session")
        st.button(
            "Add runs",
            on_click=add_runs,
            key="budget-add-runs",
            type="primary",
            help="Twice as many; those already made are kept.",
        )


def add_runs() -> None:
    """Double the runs per point; also goes on after a stop."""
    st.session_state["budget-runs"] = min(2 * st.session_state["budget-runs"], MOST_RUNS)
    st.session_state.pop("budget-wanted", None)


def study_of(bandit: bandits.Bandit, seed: int) -> BudgetStudy:
    """This visitor's study of the bandit; going back to a recent one finds its runs."""
    studies = st.session_state.setdefault("budget-studies", {})
    study = studies.pop((bandit, seed), None) or BudgetStudy(bandit, seed)
    studies[bandit, seed] = study
    if len(studies) > MOST_STUDIES:
        del studies[next(iter(studies))]
    return study


def bounds_of(bandit: bandits.Bandit) -> dict:
    """DP-BAI's bound over the budgets drawn, for every chosen epsilon."""
    budgets = np.unique(np.geomspace(*limits, 80).astype(int)).tolist()
    return {
        line.epsilon: (
            budgets,
            [
                dpcore.dp_bai_error_bound(bandit.features, bandit.theta, budget, line.epsilon).error_probability
                for budget in budgets
            ],
        )
        for line in lines
        if line.algorithm == "dp-bai"
    }


def stage(is_polling: bool) -> None:
    """What moves during a drag; the knob and the plane follow what they move: their answers ask for the next report."""
    if bandits.released() or line_handle.released(HANDLE):
        st.rerun()
    live, dragged = bandits.live(), line_handle.dragged(HANDLE)
    now = budget if dragged is None else int(dragged)
    if bandits.is_dragged():
        results = quick_results(live, cells_of(lines, live, [*drawn_budgets[::LIVE_STEP], now]), study.seed)
    elif dragged is not None:
        results = {**results_so_far(), **quick_results(live, cells_of(lines, live, [now]), study.seed)}
    else:
        results = results_so_far()
    page.verdict(text.verdict(text.at_budget(results, lines, now), lines, now))
    picture, controls = page.picture_and_controls("budget")
    with picture:
        jobs.progress(job if is_polling else None)
        page.chart(charts.error_chart(results, lines, bounds_of(live), now, limits), key="error-against-budget")
        line_handle.line_handle(
            HANDLE,
            chart="error-against-budget",
            axis="x",
            label="T",
            value=now,
            limits=(float(limits[0]), float(limits[1])),
            box="budget-samples",
        )
        page.reading(text.error_reading(results, lines, live, now))
    with controls:
        if live.in_plane:
            bandits.draggable(live)
            page.reading(text.plane_reading(live))
        else:
            page.chart(charts.means_chart(live), key="means-of-arms")
            page.reading(text.means_reading(live))
    jobs.show_error(job)
    is_dragging = bandits.is_dragged() or dragged is not None
    if is_polling and job is not None and not job.running and not is_dragging:
        st.rerun()


def results_so_far() -> dict:
    """The runs of every cell that has some."""
    return {cell: study.results[cell] for cell in cells if cell in study.results}


def draw_pulls() -> None:
    """Where the samples of all runs at T went."""
    found = text.at_budget(results_so_far(), lines, budget)
    # The pulls of an algorithm hardly depend on epsilon: one bar each.
    first = {line.algorithm: (line, result) for line, result in reversed(found)}
    shown = [first[name] for name in algorithms if name in first]
    page.chart(charts.pulls_chart(shown), key="pulls-of-arms")
    page.reading(text.pulls_reading(shown, budget))


page.title("How often are we wrong after T samples?")
above, below = st.container(), st.container()
with below:
    choose()
state = st.session_state
bandit = bandits.current()
algorithms, epsilons = state["budget-algorithms"], state["budget-epsilons"]
lines = lines_of(algorithms, epsilons)
budget = int(state["budget-samples"])
low, high = state["budget-range"]
limits = (min(low, budget), max(high, budget))
if too_small := text.too_small(lines, bandit, budget):
    with below:
        page.problem(too_small)
drawn_budgets = [value for value in BUDGETS if low <= value <= high]
study = study_of(bandit, state["budget-seed"])
cells = cells_of(lines, bandit, [*drawn_budgets, budget])
runs = state["budget-runs"]
job = jobs.current(
    "budget-job",
    (study.bandit, study.seed, tuple(cells), runs),
    lambda: study.missing(cells, runs),
    lambda job: study.fill(job, cells, runs),
)
is_running = job is not None and job.running
with above:
    st.fragment(stage, run_every=jobs.POLL_SECONDS if is_running else None)(is_running)

run_column, pulls_column = st.columns(2, gap="large")
with run_column:
    st.subheader("How does one run go?", anchor=False)
    able = [line for line in lines if line.smallest_budget(bandit) <= budget]
    if able:
        line = st.selectbox("Run of", able, format_func=lambda line: line.label, label_visibility="collapsed")
        trace = trace_of(bandit, line, budget, study.seed, state["budget-run"])
        page.chart(charts.phases_chart(trace), key="phases-of-one-run")
        page.reading(text.phases_reading(trace))
with pulls_column:
    st.subheader("Where do the samples go?", anchor=False)
    jobs.follow(job, draw_pulls)

st.subheader("What rests on memory", anchor=False)
for note in text.recalled(algorithms, bandit):
    page.reading(note)
table = pd.DataFrame(error_rows(results_so_far()))
with st.expander("Numbers, formulas and sources"):
    st.dataframe(table, hide_index=True, width="stretch")
    st.dataframe(text.hardness_table(bandit, epsilons, budget), hide_index=True, width="stretch")
    st.markdown(text.sources(algorithms, bandit, budget))
tables = {"error-against-budget": table, "arms": text.arms_table(bandit)}
pictures = {"Error against T": "error-against-budget", "Samples of each arm": "pulls-of-arms"}
if able:
    tables["one-run"] = pd.DataFrame(trace_rows(trace))
    pictures["One run"] = "phases-of-one-run"
page.downloads(tables, pictures)
page.snippet(text.snippet(bandit, algorithms, epsilons, budget, state["budget-runs"], study.seed))
