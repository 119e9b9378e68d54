"""What the page shows where the study stops as soon as it is sure: the answer as it grows, and what asks further."""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import streamlit as st

from ui.approximate import section as weaker
from ui.approximate import words as weaker_words
from ui.approximate.study import PromiseQuestion
from ui.choose import stage
from ui.choose.question import RUNS, SEED, ChoiceProblem, Question, SequentialQuestion, is_sequential
from ui.choose.sequential import difference
from ui.choose.sequential.answer import answered, picture
from ui.choose.sequential.findings import QUANTILE, Findings, Point, chosen_epsilon, find_bounds
from ui.choose.sequential.looks import section as looks
from ui.choose.sequential.looks import words as look_words
from ui.choose.sequential.looks.study import LookSection
from ui.choose.sequential.study import ChoiceView, bounds_are_there, view_of
from ui.choose.sequential.words import told
from ui.components.lines import Moved
from ui.jobs.drawing import poll_seconds, progress, show_error
from ui.shell import page
from ui.shell.first_answer import FirstAnswer
from ui.shell.kernels import are_ready
from ui.state import boxes
from ui.state.draft import dragged
from ui.state.keys import EPSILON_RANGE

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
        return None, weaker_words.tell("needs_a_server")
    if view.epsilon is None or findings.bounds.at_epsilon is None:
        return None, weaker_words.tell("waits" if view.is_running else "no_epsilon")
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


def under_hand(found: Findings, moved: Moved) -> Findings:
    """The findings with one line moved: bounds are exact, what is achieved is read off between the simulated points."""
    known, question = found.simulated, found.question
    if moved.line == "epsilon":
        question = replace(question, epsilon=moved.value)
    else:
        question = replace(question, participants=round(moved.value))
        known = replace(known, achievable=smallest_fitting(known.points, question.participants), too_small=None)
    epsilon = chosen_epsilon(question, known)
    needed = None if epsilon is None else needed_at(known.points, epsilon)
    bounds = find_bounds(replace(question, epsilon=epsilon), found.bounds.curve)
    return Findings(question, bounds, replace(known, at_epsilon=needed, spread=None), is_estimate=True)


def needed_at(points: Sequence[Point], epsilon: float) -> float | None:
    """Participants at an epsilon, between two points on a straight line of logarithms; None outside of them."""
    known = [point for point in points if math.isfinite(point.participants)]
    if not known or not known[0].epsilon <= epsilon <= known[-1].epsilon:
        return None
    return float(np.exp(np.interp(math.log(epsilon), *_logs(known))))


def smallest_fitting(points: Sequence[Point], participants: float) -> float | None:
    """The epsilon, three digits, from which all points need no more participants; None if unknown, inf if none is."""
    if not points or points[-1].epsilon < EPSILON_RANGE[1]:
        return None
    if points[-1].participants > participants:
        return math.inf
    above = next((i for i in reversed(range(len(points))) if points[i].participants > participants), None)
    if above is None:
        return points[0].epsilon
    low, high = points[above], points[above + 1]
    if math.isinf(low.participants):
        return high.epsilon
    logs, needed = _logs([high, low])
    return float(f"{math.exp(float(np.interp(math.log(participants), needed, logs))):.3g}")


def _logs(points: Sequence[Point]) -> tuple[list[float], list[float]]:
    return [math.log(point.epsilon) for point in points], [math.log(point.participants) for point in points]
