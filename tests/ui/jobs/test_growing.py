"""Growing runs: rounds that double, nothing computed twice, and what was completed before a stop is kept."""

from dataclasses import dataclass

import pytest

from tests.ui.jobs.fake import FakeJob
from ui.jobs import growing
from ui.jobs.growing import GrowingRuns


@dataclass(frozen=True)
class Runs:
    """A result that knows which runs it holds."""

    first: int
    runs: int

    def extended_by(self, later):
        assert later.first == self.first + self.runs
        return Runs(self.first, self.runs + later.runs)


class Study(GrowingRuns):
    """Its runs are only counted, and stop with the job's flag as dpcore's do: the completed ones come back."""

    def __init__(self, job):
        super().__init__()
        self.job, self.calls = job, []

    def simulate(self, cell, first_run, runs, cancel):
        assert runs > 0
        assert not cancel.is_set()
        self.calls.append((cell, runs))
        completed = min(runs, self.job.stop_after - self.job.done)
        if completed < runs:
            cancel.set()
        return Runs(first_run, completed)


def test_cells_grow_together_in_rounds_that_double():
    job = FakeJob()
    study = Study(job)
    study.fill(job, ["a", "b"], 10)
    assert study.calls == [("a", 4), ("b", 4), ("a", 4), ("b", 4), ("a", 2), ("b", 2)]
    assert study.results == {"a": Runs(0, 10), "b": Runs(0, 10)}
    assert job.done == 20
    study.fill(job, ["a", "b"], 10)
    assert len(study.calls) == 6  # nothing is computed twice
    assert study.missing(["a", "b"], 10) == 0
    assert study.missing(["a", "b", "c"], 12) == 16
    assert study.missing(["a", "c"], 6) == 6
    assert study.found(["b", "c"]) == {"b": Runs(0, 10)}


@pytest.mark.parametrize("completed", [0, 3, 4, 7, 11])
def test_a_stop_keeps_every_completed_run_and_the_next_job_goes_on_there(completed):
    job = FakeJob(stop_after=completed)
    study = Study(job)
    study.fill(job, ["a", "b"], 10)
    assert study.runs("a") + study.runs("b") == completed == job.done
    assert job.stopped
    study.job = FakeJob()
    study.fill(study.job, ["a", "b"], 10)
    assert study.results == {"a": Runs(0, 10), "b": Runs(0, 10)}
    assert study.job.done == 20  # those of the first job are counted too


def test_runs_that_another_tab_made_in_between_are_not_counted_twice():
    study = Study(FakeJob())
    for first, number in ((0, 4), (0, 2), (4, 2), (4, 3), (8, 2)):
        study.add("a", first, Runs(first, number))
    assert study.results == {"a": Runs(0, 6)}


class TimedStudy(Study):
    """A run of "a" takes one second, one of "b" a hundred."""

    def __init__(self, job, clock):
        super().__init__(job)
        self.clock = clock

    def simulate(self, cell, first_run, runs, cancel):
        made = super().simulate(cell, first_run, runs, cancel)
        self.clock.now += made.runs * {"a": 1, "b": 100}[cell]
        return made


class LaterStudy(TimedStudy):
    """Its cells grow one after the other."""

    def stages(self, cells):
        return [[cell] for cell in cells]


class Clock:
    now = 0.0

    def monotonic(self):
        return self.now


def test_the_time_left_is_told_once_every_cell_has_shown_how_long_its_runs_take(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(growing, "time", clock)
    job = FakeJob()
    TimedStudy(job, clock).fill(job, ["a", "b"], 10)
    assert job.expected == [None, 606, 602, 202, 200, 0]
    later = FakeJob()
    LaterStudy(later, clock).fill(later, ["a", "b"], 10)
    assert later.expected == [None, None, None, 600, 200, 0]
    stopped = FakeJob(stop_after=2)
    TimedStudy(stopped, clock).fill(stopped, ["a"], 10)
    assert stopped.expected == [8]


def test_complete_are_runs_in_exactly_the_number_asked_for():
    study = Study(FakeJob())
    study.fill(study.job, ["a", "b"], 10)
    assert study.holds(["a", "b"], 10)
    assert not study.holds(["a", "b"], 9)
    assert not study.holds(["a", "b", "c"], 10)


def test_no_call_takes_longer_than_the_job_allows_once_the_time_of_a_run_is_known(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(growing, "time", clock)
    monkeypatch.setattr(growing, "cores", lambda: 1)
    job = FakeJob(longest_call=6)
    study = TimedStudy(job, clock)
    study.fill(job, ["a", "b"], 20)
    of_each = {cell: [runs for name, runs in study.calls if name == cell] for cell in "ab"}
    assert of_each["a"] == [4, 4, 6, 2, 4]  # a round has at most 6 seconds
    assert of_each["b"] == [4] * 5  # of its slow runs so many that all cores are busy
    assert job.done == 40
    assert study.results == {"a": Runs(0, 20), "b": Runs(0, 20)}
