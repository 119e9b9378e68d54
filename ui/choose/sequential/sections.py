"""What the page shows where the study stops as soon as it is sure: the answer as it grows, and what asks further."""

from collections.abc import Sequence

import streamlit as st

from ui.choose.question import ChoiceProblem, Question, SequentialQuestion, is_sequential
from ui.choose.sequential import difference, promises, stage, words
from ui.choose.sequential.looks import section as looks
from ui.choose.sequential.looks.question import LookSection
from ui.choose.sequential.study import ChoiceView, bounds_are_there, view_of
from ui.shell import page
from ui.shell.first_answer import FirstAnswer
from ui.shell.kernels import are_ready

KERNELS = ("fixed confidence",)  # that simulate; a study that looks once needs none of them


def draw_answer(
    question: SequentialQuestion,
    plans: Sequence[Question[ChoiceProblem]],
    in_browser: bool,
    first: FirstAnswer,
    problem: str,
) -> ChoiceView:
    """Draw the answer, and start what simulates it; the page ends here while its bounds are not known.

    in_browser: whether the visitor's browser is to make the runs.  problem: what is wrong with the inputs.
    """
    if not are_ready(KERNELS) or not bounds_are_there(question.problem):
        page.end()
    view = view_of(question, [plan for plan in plans if is_sequential(plan)], in_browser)
    first.settle(view.is_complete and not problem, lambda: words.verdict(view.findings, is_running=False))
    st.fragment(stage.draw, run_every=view.poll_seconds)(view, view.poll_seconds)
    return view


def draw_sections(view: ChoiceView) -> tuple[LookSection | None, str]:
    """Draw the closed sections; the one about looks, if it is open, and the Python of what they show."""
    section = looks.draw(view)
    if view.question.problem.lead:
        return section, section.code() if section else ""
    difference.draw(view)
    code = promises.draw(view)
    return section, (section.code() if section else "") + code
