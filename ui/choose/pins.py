"""Up to four plans pinned side by side; the link carries those that hold no own data."""

import math
from collections.abc import Callable

import pandas as pd
import streamlit as st

import dpcore
from ui.arms import names as arm_names
from ui.arms.names import option_names
from ui.choose.meaning import largest_share
from ui.choose.question import (
    EXTRA_PERCENT_RANGE,
    MOST_A_DAY,
    MOST_PARTICIPANTS,
    TRUST_MODELS,
    ChoiceProblem,
    Findings,
    Question,
)
from ui.choose.words import below, epsilon_text, people_text, points, rates_text
from ui.look.numbers import at_least, count, number, percent, setting
from ui.shell import page
from ui.state.keys import ARMS_RANGE, EPSILON_RANGE, KEPT
from ui.state.visit import went_back_or_forward

MOST_PINS = 4
_PLACE_OF_GAP = 5  # in the table, if a plan has one


def pinned() -> list[Question]:
    """This visitor's pinned plans, at first and after Back the link's; draws the hidden box that keeps them there.

    Plans with own data, which stand in no link, stay.
    """
    state = st.session_state
    if "pinned-plans" not in state:
        text = str(state.get("pins", st.query_params.get("pins", "")))
        state["pinned-plans"] = decode(text)
        if (lost := text.count("_") + bool(text) - len(state["pinned-plans"])) > 0:
            st.toast(f"Of the plans pinned in the link {lost} could not be read.", duration="infinite")
    elif went_back_or_forward():
        own = [plan for plan in state["pinned-plans"] if plan.problem.data is not None]
        state["pinned-plans"] = [*decode(st.query_params.get("pins", "")), *own][:MOST_PINS]
    state["pins"] = encode(state["pinned-plans"])  # a request sent before a pin brings the earlier text along
    page.hide("pins-box")
    with st.container(key="pins-box"):
        st.text_input("Pinned plans", key="pins", **KEPT)
    return state["pinned-plans"]


def pin(question: Question) -> None:
    """Pin a plan, at the click itself: the run that follows may be one for a later change of the inputs."""
    plans = st.session_state["pinned-plans"]
    if question not in plans:
        st.session_state["pinned-plans"] = [*plans, question][:MOST_PINS]


def unpin(place: int) -> None:
    """Take the plan at this place away."""
    plans = st.session_state["pinned-plans"]
    st.session_state["pinned-plans"] = plans[:place] + plans[place + 1 :]


def encode(plans: list[Question]) -> str:
    """The plans as text for a link, without those that hold own data."""
    return "_".join(
        "~".join(
            [
                plan.mode,
                ",".join(f"{mean:.12g}" for mean in plan.problem.means),
                f"{plan.problem.risk:.10g}",
                plan.problem.trust_model,
                str(plan.participants),
                "" if plan.per_day is None else f"{plan.per_day:.10g}",
                f"{plan.extra:.10g}",
                "" if plan.epsilon is None else f"{plan.epsilon:.10g}",
                _named(plan.problem.names),
                *([f"{zeta:.10g}"] if (zeta := plan.problem.indifference) else []),
            ]
        )
        for plan in plans
        if plan.problem.data is None
    )


def decode(text: str) -> list[Question]:
    """The plans that a link describes; what cannot be read is left out."""
    plans = []
    for part in text.split("_"):
        try:
            plans.append(_plan(part))
        except ValueError:
            continue
        if len(plans) == MOST_PINS:
            break
    return plans


def _plan(text: str) -> Question:
    mode, means_text, risk, trust_model, participants, per_day, extra, epsilon, *rest = text.split("~")
    named, *gap = rest or [""]  # links of before had no names
    (indifference,) = gap or ["0"]
    means = tuple(float(mean) for mean in means_text.split(","))
    if mode not in ("a difference", "the rates") or trust_model not in TRUST_MODELS or len(means) > ARMS_RANGE[1]:
        raise ValueError("no plan of this page")
    problem = ChoiceProblem(
        _names(named, len(means)), means, float(risk), trust_model, indifference=float(indifference)
    )
    plan = Question(
        mode=mode,
        problem=problem,
        participants=int(participants),
        per_day=float(per_day) if per_day else None,
        extra=float(extra),
        epsilon=float(epsilon) if epsilon else None,
    )
    limits = (
        (plan.participants, (1, MOST_PARTICIPANTS)),
        (1 if plan.per_day is None else plan.per_day, (1, MOST_A_DAY)),
        (100 * plan.extra, EXTRA_PERCENT_RANGE),
        (EPSILON_RANGE[0] if plan.epsilon is None else plan.epsilon, EPSILON_RANGE),
    )
    if not all(low <= value <= high for value, (low, high) in limits):
        raise ValueError("a figure that the page's inputs do not allow")
    dpcore.necessary_samples(means, EPSILON_RANGE[1], problem.risk, indifference=problem.indifference)
    return plan


def _named(names: tuple[str, ...]) -> str:
    """The options' names for a link; none where nobody has named one."""
    return "" if names == option_names(len(names)) else ",".join(names)


def _names(named: str, options: int) -> tuple[str, ...]:
    """What a link's text calls the options; those that it does not name have their usual names."""
    return option_names(options, arm_names.checked(arm_names.split(named), options))


def plan_name(place: int) -> str:
    """What the pinned plan at this place is called."""
    return f"plan {'ABCD'[place]}"


def comparison(plans: list[Findings]) -> pd.DataFrame:
    """One column per plan, and for each later plan one with its differences to plan A."""
    rows = list(_ROWS)
    if any(plan.question.problem.indifference for plan in plans):
        rows.insert(_PLACE_OF_GAP, ("differences that do not matter", lambda plan: points(plan.question), str))
    table: dict[str, list[str]] = {"figure": [name for name, _, _ in rows]}
    for place, plan in enumerate(plans):
        name = plan_name(place)
        table[name] = [say(value(plan)) for _, value, say in rows]
        if place > 0:
            table[f"{name} against A"] = [_difference(value(plans[0]), value(plan)) for _, value, _ in rows]
    return pd.DataFrame(table)


def _difference(first: object, other: object) -> str:
    if first == other:
        return "same"
    if not (isinstance(first, float | int) and isinstance(other, float | int)):
        return "differs"
    if math.isinf(first) or math.isinf(other):
        return "—"
    sign = "+" if other > first else "−"
    return f"{sign}{number(abs(other - first))} (× {number(other / first)})"


def _rates(plan: Findings) -> str:
    return rates_text(plan.question)


def _chosen(epsilon: float | None) -> str:
    return "—" if epsilon is None else setting(epsilon)


def _not_impossible(epsilon: float) -> str:
    return "none" if math.isinf(epsilon) else below(epsilon)


def _at_least(samples: float | None) -> str:
    return "—" if samples is None else at_least(samples)


def _participants_at_least(plan: Findings) -> float | None:
    return None if plan.bounds.at_epsilon is None else plan.bounds.at_epsilon.middle


def _share(plan: Findings) -> str:
    return "—" if plan.epsilon is None else largest_share(plan.epsilon)


_ROWS: list[tuple[str, Callable[[Findings], object], Callable]] = [
    ("chosen ε", lambda plan: plan.epsilon, _chosen),
    ("a 50 % guess about one person becomes", _share, str),
    ("success rates", _rates, str),
    ("trust model", lambda plan: plan.question.problem.trust_model, str),
    ("risk of a wrong choice", lambda plan: plan.question.problem.risk, percent),
    ("participants available", lambda plan: plan.question.participants, count),
    ("acceptable extra for privacy", lambda plan: plan.question.extra, percent),
    ("smallest ε known to fit (simulated)", lambda plan: plan.simulated.achievable, epsilon_text),
    ("smallest ε not impossible (lower bound)", lambda plan: plan.bounds.possible.middle, _not_impossible),
    ("privacy costs at most the extra from ε (simulated)", lambda plan: plan.simulated.change_of_regime, epsilon_text),
    ("participants without privacy (simulated)", lambda plan: plan.simulated.without_privacy, people_text),
    ("participants at the chosen ε (simulated)", lambda plan: plan.simulated.at_epsilon, people_text),
    ("participants at the chosen ε, at least (lower bound)", _participants_at_least, _at_least),
]
