"""A study of stopping times: curves of algorithms over epsilon, filled in rounds and never computed twice."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import dpcore
from dpcore.fixed_confidence import FixedConfidenceResult, find_algorithm
from ui.jobs.growing import GrowingRuns


@dataclass(frozen=True)
class Curve:
    """One algorithm with one of its thresholds and its parameters; its `key` names it in links."""

    algorithm: str
    threshold: str
    parameters: tuple[tuple[str, Any], ...] = ()

    @property
    def key(self) -> str:
        """The algorithm's name, with its threshold and parameters where they are not the usual ones."""
        return "-".join([self.algorithm, *self._peculiarities()])

    @property
    def label(self) -> str:
        """What people read."""
        label, peculiarities = find_algorithm(self.algorithm).label, self._peculiarities()
        return f"{label} ({', '.join(peculiarities)})" if peculiarities else label

    def _peculiarities(self) -> list[str]:
        heuristic = [] if self.threshold == "proven" else [self.threshold]
        return [*heuristic, *(f"{value} {name}" for name, value in self.parameters)]

    @property
    def is_private(self) -> bool:
        """Whether it depends on epsilon."""
        return find_algorithm(self.algorithm).is_private


def all_curves() -> dict[str, Curve]:
    """Every algorithm with each of its thresholds, and with each choice of a named parameter (a leader), by key."""
    curves = []
    for name in dpcore.fixed_confidence_algorithms():
        entry = find_algorithm(name)
        choices = [(p.name, choice) for p in entry.parameters for choice in p.choices if choice != p.default]
        for threshold in entry.thresholds:
            curves.append(Curve(name, threshold))
            curves.extend(Curve(name, threshold, (choice,)) for choice in choices)
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


class Study(GrowingRuns[Cell, FixedConfidenceResult]):
    """The runs made so far for one problem, by curve and epsilon."""

    def __init__(self, problem: Problem) -> None:
        super().__init__()
        self.problem = problem

    def cells(self, curves: list[Curve], epsilons: list[float]) -> list[Cell]:
        """The points to compute, the quick ones (large epsilon) first."""
        everywhere: list[Cell] = [(curve, None) for curve in curves if not curve.is_private]
        private = [curve for curve in curves if curve.is_private]
        return everywhere + [(curve, epsilon) for epsilon in sorted(epsilons, reverse=True) for curve in private]

    def simulate(self, cell: Cell, first_run: int, runs: int, cancel: dpcore.CancelFlag) -> FixedConfidenceResult:
        """See GrowingRuns."""
        curve, epsilon = cell
        return dpcore.simulate_fixed_confidence(
            curve.algorithm,
            self.problem.means,
            epsilon,
            self.problem.risk,
            runs,
            self.problem.seed,
            self.problem.max_samples,
            curve.threshold,
            first_run=first_run,
            cancel=cancel,
            **dict(curve.parameters),
        )


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
