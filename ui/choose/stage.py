"""What moves with the visitor's hand and grows while figures come in: verdict, picture, and what epsilon means."""

from functools import cache

import streamlit as st

from ui.choose import controls, meaning, people, words
from ui.choose.browser_runs import FAILURES
from ui.choose.hand import under_hand
from ui.choose.question import Findings
from ui.choose.study import ChoiceView
from ui.choose.zones import NARROW, WIDE, picture_limits, zones
from ui.components import lines
from ui.components.runs import runs
from ui.jobs import progress, show_error
from ui.look import svg, theme
from ui.shell import page
from ui.state import boxes
from ui.state.keys import EPSILON_RANGE
from wasm.simulations import module_of

PICTURE = "choose-lines"
RUNS = "choose-runs"
_module = cache(module_of)
LABELS = {"epsilon": "Privacy budget epsilon", "participants": "Participants available"}


def draw(view: ChoiceView, poll_seconds: float | None) -> None:
    """Draw it in a fragment; the picture is mounted last: its answer asks for the next report of a drag.

    poll_seconds: how often the fragment is drawn by itself.
    """
    if lines.released(PICTURE):
        boxes.draw_again()
    moved, found = lines.dragged(PICTURE), view.findings
    if moved is not None and view.job is not None:
        view.job.interrupt()  # the hand needs the processor; what is missing is made when it rests
    now = found if moved is None else under_hand(found, moved)
    sentence = words.verdict(now, view.is_running or moved is not None)
    page.verdict(sentence, is_of_own_data=now.question.problem.data is not None)
    place = st.container(key="participants-against-epsilon")
    st.fragment(_draw_progress)(view, poll_seconds)
    _draw_meaning(now)
    with st.container(key="choose-expert"):
        page.reading(" ".join([*words.details(now), words.picture_reading(view.question)]))
    with place:
        _mount(now, picture_limits(found))
    show_error(view.job)


def _draw_progress(view: ChoiceView, poll_seconds: float | None) -> None:
    """Draw how far the job is, and let the visitor's browser make what it lacks: a report draws nothing else again.

    But the whole page when the recommended epsilon has just become known, which the rest of the page is about, at the
    end of the job, and where the browser makes no more runs.
    """
    if view.job is not None:
        view.browser.settle(view.job)
    if lines.dragged(PICTURE) is None:
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


def _draw_meaning(now: Findings) -> None:
    """The chosen epsilon for one person, and what it takes."""
    with st.container(key="choose-meaning"):
        st.empty()  # or its place would not be kept while no epsilon is chosen
        if now.epsilon is not None:
            left, right = st.columns(2, gap="medium")
            sentence = meaning.belief_sentence(now.epsilon)
            left.html(svg.image(people.guesses_svg(now.epsilon, theme.palette()), sentence))
            left.caption(words.backwards(now))
            right.html(svg.image(people.belief_svg(now.epsilon, theme.palette()), f"From any first guess. {sentence}"))
            right.caption(sentence)


def _mount(now: Findings, limits: tuple[float, float]) -> None:
    low, high = limits
    lines.lines(
        PICTURE,
        [zones(now, limits, size, theme.palette()) for size in (WIDE, NARROW)],
        values={"epsilon": now.epsilon, "participants": now.question.participants},
        ranges={"epsilon": EPSILON_RANGE, "participants": limits},
        limits={"epsilon": EPSILON_RANGE, "participants": (max(2, round(1.2 * low)), round(high / 1.2))},
        labels=LABELS,
        name="participants-against-epsilon",
        drop=controls.drop,
    )


def draw_nothing(problem: str) -> None:
    """In place of an answer, why there is none."""
    page.verdict("Your own data come first: the answer is about nobody else's.")
    page.problem(problem)


def mark_as_old(problem: str) -> None:
    """Show the answer as one to earlier inputs: the style sheet looks for this element."""
    page.problem(f"{problem} What you see is the answer to the last valid inputs.")
    st.html("<i class='answer-is-old'></i>")


def mark_end() -> None:
    """The last thing on the page: while it is old, the whole page is being drawn anew, and its answer is old."""
    with st.container(key="page-end"):
        st.html("<i></i>")
