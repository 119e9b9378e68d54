"""The jobs of one session: each page's jobs by name, started for what the page wants now."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import streamlit as st

from ui.controls.number_box import number_in
from ui.jobs.job import Job
from ui.state import boxes
from ui.state.visit import session_id, visitor

T = TypeVar("T")


def current_job(
    name: str, wanted: Hashable, total: Callable[[], int], work: Callable[[Job[T]], T], unit: str = "steps"
) -> Job[T] | None:
    """This session's job of this name, None if there is nothing to do; a job for something else is interrupted first.

    wanted: what the job is for.  total: returns how many units the job will count, 0 if nothing is missing; it is
    called only before a start.
    A job that was interrupted, but not stopped by the visitor, is started again here for what is missing.
    """
    jobs = _jobs_of_session()
    job = jobs.get(name)
    resumes = job is not None and job.wanted == wanted
    if job is None or not resumes or job.interrupted:
        forget_job(name)
        if count := total():
            jobs[name] = Job(work, count, wanted, visitor(), session_id(), resumes, unit)
    return jobs.get(name)


def forget_job(name: str) -> None:
    """Interrupt the job of this name, if there is one, and forget it."""
    if job := _jobs_of_session().pop(name, None):
        job.interrupt()


def start_again(job: Job[Any]) -> None:
    """Forget a stopped job, so that its page starts another one for what is missing."""
    for name, other in list(_jobs_of_session().items()):
        if other is job:
            forget_job(name)


def add_runs(name: str, runs: str, most: int) -> None:
    """Double the runs per point in session state; after a stop the job continues, even at the maximum."""
    boxes.write({runs: min(2 * int(number_in(runs) or 1), most)})
    forget_job(name)


def leave_other_pages(page: str) -> None:
    """Interrupt the jobs of every other page; they continue when the visitor is back."""
    if st.session_state.get("page-of-jobs") != page:
        st.session_state["page-of-jobs"] = page
        for job in _jobs_of_session().values():
            job.interrupt()


def _jobs_of_session() -> dict[str, Job[Any]]:
    return st.session_state.setdefault("jobs", {})
