"""Choosing epsilon from a budget of samples: what no algorithm can reach, and what the best proven one does reach.

Under the central trust model an algorithm sees every reward and is eps-global DP; PRISE shows what is achievable.
Under the local one each person randomises the own reward, and PRISE runs without noise on these responses: the
responses are eps-local DP whatever is done with them, and they are Bernoulli with means in the order of the arms', so
PRISE is risk-correct on them by its own proof (docs/prise.md).
"""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore._validation import (
    check_choice,
    check_count,
    check_epsilon,
    check_means,
    check_open_interval,
    check_risk,
    check_seed,
    check_type,
)
from dpcore.choosing.bounds import TRUST_MODELS, possible_epsilon
from dpcore.experiments import CancelFlag
from dpcore.fixed_confidence.result import FixedConfidenceResult
from dpcore.fixed_confidence.simulate import LARGEST_MAX_SAMPLES, simulate_fixed_confidence

GUARANTEES = ("lower_bound", "simulated")
ACHIEVING_ALGORITHM = "prise"  # the proven one that shows what is achievable, for every instance and epsilon
EPSILON_GRID = np.geomspace(1e-5, 1e2, 1023)
CHUNK = 40
MOST_RUNS = 100_000  # that a quantile may ask for


def smallest_epsilon(
    means: ArrayLike,
    risk: float,
    samples: float,
    guarantee: str = "lower_bound",
    trust_model: str = "central",
    quantile: float = 0.9,
    runs: int = 200,
    seed: int = 0,
    *,
    cancel: CancelFlag | None = None,
) -> float | None:
    """Return the smallest epsilon with which `samples` samples can identify the best arm.

    "lower_bound": no risk-correct private algorithm needs fewer than `samples` samples on average at a smaller epsilon;
    the exact inverse of necessary_samples.  "simulated": of 1023 epsilons from 1e-5 to 100 (a log grid of step 1.6 %)
    one at which achievable_samples is at most `samples` while at the next smaller one it is not, found by bisection:
    the only such one unless achievable_samples, which falls with epsilon but for some waves, crosses `samples` again.
    Every epsilon is tried on the same random numbers, and the result never increases with `samples`.

    Source, Deviations: as necessary_samples and achievable_samples.
    Args:
        means: (K,) floats strictly between 0 and 1, one unique maximum.
        risk: allowed probability of a wrong answer, in (0, 1/2).
        samples: the budget, > 0.
        guarantee: "lower_bound" (necessary) or "simulated" (sufficient in a `quantile` of runs).
        trust_model, quantile, runs, seed: as achievable_samples; the last three only for "simulated".
        cancel: once set, the search ends within about 0.1 s and None is returned.
    Returns: epsilon, nats; inf where no epsilon suffices.
    Raises: ValueError when an argument is out of its domain.
    """
    array, risk = check_means(means), check_risk(risk)
    samples = check_open_interval("samples", samples, 0, math.inf)
    check_choice("guarantee", guarantee, GUARANTEES)
    check_choice("trust_model", trust_model, TRUST_MODELS)
    if guarantee == "lower_bound":
        return possible_epsilon(array, risk, samples, trust_model)
    needed, runs, seed = _check_sampling(quantile, runs, seed, cancel)
    low, high = 0, EPSILON_GRID.size
    while low < high:
        middle = (low + high) // 2
        fits = _fits(array, float(EPSILON_GRID[middle]), risk, samples, trust_model, needed, runs, seed, cancel)
        if cancel is not None and cancel.is_set():
            return None
        low, high = (low, middle) if fits else (middle + 1, high)
    return float(EPSILON_GRID[low]) if low < EPSILON_GRID.size else math.inf


def achievable_samples(
    means: ArrayLike,
    epsilon: float,
    risk: float,
    trust_model: str = "central",
    quantile: float = 0.9,
    runs: int = 200,
    seed: int = 0,
    *,
    cancel: CancelFlag | None = None,
) -> float | None:
    """Return how many samples were enough in a share `quantile` of simulated runs of PRISE, proven risk-correct.

    PRISE for every instance and epsilon, chosen before any run.  PB-TaS with scheduled bets can need fewer where one
    arm is far better than the others, as at (.9, .3), and between privacy that dominates and privacy that is nearly
    free (`python -m benchmarks.prise`).

    Source: this project's PRISE, docs/prise.md.  Deviations: none.
    Args:
        means, risk: as smallest_epsilon.
        epsilon: nats, > 0; inf = no privacy.
        trust_model: "central" (a trusted team sees the rewards) or "local" (each person randomises the own reward).
        quantile: in (0, 1); the smallest number that suffices in at least this share of the runs.
        runs: number of runs, 1 to 100,000.  seed: >= 0.
        cancel: once set, None is returned within about 0.1 s.
    Returns: samples, simulated; inf where too few runs stopped within 1e12 samples.
    Raises: ValueError when an argument is out of its domain.
    """
    needed, runs, seed = _check_sampling(quantile, runs, seed, cancel)
    result = simulate_achievable(means, epsilon, risk, trust_model, runs, seed, cancel=cancel)
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
    cancel: CancelFlag | None = None,
) -> FixedConfidenceResult:
    """Return the runs behind achievable_samples; with the local trust model `means` and epsilon are the responses'.

    The result's `algorithm` says whose runs they are.

    Source, Deviations, Args, Raises: as achievable_samples and simulate_fixed_confidence.
    Returns: simulated samples and recommendations, 0-based.
    """
    array, epsilon = check_means(means), check_epsilon(epsilon)
    check_type("cancel", cancel, CancelFlag | None)
    if check_choice("trust_model", trust_model, TRUST_MODELS) == "local":
        # Truth with probability e^eps/(1 + e^eps), else the opposite.
        array, epsilon = 0.5 + math.tanh(epsilon / 2) * (array - 0.5), math.inf
    return simulate_fixed_confidence(
        ACHIEVING_ALGORITHM,
        array,
        epsilon,
        risk,
        runs=runs,
        seed=seed,
        max_samples=max_samples,
        first_run=first_run,
        workers=workers,
        cancel=cancel,
    )


def _check_sampling(quantile: float, runs: int, seed: int, cancel: CancelFlag | None) -> tuple[int, int, int]:
    """How many runs must stop, the number of runs and the seed."""
    quantile = check_open_interval("quantile", quantile, 0, 1)
    runs = check_count("runs", runs, 1, MOST_RUNS)
    check_type("cancel", cancel, CancelFlag | None)
    return runs_needed(quantile, runs), runs, check_seed(seed)


def runs_needed(quantile: float, runs: int) -> int:
    """How many of `runs` runs must stop for a share `quantile` of them."""
    return max(1, math.ceil(quantile * runs))


def _fits(
    means: NDArray[np.float64],
    epsilon: float,
    risk: float,
    samples: float,
    trust_model: str,
    needed: int,
    runs: int,
    seed: int,
    cancel: CancelFlag | None,
) -> bool:
    """Whether achievable_samples <= samples; only as many runs are made as decide it."""
    limit = min(math.floor(samples), LARGEST_MAX_SAMPLES)
    if limit < means.size:
        return False
    stopped = done = 0
    while stopped < needed and done - stopped <= runs - needed and not (cancel is not None and cancel.is_set()):
        count = min(CHUNK, runs - done)
        part = simulate_achievable(means, epsilon, risk, trust_model, count, seed, limit, first_run=done, cancel=cancel)
        stopped, done = stopped + int(part.finished.sum()), done + count
    return stopped >= needed
