"""When simulated runs of a plan look at their data, and what they have answered by a number of samples."""

import math
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore._intervals import binomial_interval, mean_interval
from dpcore._validation import check_array, check_open_interval
from dpcore.experiments import ExperimentResult


@dataclass(frozen=True)
class AnswerBy:
    """How many of `runs` simulated runs had answered right, wrong or not at all by `samples` samples.

    Each interval is the exact (Clopper-Pearson) 95 % interval of one probability, (0, 1) without runs.  The risk of the
    method is a proven bound on the probability of "wrong" at every number of samples; the other two are only simulated.
    """

    samples: float
    runs: int
    right: int
    wrong: int

    @property
    def unanswered(self) -> int:
        """Runs that had not stopped."""
        return self.runs - self.right - self.wrong

    @property
    def right_interval(self) -> tuple[float, float]:
        """Of the probability of a right answer."""
        return binomial_interval(self.right, self.runs)

    @property
    def wrong_interval(self) -> tuple[float, float]:
        """Of the probability of a wrong answer."""
        return binomial_interval(self.wrong, self.runs)

    @property
    def unanswered_interval(self) -> tuple[float, float]:
        """Of the probability of no answer."""
        return binomial_interval(self.unanswered, self.runs)


@dataclass(frozen=True, eq=False)
class LooksByNumber:
    """What happens at look 1, ..., J, in those runs that get there; J is the most looks that a run made.

    reached (J,) runs; samples (3, J): their 10 %, 50 % and 90 % quantiles; pulls (J, K) medians per arm, which need not
    add up to the median of all samples; done (J,) runs, of all, that have answered at this look or before, and
    done_interval (2, J), the exact 95 % interval of this share.
    """

    reached: NDArray[np.int64]
    samples: NDArray[np.int64]
    pulls: NDArray[np.int64]
    done: NDArray[np.int64]
    done_interval: NDArray[np.float64]


@dataclass(frozen=True, eq=False, kw_only=True)
class LookSchedule(ExperimentResult):
    """The looks of R runs, numbers first_run to first_run + R - 1 of the experiment with this seed.

    stopping_times, recommendations, finished (R,): as FixedConfidenceResult, of the very same runs; right (R,): whether
    a good arm would be answered; looks (R,): how many, the last one at the stop; pulls (L, K), L = looks.sum(): samples
    of each arm at every look, run after run.
    """

    PER_RUN: ClassVar = {
        "stopping_times": "stopping_time",
        "recommendations": "recommendation",
        "finished": "finished",
        "right": "right",
        "looks": "looks",
    }

    stopping_times: NDArray[np.int64]
    recommendations: NDArray[np.int64]
    finished: NDArray[np.bool_]
    right: NDArray[np.bool_]
    looks: NDArray[np.int64]
    pulls: NDArray[np.int64]

    @property
    def times(self) -> NDArray[np.int64]:
        """(L,): samples of all arms at every look, run after run."""
        return self.pulls.sum(axis=1)

    @property
    def answer_times(self) -> NDArray[np.float64]:
        """(R,): samples at the answer, inf without one."""
        return np.where(self.finished, self.stopping_times, math.inf)

    @property
    def mean_looks(self) -> float | None:
        """Looks of a run on average; None without runs or if one was capped."""
        return float(self.looks.mean()) if self.runs and self.finished.all() else None

    @property
    def mean_looks_interval(self) -> tuple[float, float] | None:
        """95 % of the mean, normal approximation; None where there is no mean, and for a single run."""
        return None if self.mean_looks is None else mean_interval(self.looks)

    def extended_by(self, later: Self) -> Self:
        """Return these runs followed by `later`; see ExperimentResult."""
        return replace(super().extended_by(later), pulls=np.concatenate([self.pulls, later.pulls]))

    def to_records(self) -> list[dict[str, Any]]:
        """Return a dict per look: algorithm, seed, version, run, look (from 1), samples, and pulls per arm."""
        origin = {"algorithm": self.algorithm, "seed": self.seed, "version": self.version}
        places = [(run, look) for run, looks in enumerate(self.looks.tolist()) for look in range(looks)]
        return [
            {**origin, "run": self.first_run + run, "look": look + 1, "samples": samples, "pulls": pulls}
            for (run, look), samples, pulls in zip(places, self.times.tolist(), self.pulls.tolist(), strict=True)
        ]

    def summary(self) -> LooksByNumber:
        """Return what happens at each look."""
        starts, times = np.cumsum(self.looks) - self.looks, self.times
        most = int(self.looks.max(initial=0))
        samples, pulls = np.zeros((3, most), np.int64), np.zeros((most, self.pulls.shape[1]), np.int64)
        for look in range(most):
            here = starts[self.looks > look] + look
            samples[:, look] = np.quantile(times[here], (0.1, 0.5, 0.9), method="inverted_cdf")
            pulls[look] = np.quantile(self.pulls[here], 0.5, axis=0, method="inverted_cdf")
        numbers = np.arange(1, most + 1)
        done = np.sum(self.finished & (self.looks <= numbers[:, None]), axis=1)
        return LooksByNumber(
            reached=np.sum(self.looks >= numbers[:, None], axis=1),
            samples=samples,
            pulls=pulls,
            done=done,
            done_interval=self._intervals(done),
        )

    def done_by(self, samples: ArrayLike) -> NDArray[np.int64]:
        """Return how many runs have answered by each number of samples, in the shape of `samples`.

        Raises: ValueError when `samples` are not numbers.
        """
        by = check_array("samples", samples)
        return np.searchsorted(np.sort(self.answer_times), by, side="right")

    def done_interval(self, samples: ArrayLike) -> NDArray[np.float64]:
        """Return (2, ...): the exact (Clopper-Pearson) 95 % interval of the probability to have answered by `samples`.

        Raises: ValueError when `samples` are not numbers.
        """
        return self._intervals(self.done_by(samples))

    def _intervals(self, done: NDArray[np.int64]) -> NDArray[np.float64]:
        ends = np.array([binomial_interval(each, self.runs) for each in done.ravel().tolist()]).reshape(-1, 2)
        return ends.T.reshape(2, *done.shape)

    def looks_by(self, samples: ArrayLike) -> NDArray[np.float64]:
        """Return the average looks of a run by each number of samples, in the shape of `samples`; NaN without runs.

        Raises: ValueError when `samples` are not numbers.
        """
        made = np.searchsorted(np.sort(self.times), check_array("samples", samples), side="right")
        return made / self.runs if self.runs else np.full(made.shape, np.nan)

    def answer_by(self, samples: float) -> AnswerBy:
        """Return what these runs had answered by this number of samples, at most max_samples.

        A run that has not stopped by then has no answer: naming the arm that leads then is not covered by the risk.

        Raises: ValueError when an argument is out of its domain.
        """
        samples = check_open_interval("samples", samples, 0, self.parameters["max_samples"] + 1)
        is_done = self.answer_times <= samples
        return AnswerBy(samples, self.runs, int(np.sum(is_done & self.right)), int(np.sum(is_done & ~self.right)))
