"""How to choose epsilon for a budget of samples: lower bounds, and what our best proven algorithm reaches.

Under the central trust model an algorithm sees every reward and is eps-global DP; PRISE shows what is achievable.
Under the local one people randomise their own rewards, and PRISE runs without noise on these responses: the responses
are eps-local DP whatever is done with them, and Bernoulli with means in the same order as the arms', so the proof that
PRISE is risk-correct (docs/prise.md) holds for them.
With a smallest difference that matters, `indifference` > 0, PB-TaS with scheduled bets takes PRISE's place
(docs/pb-tas.md); the responses' means differ by tanh(eps/2) times as much as the rewards', so the indifference is
scaled likewise.
With a lead that is to be found, `lead` > 0, PRISE promises less and needs less (docs/prise.md, A lead of D); among the
responses the lead shrinks in the same way.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore._validation import (
    check_choice,
    check_count,
    check_means,
    check_open_interval,
    check_risk,
    check_seed,
    check_type,
)
from dpcore.choosing.bounds import TRUST_MODELS
from dpcore.choosing.observed import achieving, check_promise
from dpcore.choosing.search import EPSILON_GRID, CancelledError, Counter, runs_needed, smallest_band
from dpcore.experiments import CancelFlag
from dpcore.fixed_confidence.result import FixedConfidenceResult
from dpcore.fixed_confidence.simulate import LARGEST_MAX_SAMPLES, simulate_fixed_confidence

MOST_RUNS = 100_000  # the most runs that a caller may ask for
CONFIRMING = 5  # times `runs`: the runs that confirm an epsilon


def simulated_epsilon_band(
    means: ArrayLike,
    risk: float,
    samples: float,
    trust_model: str = "central",
    quantile: float = 0.9,
    runs: int = 200,
    seed: int = 0,
    *,
    confidence: float | None = 0.95,
    indifference: float = 0.0,
    lead: float = 0.0,
    cancel: CancelFlag | None = None,
) -> tuple[float, float] | None:
    """Return (too small, enough): two epsilons between which `samples` begin to suffice in a share `quantile` of runs.

    Both come from a grid of 48 epsilons per decade from 1e-5 to 100, rounded to three digits.  Of the larger ones every
    fourth is tried with `runs` runs, and all of these fit as well; up to 5 times as many runs confirm "enough" and
    refuse "too small" (dpcore.choosing.search).  "Enough" never increases with `samples`.

    Source: this project's PRISE and PB-TaS, as achievable_samples; fixed-sequence tests of binomial shares, standard.
    Deviations: where the first test fails, larger epsilons follow, which a fixed sequence does not cover
    (dpcore.choosing.search).
    Args:
        means, risk, trust_model, quantile, runs, seed, indifference, lead: as achievable_samples.
        samples: the budget, > 0.
        cancel: once set, the search ends within .5 s on a free core and None is returned.
        confidence: that of each test for whether a share `quantile` of all runs fits; None: `runs` runs at each epsilon
            decide.
    Returns: epsilons, nats, simulated; "enough" is inf if none is known to suffice, "too small" is 0 if all may
        suffice.
    Raises: ValueError when an argument is out of its domain.
    Examples:
        >>> simulated_epsilon_band([0.9, 0.5], 0.1, 300, runs=50)
        (0.205, 0.215)
    """
    indifference, lead = check_promise(indifference, lead)
    array, risk = check_means(means, indifference), check_risk(risk)
    check_choice("trust_model", trust_model, TRUST_MODELS)
    budget = check_budget(samples, quantile, runs, seed, confidence, cancel)

    def fitting(epsilon: float, these: range) -> int:
        return budget.fitting(these, array, epsilon, risk, trust_model, indifference=indifference, lead=lead)

    return budget.band(array.size, fitting)


def achievable_samples(
    means: ArrayLike,
    epsilon: float,
    risk: float,
    trust_model: str = "central",
    quantile: float = 0.9,
    runs: int = 200,
    seed: int = 0,
    *,
    indifference: float = 0.0,
    lead: float = 0.0,
    cancel: CancelFlag | None = None,
) -> float | None:
    """Return how many samples were enough in a share `quantile` of simulated runs of a proven risk-correct algorithm.

    The algorithm is PRISE for every instance and epsilon; it is chosen before any run.  PB-TaS with scheduled bets can
    need fewer where one arm is far better than the others, as at (.9, .3), and where privacy neither dominates nor is
    nearly free (`python -m benchmarks.prise`).  With an indifference the algorithm is PB-TaS with
    scheduled bets.  With a lead to be found it is PRISE, which is told the lead.

    Source: this project's PRISE, docs/prise.md, and PB-TaS, docs/pb-tas.md.  Deviations: none.
    Args:
        means: (K,) floats strictly between 0 and 1, one unique maximum unless indifference > 0.
        risk: allowed probability of a wrong answer, in (0, 1/2).
        epsilon: nats, > 0; inf = no privacy.
        trust_model: "central" (a trusted team sees the rewards) or "local" (people randomise their own rewards).
        quantile: in (0, 1); the smallest number that suffices in at least this share of the runs.
        runs: number of runs, 1 to 100,000.  seed: >= 0.
        indifference: the smallest difference between means that matters, in [0, 1); where it is > 0, means may tie and
            an answer may be any of the good_answers.
        lead: the lead that is to be found, in [0, 1), 0 where indifference > 0: if the best arm leads every other by at
            least that, it is named with probability at least 1 - risk; if its lead is smaller, nothing is promised.
        cancel: once set, None is returned within .5 s on a free core.
    Returns: samples, simulated; inf where too few runs stopped within 1e12 samples.
    Raises: ValueError when an argument is out of its domain.
    Examples:
        >>> achievable_samples([0.9, 0.5], 1.0, 0.1, runs=100)
        113.0
    """
    needed, runs, seed = check_sampling(quantile, runs, seed, cancel)
    result = simulate_achievable(
        means, epsilon, risk, trust_model, runs, seed, indifference=indifference, lead=lead, cancel=cancel
    )
    if cancel is not None and cancel.is_set():
        return None
    return float(np.sort(np.where(result.finished, result.stopping_times, math.inf))[needed - 1])


def simulate_achievable(
    means: ArrayLike,
    epsilon: float,
    risk: float,
    trust_model: str = "central",
    runs: int = 200,
    seed: int = 0,
    max_samples: int = LARGEST_MAX_SAMPLES,
    *,
    first_run: int = 0,
    workers: int | None = None,
    indifference: float = 0.0,
    lead: float = 0.0,
    cancel: CancelFlag | None = None,
) -> FixedConfidenceResult:
    """Return the runs behind achievable_samples.

    With the local trust model the result's means, epsilon, indifference and lead are those of the responses.

    The result's `algorithm` says whose runs they are.

    Source, Deviations, Args, Raises: as achievable_samples and simulate_fixed_confidence.
    Returns: simulated samples and recommendations, 0-based.
    Examples:
        >>> int(simulate_achievable([0.9, 0.5], 1.0, 0.1, runs=20).finished.sum())
        20
    """
    algorithm, array, budget, more = achieving(means, epsilon, trust_model, indifference, lead)
    check_type("cancel", cancel, CancelFlag | None)
    return simulate_fixed_confidence(
        algorithm,
        array,
        budget,
        risk,
        runs=runs,
        seed=seed,
        max_samples=max_samples,
        first_run=first_run,
        workers=workers,
        cancel=cancel,
        **more,
    )


def check_sampling(quantile: float, runs: int, seed: int, cancel: CancelFlag | None) -> tuple[int, int, int]:
    """How many runs must stop, the number of runs and the seed."""
    quantile = check_open_interval("quantile", quantile, 0, 1)
    runs = check_count("runs", runs, 1, MOST_RUNS)
    check_type("cancel", cancel, CancelFlag | None)
    return runs_needed(quantile, runs), runs, check_seed(seed)


@dataclass(frozen=True)
class Budget:
    """A budget of samples, at most `limit` in a run, that should be enough in a share `quantile` of runs.

    runs: how many runs give a first answer; CONFIRMING times as many confirm it, in tests of this confidence.
    confidence: None if the first runs decide.
    """

    limit: int
    quantile: float
    runs: int
    seed: int
    confidence: float | None
    cancel: CancelFlag | None

    def fitting(
        self, these: range, means: ArrayLike, epsilon: float, risk: float, trust_model: str, **promise: float
    ) -> int:
        """How many of the runs with these numbers stop in time."""
        how: dict[str, Any] = {"first_run": these.start, "cancel": self.cancel, **promise}
        result = simulate_achievable(means, epsilon, risk, trust_model, len(these), self.seed, self.limit, **how)
        if self.cancel is not None and self.cancel.is_set():
            raise CancelledError
        return int(result.finished.sum())

    def band(self, arms: int, fitting: Counter, grid: NDArray[np.float64] = EPSILON_GRID) -> tuple[float, float] | None:
        """The grid's two values between which the budget begins to suffice (smallest_band); None once cancelled."""

        def counted(value: float, these: range) -> int:
            return 0 if self.limit < arms else fitting(value, these)

        screening, confirming = range(self.runs), range(self.runs, (1 + CONFIRMING) * self.runs)
        try:
            return smallest_band(counted, self.quantile, screening, confirming, self.confidence, grid=grid)
        except CancelledError:
            return None


def check_budget(
    samples: float, quantile: float, runs: int, seed: int, confidence: float | None, cancel: CancelFlag | None
) -> Budget:
    """The budget of a search."""
    limit = min(math.floor(check_open_interval("samples", samples, 0, math.inf)), LARGEST_MAX_SAMPLES)
    _, runs, seed = check_sampling(quantile, runs, seed, cancel)
    if confidence is not None:
        confidence = check_open_interval("confidence", confidence, 0, 1)
    return Budget(limit, float(quantile), runs, seed, confidence, cancel)
