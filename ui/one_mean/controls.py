"""The inputs of the page about one mean; their values live in the link."""

from dataclasses import replace
from typing import Any

import streamlit as st

from ui.arms import following
from ui.arms import instance as instances
from ui.arms.instance import Instance
from ui.controls.log_slider import epsilon_slider, log_slider
from ui.controls.number_box import count_box
from ui.controls.one_of import one_of
from ui.controls.seed import seed_box
from ui.look.axes import RISK_ENDS
from ui.look.literal import literal
from ui.look.numbers import setting
from ui.one_mean.question import ERROR_LIMITS, MEAN_LIMITS, REWARDS, RULES, MeanQuestion, MeanView
from ui.state import boxes
from ui.state.keys import RISK_RANGE

_MOST_RUNS = 2000
_PAGE = "one_mean"
_RISK_AT_FIRST, _EPSILON_AT_FIRST = 0.05, 0.1


def ask() -> MeanView:
    """Draw the inputs and return what they ask for."""
    shared = instances.current()
    if following.brought(_PAGE)[0] is not None:
        following.take(_of_arm(shared, max(shared.means)))
    with st.popover("Take one of your arms"):
        for arm, arm_mean in enumerate(shared.means):
            label = f"{literal(shared.name(arm))}: mean {setting(arm_mean)}"
            st.button(
                label, key=f"mean-of-{arm}", on_click=boxes.write, args=(_of_arm(shared, arm_mean),), type="tertiary"
            )
    mean = log_slider("Mean", "mean", MEAN_LIMITS, 0.5, ("harder to estimate", "easier"))
    error = log_slider("Relative error", "mean-error", ERROR_LIMITS, 0.1, ("more exact", "less exact"))
    risk = log_slider("Risk of a larger error", "mean-risk", RISK_RANGE, _RISK_AT_FIRST, RISK_ENDS)
    epsilon = epsilon_slider("mean-epsilon", _EPSILON_AT_FIRST)
    rule = one_of("Rule whose run is shown", RULES, "dp-nas", "mean-rule")
    rewards = one_of("Rewards", REWARDS, "plus-minus", "mean-rewards")
    numbers = st.columns(3)
    runs = count_box("Runs", (10, _MOST_RUNS), 200, key="mean-runs", place=numbers[0], bind="query-params")
    run = count_box(
        "Run shown", (0, _MOST_RUNS - 1), 0, key="mean-run", place=numbers[1], has_steps=True, bind="query-params"
    )
    with numbers[2]:
        seed = seed_box("mean-seed", bind="query-params")
    if (risk, epsilon) != (_RISK_AT_FIRST, _EPSILON_AT_FIRST):
        following.hand_over(_PAGE, replace(shared, risk=risk, epsilon=epsilon), None)
    return MeanView(MeanQuestion(mean, error, risk, epsilon, rewards), rule, run, runs, seed)


def _of_arm(instance: Instance, mean: float) -> dict[str, Any]:
    """What the boxes say of the mean of this arm of the instance, with its ε and risk."""
    return {
        "mean": max(mean, MEAN_LIMITS[0]),
        "mean-rewards": "bernoulli",
        "mean-epsilon": instance.epsilon,
        "mean-risk": following.nearest(instance.risk, RISK_RANGE),
    }
