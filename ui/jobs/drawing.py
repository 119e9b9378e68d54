"""How a page shows its job: its progress with a Stop button, pictures that follow it, and its errors."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import streamlit as st

import dpcore
from ui.jobs.job import Job, how_many
from ui.jobs.script_turns import SCRIPT_TURNS
from ui.jobs.session import add_runs, current_job, forget_job, start_again
from ui.jobs.turns import CrowdedError
from ui.look.literal import literal
from ui.look.terms import explained
from ui.state import boxes, visit

T = TypeVar("T")

POLL_SECONDS = 0.2
FOLLOW_SECONDS = 1.0
PATIENCE_SECONDS = 0.5


def poll_seconds() -> float:
    """Seconds between a page's looks at its job; all pages together look no more often than one alone would."""
    return POLL_SECONDS * max(1, how_many())


def follow_seconds() -> float:
    """Seconds between looks for pictures beside the one that is watched: they look less often."""
    return max(FOLLOW_SECONDS, 2 * poll_seconds())


def progress(job: Job[Any] | None, otherwise: str = "", place: str = "") -> None:
    """Draw a job's row: its bar and Stop while it runs; once the visitor has stopped it, what is done, and Resume.

    The row is there even without a job, and just as high, so that what follows keeps its place.  otherwise: what it
    says then.  place: names the row of a page's second job.
    """
    end = f"-{place}" if place else ""
    with st.container(key=f"progress{end}", horizontal=True, vertical_alignment="center"):
        st.empty()  # without it there would be no row
        if job is not None and job.running and not job.waits_for_visitor:
            st.progress(min(1.0, job.done / max(1, job.total)), text=job.progress_text)
            st.button("Stop", on_click=job.stop, key=f"stop-job{end}")
        elif job is not None and job.waits_for_visitor:
            st.markdown(job.progress_text, width="content")
            if st.button("Resume", on_click=start_again, args=(job,), key=f"resume-job{end}"):
                boxes.draw_again()
        elif otherwise:
            st.caption(explained(otherwise))


def watch(job: Job[Any] | None, draw: Callable[[], object], otherwise: str = "", place: str = "") -> None:
    """Draw now, and again every poll_seconds while the job runs, under its progress; then the whole page once more.

    otherwise: what the progress row says without a job.  place: see progress.
    """

    def under_progress() -> bool:
        progress(job, otherwise, place)
        draw()
        return False

    live_stage(job, under_progress)


def live_stage(job: Job[Any] | None, draw: Callable[[], bool]) -> None:
    """Draw now, and again every poll_seconds while the job runs, above its error; then the whole page once more.

    draw: draws the job's progress too, and returns whether the visitor drags, when the whole page has to wait.
    """
    running = job is not None and job.running

    @st.fragment(run_every=poll_seconds() if running else None)
    def live() -> None:
        is_dragging = draw()
        show_error(job)
        if job is not None and running and not job.running and not is_dragging:
            boxes.draw_again()

    live()


def follow(job: Job[Any] | None, draw: Callable[[], object]) -> None:
    """Draw now, and again, more seldom, while the job runs: for pictures beside the one that is watched."""
    st.fragment(draw, run_every=follow_seconds() if job is not None and job.running else None)()


def show_error(job: Job[Any] | None) -> None:
    """Say in one sentence if the job ended in an error; the place for it is always there."""
    with st.container():
        if job is not None and not job.running and job.error is not None:
            st.error(literal(_sentence(job.error)))


def _sentence(error: BaseException) -> str:
    if isinstance(error, CrowdedError):
        return str(error)
    if isinstance(error, MemoryError):
        return "The computation ended early because the server has too little memory for it."
    return f"The computation ended early: {str(error) or type(error).__name__}"


def computed(name: str, wanted: Hashable, compute: Callable[[dpcore.CancelFlag], T]) -> T | None:
    """The value of compute(cancel), made in a job and remembered for the visit.  While it runs, draw progress: None.

    A value that takes less than PATIENCE_SECONDS is there at once.
    """
    value: T | None = visit.known(name, wanted)
    if value is None:
        job = current_job(name, wanted, lambda: 1, lambda job: compute(job.cancel))
        assert job is not None  # there is always one thing to do
        wait_a_moment(job)
        running, value = job.running, job.result
        if value is None:
            if running:
                st.fragment(_wait, run_every=poll_seconds())(job)
            else:
                show_error(job)
                progress(job)
            return None
        visit.remember(name, wanted, value)
    forget_job(name)
    return value


def wait_a_moment(job: Job[Any]) -> None:
    """Wait at most PATIENCE_SECONDS, so that a job that takes less is done when the page is drawn."""
    with SCRIPT_TURNS.resting():
        job.join(PATIENCE_SECONDS)


def _wait(job: Job[Any]) -> None:
    if not job.running:
        boxes.draw_again()
    progress(job)


def add_runs_button(job: str, runs: str, most: int) -> None:
    """The button that doubles the runs per point, and goes on after a stop.

    job: the name given to current_job.  runs: the key of the runs per point.  most: their upper limit.
    """
    st.button(
        "Add runs",
        on_click=add_runs,
        args=(job, runs, most),
        key=f"add-{runs}",
        type="primary",
        help="Doubles the number of runs; earlier runs are kept.",
    )
