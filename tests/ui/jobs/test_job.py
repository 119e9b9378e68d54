"""A job can be stopped, reports its error, waits for its turn, and ends without its page whatever it computes."""

import threading
import time

import pytest

import dpcore
from tests.processes import waited as wait_until
from ui.jobs import job as jobs
from ui.jobs.job import Job

SECONDS = 60.0  # of a busy machine


def until_stopped(job):
    """Work that ends only when it is stopped, and tells nobody how far it is."""
    while not job.stopped:
        time.sleep(0.005)


def one_long_call(job):
    """One call of dpcore that would take hours."""
    dpcore.simulate_fixed_confidence("ttucb", (0.5, 0.499999), risk=0.01, runs=1, max_samples=10**12, cancel=job.cancel)


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """No call can be cancelled while it is compiled."""
    dpcore.simulate_fixed_confidence("ttucb", (0.9, 0.1), risk=0.1, runs=1)


@pytest.fixture(autouse=True)
def no_job_is_left():
    yield
    for job in list(jobs._jobs):
        job.stop()
    wait_until(lambda: not jobs._jobs)


def test_progress_is_seen_while_it_runs_and_the_result_at_the_end():
    go_on = threading.Event()

    def work(job):
        job.advance(5)
        go_on.wait(SECONDS)
        job.expects(400)
        job.advance(4)
        tell.wait(SECONDS)
        job.advance(1)
        return "all"

    tell = threading.Event()
    job = Job(work, total=10, unit="runs")
    wait_until(lambda: job.done == 5)
    assert job.running
    assert job.result is None
    assert job.progress_text == "5 of 10 runs"  # no rate is known, and none is claimed
    go_on.set()
    wait_until(lambda: job.done == 9)
    assert job.progress_text == "9 of 10 runs · about 7 min left"
    tell.set()
    job.join(SECONDS)
    assert (job.running, job.result, job.done, job.error) == (False, "all", 10, None)


@pytest.mark.parametrize("work", [until_stopped, one_long_call])
def test_stop_ends_it_for_good_and_its_value_does_not_count(work):
    job = Job(lambda job: (work(job), "half")[1])
    job.stop()
    job.join(SECONDS)
    assert not job.running
    assert job.result is None
    assert not job.interrupted
    assert job.progress_text == "Stopped"
    job.interrupt()
    assert not job.interrupted


class OddError(BaseException):
    """Neither an Exception nor anything that Python knows."""


@pytest.mark.parametrize("error", [MemoryError, SystemExit, KeyboardInterrupt, GeneratorExit, OddError])
def test_whatever_ends_a_worker_is_kept_for_the_page_and_the_others_go_on(error):
    def die(job):
        raise error

    failing, waiting, other = Job(die, visitor="a"), Job(lambda job: 1, visitor="a", resumes=True), Job(lambda job: 2)
    for job in (failing, waiting, other):
        job.join(SECONDS)
        assert not job.running
    assert isinstance(failing.error, error)
    assert not failing.stopped
    assert (waiting.result, other.result) == (1, 2)
    assert jobs._jobs == []


@pytest.mark.parametrize("work", [until_stopped, one_long_call])
def test_an_abandoned_job_is_interrupted_whatever_it_computes(monkeypatch, work):
    monkeypatch.setattr(jobs, "ABANDONED_SECONDS", 0.2)
    job = Job(work)
    job.join(SECONDS)
    assert not job.running
    assert job.interrupted


def test_a_page_that_is_gone_has_twenty_seconds():
    assert jobs.ABANDONED_SECONDS == 20  # the other tests have less patience


def test_a_polled_job_is_not_abandoned(monkeypatch):
    monkeypatch.setattr(jobs, "ABANDONED_SECONDS", 0.4)
    job, end = Job(until_stopped), time.monotonic() + 1.0
    while time.monotonic() < end:
        assert job.running
        time.sleep(0.01)
    assert not job.stopped


def test_a_connected_session_keeps_its_job_without_polls(monkeypatch):
    monkeypatch.setattr(jobs, "ABANDONED_SECONDS", 0.2)
    connected = {"here"}
    monkeypatch.setattr(jobs, "_is_connected", connected.__contains__)
    here, gone = Job(until_stopped, visitor="a", session="here"), Job(until_stopped, visitor="b", session="gone")
    gone.join(SECONDS)
    assert gone.interrupted
    assert not here.stopped
    connected.clear()
    here.join(SECONDS)
    assert here.interrupted


def test_a_new_job_of_a_visitor_interrupts_the_one_at_work_and_never_meets_it():
    at_work, numbers_at_work, lock = [], [], threading.Lock()

    def work(job):
        with lock:
            at_work.append(job)
            numbers_at_work.append(len(at_work))
        until_stopped(job)
        time.sleep(0.02)  # a kernel takes a moment to notice
        with lock:
            at_work.remove(job)

    first = Job(work, visitor="a", session="1")
    others = [Job(work, visitor="a", session=str(number)) for number in range(2, 8)]
    wait_until(lambda: at_work == others[-1:])
    assert all(job.interrupted for job in [first, *others[:-1]])
    assert set(numbers_at_work) == {1}


def test_one_watchdog_looks_after_all_jobs_and_rests_without_any(monkeypatch):
    monkeypatch.setattr(jobs, "ABANDONED_SECONDS", 0.1)

    def watchdogs():
        return [thread for thread in threading.enumerate() if "_watch_over_jobs" in thread.name]

    for _ in range(2):
        together = [Job(until_stopped, visitor=str(number)) for number in range(4)]
        assert len(watchdogs()) == 1
        for job in together:
            job.join(SECONDS)
            assert job.interrupted
    wait_until(lambda: not watchdogs())
