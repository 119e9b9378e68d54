"""What else the same participants could buy: the smallest epsilon of the other promises and looks."""

import math
from collections.abc import Sequence

import pandas as pd
import streamlit as st

from ui.choose import problems
from ui.choose.answers import exact_for, figures_job, known_of
from ui.choose.fixed import figures
from ui.choose.fixed.exact import Known
from ui.choose.fixed.tables import known_how
from ui.choose.inputs import given
from ui.choose.question import BEAT, ChoiceProblem, FixedDesign, Question, SequentialProblem, is_fixed
from ui.choose.sequential.findings import find_possible
from ui.choose.sequential.study import achievable_of
from ui.choose.words import below, enough_from_text, share_at_most, since, tell
from ui.jobs.drawing import watch
from ui.jobs.job import Job
from ui.shell import page
from ui.state.visit import remembered

OTHERS = "other-figures"
TITLE = "What else could we get from these participants?"


def draw(question: Question[ChoiceProblem], plans: Sequence[Question[ChoiceProblem]]) -> None:
    """Draw the table, a row a promise and look, and a job's progress while it, or a pinned plan, lacks figures."""
    st.header(TITLE, anchor=False)
    asked = problems.alternatives(question)
    job = _job(question, [known_of(each) for *_, each in asked if isinstance(each, FixedDesign)], plans)
    if job is None:
        page.table(table(question, asked))
    else:
        watch(job, lambda: page.table(table(question, asked)), place="others")
    page.reading(tell("alternatives"))


def _job(
    question: Question[ChoiceProblem], asked: list[Known], plans: Sequence[Question[ChoiceProblem]]
) -> Job[None] | None:
    """What finds the figures that take seconds, after a moment's wait; None where none is lacking."""
    pinned = [exact_for(plan) for plan in plans if is_fixed(plan)]

    def lacking() -> list[Known]:
        return [known for known in asked if not known.knows_enough_from(question.participants)]

    def missing() -> int:
        return len(lacking()) + sum(exact.missing for exact in pinned)

    def work(job: Job[None]) -> None:
        for known in lacking():
            if not job.stopped:
                known.once(figures.enough_from, question.participants)
                job.advance(1)
        for exact in pinned:
            exact.complete(job)

    return figures_job(OTHERS, (question, *plans), missing, work)


def table(question: Question[ChoiceProblem], asked: Sequence[tuple[str, str, ChoiceProblem]]) -> pd.DataFrame:
    """The promises and looks that the question's inputs could ask for, each with its smallest epsilon."""
    rows = [
        (promise, looking, *_smallest(question, problem), "this plan" if problem == question.problem else "")
        for promise, looking, problem in asked
    ]
    return pd.DataFrame(rows, columns=["the study promises to", "looks", "smallest ε", "how this is known", ""])


def _smallest(question: Question[ChoiceProblem], problem: ChoiceProblem) -> tuple[str, str]:
    if isinstance(problem, FixedDesign):
        known = known_of(problem)
        if not known.knows_enough_from(question.participants):
            return "…", "being certified"
        found = known.once(figures.enough_from, question.participants)
        if math.isinf(found) and question.participants > figures.most_participants(problem):
            return "not known", "too many participants to compute"
        wrong, missed = share_at_most(problem.risk), share_at_most(problem.missed)
        risks = tell("own_risks", beats=problem.promise == BEAT, wrong=wrong, missed=missed)
        return enough_from_text(found), f"{known_how(problem)}{risks}"
    assert isinstance(problem, SequentialProblem)
    asked = Question(question.mode, problem, question.participants, question.pace, question.extra)
    _, achievable = achievable_of(asked).bands.get(asked.participants, (None, None))
    possible = remembered("possible", asked, find_possible)
    left_out = ", if no outcome is missing" if given("missing") else ""
    if achievable is not None and math.isfinite(achievable):
        return since(achievable), f"simulated, stops in time in 90 of 100 runs{left_out}"
    if math.isinf(possible):
        return "none", f"lower bound: none is possible{left_out}"
    simulated = "not yet simulated" if achievable is None else "none found by simulation"
    how = f"lower bound, to stop in time in 90 of 100 runs{left_out}"
    return f"{simulated}; not below {below(possible)}", how
