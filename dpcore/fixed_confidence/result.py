"""What a fixed-confidence experiment returns: runs that can be extended, their summary, and the story of one run."""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from dpcore._indifference import good_answers
from dpcore._intervals import binomial_interval, mean_interval
from dpcore._tabular import Tabular
from dpcore.experiments import ExperimentResult, Origin

QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)


@dataclass(frozen=True)
class FixedConfidenceSummary(Tabular):
    """The figures of an experiment; an interval is at 95 %.

    A run is capped when it used max_samples without stopping.  mean and mean_interval (normal approximation; None also
    for a single run) are None when any run is capped or there is no run.  median and each quantile (level to value) are
    None where the capped runs leave them undetermined.  An error is a wrong recommendation, none of the
    good_answers; the exact binomial intervals are (0, 1) and a rate is None without runs.
    """

    runs: int
    capped: int
    share_capped: float | None
    mean: float | None
    mean_interval: tuple[float, float] | None
    median: float | None
    quantiles: dict[float, float | None]
    errors_finished: int
    error_rate_finished: float | None
    error_interval_finished: tuple[float, float]
    errors_all: int
    error_rate_all: float | None
    error_interval_all: tuple[float, float]


@dataclass(frozen=True, eq=False, kw_only=True)
class FixedConfidenceResult(ExperimentResult):
    """R runs, numbers first_run to first_run + R - 1 of the experiment with this seed.

    stopping_times (R,) samples used; recommendations (R,) 0-based arms; finished (R,) False where the run was capped at
    max_samples: its recommendation is the leader at that moment; pulls (R, K) samples per arm.
    """

    PER_RUN: ClassVar = {
        "stopping_times": "stopping_time",
        "recommendations": "recommendation",
        "finished": "finished",
        "pulls": "pulls",
    }

    stopping_times: NDArray[np.int64]
    recommendations: NDArray[np.int64]
    finished: NDArray[np.bool_]
    pulls: NDArray[np.int64]

    def summary(self) -> FixedConfidenceSummary:
        """Return mean, quantiles, error rates and the share of capped runs, each only where the runs determine it."""
        runs, capped = self.runs, int(np.sum(~self.finished))
        good = good_answers(self.parameters["means"], self.parameters.get("indifference", 0.0))
        wrong = ~good[self.recommendations]
        errors_finished, errors_all = int(np.sum(wrong & self.finished)), int(np.sum(wrong))
        is_known = runs > 0 and capped == 0
        quantiles = {level: self._quantile(level) for level in QUANTILES}
        return FixedConfidenceSummary(
            runs=runs,
            capped=capped,
            share_capped=capped / runs if runs else None,
            mean=float(np.mean(self.stopping_times)) if is_known else None,
            mean_interval=mean_interval(self.stopping_times) if is_known else None,
            median=quantiles[0.5],
            quantiles=quantiles,
            errors_finished=errors_finished,
            error_rate_finished=errors_finished / (runs - capped) if runs > capped else None,
            error_interval_finished=binomial_interval(errors_finished, runs - capped),
            errors_all=errors_all,
            error_rate_all=errors_all / runs if runs else None,
            error_interval_all=binomial_interval(errors_all, runs),
        )

    def _quantile(self, level: float) -> float | None:
        """The quantile by linear interpolation between ranks, the capped runs ranking after all finished ones."""
        known = np.sort(self.stopping_times[self.finished])
        rank = level * (self.runs - 1)
        if self.runs == 0 or math.ceil(rank) >= known.size:
            return None
        return float(np.interp(rank, np.arange(known.size), known))


@dataclass(frozen=True, eq=False, kw_only=True)
class FixedConfidenceTrace(Origin):
    """The story of one run, told in E moments (releases, or for algorithms that release nothing, chosen instants).

    times (E,) samples used; arms (E,) the arm released or pulled; noise (E,) added to the released sum of rewards, 0
    without a release; leaders, challengers (E,) after the moment, challenger -1 where there is none.  private_means (E,
    K) what the algorithm decides with, private_counts (E, K) how many rewards are in it, empirical_means (E, K) the
    mean of the same rewards without noise; counts (E, K) pulls.  costs, thresholds (E, K): the stopping test of the
    answer (the arm that would be recommended now) against each arm, passed when the cost reaches the threshold; 0 at
    the answer itself and where no test exists yet.  The last moment is the stop, or the cap.  stopping_time,
    recommendation, finished, pulls (K,): as in FixedConfidenceResult for the same seed and run.
    """

    run: int
    stopping_time: int
    recommendation: int
    finished: bool
    pulls: NDArray[np.int64]
    times: NDArray[np.int64]
    arms: NDArray[np.int64]
    noise: NDArray[np.float64]
    leaders: NDArray[np.int64]
    challengers: NDArray[np.int64]
    private_means: NDArray[np.float64]
    empirical_means: NDArray[np.float64]
    counts: NDArray[np.int64]
    private_counts: NDArray[np.int64]
    costs: NDArray[np.float64]
    thresholds: NDArray[np.float64]
