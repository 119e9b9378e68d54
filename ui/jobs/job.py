"""Long work beside the page: a worker thread that publishes partial results, shows its progress and can be stopped."""

import threading
import time
from collections.abc import Callable
from typing import Any

import streamlit as st

import dpcore
from ui.look.literal import literal
from ui.look.numbers import duration

POLL_SECONDS = 0.2
FOLLOW_SECONDS = 1.0
ABANDONED_SECONDS = 20.0


class Job:
    """One computation in a worker thread.

    `work(job)` runs in the thread: it calls job.publish(result, done) as results come and passes job.cancel to dpcore.
    A job whose page has not polled it for ABANDONED_SECONDS (the tab was closed) stops itself.
    """

    def __init__(self, work: Callable[["Job"], None], total: int) -> None:
        self.total = total
        self.done = 0
        self.result: Any = None
        self.error: Exception | None = None
        self.cancel = dpcore.CancelFlag()
        self._work = work
        self._started = self._polled = time.monotonic()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def publish(self, result: Any, done: int) -> None:
        """Called by the worker: the results so far and how many of `total` they hold."""
        self.result, self.done = result, done
        if time.monotonic() - self._polled > ABANDONED_SECONDS:
            self.stop()

    def stop(self) -> None:
        """Ask the worker to stop; what it published stays."""
        self.cancel.set()

    def join(self) -> None:
        """Wait until the worker has ended."""
        self._thread.join()

    @property
    def stopped(self) -> bool:
        """Whether a stop was asked for."""
        return self.cancel.is_set()

    @property
    def running(self) -> bool:
        """Whether the worker is still at it; asking counts as polling."""
        self._polled = time.monotonic()
        return self._thread.is_alive()

    @property
    def progress_text(self) -> str:
        """How much is done, and the time left once that can be told."""
        text = f"{self.done:,} of {self.total:,}"
        if 0 < self.done < self.total:
            elapsed = time.monotonic() - self._started
            text += f" · about {duration(elapsed / self.done * (self.total - self.done))} left"
        return text

    def _run(self) -> None:
        try:
            self._work(self)
        except Exception as error:  # shown by the page that polls: a thread must not die silently
            self.error = error


def current(name: str, wanted: Any, missing: Callable[[], int], work: Callable[[Job], None]) -> Job | None:
    """This visitor's job of this name, None if there was nothing to do; one for other wishes is stopped first.

    wanted: what the job is for.  missing: how much is to be done, asked once no job of this name runs.
    """
    state = st.session_state
    if state.get(f"{name}-wanted") != wanted:
        if old := state.pop(name, None):
            old.stop()
            old.join()
        state[f"{name}-wanted"] = wanted
        if total := missing():
            state[name] = Job(work, total)
    return state.get(name)


def progress(job: Job | None) -> None:
    """A bar with the count and the time left, and a Stop button beside it; nothing for None.

    The container is there in either case: what follows keeps its place in the page, and is not mounted anew.
    """
    with st.container():
        if job is not None:
            bar, stop = st.columns([5, 1], vertical_alignment="center")
            bar.progress(min(1.0, job.done / max(1, job.total)), text=job.progress_text)
            stop.button("Stop", on_click=job.stop, width="stretch", key="stop-job")


def watch(job: Job | None, draw: Callable[[], None]) -> None:
    """Draw now, and again every POLL_SECONDS while the job runs, under its progress; then the whole page once more."""
    running = job is not None and job.running

    @st.fragment(run_every=POLL_SECONDS if running else None)
    def live() -> None:
        progress(job if running else None)
        draw()
        if job is not None and running and not job.running:
            st.rerun()

    live()
    show_error(job)


def follow(job: Job | None, draw: Callable[[], None]) -> None:
    """Draw now, and again every FOLLOW_SECONDS while the job runs: for pictures beside the one that is watched."""
    st.fragment(draw, run_every=FOLLOW_SECONDS if job is not None and job.running else None)()


def show_error(job: Job | None) -> None:
    """One sentence if the job ended by an error."""
    if job is not None and not job.running and job.error is not None:
        st.error(literal(f"The computation ended early: {job.error}"))
