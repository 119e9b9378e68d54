"""The jobs of one session: which one a page gets, begins, takes up again or ends."""

from dataclasses import make_dataclass

import pytest
import streamlit as st

from ui.jobs import session
from ui.jobs.growing import GrowingRuns, growing_job
from ui.jobs.session import current_job, forget_job, leave_other_pages

# Made as a real one is; it computes nothing.
FakeJob = make_dataclass("FakeJob", ["work", "total", "wanted", "visitor", "session", "resumes", "unit"], eq=False)
FakeJob.interrupted, FakeJob.interrupt = False, lambda job: setattr(job, "interrupted", True)


@pytest.fixture(autouse=True)
def fake(visit, monkeypatch):
    monkeypatch.setattr(session, "visitor", lambda: "visitor")
    monkeypatch.setattr(session, "session_id", lambda: "session")
    monkeypatch.setattr(session, "Job", FakeJob)


def job_for(wanted, name="points", total=3):
    return current_job(name, wanted, lambda: total, print, "points")


def test_a_job_is_there_as_long_as_the_same_is_wanted():
    job = job_for("this")
    assert (job.work, job.total, job.wanted, job.unit) == (print, 3, "this", "points")
    assert (job.visitor, job.session, job.resumes) == ("visitor", "session", False)
    assert job_for("this", total=0) is job  # what is missing is asked before a start only
    assert not job.interrupted
    other = job_for("that")
    assert other is not job
    assert job.interrupted
    assert not other.resumes


def test_an_interrupted_job_is_taken_up_again_for_the_same_wish_only():
    job = job_for("this")
    job.interrupt()
    again = job_for("this")
    assert again is not job
    assert again.resumes
    again.interrupt()
    assert not job_for("that").resumes


def test_where_nothing_is_missing_there_is_no_job_and_none_is_left():
    job = job_for("this")
    assert job_for("that", total=0) is None
    assert job.interrupted
    assert job_for("this") is not job


def test_one_job_is_forgotten_or_started_again_and_no_other():
    job, other = job_for("this"), job_for("this", name="others")
    session.start_again(job)
    again = job_for("this")
    assert again is not job
    assert not again.resumes
    forget_job("points")
    assert again.interrupted
    forget_job("points")  # which is no more
    assert job_for("this", name="others") is other
    assert not other.interrupted


def test_added_runs_double_up_to_the_most_and_begin_a_job_even_there():
    st.session_state["runs"] = 40
    for runs in (80, 100, 100):
        job = job_for("this")
        session.add_runs("points", "runs", 100)
        assert st.session_state["runs"] == runs
        assert job.interrupted


def test_another_page_interrupts_all_jobs_and_the_same_page_none():
    leave_other_pages("first")
    jobs = [job_for("this"), job_for("this", name="others")]
    leave_other_pages("first")
    assert not any(job.interrupted for job in jobs)
    leave_other_pages("second")
    assert all(job.interrupted for job in jobs)
    assert not job_for("this").interrupted
    leave_other_pages("second")
    assert not job_for("this").interrupted


class Study(GrowingRuns):
    """Cells that have so many runs."""

    def __init__(self, **had):
        super().__init__()
        self.had, self.filled = had, []

    def runs(self, cell):
        return self.had.get(cell, 0)

    def simulate(self, cell, first_run, runs, cancel):
        raise AssertionError

    def fill(self, job, cells, runs):
        self.filled.append((job, cells, runs))


def test_the_job_of_growing_runs_is_for_this_study_these_cells_and_so_many_runs():
    study = Study(a=2)
    job = growing_job("points", study, ["a", "b"], 5)
    assert (job.total, job.unit) == (10, "runs")  # those there are already count
    job.work(job)
    assert study.filled == [(job, ["a", "b"], 5)]
    assert growing_job("points", study, ["a", "b"], 5) is job
    for other in ((study, ["a"], 5), (study, ["a"], 6), (Study(a=2), ["a"], 6)):
        assert growing_job("points", *other) is not job
        job = growing_job("points", *other)
    assert growing_job("points", study, ["a"], 2) is None
