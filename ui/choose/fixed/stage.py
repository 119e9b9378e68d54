"""The answer of a study that looks once: exact, there at once, and computed anew under the visitor's hand."""

from dataclasses import replace

import streamlit as st

from ui.choose import stage
from ui.choose.answers import exact_for, figures_job
from ui.choose.fixed import live, tables
from ui.choose.fixed.answer import answered, dragged_difference
from ui.choose.fixed.exact import Exact, named
from ui.choose.question import DesignQuestion
from ui.choose.sequential.study import JOB
from ui.components.lines import Moved
from ui.jobs.drawing import watch
from ui.jobs.session import forget_job
from ui.shell import page
from ui.shell.first_answer import FirstAnswer
from ui.state.draft import dragged

FIGURES = "exact-figures"
SHOWN = "exact-shown"


def draw_answer(question: DesignQuestion, first: FirstAnswer) -> None:
    """Draw the answer, which stands at once; the page ends here while figures that take seconds are missing.

    What was simulated for another promise stops, and none is remembered for this one.
    """
    forget_job(JOB)
    first.settle(False, str)
    exact = exact_for(question)
    job = figures_job(FIGURES, named(question), lambda: exact.missing, exact.complete)
    st.fragment(draw)(question)
    if job is not None:
        watch(job, lambda: page.table(tables.readings_so_far(exact_for(question))))
        page.end()


def draw(question: DesignQuestion) -> None:
    """Draw it in a fragment.  The browser follows the hand; where it cannot, it reports, and the answer comes here.

    While figures are missing, what was dropped stands where it was dropped, in the answer before, which pales.
    """
    moved: Moved | None = dragged(stage.PICTURE)
    exact = exact_for(question)
    if exact.missing:
        _draw_dropped(question)
        return
    st.session_state[SHOWN] = exact
    now = exact if moved is None else Exact(under_hand(question, moved))
    stage.draw_answer(answered(now), answered(exact).picture.limits, live=live.given(now))


def _draw_dropped(question: DesignQuestion) -> None:
    before, design = st.session_state.get(SHOWN), question.problem
    if before is None or replace(before.design, means=design.means, difference=design.difference) != design:
        return
    answer = answered(before)
    epsilon = answer.picture.epsilon if question.epsilon is None else question.epsilon
    scene = replace(
        answer.picture,
        budget=question.participants,
        epsilon=epsilon,
        difference=dragged_difference(question),
        crossings=(),
    )
    stage.draw_answer(replace(answer, picture=scene), scene.limits)
    stage.pale()


def under_hand(question: DesignQuestion, moved: Moved) -> DesignQuestion:
    """The question with one line moved."""
    if moved.line == "epsilon":
        return replace(question, epsilon=moved.value)
    if moved.line == "participants":
        return replace(question, participants=round(moved.value))
    return replace(question, problem=question.problem.with_difference(moved.value / 100))
