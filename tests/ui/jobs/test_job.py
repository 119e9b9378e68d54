"""A job publishes partial results, stops on request, reports its error, and stops itself when nobody looks."""

import threading
import time

from ui.jobs import job as jobs


def finish(job, seconds=10.0):
    deadline = time.monotonic() + seconds
    while job.running and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not job.running


def test_partial_results_are_seen_while_it_runs():
    go_on = threading.Event()

    def work(job):
        job.publish("half", 5)
        go_on.wait(10)
        job.publish("all", 10)

    job = jobs.Job(work, total=10)
    while job.done == 0:
        time.sleep(0.01)
    assert job.running
    assert job.result == "half"
    assert job.progress_text.startswith("5 of 10 · about")
    go_on.set()
    finish(job)
    assert (job.result, job.done, job.error) == ("all", 10, None)


def work_until_stopped(job):
    done = 0
    while not job.stopped:
        done += 1
        job.publish(done, done)
        time.sleep(0.01)


def test_stop_keeps_what_was_published():
    job = jobs.Job(work_until_stopped, total=1_000_000)
    time.sleep(0.1)
    job.stop()
    finish(job)
    assert job.result == job.done > 0


def test_an_error_is_kept_for_the_page():
    def work(job):
        raise ValueError("means must be numbers")

    job = jobs.Job(work, total=1)
    finish(job)
    assert str(job.error) == "means must be numbers"


def test_an_abandoned_job_stops_itself(monkeypatch):
    monkeypatch.setattr(jobs, "ABANDONED_SECONDS", 0.2)
    job = jobs.Job(work_until_stopped, total=1_000_000)
    time.sleep(1.0)
    assert job.stopped
