"""Up to four plans pinned side by side; the link carries those that hold no own data."""

import math
from collections.abc import Callable, Sequence
from functools import partial

import pandas as pd
import streamlit as st

import dpcore
from dpcore.designs.find_lead import SMALLEST_RISK
from ui.arms import names as arm_names
from ui.arms.names import option_names
from ui.choose.answered import Answered
from ui.choose.inputs import DESIGNS, MODES, limits_of
from ui.choose.meaning import belief_limit
from ui.choose.question import (
    BEAT,
    FIND,
    LOOKS,
    MOST_PARTICIPANTS,
    PROMISES,
    SURE,
    TRUST_MODELS,
    WHATEVER,
    ChoiceProblem,
    FixedDesign,
    Question,
    SequentialProblem,
    lead_of,
)
from ui.choose.words import calendar, enough_from_text, not_ruled_out_text, rates_text
from ui.look.numbers import at_most, count, number, percent, setting, whole
from ui.shell import page
from ui.state.keys import ARMS_RANGE, EPSILON_RANGE, KEPT, RISK_RANGE
from ui.state.visit import went_back_or_forward

MOST_PINS = 4
LEAST = 1e-9  # difference between two rates of a link
A_WEEK = "w"  # behind a number of participants that come in a week, not in a day
PLACES = ("0", "1", "2")  # in a list of promises or looks, as a link has them
# What a link leaves out at its end: one of before has neither names nor promise, and means the one that there then was.
LEFT_OUT = ("", "", "1", "2", "", "", "", "", "", "")


def pinned() -> list[Question[ChoiceProblem]]:
    """This visitor's pinned plans, at first and after Back the link's; draws the hidden box that keeps them there.

    Plans with own data, which stand in no link, stay.
    """
    state = st.session_state
    if "pinned-plans" not in state:
        text = str(state.get("pins", st.query_params.get("pins", "")))
        state["pinned-plans"] = decode(text)
        if (lost := text.count("_") + bool(text) - len(state["pinned-plans"])) > 0:
            st.toast(f"{lost} of the plans pinned in the link could not be read.", duration="infinite")
    elif went_back_or_forward():
        own = [plan for plan in state["pinned-plans"] if plan.problem.data is not None]
        state["pinned-plans"] = [*decode(st.query_params.get("pins", "")), *own][:MOST_PINS]
    state["pins"] = encode(state["pinned-plans"])  # a request sent before a pin brings the earlier text along
    page.hide("pins-box")
    with st.container(key="pins-box"):
        st.text_input("Pinned plans", key="pins", **KEPT)
    return state["pinned-plans"]


def pin(question: Question[ChoiceProblem]) -> None:
    """Pin a plan, at the click itself: the run that follows may be one for a later change of the inputs."""
    plans = st.session_state["pinned-plans"]
    if question not in plans:
        st.session_state["pinned-plans"] = [*plans, question][:MOST_PINS]


def unpin(place: int) -> None:
    """Take the plan at this place away."""
    plans = st.session_state["pinned-plans"]
    st.session_state["pinned-plans"] = plans[:place] + plans[place + 1 :]


def encode(plans: Sequence[Question[ChoiceProblem]]) -> str:
    """The plans as text for a link, without those that hold own data."""
    return "_".join(_written(plan) for plan in plans if plan.problem.data is None)


def _written(plan: Question[ChoiceProblem]) -> str:
    problem = plan.problem
    more: list[object] = []
    if isinstance(problem, FixedDesign):
        promised = (PROMISES.index(problem.promise), LOOKS.index(problem.looks), problem.difference)
        shares = (problem.missed or "", problem.missing or "")
        more = ["", *promised, *shares, problem.usual, int(problem.waits), problem.block]
    elif isinstance(problem, SequentialProblem) and problem.lead:
        more = [problem.indifference or "", PROMISES.index(FIND), LOOKS.index(SURE), problem.lead]
    elif isinstance(problem, SequentialProblem) and problem.indifference:
        more = [problem.indifference]
    named = "" if problem.names == option_names(problem.options) else ",".join(problem.names)
    pace = f"{_text(plan.pace)}{A_WEEK if plan.in_weeks else ''}"
    parts = [plan.mode, problem.means, problem.risk, problem.trust_model, plan.participants, pace, plan.extra]
    return "~".join(map(_text, [*parts, plan.epsilon, named, *more]))


def _text(value: object) -> str:
    """The value as a link has it; a number with as many digits as it takes to be read as the same."""
    if isinstance(value, tuple):
        return ",".join(map(_text, value))
    if isinstance(value, float):
        short = f"{value:.10g}"
        return short if float(short) == value else repr(value)
    return "" if value is None else str(value)


def decode(text: str) -> list[Question[ChoiceProblem]]:
    """The plans that a link describes; what cannot be read is left out."""
    plans = []
    for part in text.split("_"):
        try:
            plans.append(_plan(part))
        except (ValueError, IndexError, KeyError):
            continue
        if len(plans) == MOST_PINS:
            break
    return plans


def _plan(text: str) -> Question[ChoiceProblem]:
    mode, rates, risk, trust_model, participants, pace, extra, epsilon, *rest = text.split("~")
    names, gap, promised, look, lead, missed, missing, usual, waits, block = [*rest, *LEFT_OUT[len(rest) :]]
    promise, looks = PROMISES[PLACES.index(promised)], LOOKS[PLACES.index(look)]
    means, difference = _numbers(rates), float(lead or 0)
    named = option_names(len(means), arm_names.checked(arm_names.split(names), len(means)))
    common = (named, means, float(risk), trust_model)
    problem: SequentialProblem | FixedDesign
    (low, high), zeta, room = (0.0, 1.0), 0.0 if promise == FIND else float(gap or 0), max(means)
    if looks == SURE:
        problem = SequentialProblem(*common, indifference=zeta, lead=difference)
    else:
        low, high = _numbers(usual) if usual else (low, high)
        problem = FixedDesign(
            *common,
            promise=promise,
            looks=looks,
            difference=difference,
            usual=(low, high) if usual else None,
            missed=float(missed or 0),
            missing=float(missing or 0),
            waits=(False, True)[PLACES.index(waits)],
            block=int(block),
        )
        room = problem.largest_difference
    in_weeks = pace.endswith(A_WEEK)
    rate, picked = (float(each) if each else None for each in (pace.removesuffix(A_WEEK), epsilon))
    plan = Question(mode, problem, int(participants), rate, float(extra), picked, in_weeks)
    limits = (
        (len(means), ARMS_RANGE),
        (plan.participants, (1, MOST_PARTICIPANTS)),
        (1 if rate is None else rate, limits_of("weekly" if in_weeks else "daily")),
        (100 * plan.extra, limits_of("extra")),
        (EPSILON_RANGE[0] if picked is None else picked, EPSILON_RANGE),
        (problem.risk, (RISK_RANGE[0] / 10 if looks == SURE else SMALLEST_RISK, 0.49)),
        (100 * float(missing or 0), limits_of("missing")),
        (int(block or 1), limits_of("block")),
        (float(missed or 0), (1e-6, 0.49) if promise == BEAT else (0.0, 0.0)),
    )
    is_theirs = abs(difference - lead_of(promise, means)) < LEAST < difference < room
    rules = (
        mode in MODES[:2] and trust_model in TRUST_MODELS and (promise, looks) in DESIGNS,
        difference == 0 if promise == WHATEVER else is_theirs,
        0 <= low < high <= 1,
    )
    if not all((*rules, *(least <= value <= most for value, (least, most) in limits))):
        raise ValueError("no plan that the page's inputs allow")
    dpcore.necessary_samples(means, EPSILON_RANGE[1], problem.risk, indifference=0.5 if promise == BEAT else zeta)
    return plan


def _numbers(text: str) -> tuple[float, ...]:
    return tuple(map(float, text.split(",")))


def plan_name(place: int) -> str:
    """What the pinned plan at this place is called."""
    return f"plan {'ABCD'[place]}"


def draw_comparison(plans: Sequence[Answered]) -> None:
    """The table of the pinned plans, or why there is none yet."""
    if plans:
        page.table(comparison(plans))
    else:
        page.reading("The comparison will appear once the figures of all plans are known.")


def comparison(plans: Sequence[Answered], proposed: Answered | None = None) -> pd.DataFrame:
    """One column per plan, and for each later plan one with its differences to plan A.

    proposed: the answer that a report proposes; the plan that asks its question is marked.
    """
    inputs = [*dict.fromkeys(name for plan in plans for name in plan.inputs)]
    table = {"figure": [*(name for name, _ in _ROWS), *inputs]}
    first: list[str] = []
    for place, plan in enumerate(plans):
        name = plan_name(place)
        shown = f"{name} (proposed)" if proposed and plan.question == proposed.question else name
        table[shown] = [*(say(plan) for _, say in _ROWS), *(plan.inputs.get(each, "—") for each in inputs)]
        first = first or table[shown]
        if place > 0:
            table[f"{name} against A"] = [*map(_difference, first, table[shown])]
    return pd.DataFrame(table)


def for_report(plans: Sequence[Answered], answer: Answered) -> list[Answered]:
    """The plans that a report on this answer compares: those of own data only if the answer is one of them."""
    has_data = answer.question.problem.data is not None
    return [plan for plan in plans if has_data or plan.question.problem.data is None]


def _difference(first: str, other: str) -> str:
    """The difference of two figures as the table shows them, so that it is the one that a reader finds."""
    if first == other:
        return "same"
    try:
        before, after = (
            float(text.rpartition("most ")[2].removesuffix(" %").replace(",", "")) for text in (first, other)
        )
    except ValueError:
        return "differs"
    sign, change = "+" if after > before else "−", abs(after - before)
    return f"{sign}{whole(change) if change.is_integer() else number(change)} (× {number(after / before)})"


def _or(missing: str, value: float | None, write: Callable[[float], str]) -> str:
    """A figure, or words for one that is not there."""
    return missing if value is None else write(value)


def _people(value: float) -> str:
    return "none" if math.isinf(value) else at_most(value)


_ROWS: list[tuple[str, Callable[[Answered], str]]] = [
    ("chosen ε", lambda plan: _or("—", plan.epsilon, setting)),
    (
        "what a 50/50 guess about one person, given everyone else's data, can become",
        lambda plan: _or("—", plan.epsilon, partial(belief_limit, 0.5)),
    ),
    ("the study's promise", lambda plan: plan.promise),
    ("success rates", lambda plan: rates_text(plan.question)),
    ("trust model", lambda plan: plan.question.problem.trust_model),
    ("participants available", lambda plan: count(plan.question.participants)),
    ("time to recruit them", lambda plan: calendar(plan.question.participants, plan.question).strip(" ()") or "—"),
    ("how its figures are known", lambda plan: plan.known),
    ("smallest ε that is enough", lambda plan: _or("not known", plan.enough_from, enough_from_text)),
    (
        "smallest ε that its lower bound does not rule out",
        lambda plan: _or("—", plan.not_ruled_out, not_ruled_out_text),
    ),
    ("participants without privacy", lambda plan: _or("not known", plan.without_privacy, _people)),
    ("participants at the chosen ε", lambda plan: _or("not known", plan.needed, _people)),
    ("acceptable extra for privacy", lambda plan: percent(plan.question.extra)),
]
