"""What runs of a private stopping rule return: runs that can be extended, their summary, and the tests of one run."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from dpcore._intervals import binomial_interval, mean_interval
from dpcore._tabular import Tabular
from dpcore.experiments import ExperimentResult, Origin


@dataclass(frozen=True)
class StoppingSummary(Tabular):
    """What the runs say: exact (Clopper-Pearson) 95 % intervals for the rates, a normal one for the mean.

    An error is a finished run with |estimate - mean| > relative_error |mean|; success_rate is among finished runs,
    error_rate among all runs (this is what the risk bounds).  With unfinished runs the mean stopping time and the
    quantiles are lower bounds.  None: too few runs to say.
    """

    runs: int
    finished: int
    errors: int
    error_rate_interval: tuple[float, float]
    success_rate: float | None
    success_rate_interval: tuple[float, float]
    mean_stopping_time: float | None
    mean_stopping_time_interval: tuple[float, float] | None
    stopping_time_quantiles: dict[float, float]


@dataclass(frozen=True, eq=False, kw_only=True)
class PrivateStoppingResult(ExperimentResult):
    """Runs of one stopping rule: stopping_times (R,) samples, estimates (R,) of the mean, finished (R,).

    A run with finished False reached max_samples, which is then its stopping time; it released no estimate (NaN).
    """

    PER_RUN: ClassVar = {"stopping_times": "stopping_time", "estimates": "estimate", "finished": "finished"}

    stopping_times: NDArray[np.int64]
    estimates: NDArray[np.float64]
    finished: NDArray[np.bool_]

    def summary(self) -> StoppingSummary:
        """Return the figures to show, each only where the runs determine it."""
        runs, finished = self.runs, int(self.finished.sum())
        mean, relative_error = self.parameters["mean"], self.parameters["relative_error"]
        errors = int((np.abs(self.estimates[self.finished] - mean) > relative_error * abs(mean)).sum())
        return StoppingSummary(
            runs=runs,
            finished=finished,
            errors=errors,
            error_rate_interval=binomial_interval(errors, runs),
            success_rate=1 - errors / finished if finished else None,
            success_rate_interval=binomial_interval(finished - errors, finished),
            mean_stopping_time=float(self.stopping_times.mean()) if runs else None,
            mean_stopping_time_interval=mean_interval(self.stopping_times),
            stopping_time_quantiles={q: float(np.quantile(self.stopping_times, q)) for q in (0.1, 0.5, 0.9) if runs},
        )


@dataclass(frozen=True, eq=False, kw_only=True)
class StoppingTrace(Origin):
    """The tests of one run at log-spaced times, the last one where it stopped.

    times (S,) samples; sample_means (S,) the true running mean; thresholds (S,) h_t (1 + 1/alpha) + c_t/t;
    threshold_noise B and query_noises (S,) A_t, both added to the threshold after division by t.  The rule halts when
    |sample mean| >= noisy threshold.  B, A_t and the sample means are internal: only time and estimate are released.
    estimate is None when the run reached max_samples.
    """

    times: NDArray[np.int64]
    sample_means: NDArray[np.float64]
    thresholds: NDArray[np.float64]
    threshold_noise: float
    query_noises: NDArray[np.float64]
    finished: bool
    stopping_time: int
    estimate: float | None
    run: int

    @property
    def noisy_thresholds(self) -> NDArray[np.float64]:
        """(S,) threshold plus (B + A_t)/t, what |sample mean| is compared with."""
        return self.thresholds + (self.threshold_noise + self.query_noises) / self.times
