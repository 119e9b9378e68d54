"""The controls of the page about a fixed budget; their values live in the link."""

import numpy as np
import streamlit as st

from ui.arms import following
from ui.arms import instance as instances
from ui.controls.number_box import count_box, number_box, optional_box
from ui.controls.one_of import one_of
from ui.controls.seed import seed_box
from ui.fixed_budget import bandit as bandits
from ui.fixed_budget import words
from ui.fixed_budget.study import ALGORITHMS, PHASES, RECALLED, BudgetProblem, BudgetStudy, BudgetView, Line
from ui.jobs.drawing import add_runs_button
from ui.shell import page
from ui.state.keys import EPSILON_RANGE, KEPT
from ui.state.visit import remembered

_BUDGETS = [int(float(f"{value:.3g}")) for value in np.geomspace(10, 1e7, 19)]
_EPSILONS = [float(f"{value:.1g}") for value in np.geomspace(*EPSILON_RANGE, 11)]
_BUDGET_LIMITS = (10.0, 1e7)
_OPENING_RUNS = 400
_SAMPLES_AT_FIRST = 1000
_PAGE = "fixed_budget"
_MOST_RUNS = 10_000


def ask() -> BudgetView:
    """The choices under the pictures."""
    _take_brought()
    arms_column, algorithms_column, numbers_column = st.columns(3, gap="large")
    with arms_column:
        bandits.controls(instances.current().means)
    with algorithms_column:
        algorithms = st.multiselect(
            "Algorithms",
            list(ALGORITHMS),
            [name for name, entry in ALGORITHMS.items() if not entry.depends_on_units],
            format_func=lambda name: ALGORITHMS[name].label,
            key="budget-algorithms",
            **KEPT,
        )
        epsilons = st.multiselect(
            "Privacy budgets ε (smaller is more private)",
            _EPSILONS,
            [0.1],
            format_func=lambda value: f"{value:g}",
            key="budget-epsilons",
            **KEPT,
        )
        other = optional_box("Another ε, beside these", EPSILON_RANGE, key="budget-epsilon", **KEPT)
        phases = one_of(
            "Phases of DP-BAI and BASELINE",
            PHASES,
            RECALLED,
            "budget-phases",
            help="How many arms a phase keeps: what the paper's formulas give as we remember them, or half of the "
            "arms, rounded up, as its slides say. “What we recall from publications” below says why.",
        )
        page.reading(words.schedule_reading(BudgetProblem(bandits.DRAFT.current(), 0, phases)))
    with numbers_column:
        low, high = st.select_slider(
            "Range of samples in the picture",
            _BUDGETS,
            (100, 100_000),
            format_func=lambda value: f"{value:,}",
            key="budget-range",
            **KEPT,
        )
        budget, runs, run, seed = _ask_numbers()
    return BudgetView(
        algorithms=tuple(algorithms),
        epsilons=tuple(sorted({*epsilons, *([] if other is None else [other])})),
        budgets=tuple(value for value in _BUDGETS if low <= value <= high),
        limits=(min(low, budget), max(high, budget)),
        budget=budget,
        runs=runs,
        run=run,
        study=remembered("budget", BudgetProblem(bandits.DRAFT.current(), seed, phases), BudgetStudy),
        typed=other,
    )


def _take_brought() -> None:
    """Take the arms, ε and the number of participants of another page."""
    instance, participants = following.brought(_PAGE)
    if instance is not None:
        arms = bandits.as_texts(bandits.of_arms(instance.means))
        following.take({**arms, "budget-epsilons": [], "budget-epsilon": instance.epsilon})
    if participants is not None:
        following.take({"budget-samples": int(following.nearest(participants, _BUDGET_LIMITS))})


def ask_line(view: BudgetView) -> Line | None:
    """The line whose run is drawn: one that T is enough for; None if it is for none."""
    able = [line for line in view.lines if line.smallest_budget(view.problem) <= view.budget]
    if not able:
        return None
    return st.selectbox(
        "Run of", able, format_func=lambda line: line.label, label_visibility="collapsed", key="budget-line", **KEPT
    )


def _ask_numbers() -> tuple[int, int, int, int]:
    """The budget looked at, the runs, the one drawn, and the seed."""
    budget_column, runs_column = st.columns(2, vertical_alignment="bottom")
    run_column, seed_column = st.columns(2, vertical_alignment="bottom")
    budget = number_box(
        "Samples (T)",
        _BUDGET_LIMITS,
        _SAMPLES_AT_FIRST,
        key="budget-samples",
        place=budget_column,
        **KEPT,
        help="The orange line; drag its handle in the chart.",
    )
    runs = count_box("Runs", (1, _MOST_RUNS), _OPENING_RUNS, key="budget-runs", place=runs_column, **KEPT)
    run = count_box("Run shown", (0, _MOST_RUNS), 0, key="budget-run", place=run_column, has_steps=True, **KEPT)
    with seed_column:
        seed = seed_box("budget-seed", **KEPT)
    add_runs_button("budget", "budget-runs", _MOST_RUNS)
    if budget != _SAMPLES_AT_FIRST:
        following.hand_over(_PAGE, None, int(budget))
    return int(budget), runs, run, seed
