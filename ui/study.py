"""A study of stopping times: curves of algorithms over epsilon, filled in rounds and never computed twice."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import dpcore
from dpcore.fixed_confidence import FixedConfidenceResult, find_algorithm
from ui.jobs import Job

FIRST_ROUND = 4


@dataclass(frozen=True)
class Curve:
    """One algorithm with one of its thresholds and its parameters; its `key` names it in links."""

    algorithm: str
    threshold: str
    parameters: tuple[tuple[str, Any], ...] = ()

    @property
    def key(self) -> str:
        """The algorithm's name, with the threshold where it is not the proven one."""
        return self.algorithm if self.threshold == "proven" else f"{self.algorithm}-{self.threshold}"

    @property
    def label(self) -> str:
        """What people read."""
        label = find_algorithm(self.algorithm).label
        return label if self.threshold == "proven" else f"{label} (heuristic)"

    @property
    def is_private(self) -> bool:
        """Whether it depends on epsilon."""
        return find_algorithm(self.algorithm).is_private


def all_curves() -> dict[str, Curve]:
    """Every algorithm with each of its thresholds, by key."""
    curves = [
        Curve(name, threshold)
        for name in dpcore.fixed_confidence_algorithms()
        for threshold in find_algorithm(name).thresholds
    ]
    return {curve.key: curve for curve in curves}


@dataclass(frozen=True)
class Problem:
    """What all curves of a study have in common."""

    means: tuple[float, ...]
    risk: float
    max_samples: int
    seed: int


# epsilon is None for a curve that does not depend on it.
Cell = tuple[Curve, float | None]


@dataclass
class Study:
    """The runs made so far for one problem, by curve and epsilon; only one worker at a time writes to it."""

    problem: Problem
    results: dict[Cell, FixedConfidenceResult] = field(default_factory=dict)

    def cells(self, curves: list[Curve], epsilons: list[float]) -> list[Cell]:
        """The points to compute, the quick ones (large epsilon) first."""
        everywhere: list[Cell] = [(curve, None) for curve in curves if not curve.is_private]
        private = [curve for curve in curves if curve.is_private]
        return everywhere + [(curve, epsilon) for epsilon in sorted(epsilons, reverse=True) for curve in private]

    def missing(self, cells: list[Cell], runs: int) -> int:
        """How many runs the cells lack."""
        return sum(max(0, runs - self.runs(cell)) for cell in cells)

    def runs(self, cell: Cell) -> int:
        """How many runs a cell has."""
        return self.results[cell].runs if cell in self.results else 0

    def fill(self, job: Job, cells: list[Cell], runs: int) -> None:
        """Bring every cell to `runs` runs, in rounds that double, so that all curves grow together."""
        total, done = self.missing(cells, runs), 0
        for target in _rounds(runs):
            for cell in cells:
                lacking = target - self.runs(cell)
                if lacking <= 0:
                    continue
                self._extend(job, cell, lacking)
                if job.stopped:
                    return
                done += lacking
                job.publish(None, min(done, total))

    def _extend(self, job: Job, cell: Cell, runs: int) -> None:
        curve, epsilon = cell
        more = dpcore.simulate_fixed_confidence(
            curve.algorithm,
            self.problem.means,
            epsilon,
            self.problem.risk,
            runs,
            self.problem.seed,
            self.problem.max_samples,
            curve.threshold,
            first_run=self.runs(cell),
            cancel=job.cancel,
            **dict(curve.parameters),
        )
        if more.runs:
            self.results[cell] = self.results[cell].extended_by(more) if cell in self.results else more


def _rounds(runs: int) -> Iterator[int]:
    target = FIRST_ROUND
    while target < runs:
        yield target
        target *= 2
    yield runs


def table_rows(results: Mapping[Cell, FixedConfidenceResult]) -> list[dict[str, Any]]:
    """One row of exact figures per cell, for the table and the CSV."""
    rows = []
    for (curve, epsilon), result in results.items():
        summary = result.summary()
        low, high = summary.error_interval_finished
        rows.append(
            {
                "algorithm": curve.label,
                "epsilon": epsilon,
                "runs": summary.runs,
                "share capped": summary.share_capped,
                "10 %": summary.quantiles[0.1],
                "median": summary.median,
                "90 %": summary.quantiles[0.9],
                "mean": summary.mean,
                "mean, low": summary.mean_interval and summary.mean_interval[0],
                "mean, high": summary.mean_interval and summary.mean_interval[1],
                "wrong, of finished": summary.error_rate_finished,
                "wrong, low": low,
                "wrong, high": high,
                "wrong, of all": summary.error_rate_all,
                "seed": result.seed,
                "version": result.version,
            }
        )
    return rows
