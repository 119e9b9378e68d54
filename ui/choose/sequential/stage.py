"""What the page shows where the study stops as soon as it is sure: the answer as it grows, and what asks further."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from ui.approximate import section as weaker
from ui.approximate import words as weaker_words
from ui.approximate.study import PromiseQuestion
from ui.choose import stage
from ui.choose.question import RUNS, SEED, ChoiceProblem, Question, SequentialQuestion, is_sequential
from ui.choose.sequential import difference
from ui.choose.sequential.answer import answered, picture
from ui.choose.sequential.findings import QUANTILE
from ui.choose.sequential.hand import under_hand
from ui.choose.sequential.looks import section as looks
from ui.choose.sequential.looks import words as look_words
from ui.choose.sequential.looks.study import LookSection
from ui.choose.sequential.study import ChoiceView, bounds_are_there, view_of
from ui.choose.sequential.words import told
from ui.jobs import poll_seconds, progress, show_error
from ui.shell import page
from ui.shell.first_answer import FirstAnswer
from ui.shell.kernels import are_ready
from ui.state import boxes
from ui.state.draft import dragged

KERNELS = ("fixed confidence",)  # that simulate; a study that looks once needs none of them


def draw_answer(
    question: SequentialQuestion, plans: Sequence[Question[ChoiceProblem]], first: FirstAnswer, problem: str
) -> ChoiceView:
    """Draw the answer, and start what simulates it; the page ends here while its bounds are not known.

    problem: what is wrong with the inputs.
    """
    if not are_ready(KERNELS) or not bounds_are_there(question.problem):
        page.end()
    view = view_of(question, [plan for plan in plans if is_sequential(plan)])
    first.settle(view.is_complete and not problem, lambda: told("verdict", view.findings, is_running=False))
    is_live = view.is_running
    st.fragment(_draw, run_every=poll_seconds() if is_live else None)(view, is_live)
    return view


def draw_sections(view: ChoiceView) -> tuple[LookSection | None, str]:
    """Draw the closed sections; the one about looks, if it is open, and the Python of what they show."""
    section = looks.draw(view)
    code = look_words.code(section) if section else ""
    if view.question.problem.lead:
        return section, code
    difference.draw(view)
    asked, otherwise = _under_weaker_promises(view)
    if weaker.draw("weaker-promise", asked, otherwise) and asked:
        code += weaker_words.code(asked)
    return section, code


def _under_weaker_promises(view: ChoiceView) -> tuple[PromiseQuestion | None, str]:
    """What is compared under weaker promises than epsilon-DP, or why nothing is."""
    problem, findings = view.question.problem, view.findings
    if problem.is_local:
        return None, weaker_words.NEEDS_A_SERVER
    if view.epsilon is None or findings.bounds.at_epsilon is None:
        return None, weaker_words.WAITS if view.is_running else weaker_words.NO_EPSILON
    return PromiseQuestion(
        rates=tuple(tuple(row) for row in problem.rates.tolist()),
        epsilon=view.epsilon,
        risk=problem.risk,
        indifference=problem.indifference,
        runs=RUNS,
        seed=SEED,
        quantile=QUANTILE,
        bound=findings.bounds.at_epsilon.median,
        without_privacy=findings.bounds.curve.without_privacy.median,
        is_asymptotic=problem.is_asymptotic,
    ), ""


def _draw(view: ChoiceView, is_live: bool) -> None:
    """Draw the answer in a fragment.  is_live: whether the fragment is drawn again and again by itself."""
    moved, found = dragged(stage.PICTURE), view.findings
    if moved is not None and view.job is not None:
        view.job.interrupt()  # the hand needs the processor; what is missing is made when it rests
    answer = answered(found if moved is None else under_hand(found, moved), view.is_running or moved is not None)
    stage.draw_answer(answer, picture(found).limits, partial(_draw_progress, view, is_live and moved is None))
    show_error(view.job)


def _draw_progress(view: ChoiceView, is_live: bool) -> None:
    """Draw how far the job is.

    But the whole page at the end of the job, and when the recommended epsilon has just become known, which the rest
    of the page is about.
    """
    if is_live and (not view.is_running or view.findings.epsilon != view.epsilon):
        boxes.draw_again()
    progress(view.job)
