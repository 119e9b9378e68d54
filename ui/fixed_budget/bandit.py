"""The linear bandit of the Fixed budget page: read from its boxes and the link, set by presets, or dragged."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import streamlit as st

import dpcore
from dpcore.fixed_budget.instance import LinearInstance, check_instance
from ui.components.plane import plane
from ui.look.literal import quoted
from ui.shell import page
from ui.state.draft import Draft, listener
from ui.state.keys import KEPT
from ui.state.messages import numbers, rows

ARMS_RANGE = (2, 40)
LARGEST = 1e6  # number in the features and theta: areas and volumes of all arms stay far from overflow
UNSTRUCTURED = "unstructured"
REWARDS = {"uniform": "uniform", "bernoulli": "0 or 1"}
_DRAG = "budget-plane"
Rows = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Bandit:
    """Features, theta and rewards that have passed `checked`."""

    features: Rows
    theta: tuple[float, ...]
    rewards: str

    @property
    def linear(self) -> LinearInstance:
        """Its means, gaps and rank."""
        return check_instance(self.features, self.theta, self.rewards)

    @property
    def in_plane(self) -> bool:
        """Whether the arms are points of the plane, and so can be dragged."""
        return len(self.theta) == 2

    @property
    def is_unstructured(self) -> bool:
        """Whether no arm tells anything about another: a_i = e_i."""
        return self.features == _unit_vectors(len(self.theta))

    @property
    def is_too_few(self) -> bool:
        """Whether there are so few arms that DP-BAI does the same as BASELINE."""
        return len(self.features) < self.linear.rank**2

    def sizes(self, phases: str) -> str:
        """How many arms DP-BAI's phases keep: 30 → 2 → 1."""
        linear = self.linear
        return " → ".join(map(str, dpcore.fixed_budget.dp_bai_sizes(linear.means.size, linear.rank, phases=phases)))


def _unit_vectors(count: int) -> Rows:
    return tuple(map(tuple, np.eye(count).tolist()))


_FEATURES, _THETA = dpcore.fixed_budget.published_fixed_budget_instance(0)
PUBLISHED = Bandit(tuple(map(tuple, _FEATURES.round(4).tolist())), tuple(_THETA.tolist()), "uniform")
_UNSTRUCTURED_MEANS = (0.8, 0.7, 0.65, 0.6, 0.5, 0.4, 0.3, 0.2)
PRESETS = {
    "Published study": PUBLISHED,
    "Six arms": Bandit(((1, 0.1), (0.9, 0.5), (0.6, 0.8), (0.2, 1), (0.5, 0.4), (0.3, 0.3)), (0.4, 0.5), "bernoulli"),
    "The slides' three": Bandit(((1, 4), (2, 5), (2, 6)), (0.05, 0.1), "bernoulli"),
    "Unstructured": Bandit(_unit_vectors(len(_UNSTRUCTURED_MEANS)), _UNSTRUCTURED_MEANS, "bernoulli"),
}


def of_arms(means: Sequence[float]) -> Bandit:
    """Arms of rewards 0 or 1 with these means, of which none tells anything about another."""
    return Bandit(_unit_vectors(len(means)), tuple(means), "bernoulli")


def controls(means: Sequence[float]) -> None:
    """Presets and boxes.  means: of the arms that all pages share."""
    with st.container(horizontal=True, gap="small"):
        for name, bandit in {**PRESETS, "Your arms": of_arms(means)}.items():
            st.button(name, on_click=DRAFT.write, args=(bandit,), key=f"preset-{name}")
    default = as_texts(PUBLISHED)
    st.text_area(
        "Features of the arms",
        default["budget-features"],
        key="budget-features",
        **KEPT,
        height=96,
        help=f"One arm after another, separated by semicolons: x, y; x, y; … At most {ARMS_RANGE[1]} arms. An arm may "
        f"have more than two numbers, but then it cannot be dragged. Type {UNSTRUCTURED} for arms that tell you "
        "nothing about each other.",
    )
    theta, rewards = st.columns(2)
    theta.text_input(
        "θ (unstructured: the means)",
        default["budget-theta"],
        key="budget-theta",
        **KEPT,
        help="The mean of an arm is the scalar product of its features and θ.",
    )
    rewards.selectbox(
        "Rewards",
        list(REWARDS),
        format_func=REWARDS.__getitem__,
        key="budget-rewards",
        help="Uniform on [0, 2 mean] as in the published study (for means of at most 1/2), or just 0 and 1.",
        **KEPT,
    )
    DRAFT.current()
    problem = DRAFT.box_problem
    page.problem(problem and f"{problem}. The page still shows your last valid bandit.")


def draggable(bandit: Bandit) -> None:
    """The plane, mounted last in its fragment, and why its latest position is not shown, if so."""
    problem = DRAFT.drag.problem
    page.problem(problem and f"{problem}. The page still shows your last valid bandit.")
    chosen = dpcore.fixed_budget.max_det_collection(bandit.features)
    shown = {
        "features": bandit.features,
        "theta": bandit.theta,
        "pulled": chosen.arms.tolist(),
        "coefficients": chosen.coefficients.tolist(),
        "best_arm": bandit.linear.best_arm,
        "arms": ARMS_RANGE,
    }
    plane(_DRAG, shown, DRAFT.drag.sequence, listener(_DRAG, lambda: DRAFT.moved(_DRAG)))


def checked(features: Sequence[Sequence[float]], theta: Sequence[float], rewards: str) -> Bandit:
    """The bandit, or a ValueError that says what is wrong with it."""
    if (most := max(len(features), len(theta))) > ARMS_RANGE[1]:
        raise ValueError(f"there must be at most {ARMS_RANGE[1]} arms and dimensions here, not {most}")
    widths = {len(row) for row in features}
    if len(widths) > 1:
        raise ValueError(f"every arm must have the same number of features, but their numbers are {sorted(widths)}")
    linear = check_instance(features, theta, rewards)
    largest = max(np.abs(linear.features).max(), np.abs(linear.theta).max())
    if largest > LARGEST:
        raise ValueError(f"features and θ must be between -{LARGEST:,.0f} and {LARGEST:,.0f} here, not {largest:.3g}")
    return Bandit(tuple(map(tuple, linear.features.tolist())), tuple(linear.theta.tolist()), rewards)


def parsed(texts: dict[str, str]) -> Bandit:
    """The bandit that these texts of the boxes (or a link) describe, or a ValueError."""
    theta = _numbers(texts["budget-theta"])
    text = texts["budget-features"].strip()
    if text.lower() == UNSTRUCTURED:
        if not 1 < len(theta) <= ARMS_RANGE[1]:
            raise ValueError(f"there must be 2 to {ARMS_RANGE[1]} means, not {len(theta)}")
        features = _unit_vectors(len(theta))
    else:
        features = tuple(_numbers(row) for row in re.split(r"[;\n]", text) if row.strip())
    return checked(features, theta, texts["budget-rewards"])


def as_texts(bandit: Bandit) -> dict[str, str]:
    """The texts of the boxes, and of a link, for this bandit."""
    rows = "; ".join(_text(row) for row in bandit.features)
    return {
        "budget-features": UNSTRUCTURED if bandit.is_unstructured and not bandit.in_plane else rows,
        "budget-theta": _text(bandit.theta),
        "budget-rewards": bandit.rewards,
    }


def _text(numbers: Sequence[float]) -> str:
    return ", ".join(f"{value:.10g}" for value in numbers)


def _numbers(text: str) -> tuple[float, ...]:
    parts = [part for part in re.split(r"[,\s]+", text.strip(" ,;[]()")) if part]
    try:
        return tuple(float(part) for part in parts)
    except ValueError as error:
        raise ValueError(f"features and θ must be numbers, not {quoted(text.strip())}") from error


def _dragged(fields: Mapping[str, Any], before: Bandit) -> Bandit:
    return checked(rows(fields, "features", ARMS_RANGE[1], 2), numbers(fields, "theta", 2), before.rewards)


DRAFT = Draft("budget-bandit", PUBLISHED, as_texts, parsed, _dragged)
