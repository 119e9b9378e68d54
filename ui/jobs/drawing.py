"""What a page shows of its job: the progress with a Stop button, pictures that follow it, and its errors."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import streamlit as st

import dpcore
from ui.jobs.job import Job
from ui.jobs.session import add_runs, current_job, forget_job
from ui.look.literal import literal
from ui.state import boxes, visit

T = TypeVar("T")

POLL_SECONDS = 0.2
FOLLOW_SECONDS = 1.0
PATIENCE_SECONDS = 0.5


def progress(job: Job[Any] | None) -> None:
    """A bar with the count and the time left, and a Stop button beside it; nothing for None.

    The container is there in either case: what follows keeps its place in the page, and is not mounted anew.
    """
    with st.container():
        if job is not None:
            bar, stop = st.columns([5, 1], vertical_alignment="center")
            bar.progress(min(1.0, job.done / max(1, job.total)), text=job.progress_text)
            stop.button("Stop", on_click=job.stop, width="stretch", key="stop-job")


def watch(job: Job[Any] | None, draw: Callable[[], object]) -> None:
    """Draw now, and again every POLL_SECONDS while the job runs, under its progress; then the whole page once more."""
    running = job is not None and job.running

    @st.fragment(run_every=POLL_SECONDS if running else None)
    def live() -> None:
        progress(job if running else None)
        draw()
        if job is not None and running and not job.running:
            boxes.draw_again()

    live()
    show_error(job)


def follow(job: Job[Any] | None, draw: Callable[[], object]) -> None:
    """Draw now, and again every FOLLOW_SECONDS while the job runs: for pictures beside the one that is watched."""
    st.fragment(draw, run_every=FOLLOW_SECONDS if job is not None and job.running else None)()


def show_error(job: Job[Any] | None) -> None:
    """One sentence if the job ended by an error."""
    if job is not None and not job.running and job.error is not None:
        st.error(literal(f"The computation ended early: {job.error}"))


def computed(name: str, wanted: Hashable, compute: Callable[[dpcore.CancelFlag], T]) -> T | None:
    """compute(cancel), made in a job and remembered for the visit; None, and its progress is drawn, while it takes.

    What takes less than PATIENCE_SECONDS is there at once.
    """
    value: T | None = visit.known(name, wanted)
    if value is None:
        job = current_job(name, wanted, lambda: 1, lambda job: compute(job.cancel))
        assert job is not None  # there is one thing to do
        job.join(PATIENCE_SECONDS)
        running, value = job.running, job.result
        if value is None:
            _wait(job) if running else _explain(name, job)
            return None
        visit.remember(name, wanted, value)
    forget_job(name)
    return value


@st.fragment(run_every=POLL_SECONDS)
def _wait(job: Job[Any]) -> None:
    if not job.running:
        boxes.draw_again()
    progress(job)


def _explain(name: str, job: Job[Any]) -> None:
    show_error(job)
    if job.error is None:
        st.button("Go on", on_click=forget_job, args=(name,), key=f"go-on-{name}")


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
        help="Twice as many; those already made are kept.",
    )
