"""What a fixed-budget experiment returns: runs that can be extended, and the story of one run."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from dpcore._intervals import binomial_interval
from dpcore._tabular import Tabular
from dpcore.experiments import ExperimentResult, Origin


@dataclass(frozen=True)
class FixedBudgetSummary(Tabular):
    """The wrong recommendations; error_rate is None without runs, the exact binomial 95 % interval then (0, 1)."""

    runs: int
    errors: int
    error_rate: float | None
    error_interval: tuple[float, float]


@dataclass(frozen=True, eq=False, kw_only=True)
class FixedBudgetResult(ExperimentResult):
    """Runs of a fixed-budget algorithm.

    recommendations (R,) 0-based arms; pulls (R, K) samples per arm; phase_pulls (R, M) samples per phase.  parameters
    also holds the means (K,) that features and theta imply.
    """

    PER_RUN: ClassVar = {"recommendations": "recommendation", "pulls": "pulls", "phase_pulls": "phase_pulls"}

    recommendations: NDArray[np.int64]
    pulls: NDArray[np.int64]
    phase_pulls: NDArray[np.int64]

    @property
    def best_arm(self) -> int:
        """The right answer, 0-based."""
        return int(np.argmax(self.parameters["means"]))

    @property
    def errors(self) -> int:
        """The number of wrong recommendations."""
        return int(np.sum(self.recommendations != self.best_arm))

    @property
    def error_rate(self) -> float | None:
        """The share of wrong recommendations, None without runs."""
        return self.errors / self.runs if self.runs else None

    @property
    def error_interval(self) -> tuple[float, float]:
        """The exact (Clopper-Pearson) 95 % interval of the error probability; (0, 1) without runs."""
        return binomial_interval(self.errors, self.runs)

    def summary(self) -> FixedBudgetSummary:
        """Return how often the recommendation was wrong."""
        return FixedBudgetSummary(self.runs, self.errors, self.error_rate, self.error_interval)


@dataclass(frozen=True, eq=False)
class FixedBudgetPhase:
    """One phase of one run; arms are 0-based.

    active (s,) arms at its start, ascending; dimension of their features' span; pulled (b,) the arms measured, and
    counts (b,) how often each.  estimates (s,) the (private) means that decide, in the order of `active`; they are not
    clipped to [0, 1].  coefficients (s, b) that express the active arms' features in those of the pulled ones where
    these are a Max-Det collection, else None (every active arm pulled, or a least-squares fit).  kept (s',) and
    eliminated arms.
    """

    active: NDArray[np.int64]
    dimension: int
    pulled: NDArray[np.int64]
    counts: NDArray[np.int64]
    estimates: NDArray[np.float64]
    coefficients: NDArray[np.float64] | None
    kept: NDArray[np.int64]
    eliminated: NDArray[np.int64]


@dataclass(frozen=True, eq=False, kw_only=True)
class FixedBudgetTrace(Origin):
    """The story of one run; recommendation and pulls (K,) as in FixedBudgetResult for the same seed and run."""

    run: int
    recommendation: int
    pulls: NDArray[np.int64]
    phases: tuple[FixedBudgetPhase, ...]
