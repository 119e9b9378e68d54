"""What a fixed-budget experiment returns: runs that can be extended, and the story of one run."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpcore._intervals import binomial_interval
from dpcore._joining import joined_runs


@dataclass(frozen=True, eq=False)
class FixedBudgetResult:
    """R runs, numbers first_run to first_run + R - 1 of the experiment with this seed.

    recommendations (R,) 0-based arms; pulls (R, K) samples per arm; phase_pulls (R, M) samples per phase.  parameters
    holds every argument that the runs depend on besides algorithm, seed and version, and the means (K,) they imply; its
    "epsilon" is None without privacy.
    """

    algorithm: str
    seed: int
    first_run: int
    version: str
    parameters: dict[str, Any]
    recommendations: NDArray[np.int64]
    pulls: NDArray[np.int64]
    phase_pulls: NDArray[np.int64]

    @property
    def runs(self) -> int:
        """The number of runs held."""
        return self.recommendations.size

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

    def extended_by(self, later: "FixedBudgetResult") -> "FixedBudgetResult":
        """Return these runs followed by `later`: the same experiment with first_run = this one's first_run + runs.

        Raises: ValueError when `later` is not the continuation of this experiment.
        """
        return joined_runs(self, later, "recommendations", "pulls", "phase_pulls")


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


@dataclass(frozen=True, eq=False)
class FixedBudgetTrace:
    """The story of one run; recommendation and pulls (K,) as in FixedBudgetResult for the same seed and run."""

    algorithm: str
    seed: int
    run: int
    version: str
    parameters: dict[str, Any]
    recommendation: int
    pulls: NDArray[np.int64]
    phases: tuple[FixedBudgetPhase, ...]
