"""Where no epsilon is enough: changes of the inputs that each would be, one click away."""

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import streamlit as st

from ui.choose import problems
from ui.choose.answered import Answered
from ui.choose.answers import exact_for, known_of
from ui.choose.fixed.figures import enough_from, kept_with, whole_blocks
from ui.choose.going_along import take_recommended
from ui.choose.inputs import limits_of
from ui.choose.question import BEAT, FIND, RATES, ChoiceProblem, DesignQuestion, FixedDesign, Question, come, is_fixed
from ui.choose.words import since, tell
from ui.look.numbers import rounded_up
from ui.shell import page
from ui.state import boxes
from ui.state.keys import EPSILON_RANGE, RISK_RANGE


class Change(NamedTuple):
    """A change in words, the values of the boxes that make it, and the design and its participants that it leads to."""

    words: str
    values: dict[str, Any]
    design: FixedDesign
    participants: float


def draw(answer: Answered) -> None:
    """Draw a button for each change, in a fragment; its place stays where some epsilon is enough."""
    is_none = max(answer.enough_from or 0.0, answer.not_ruled_out or 0.0) > EPSILON_RANGE[1]
    found = [*enough(answer.question)] if is_none else []
    with st.container(key="choose-advice", width="stretch" if found else 1):
        page.reading(tell("advice") if found else "")
        row = st.container(horizontal=True)
        for place, (words, values) in enumerate(found):
            if row.button(words, key=f"advice-{place}", on_click=take_recommended, args=(values,)):
                boxes.draw_again()


def enough(question: Question[ChoiceProblem]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The changes after which an epsilon is enough, with the smallest that is; none whose figures take seconds."""
    for words, values, design, participants in _changes(question):
        known = known_of(design)
        if known.knows_enough_from(participants):
            epsilon = known.once(enough_from, participants)
            if epsilon <= EPSILON_RANGE[1]:
                yield f"{words}: ε = {since(max(epsilon, EPSILON_RANGE[0]))}", values


def _changes(question: Question[ChoiceProblem]) -> Iterator[Change]:
    if is_fixed(question):
        yield from _changes_of_design(question)
    for promise, looking, problem in problems.alternatives(question):
        if isinstance(problem, FixedDesign):
            words = tell("advice_promise", promise=promise, looking=looking, tells_rates=looking == RATES)
            values = {"promise": promise, **({"looking": looking} if promise == FIND else {})}
            yield Change(words, values, problem, question.participants)


def _changes_of_design(question: DesignQuestion) -> Iterator[Change]:
    exact, design, available = exact_for(question), question.problem, question.participants
    beats = design.promise == BEAT
    if math.isfinite(allowed := (1 + question.extra) * exact.without_privacy):
        yield _more_participants(question, allowed)
    if question.mode == "a difference" and design.usual is None:
        points = rounded_up(100 * exact.difference)
        if points < 100 * design.largest_difference:
            words = tell("advice_difference", points=points, beats=beats)
            yield Change(words, {"better": points}, design.with_difference(points / 100), available)
    if design.usual is None:
        risk = rounded_up(1 - kept_with(design, exact.planned, math.inf))
        words = tell("advice_risk", risk=risk, beats=beats)
        if beats and 100 * risk <= limits_of("miss")[1]:
            yield Change(words, {"miss": round(100 * risk, 9)}, replace(design, missed=risk), available)
        elif not beats and risk <= RISK_RANGE[1]:
            key = "risk" if question.mode == "the rates" else "wrong"
            yield Change(words, {key: f"{risk:g}"}, replace(design, risk=risk), available)


def _more_participants(question: DesignQuestion, allowed: float) -> Change:
    """As many as privacy may cost."""
    participants = whole_blocks(question.problem, allowed) * question.problem.options
    more = participants - question.participants
    if question.pace is None:
        words = tell("advice_people", participants=participants, more=more)
        return Change(words, {"people": participants}, question.problem, allowed)
    spans, now = map(question.spans, (allowed, question.participants))
    words = tell("advice_time", spans=spans, span=question.span, more=spans - now)
    asked = allowed if question.problem.usual else come(question.pace, spans)
    return Change(words, {f"{question.span}s": spans}, question.problem, asked)
