"""The controls of the page about stopping times; their values live in the link."""

import streamlit as st

from dpcore.fixed_confidence import DEFAULT_MAX_SAMPLES
from ui.arms.instance import Instance
from ui.controls.epsilon_range import epsilon_range
from ui.jobs import add_runs_button
from ui.state.visit import remembered
from ui.stopping.curves import all_curves
from ui.stopping.study import StoppingProblem, StoppingStudy, StoppingView

_OPENING_CURVES = ["prise", "pb-tas", "dp-se", "ttucb"]
_OPENING_RUNS = 20
_MOST_RUNS = 100_000
_MEDIAN, _MEAN = "median, 10–90 %", "mean, 95 % interval"


def ask(instance: Instance) -> StoppingView:
    """The choices of the left column."""
    curves = all_curves()
    keys = st.multiselect(
        "Algorithms",
        list(curves),
        _OPENING_CURVES,
        format_func=lambda key: curves[key].label,
        key="algorithms",
        bind="query-params",
    )
    epsilons = epsilon_range("From ε to ε", "range", instance.epsilon, bind="query-params")
    show = st.segmented_control(
        "Show", [_MEDIAN, _MEAN], default=_MEDIAN, required=True, key="show", bind="query-params"
    )
    runs_column, seed_column = st.columns(2)
    runs = runs_column.number_input("Runs per point", 1, _MOST_RUNS, _OPENING_RUNS, key="runs", bind="query-params")
    seed = seed_column.number_input("Seed", 0, 2**31, 0, key="seed", bind="query-params")
    cap = st.number_input(  # a third column would hide the last of its digits
        "Sample cap",
        1_000,
        10**9,
        DEFAULT_MAX_SAMPLES,
        key="cap",
        bind="query-params",
        help="A run that has not stopped by then is counted as capped.",
    )
    add_runs_button("stopping", "runs", _MOST_RUNS)
    problem = StoppingProblem(instance.means, instance.risk, cap, seed)
    return StoppingView(
        instance=instance,
        curves=tuple(curves[key] for key in keys),
        epsilons=epsilons,
        runs=runs,
        show_mean=show == _MEAN,
        study=remembered("stopping", problem, StoppingStudy),
    )
