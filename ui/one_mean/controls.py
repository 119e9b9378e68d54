"""The inputs of the page about one mean; their values live in the link."""

import streamlit as st

from ui.controls.log_slider import epsilon_slider, log_slider
from ui.controls.number_box import count_box
from ui.controls.one_of import one_of
from ui.controls.seed import seed_box
from ui.look.axes import RISK_ENDS
from ui.one_mean.question import ERROR_LIMITS, MEAN_LIMITS, REWARDS, RULES, MeanQuestion, MeanView
from ui.state.keys import RISK_RANGE

_MOST_RUNS = 2000


def ask() -> MeanView:
    """Draw the inputs and return what they ask for."""
    mean = log_slider("Mean", "mean", MEAN_LIMITS, 0.5, ("harder to estimate", "easier"))
    error = log_slider("Relative error", "mean-error", ERROR_LIMITS, 0.1, ("more exact", "less exact"))
    risk = log_slider("Risk of a larger error", "mean-risk", RISK_RANGE, 0.05, RISK_ENDS)
    epsilon = epsilon_slider("mean-epsilon")
    rule = one_of("Rule whose run is shown", RULES, "dp-nas", "mean-rule")
    rewards = one_of("Rewards", REWARDS, "plus-minus", "mean-rewards")
    numbers = st.columns(3)
    runs = count_box("Runs", (10, _MOST_RUNS), 200, key="mean-runs", place=numbers[0], bind="query-params")
    run = count_box(
        "Run shown", (0, _MOST_RUNS - 1), 0, key="mean-run", place=numbers[1], has_steps=True, bind="query-params"
    )
    with numbers[2]:
        seed = seed_box("mean-seed", bind="query-params")
    return MeanView(MeanQuestion(mean, error, risk, epsilon, rewards), rule, run, runs, seed)
