"""The answer of a study that stops as soon as it is sure: it grows while figures are simulated."""

from functools import cache, partial

import streamlit as st

from ui.choose import stage
from ui.choose.sequential.answer import answered, picture
from ui.choose.sequential.browser_runs import FAILURES
from ui.choose.sequential.hand import under_hand
from ui.choose.sequential.study import ChoiceView
from ui.components import lines
from ui.components.runs import runs
from ui.jobs import progress, show_error
from ui.shell import page
from ui.state import boxes
from wasm.simulations import module_of

RUNS = "choose-runs"
_module = cache(module_of)


def draw(view: ChoiceView, poll_seconds: float | None) -> None:
    """Draw it in a fragment.  poll_seconds: how often the fragment is drawn by itself."""
    if lines.released(stage.PICTURE):
        boxes.draw_again()
    moved, found = lines.dragged(stage.PICTURE), view.findings
    if moved is not None and view.job is not None:
        view.job.interrupt()  # the hand needs the processor; what is missing is made when it rests
    answer = answered(found if moved is None else under_hand(found, moved), view.is_running or moved is not None)
    stage.draw_answer(
        answer,
        picture(found).limits,
        partial(st.fragment(_draw_progress), view, poll_seconds),
    )
    show_error(view.job)


def _draw_progress(view: ChoiceView, poll_seconds: float | None) -> None:
    """Draw how far the job is, and let the visitor's browser make what it lacks: a report draws nothing else again.

    But the whole page when the recommended epsilon has just become known, which the rest of the page is about, at the
    end of the job, and where the browser makes no more runs.
    """
    if view.job is not None:
        view.browser.settle(view.job)
    if lines.dragged(stage.PICTURE) is None:
        is_over = poll_seconds is not None and not view.is_running
        is_other = view.is_running and poll_seconds != view.poll_seconds
        if is_over or is_other or view.findings.epsilon != view.epsilon:
            boxes.draw_again()
    progress(view.job)
    page.problem(view.browser.failure if view.is_running and view.browser.failure in FAILURES else "")
    with st.container(key=f"{RUNS}-place"):
        if view.job is not None and not view.browser.failure:
            order = view.browser.order(view.is_running and not view.job.stopped)
            runs(
                RUNS,
                order,
                _module(view.browser.algorithm) or "",
                on_made_change=lambda: view.browser.take(st.session_state.get(RUNS)),
            )
