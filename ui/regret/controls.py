"""The controls of the page about regret; their values live in the link."""

from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import dpcore
from ui.arms import instance as instances
from ui.controls.log_slider import epsilon_range, slider_at
from ui.controls.number_box import count_box, number_box
from ui.controls.one_of import one_of
from ui.controls.seed import seed_box
from ui.jobs.drawing import add_runs_button
from ui.look.axes import PRIVACY_ENDS
from ui.look.numbers import number, setting
from ui.look.terms import explained
from ui.regret import words
from ui.regret.comparison import PROMISES
from ui.regret.presets import PRESETS
from ui.regret.study import KINDS, RegretProblem, RegretStudy, RegretView, entry_of, private_algorithms
from ui.shell import page
from ui.state import boxes
from ui.state.keys import ARMS_RANGE, EPSILON_RANGE, KEPT
from ui.state.visit import remembered

_OPENING = {"arms": ["dp-se", "adap-ucb", "adac-ucb"], "linear": ["adac-gope"], "contextual": ["adac-oful"]}
HORIZONS = {"arms": (10**7, 10**9), "linear": (10**6, 10**9), "contextual": (10**4, 10**6)}  # at first, at most
_OPENING_RUNS = 20
_MOST_RUNS = 1000
_OWN = "own"
_MEAN, _SPREAD = "95 % interval of the mean", "10–90 % of runs"
_DIFFERENCE, _RELATIVE = "regret added", "relative to no privacy"


def ask_kind() -> str:
    """Which bandit: finite arms, linear arms or linear contexts; below it the published settings."""
    kind = one_of("Which bandit", KINDS, "arms", "regret-setting")
    with st.popover("Published settings"):
        for preset in PRESETS:
            with st.container(gap=None):
                st.button(preset.title, on_click=boxes.write, args=(preset.controls,), type="tertiary")
                st.caption(explained(preset.text))
    return kind


def ask(kind: str, below: DeltaGenerator) -> RegretView:
    """All other choices; the arms' strip or a slider edits the epsilon that all pages share.

    below: where the controls go that only change how the further pictures are drawn.
    """
    problem_of = _ask_arms() if kind == "arms" else _ask_random(kind)
    algorithms = st.multiselect(
        "Private algorithms, each compared with its counterpart without privacy",
        private_algorithms(kind),
        _OPENING[kind],
        format_func=lambda name: f"{entry_of(name).label} ({PROMISES[str(entry_of(name).privacy.budget)]})",
        key=f"{kind}-algorithms",
        **KEPT,
    )
    if kind == "arms":
        problem_of |= _ask_tuning(algorithms)
    epsilon = instances.current().epsilon
    epsilons = epsilon_range("Range of budgets ε", "regret-range", epsilon, **KEPT)
    first, most = HORIZONS[kind]
    horizon = st.select_slider(
        "Pulls T",
        [size for power in range(3, 9) for size in (10**power, 2 * 10**power, 5 * 10**power) if size <= most] + [most],
        first,
        format_func=number,
        key=f"{kind}-horizon",
        **KEPT,
    )
    runs, seed, more = st.columns(3, vertical_alignment="bottom")
    wanted = count_box("Runs per point", (2, _MOST_RUNS), _OPENING_RUNS, key="regret-runs", place=runs, **KEPT)
    with seed:
        problem = RegretProblem(kind, horizon, seed_box("regret-seed", **KEPT), **problem_of)
    with more:
        add_runs_button("regret", "regret-runs", _MOST_RUNS)
    with below:
        show = one_of("Bands", (_MEAN, _SPREAD), _MEAN, "regret-bands")
        price = one_of("Price of privacy", (_DIFFERENCE, _RELATIVE), _DIFFERENCE, "regret-price")
        with_bounds = st.toggle("Show bounds", True, key="regret-bounds", **KEPT)
    return RegretView(
        algorithms=tuple(algorithms),
        epsilon=epsilon,
        epsilons=epsilons,
        runs=wanted,
        show_spread=show == _SPREAD or any(entry_of(name).has_heavy_tails for name in algorithms),
        show_relative=price == _RELATIVE,
        show_bounds=with_bounds,
        study=remembered("regret", problem, RegretStudy),
    )


def _ask_arms() -> dict[str, Any]:
    """The means of a published instance, or the arms that all pages share."""
    chosen = one_of(
        "Arms",
        {_OWN: "arms above", **{name: name for name in dpcore.regret.REGRET_INSTANCES}},
        _OWN,
        "regret-instance",
        help="C1 to C4: Bernoulli arms from 0.75 down to 0.25 (C1: 0.7), published by Sajed & Sheffet (2019).",
    )
    if chosen == _OWN:
        instances.strip()
        return {"means": instances.with_one_best().means}
    arms = count_box("Number of arms K", ARMS_RANGE, 5, key="arms-count", has_steps=True, **KEPT)
    means = dpcore.regret.published_regret_means(chosen, arms)
    page.reading("Means: " + ", ".join(setting(mean) for mean in means))
    _ask_epsilon()
    return {"means": means}


def _ask_random(kind: str) -> dict[str, Any]:
    _ask_epsilon()
    arms, dimension, seed = st.columns(3)
    label = "Arms K" if kind == "linear" else "Contexts K"
    of = {
        "arms": count_box(label, (2, 50), 10, key=f"{kind}-count", place=arms, **KEPT),
        "dimension": count_box("Dimension d", (2, 10), 3, key=f"{kind}-dimension", place=dimension, **KEPT),
        "instance_seed": count_box(
            "Instance", (0, 2**31), 0, key=f"{kind}-instance", place=seed, has_steps=True, help=_SEED, **KEPT
        ),
        "bounded": st.toggle("Bounded rewards, so that privacy is guaranteed", key=f"{kind}-bounded", **KEPT),
    }
    if not of["bounded"]:
        page.reading(words.tell(f"unbounded_{kind}"))
    return of


_SEED = "The seed of the random instance. The arms at the top of the page are not used here."


def _ask_tuning(algorithms: list[str]) -> dict[str, Any]:
    names = {parameter.name for name in algorithms for parameter in entry_of(name).parameters}
    chosen = {}
    if "exploration" in names:
        chosen["exploration"] = number_box(
            "Exploration exponent β",
            (0.1, 10.0),
            3.1,
            key="arms-exploration",
            help="The theorems need more than 3; Azize & Basu (2024) used 1.",
            **KEPT,
        )
    if "split" in names:
        chosen["split"] = st.toggle(
            "DP-UCB splits ε over the arms",
            True,
            key="arms-split",
            help="This is how it was published; ε-DP does not need the split.",
            **KEPT,
        )
    return chosen


def _ask_epsilon() -> None:
    """A slider for the epsilon that all pages share, where the strip with its own slider is not shown."""
    slider_at(
        instances.current().epsilon,
        "Privacy budget ε",
        "regret-epsilon",
        EPSILON_RANGE,
        PRIVACY_ENDS,
        lambda: boxes.write({"epsilon": f"{st.session_state['regret-epsilon']:.10g}"}),
    )
