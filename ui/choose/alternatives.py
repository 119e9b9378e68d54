"""What else the same participants could buy: the smallest epsilon of the other promises and looks."""

import math

import pandas as pd
import streamlit as st

from ui.choose import problems
from ui.choose.answers import exact_for
from ui.choose.fixed import figures
from ui.choose.fixed.tables import known_how
from ui.choose.question import ChoiceProblem, FixedDesign, Question, SequentialProblem, is_fixed
from ui.choose.sequential.findings import possible_from
from ui.choose.sequential.study import findings_for
from ui.choose.words import below, since
from ui.shell import page
from ui.state.visit import remembered

TITLE = "What else would these participants buy?"
READING = (
    "The smallest ε for each promise with these participants at these rates. Exact figures are computed; a study that "
    "stops as soon as it is sure is simulated once you choose it, and until then has only its lower bound."
)


def draw(question: Question[ChoiceProblem]) -> None:
    """Draw the table, a row a promise and look."""
    st.header(TITLE, anchor=False)
    page.table(table(question))
    page.reading(READING)


def table(question: Question[ChoiceProblem]) -> pd.DataFrame:
    """The promises and looks that these inputs could ask for, each with its smallest epsilon."""
    rows = [
        (promise, looking, *_smallest(question, problem), "this plan" if problem == question.problem else "")
        for promise, looking, problem in problems.alternatives(question)
    ]
    return pd.DataFrame(rows, columns=["the study promises to", "it looks", "smallest ε", "how this is known", ""])


def _smallest(question: Question[ChoiceProblem], problem: ChoiceProblem) -> tuple[str, str]:
    if isinstance(problem, FixedDesign):
        found = _enough_from(question, problem)
        if math.isinf(found) and question.participants > figures.most_participants(problem):
            return "not known", "too many participants to compute with"
        return _text(found), known_how(problem)
    assert isinstance(problem, SequentialProblem)
    asked = Question(question.mode, problem, question.participants, question.per_day, question.extra)
    known = findings_for(asked).simulated.achievable
    if known is not None and math.isfinite(known):
        return since(known), "simulated, stops in time in 90 of 100 runs"
    smallest, how = _bounded(asked)
    return (smallest, how) if known is None or smallest == "none" else (f"none known, {smallest}", how)


def _enough_from(question: Question[ChoiceProblem], problem: FixedDesign) -> float:
    """Of this plan as its answer says it: over a range of usual rates it takes seconds to find."""
    if is_fixed(question) and problem == question.problem:
        return exact_for(question).enough_from
    return remembered("smallest-epsilon", (problem, question.participants), lambda key: figures.enough_from(*key))


def _bounded(asked: Question[SequentialProblem]) -> tuple[str, str]:
    possible = remembered("possible-from", asked, possible_from)
    if math.isinf(possible):
        return "none", "lower bound: none is possible"
    return f"above {below(possible)}", "lower bound, to stop in time in 90 of 100 runs"


def _text(epsilon: float) -> str:
    return "none" if math.isinf(epsilon) else since(epsilon)
