"""What one question takes, in simulated runs, under pure epsilon-DP and the weaker promises of Gaussian noise."""

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

import dpcore
from dpcore.fixed_confidence.simulate import LARGEST_MAX_SAMPLES
from ui.jobs.job import Job
from ui.state.keys import DELTA

PURE, CONCENTRATED, APPROXIMATE = "ε-DP", "ρ-zCDP", "(ε, 10⁻⁶)-DP"
GAUSSIAN, LAPLACE = "gaussian-pb-tas", "pb-tas"  # the same algorithm with either noise


@dataclass(frozen=True)
class KeptPromise:
    """A kind of promise and an algorithm that keeps it; rho: its budget, None where that is epsilon."""

    kind: str
    algorithm: str
    rho: float | None = None

    @property
    def label(self) -> str:
        """What people call the algorithm."""
        label = dpcore.fixed_confidence_algorithms()[self.algorithm].label
        return f"{label} (scheduled evidence)" if self.algorithm == LAPLACE else label


@dataclass(frozen=True)
class PromiseQuestion:
    """What is compared.

    rates: a row of means for all runs, or one for each run.  quantile: the share of runs for which the participants
    shown are enough; None if they are the average.  bound: the lower bound under epsilon-DP; without_privacy: that
    without privacy.  is_asymptotic: whether both are proven only as the risk goes to 0.
    """

    rates: tuple[tuple[float, ...], ...]
    epsilon: float
    risk: float
    indifference: float
    runs: int
    seed: int
    quantile: float | None
    bound: float
    without_privacy: float
    is_asymptotic: bool = False

    @property
    def is_about_one(self) -> bool:
        """Whether all runs are about the same means, so that lower bounds on what they take are known."""
        return len(self.rates) == 1

    @cached_property
    def promises(self) -> tuple[KeptPromise, ...]:
        """What the pages call achievable first, then one algorithm with Laplace and with Gaussian noise."""
        best = dpcore.choosing.achieving_algorithm(self.indifference)
        pure = [KeptPromise(PURE, name) for name in dict.fromkeys((best, LAPLACE))]
        implied = dpcore.privacy.rho_from_epsilon(self.epsilon)
        allowed = dpcore.privacy.gaussian_rho(self.epsilon, DELTA)
        return (*pure, KeptPromise(CONCENTRATED, GAUSSIAN, implied), KeptPromise(APPROXIMATE, GAUSSIAN, allowed))


@dataclass(frozen=True)
class Taken:
    """Participants that a method takes, inf where too many runs were given up, and the 95 % interval of this figure."""

    participants: float
    low: float
    high: float


@dataclass(eq=False)
class PromiseStudy:
    """The figures found so far; only one worker at a time writes to it.

    bounds: on what each kind of promise takes, by kind.
    """

    found: dict[KeptPromise, Taken] = field(default_factory=dict)
    bounds: dict[str, float] = field(default_factory=dict)

    def missing(self, question: PromiseQuestion) -> int:
        """How many figures are not known yet."""
        return len(set(question.promises) - set(self.found))

    def fill(self, job: Job[None], question: PromiseQuestion) -> None:
        """Find what is missing."""
        if not self.bounds:
            self.bounds = bounds_of(question)
        for promise in question.promises:
            if promise not in self.found and not job.stopped:
                needed = taken_by(question, promise, job.cancel)
                if needed is not None:
                    self.found[promise] = needed
                    job.advance(1)


def bounds_of(question: PromiseQuestion) -> dict[str, float]:
    """The lower bounds by kind of promise, for methods of this risk; {} where the runs are about many means.

    A bound for a weaker promise also holds for epsilon-DP.
    """
    if not question.is_about_one:
        return {}
    (means,), rho = question.rates, dpcore.privacy.rho_from_epsilon(question.epsilon)
    more: dict[str, Any] = {"quantile": question.quantile, "indifference": question.indifference}
    concentrated = dpcore.choosing.necessary_samples_under_zcdp(means, rho, question.risk, **more)
    approximate = dpcore.choosing.necessary_samples_under_approximate_dp(
        means, question.epsilon, DELTA, question.risk, **more
    )
    return {
        PURE: max(question.bound, concentrated, approximate),
        CONCENTRATED: concentrated,
        APPROXIMATE: approximate,
    }


def taken_by(question: PromiseQuestion, promise: KeptPromise, cancel: dpcore.CancelFlag) -> Taken | None:
    """What a promise takes; None once `cancel` is set.  Of several rows of means, run number i is about row i."""
    more: dict[str, Any] = {"evidence": "scheduled"} if promise.algorithm == LAPLACE else {}
    results = [
        dpcore.simulate_fixed_confidence(
            promise.algorithm,
            means,
            question.epsilon,
            question.risk,
            rho=promise.rho,
            runs=question.runs if question.is_about_one else 1,
            first_run=first_run,
            seed=question.seed,
            max_samples=LARGEST_MAX_SAMPLES,
            indifference=question.indifference,
            cancel=cancel,
            **more,
        )
        for first_run, means in enumerate(question.rates)
        if question.indifference > 0 or means.count(max(means)) == 1  # or no run would ever stop
    ]
    if cancel.is_set():
        return None
    if question.quantile is None:
        summary = results[0].summary()
        if summary.mean is None or summary.mean_interval is None:
            return Taken(math.inf, math.inf, math.inf)
        return Taken(summary.mean, *summary.mean_interval)
    times = [np.where(result.finished, result.stopping_times, math.inf) for result in results]
    ties = np.full(len(question.rates) - len(results), math.inf)
    low, middle, high = dpcore.choosing.quantile_interval(np.concatenate([*times, ties]), question.quantile)
    return Taken(middle, low, high)
