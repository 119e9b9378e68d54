"""Simulated runs by cell (a point of a picture), grown in rounds and never computed twice."""

import itertools
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

import dpcore
from dpcore.cores import cores
from dpcore.experiments import LARGEST_RESULT
from ui.jobs.job import Job
from ui.jobs.session import current_job


class Result(Protocol):
    """What every experiment of dpcore returns."""

    @property
    def runs(self) -> int:
        """The number of runs held."""

    def extended_by(self, later: Any) -> Any:
        """These runs followed by later ones."""


Cell = TypeVar("Cell")
R = TypeVar("R", bound=Result)


class GrowingRuns(ABC, Generic[Cell, R]):
    """The runs made so far, by cell; only one worker at a time adds to them.

    A stop keeps the runs that dpcore returns: the unbroken sequence, from the first run on, of those that were
    complete.
    """

    first_round = 4

    def __init__(self, problem: Any = None) -> None:
        self.problem = problem  # what all cells have in common
        self.results: dict[Cell, R] = {}
        self._seconds_per_run: dict[Cell, float] = {}
        self._adding = threading.Lock()

    @abstractmethod
    def simulate(self, cell: Cell, first_run: int, runs: int, cancel: dpcore.CancelFlag) -> R:
        """Runs number first_run to first_run + runs - 1 of a cell; once cancelled, those completed before."""

    def stages(self, cells: Sequence[Cell]) -> list[Sequence[Cell]]:
        """The cells that grow together; those of a later stage wait until the earlier ones are complete."""
        return [cells]

    def runs(self, cell: Cell) -> int:
        """How many runs a cell has."""
        return self.results[cell].runs if cell in self.results else 0

    def found(self, cells: Sequence[Cell]) -> dict[Cell, R]:
        """The runs made so far, for the cells that have any."""
        return {cell: self.results[cell] for cell in cells if cell in self.results}

    def holds(self, cells: Sequence[Cell], runs: int) -> bool:
        """Whether every cell has exactly this many runs; it may have more if more were asked for earlier."""
        return all(self.runs(cell) == runs for cell in cells)

    def missing(self, cells: Sequence[Cell], runs: int) -> int:
        """How many runs are still missing in the cells."""
        return sum(max(0, runs - self.runs(cell)) for cell in cells)

    def seconds_left(self, cells: Sequence[Cell], runs: int) -> float | None:
        """How long the missing runs will take, judging by each cell's last ones; None while a cell has none yet."""
        lacking = {cell: runs - self.runs(cell) for cell in cells if self.runs(cell) < runs}
        if not lacking.keys() <= self._seconds_per_run.keys():
            return None
        return sum(number * self._seconds_per_run[cell] for cell, number in lacking.items())

    def add(self, cell: Cell, first_run: int, more: R) -> None:
        """Append runs to the cell's, unless another tab has added runs meanwhile; those are the same."""
        with self._adding:
            if self.runs(cell) == first_run:
                self.results[cell] = self.results[cell].extended_by(more) if cell in self.results else more

    def fill(self, job: Job[None], cells: Sequence[Cell], runs: int) -> None:
        """Bring every cell to `runs` runs, in rounds that double, so that the cells of a stage grow together."""
        job.advance(len(cells) * runs - self.missing(cells, runs))
        doubled = (self.first_round << place for place in itertools.count())
        targets = [*itertools.takewhile(lambda target: target < runs, doubled), runs]
        for cell, target in [(cell, each) for stage in self.stages(cells) for each in targets for cell in stage]:
            while (first := self.runs(cell)) < target:
                start, at_once = time.monotonic(), self._at_once(cell, job.longest_call)
                more = self.simulate(cell, first, min(target - first, at_once), job.cancel)
                if more.runs:
                    self.add(cell, first, more)
                    self._seconds_per_run[cell] = (time.monotonic() - start) / more.runs
                job.advance(more.runs)
                job.expects(self.seconds_left(cells, runs))
                if job.stopped:
                    return

    def _at_once(self, cell: Cell, seconds: float) -> int:
        """How many runs of a cell one call makes: as many as take this long, but enough to keep all cores busy."""
        per_run = self._seconds_per_run.get(cell, 0.0)
        return max(self.first_round, cores(), int(seconds / per_run)) if per_run else LARGEST_RESULT


def growing_job(name: str, study: GrowingRuns[Cell, R], cells: Sequence[Cell], runs: int) -> Job[None] | None:
    """This session's job of this name, which brings every cell of the study to `runs` runs; see current_job."""
    return current_job(
        name,
        (study, tuple(cells), runs),
        lambda: len(cells) * runs if study.missing(cells, runs) else 0,
        lambda job: study.fill(job, cells, runs),
        unit="runs",
    )
