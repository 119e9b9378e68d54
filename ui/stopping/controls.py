"""The controls of the page about stopping times; their values live in the link."""

from collections.abc import Iterable

import streamlit as st

from dpcore.fixed_confidence import DEFAULT_MAX_SAMPLES
from ui.arms.instance import Instance
from ui.controls.log_slider import epsilon_range, opening_range
from ui.controls.number_box import count_box
from ui.controls.one_of import one_of
from ui.controls.seed import OPENING_SEED, seed_box
from ui.jobs.drawing import add_runs_button
from ui.look.terms import explained
from ui.state.visit import remembered
from ui.stopping.browser import PLACES, RUNS_MADE, why_not
from ui.stopping.curves import Curve, all_curves
from ui.stopping.study import StoppingProblem, StoppingStudy, StoppingView
from ui.stopping.tuning import tuned
from ui.stopping.words import ASIDE

_OPENING_CURVES = ["prise", "pb-tas", "dp-se", "ttucb"]
_NEXT_OFFERED = ["dp-tt", "adap-tt"]  # the other ones that people come for
_OPENING_RUNS = 20
_MOST_RUNS = 100_000
_MEDIAN, _MEAN = "median, 10–90 %", "mean, 95 % interval"


def opening_view(instance: Instance) -> StoppingView:
    """What the page asks of this instance before anybody has chosen something; it has no runs yet."""
    curves = all_curves()
    problem = StoppingProblem(instance.means, instance.risk, DEFAULT_MAX_SAMPLES, OPENING_SEED, instance.indifference)
    return StoppingView(
        instance=instance,
        curves=tuple(taking(instance, (curves[key] for key in _OPENING_CURVES))),
        epsilons=opening_range(instance.epsilon),
        runs=_OPENING_RUNS,
        show_mean=False,
        study=StoppingStudy(problem),
        in_browser=True,
    )


def taking(instance: Instance, curves: Iterable[Curve]) -> list[Curve]:
    """Those of the curves that know differences that do not matter, where there are some."""
    return [curve for curve in curves if instance.indifference == 0 or curve.entry.takes_indifference]


def ask(instance: Instance) -> StoppingView:
    """The choices below the picture."""
    curves = all_curves()
    what, where, how_many = st.columns([4, 3, 3], gap="large")
    keys = what.multiselect(
        "Algorithms",
        list(dict.fromkeys((*_OPENING_CURVES, *_NEXT_OFFERED, *curves))),
        _OPENING_CURVES,
        format_func=lambda key: curves[key].label,
        key="algorithms",
        bind="query-params",
        help="A heuristic threshold works in simulations, but no proof bounds its risk. Its line is dashed.",
    )
    with where:
        epsilons = epsilon_range("Range of ε", "range", instance.epsilon, bind="query-params")
        show = st.segmented_control(
            "Show", [_MEDIAN, _MEAN], default=_MEDIAN, required=True, key="average", bind="query-params"
        )
    runs = count_box("Runs per point", (1, _MOST_RUNS), _OPENING_RUNS, key="runs", place=how_many, bind="query-params")
    with how_many:
        add_runs_button("stopping", "runs", _MOST_RUNS)
    with what:
        seed = seed_box("seed", bind="query-params")
    cap = count_box(
        "Cap on participants",
        (1_000, 10**9),
        DEFAULT_MAX_SAMPLES,
        key="cap",
        place=how_many,
        bind="query-params",
        help="A run that has not stopped by then is counted as capped.",
    )
    chosen = taking(instance, (curves[key] for key in keys))
    with what:
        chosen = tuned(chosen)
        if len(chosen) < len(keys):
            st.caption(explained(ASIDE))
        told = "Both give identical results. If your browser cannot run them, the server takes over."
        in_browser = one_of("Run simulations", PLACES, PLACES[0], RUNS_MADE, help=told) == PLACES[0]
        reason = why_not(chosen, runs) if in_browser else ""
        st.caption(explained(reason))
    problem = StoppingProblem(instance.means, instance.risk, cap, seed, instance.indifference)
    return StoppingView(
        instance=instance,
        curves=tuple(chosen),
        epsilons=epsilons,
        runs=runs,
        show_mean=show == _MEAN,
        study=remembered("stopping", problem, StoppingStudy),
        in_browser=in_browser and not reason,
    )
