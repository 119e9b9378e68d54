"""Visitors take turns: in which order, what who waits is told, and that no turn is lost however a job ends."""

import os
import sys
import threading
import time

import pytest

from tests.ui.jobs.test_job import SECONDS, until_stopped, wait_until
from ui.jobs import job as jobs
from ui.jobs import turns
from ui.jobs.drawing import POLL_SECONDS, poll_seconds
from ui.jobs.job import Job


@pytest.fixture(autouse=True)
def one_turn(monkeypatch):
    """One job is at work at a time, and gives its turn back at every checkpoint."""
    monkeypatch.setattr(turns, "cores", lambda: 1)
    monkeypatch.setattr(turns, "SLICE_SECONDS", 0.0)
    yield
    for job in list(jobs._jobs):
        job.stop()
    wait_until(lambda: not turns._all)
    assert not turns._line


class Diary:
    """Who worked when; nobody before `open` is set."""

    def __init__(self):
        self.steps, self.open = [], threading.Event()

    def job(self, visitor, steps, **how):
        def work(job):
            for _ in range(steps):
                assert self.open.wait(SECONDS)
                if job.stopped:
                    return
                self.steps.append(visitor)
                job.advance(1)

        return Job(work, total=steps, visitor=visitor, unit="runs", **how)

    def until_all_are_done(self, *together):
        self.open.set()
        for job in together:
            job.join(SECONDS)
            assert job.done == job.total
        return "".join(self.steps)


def test_ten_short_jobs_come_before_the_second_step_of_a_long_one():
    diary = Diary()
    together = [diary.job("L", 5), *(diary.job(visitor, 1) for visitor in "abcdefghij")]
    assert diary.until_all_are_done(*together) == "LabcdefghijLLLL"


def test_a_visitor_with_many_jobs_has_one_turn_in_each_round():
    diary = Diary()
    many = [diary.job("m", 2, resumes=True) for _ in range(4)]
    assert diary.until_all_are_done(*many, diary.job("o", 6)) == "mo" * 6 + "mm"


def test_a_turn_lasts_a_slice_even_while_others_wait(monkeypatch):
    monkeypatch.setattr(turns, "SLICE_SECONDS", 1e6)
    diary = Diary()
    assert diary.until_all_are_done(*(diary.job(visitor, 3) for visitor in "ab")) == "aaabbb"


def test_no_more_jobs_work_at_a_time_than_there_are_turns(monkeypatch):
    monkeypatch.setattr(turns, "cores", lambda: 2)
    at_work, most, lock = [], [], threading.Lock()

    def work(job):
        for _ in range(5):
            with lock:
                at_work.append(job)
                most.append(len(at_work))
            time.sleep(0.002)
            with lock:
                at_work.remove(job)
            job.advance(1)

    together = [Job(work, total=5, visitor=str(number)) for number in range(6)]
    for job in together:
        job.join(SECONDS)
    assert [job.done for job in together] == [5] * 6
    assert max(most) == 2


@pytest.mark.skipif(sys.platform != "linux", reason="threads have priorities on Linux only")
def test_jobs_leave_the_cores_to_pages_once_others_wait_and_not_before():
    found, go = [], threading.Event()

    def work(job):
        for _ in range(2):
            found.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
            assert go.wait(SECONDS)
            job.advance(1)

    own = os.getpriority(os.PRIO_PROCESS, 0)
    first = Job(work, total=3, visitor="a")
    wait_until(lambda: found)
    second = Job(until_stopped, visitor="b")
    go.set()
    wait_until(lambda: second.progress_text == "Running…")
    second.stop()
    first.join(SECONDS)
    assert found == [own, max(own, 10)]


def test_who_waits_is_told_how_many_come_first():
    first, second, third = (Job(until_stopped, visitor=visitor) for visitor in "abc")
    of_a = Job(until_stopped, visitor="a", resumes=True)
    assert first.progress_text == "Running…"
    assert of_a.progress_text == "Waiting for your previous simulation to finish"
    assert [second.progress_text, third.progress_text] == ["1 ahead of you", "2 ahead of you"]
    first.stop()
    wait_until(lambda: second.progress_text == "Running…")
    assert third.progress_text == "1 ahead of you"
    assert of_a.progress_text == "2 ahead of you"


def test_a_changed_wish_keeps_its_place_in_the_line():
    first, _, third = (Job(until_stopped, visitor=visitor) for visitor in "abc")
    changed = Job(until_stopped, visitor="b")
    wait_until(lambda: changed.progress_text == "1 ahead of you")
    assert third.progress_text == "2 ahead of you"
    first.stop()
    wait_until(lambda: changed.progress_text == "Running…")


@pytest.mark.parametrize("end", ["stop", "interrupt"])
@pytest.mark.parametrize("has_worked", [False, True])
def test_a_waiting_job_ends_at_once_and_leaves_the_line(end, has_worked):
    diary = Diary()
    begin = [lambda: Job(until_stopped, visitor="a"), lambda: diary.job("b", 3)]
    if has_worked:
        waiting, holder = begin[1](), begin[0]()
    else:
        holder, waiting = begin[0](), begin[1]()
    diary.open.set()
    wait_until(lambda: waiting.progress_text == has_worked * "1 of 3 runs · " + "1 ahead of you")
    last = Job(until_stopped, visitor="c")
    assert last.progress_text == "2 ahead of you"
    getattr(waiting, end)()
    waiting.join(SECONDS)
    assert not waiting.running
    assert diary.steps == ["b"] * has_worked
    assert waiting.progress_text == f"Stopped at {has_worked:d} of 3 runs"
    assert waiting.result is None
    assert holder.progress_text == "Running…"
    assert last.progress_text == "1 ahead of you"


def test_an_abandoned_job_leaves_the_line(monkeypatch):
    monkeypatch.setattr(jobs, "ABANDONED_SECONDS", 0.1)
    monkeypatch.setattr(jobs, "_is_connected", "here".__eq__)
    holder = Job(until_stopped, visitor="a", session="here")
    waiting = Job(until_stopped, visitor="b", session="gone")
    waiting.join(SECONDS)
    assert waiting.interrupted
    assert not holder.stopped
    assert len(turns._all) == 1


@pytest.mark.parametrize("bound", ["MOST_JOBS", "MOST_JOBS_OF_ONE"])
def test_a_full_line_takes_no_further_job_and_says_so(monkeypatch, bound):
    monkeypatch.setattr(turns, bound, 2)
    there = [Job(until_stopped, visitor="a"), Job(until_stopped, visitor="a", resumes=True)]
    refused = Job(until_stopped, visitor="a", resumes=True)
    assert not refused.running
    assert str(refused.error) == "Too many computations are waiting on this server. Reload the page in a few minutes."
    refused.stop()
    refused.join()
    assert not any(job.stopped for job in there)
    for job in there:
        job.stop()
        job.join(SECONDS)
    taken = Job(lambda job: "done", visitor="a")
    taken.join(SECONDS)
    assert taken.result == "done"


def test_a_thread_that_cannot_start_takes_no_turn_along(monkeypatch):
    def refuse(thread):
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", refuse)
        job = Job(until_stopped, visitor="a")
    assert not job.running
    assert isinstance(job.error, turns.CrowdedError)
    other = Job(lambda job: "done", visitor="a")
    other.join(SECONDS)
    assert other.result == "done"


def test_calls_are_short_while_others_wait_and_the_time_left_counts_their_turns():
    calls, said, go_on = [], [], threading.Event()

    def work(job):
        calls.append(job.longest_call)
        assert go_on.wait(SECONDS)
        calls.append(job.longest_call)
        job.advance(1)
        job._began, job._turn.seconds = time.monotonic() - 30, 10.0
        job.expects(100)
        said.append(job.progress_text)

    job = Job(work, total=2, visitor="a", unit="runs")
    wait_until(lambda: calls)
    other = Job(lambda job: None, visitor="b")
    go_on.set()
    job.join(SECONDS)
    other.join(SECONDS)
    assert calls == [jobs.LONGEST_CALL_SECONDS, jobs.SLICE_SECONDS]
    assert said == ["1 of 2 runs · about 5 min left"]


def test_pages_together_ask_no_more_often_than_one_alone(monkeypatch):
    assert poll_seconds() == POLL_SECONDS
    together = [Job(until_stopped, visitor=str(place)) for place in range(8)]
    assert poll_seconds() == 8 * POLL_SECONDS
    for job in together:
        job.stop()


def test_jobs_that_are_to_end_take_no_place(monkeypatch):
    monkeypatch.setattr(turns, "MOST_JOBS_OF_ONE", 2)
    stuck = threading.Event()
    together = [Job(lambda job: stuck.wait(SECONDS), visitor="a", resumes=True) for _ in range(2)]
    assert Job(until_stopped, visitor="a", resumes=True).error is not None
    together[0].stop()
    later = Job(lambda job: "made", visitor="a", resumes=True)
    assert later.error is None
    stuck.set()
    together[1].stop()
    later.join(SECONDS)
    assert later.result == "made"
