"""Runs that the visitor's browser makes for a job: what the job lacks, and what the browser has brought.

The job's thread asks for figures and notes the runs that they lack; the page hands this list to the browser, and what
the browser reports back to the thread.  So that few reports are needed, the list goes as far ahead as can be foreseen:
a search is followed with guesses in the place of counts that are lacking.
"""

import math
import os
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

import dpcore
from dpcore.choosing.achievable import CONFIRMING
from dpcore.fixed_confidence.simulate import LARGEST_MAX_SAMPLES
from ui.choose.question import RUNS, SEED, SequentialProblem
from ui.choose.sequential.findings import QUANTILE
from ui.jobs import Job
from ui.state.messages import LARGEST_SEQUENCE
from wasm.simulations import sent

# A browser that is not heard of for so long makes no runs.  From the environment, so that a test need not wait for it.
PATIENCE_SECONDS = float(os.environ.get("BROWSER_SECONDS", "10"))
LOOK_SECONDS = 0.2  # after which a stop is noticed
SETTLE_SECONDS = 0.3  # that a page waits for the thread to read a report
SCOUTS = 20  # runs by which a search is foreseen
MOST_RUNS = (1 + CONFIRMING) * RUNS  # of a cell
MOST_PARTS = 1000  # of a report
UNKNOWN = -1

ON_SERVER = "The server makes the runs."
SILENT = "This browser does not report any runs: the server makes them."
REFUSED = "This browser has reported runs that were not asked for: the server makes them."
UNABLE = "This browser has failed to make the runs: the server makes them."
FAILURES = (SILENT, REFUSED, UNABLE)


@dataclass(eq=False)
class Cell:
    """Runs of a problem at an epsilon, capped at `limit`: their samples, 0 where that was not enough, or UNKNOWN."""

    number: int
    arms: int
    limit: int
    prepared: list[dict[str, Any]]
    times: NDArray[np.int64]


@dataclass(frozen=True)
class _Wish:
    cell: Cell
    runs: range


class BrowserRuns:
    """What one job has of its visitor's browser, which makes runs of one algorithm.

    failure: why the browser makes no runs, or no more; empty while it does.  is_resting: whether the job lacks
    nothing more.
    """

    def __init__(self, algorithm: str, failure: str = "") -> None:
        self.algorithm = algorithm
        self.failure = failure or ("" if PATIENCE_SECONDS > 0 else ON_SERVER)
        self.is_resting = False
        self._job = uuid4().hex
        self._cells: dict[tuple[SequentialProblem, float, float], Cell] = {}
        self._lacking: list[_Wish] = []
        self._urgent: int | None = None
        self._order: dict[str, Any] = {}
        self._orders = self._sequence = 0
        self._reports = self._seen = self._read = 0  # have come; had when figures were asked for, now and last time
        self._heard_of = time.monotonic()
        self._changed = threading.Condition()

    # For the job's thread.

    def begin(self) -> None:
        """Call it before figures are asked for: `bring` waits for what comes from now on."""
        self._seen = self._reports
        if self._orders == 0:
            self._heard_of = time.monotonic()

    def times(self, problem: SequentialProblem, epsilon: float, runs: int) -> NDArray[np.float64] | None:
        """The samples of the first runs at an epsilon, inf beyond any limit; None, and a wish, if some are unknown."""
        times = self._runs(self._cell(problem, epsilon, LARGEST_MAX_SAMPLES), range(runs))
        return None if times is None else np.where(times > 0, times, math.inf)

    def band(
        self, problem: SequentialProblem, participants: float, confidence: float, scouted: Sequence[float]
    ) -> tuple[float, float] | None:
        """What dpcore's search says; None, and wishes for what it is likely to ask, if some runs are unknown.

        scouted: epsilons at which some runs foretell where it leads.
        """
        scouts = [self.times(problem, epsilon, SCOUTS) for epsilon in scouted]
        if any(each is None for each in scouts):
            self._urgent = self._urgent or len(self._lacking)
            return None
        before, limit = len(self._lacking), min(math.floor(participants), LARGEST_MAX_SAMPLES)
        ordered = np.log([np.sort(np.minimum(each, 1e15)) for each in scouts if each is not None])

        def fitting(epsilon: float, runs: range) -> int:
            cell = self._cell(problem, epsilon, limit)
            times = self._runs(cell, runs)
            return (
                round(_share(cell, epsilon, scouted, ordered) * len(runs)) if times is None else int((times > 0).sum())
            )

        setting = (problem.risk, participants, problem.trust_model, QUANTILE, RUNS, SEED)
        found = dpcore.choosing.simulated_epsilon_band(
            problem.means, *setting, confidence=confidence, fitting=fitting, **problem.gaps
        )
        if len(self._lacking) == before:
            return found
        self._urgent = self._urgent or len(self._lacking)
        return None

    @property
    def lacks(self) -> bool:
        """Whether anything was wished for since the last `bring`."""
        return bool(self._lacking)

    def bring(self, job: Job[None]) -> None:
        """Wait until some of what was wished for is there, the job is stopped, or there is a failure."""
        with self._changed:
            self._orders += 1
            self._order = self._written()
            self._lacking, self._urgent = [], None
            self._read = self._seen
            self._changed.notify_all()
            while self._reports == self._seen and not job.stopped and not self.failure:
                if time.monotonic() - self._heard_of > PATIENCE_SECONDS:
                    self.failure = SILENT
                self._changed.wait(LOOK_SECONDS)

    def rest(self) -> None:
        """The job is about to end: whoever settles need not wait."""
        with self._changed:
            self.is_resting = True
            self._changed.notify_all()

    def _runs(self, cell: Cell, runs: range) -> NDArray[np.int64] | None:
        """The samples of these runs; None, and those that are unknown are wished for, unless all are known."""
        times = cell.times[runs.start : runs.stop].copy()
        unknown = runs.start + np.flatnonzero(times == UNKNOWN)
        if unknown.size == 0:
            return times
        first, stop = int(unknown[0]), int(unknown[-1]) + 1
        if self._lacking and self._lacking[-1].cell is cell and self._lacking[-1].runs.stop == first:
            first = self._lacking.pop().runs.start
        self._lacking.append(_Wish(cell, range(first, stop)))
        return None

    def _cell(self, problem: SequentialProblem, epsilon: float, limit: int) -> Cell:
        key = (problem, epsilon, limit)
        if key not in self._cells:
            setting = (problem.means, epsilon, problem.risk, problem.trust_model, limit)
            leaves = dpcore.choosing.prepared_achievable(*setting, **problem.gaps)
            prepared = [sent(leaf) for leaf in leaves]
            times = np.full(MOST_RUNS, UNKNOWN)
            self._cells[key] = Cell(len(self._cells), len(problem.means), limit, prepared, times)
        return self._cells[key]

    def _written(self) -> dict[str, Any]:
        """What is wished for, as the browser gets it: of each cell what differs from the first one's arguments."""
        common = self._lacking[0].cell.prepared
        wishes = [
            {
                "cell": wish.cell.number,
                "first": wish.runs.start,
                "count": len(wish.runs),
                "changes": {place: leaf for place, leaf in enumerate(wish.cell.prepared) if leaf != common[place]},
            }
            for wish in self._lacking
        ]
        return {"common": common, "wishes": wishes, "urgent": self._urgent or len(wishes)}

    # For the page.

    def order(self, is_wanted: bool) -> dict[str, Any]:
        """What the browser is to make now: nothing unless it is wanted."""
        with self._changed:
            order = self._order if is_wanted and self._order else {"common": [], "wishes": [], "urgent": 0}
            return {**order, "job": self._job, "number": self._orders, "seed": SEED, "heard": self._sequence}

    def take(self, component: object) -> None:
        """Take over a report, as far as it is new; one that is impossible ends the browser's work."""
        report = component.get("made") if isinstance(component, Mapping) else None
        if not isinstance(report, Mapping):
            return
        sequence = report.get("sequence")
        if type(sequence) is not int or not self._sequence < sequence <= LARGEST_SEQUENCE:
            return
        with self._changed:
            self._sequence = sequence
            if report.get("job") != self._job:
                return
            self._heard_of = time.monotonic()
            if report.get("problem"):
                self.failure = UNABLE
            try:
                self._keep(report.get("made"))
            except ValueError:
                self.failure = REFUSED
            self._reports += 1
            self._changed.notify_all()

    def settle(self, job: Job[None]) -> None:
        """Wait a moment until the job's thread has read what has come."""
        with self._changed:
            self._changed.wait_for(lambda: self._read == self._reports or self.is_resting, SETTLE_SECONDS)
        if self.is_resting or job.stopped:
            job.join(SETTLE_SECONDS)

    def _keep(self, made: object) -> None:
        """Keep reported runs, all or none.  Raises: ValueError if they are not what was ordered could be."""
        cells = list(self._cells.values())
        if not isinstance(made, list) or len(made) > MOST_PARTS:
            raise ValueError("no parts, or too many")
        parts = [_checked(part, cells) for part in made]
        for cell, first, times in parts:
            cell.times[first : first + len(times)] = times


def _checked(part: object, cells: Sequence[Cell]) -> tuple[Cell, int, list[int]]:
    """The cell, first number and samples of reported runs."""
    if not isinstance(part, Mapping):
        raise ValueError("no part of a report")
    number, first, times = (part.get(name) for name in ("cell", "first", "times"))
    if type(number) is not int or type(first) is not int or not isinstance(times, list):
        raise ValueError("not numbers")
    if not 0 <= number < len(cells) or not 0 <= first <= first + len(times) <= MOST_RUNS:
        raise ValueError("not ordered")
    cell = cells[number]
    if any(type(time) is not int or (time != 0 and not cell.arms <= time <= cell.limit) for time in times):
        raise ValueError("no numbers of samples")
    return cell, first, times


def _share(cell: Cell, epsilon: float, scouted: Sequence[float], ordered: NDArray[np.float64]) -> float:
    """Which share of a cell's runs is likely to stop: of those that are known, or else by the scouts.

    ordered (S, SCOUTS): the logarithms of the scouts' samples, sorted.
    """
    made = cell.times[cell.times != UNKNOWN]
    if made.size >= SCOUTS:
        return float((made > 0).mean())
    places, place = np.log(scouted), math.log(epsilon)
    right = int(np.clip(np.searchsorted(places, place), 1, places.size - 1))
    weight = min(max(0.0, (place - places[right - 1]) / (places[right] - places[right - 1])), 1.0)
    below = max(0.0, places[0] - place)  # there samples are about inversely proportional to epsilon
    times = (1 - weight) * ordered[right - 1] + weight * ordered[right] + below
    return float(np.mean(times <= math.log(max(1, cell.limit))))
