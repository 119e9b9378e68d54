"""Choosing epsilon from a budget of samples: what no algorithm can reach, and what the best proven one does reach.

Under the central trust model an algorithm sees every reward and is eps-global DP; PB-TaS shows what is achievable.
Under the local one each person randomises the own reward, and PB-TaS runs without noise on these responses: the
responses are eps-local DP whatever is done with them, and they are Bernoulli with means in the order of the arms', so
PB-TaS is risk-correct on them by its own proof (docs/pb-tas.md).
"""

import math
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq

from dpcore._validation import (
    check_choice,
    check_count,
    check_epsilon,
    check_means,
    check_open_interval,
    check_risk,
)
from dpcore._version import __version__
from dpcore.experiments import CancelFlag
from dpcore.fixed_confidence.result import FixedConfidenceResult
from dpcore.fixed_confidence.simulate import LARGEST_MAX_SAMPLES, simulate_fixed_confidence
from dpcore.times.characteristic import characteristic_time

GUARANTEES = ("lower_bound", "simulated")
TRUST_MODELS = ("central", "local")
EPSILON_GRID = np.geomspace(1e-5, 1e2, 1023)
CHUNK = 40


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
    the exact inverse of necessary_samples.  "simulated": the smallest of 1023 epsilons from 1e-5 to 100 (a log grid
    of step 1.6 %) at which achievable_samples is at most `samples`, found by bisection; every epsilon is tried on the
    same random numbers, and the result never increases with `samples`.

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
        time = samples / _binary_divergence(risk)
        return _central_epsilon(array, time) if trust_model == "central" else _local_epsilon(array, time)
    needed = _runs_needed(quantile, runs)
    low, high = 0, EPSILON_GRID.size
    while low < high:
        middle = (low + high) // 2
        fits = _fits(array, float(EPSILON_GRID[middle]), risk, samples, trust_model, needed, runs, seed, cancel)
        if cancel is not None and cancel.is_set():
            return None
        low, high = (low, middle) if fits else (middle + 1, high)
    return float(EPSILON_GRID[low]) if low < EPSILON_GRID.size else math.inf


def necessary_samples(means: ArrayLike, epsilon: float, risk: float, trust_model: str = "central") -> float:
    """Return a lower bound on the expected samples of any risk-correct private algorithm, T kl(risk, 1 - risk).

    Source: central: T = T*_epsilon, Jourdan & Azize (2025), arXiv:2510.17348, Theorem 2.  Local: T = max(T*_KL,
    T*_TV2/c(epsilon)), c(epsilon) = min(4, e^(2 epsilon)) (e^epsilon - 1)^2, 1/T*_TV2 = max over w of
    min_a gap_a^2/(1/w_best + 1/w_a), from arXiv:2406.06408 (authors' slides).
    Deviations: both papers relax kl(risk, 1 - risk) to a logarithm, log(1/(3 risk)) or log(1/(2.4 risk)); here it is
    kept, as their change of measure gives it, so that all bounds compare.
    Args: as smallest_epsilon; epsilon: nats, >= 1e-100, inf = no privacy.
    Returns: samples, lower bound.
    Raises: ValueError when an argument is out of its domain.
    """
    array, epsilon, risk = check_means(means), check_epsilon(epsilon), check_risk(risk)
    check_choice("trust_model", trust_model, TRUST_MODELS)
    if trust_model == "central":
        time = _private_time(array, epsilon)
    else:
        time = max(_private_time(array, math.inf), _gaussian_time(array) / _local_factor(epsilon))
    return time * _binary_divergence(risk)


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
    """Return how many samples were enough in a share `quantile` of simulated runs of PB-TaS, proven risk-correct.

    PB-TaS runs with its scheduled bets, which need the fewest samples.

    Source: this project's PB-TaS, docs/pb-tas.md.  Deviations: none.
    Args:
        means, risk: as smallest_epsilon.
        epsilon: nats, > 0; inf = no privacy.
        trust_model: "central" (a trusted team sees the rewards) or "local" (each person randomises the own reward).
        quantile: in (0, 1); the smallest number that suffices in at least this share of the runs.
        runs: number of runs, >= 1.  seed: >= 0.
        cancel: once set, None is returned within about 0.1 s.
    Returns: samples, simulated; inf where too few runs stopped within 1e12 samples.
    Raises: ValueError when an argument is out of its domain.
    """
    needed = _runs_needed(quantile, runs)
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

    Source, Deviations, Args, Raises: as achievable_samples and simulate_fixed_confidence.
    Returns: simulated samples and recommendations, 0-based.
    """
    array, epsilon = check_means(means), check_epsilon(epsilon)
    if check_choice("trust_model", trust_model, TRUST_MODELS) == "local":
        # Truth with probability e^eps/(1 + e^eps), else the opposite.
        array, epsilon = 0.5 + math.tanh(epsilon / 2) * (array - 0.5), math.inf
    return simulate_fixed_confidence(
        "pb-tas",
        array,
        epsilon,
        risk,
        runs=runs,
        seed=seed,
        max_samples=max_samples,
        first_run=first_run,
        workers=workers,
        cancel=cancel,
        evidence="scheduled",
    )


@dataclass(frozen=True, eq=False)
class PosteriorSamples:
    """Samples needed for D draws of the arms' means: lower_bounds (D,), and stopping_times (D,) of one run each.

    inf: the draw's best arms tie (`tied` counts these draws), or its run did not stop within 1e12 samples.  Near ties
    are rare and huge, so that no average means anything: read off quantiles.
    """

    lower_bounds: NDArray[np.float64]
    stopping_times: NDArray[np.float64]
    tied: int
    seed: int
    version: str
    parameters: dict[str, Any]

    def quantiles(self, levels: Sequence[float] = (0.05, 0.5, 0.95)) -> NDArray[np.float64]:
        """Return (2, L): the quantiles of the lower bounds and of the stopping times, pooled over the draws."""
        both = np.array([self.lower_bounds, self.stopping_times])
        return np.quantile(both, list(levels), axis=1, method="inverted_cdf").T


def posterior_samples(
    draws: ArrayLike,
    epsilon: float,
    risk: float,
    trust_model: str = "central",
    seed: int = 0,
    *,
    cancel: CancelFlag | None = None,
) -> PosteriorSamples | None:
    """Return what each draw of the arms' means needs: the lower bound, and the samples of one run of PB-TaS.

    Source, Deviations: as necessary_samples and achievable_samples.
    Args: draws: (D, K) means strictly between 0 and 1, for example BetaPosterior.draws.  The others as there; draw
        number i runs on the random numbers of run i.
    Returns: samples per draw; None once `cancel` is set.
    Raises: ValueError when an argument is out of its domain.
    """
    array, epsilon, risk = _check_draws(draws), check_epsilon(epsilon), check_risk(risk)
    check_choice("trust_model", trust_model, TRUST_MODELS)
    seed, flag = check_count("seed", seed, 0), cancel or CancelFlag()
    untied = np.flatnonzero((array == array.max(axis=1, keepdims=True)).sum(axis=1) == 1)
    lower_bounds, stopping_times = np.full((2, len(array)), math.inf)

    numbers = iter(untied.tolist())

    def work() -> None:
        for i in numbers:
            if flag.is_set():
                return
            lower_bounds[i] = necessary_samples(array[i], epsilon, risk, trust_model)
            run = simulate_achievable(
                array[i], epsilon, risk, trust_model, 1, seed, first_run=i, workers=1, cancel=flag
            )
            if run.finished.any():
                stopping_times[i] = run.stopping_times[0]

    with ThreadPoolExecutor() as pool:
        for future in [pool.submit(work) for _ in range(os.cpu_count() or 1)]:
            future.result()
    if flag.is_set():
        return None
    parameters = {"epsilon": epsilon, "risk": risk, "trust_model": trust_model, "draws": len(array)}
    tied = len(array) - untied.size
    return PosteriorSamples(lower_bounds, stopping_times, tied, seed, __version__, parameters)


def _binary_divergence(risk: float) -> float:
    """kl(risk, 1 - risk)."""
    return (1 - 2 * risk) * math.log((1 - risk) / risk)


def _private_time(means: NDArray[np.float64], epsilon: float) -> float:
    """T*_epsilon, T*_KL at inf."""
    return characteristic_time(means, "private", epsilon).time


def _central_epsilon(means: NDArray[np.float64], time: float) -> float:
    """The smallest epsilon with T*_epsilon <= time, by the two bounds T*_TV/epsilon <= T*_epsilon and spec Q3, 3."""
    if _private_time(means, math.inf) > time:
        return math.inf
    low = characteristic_time(means, "tv").time / time
    high = float(np.ptp(np.log(means / (1 - means))))  # from here on T*_epsilon = T*_KL
    if low >= high or _private_time(means, high) >= time:
        return high
    root = brentq(lambda log: _private_time(means, math.exp(log)) - time, math.log(low), math.log(high), xtol=1e-15)
    return math.exp(root)


def _gaussian_time(means: NDArray[np.float64]) -> float:
    """T*_TV2.  At the optimum gap_a^2/(1 + 1/w_a) is one level y for all a (w_best = 1), and sum_a w_a^2 = 1."""
    squares = np.delete(means.max() - means, np.argmax(means)) ** 2
    smallest = squares.min()

    def weights(share: float) -> NDArray[np.float64]:
        return share * smallest / (squares - share * smallest)

    low = 1 / (1 + math.sqrt(squares.size))
    share = (
        0.5 if squares.size == 1 else brentq(lambda s: np.sum(weights(s) ** 2) - 1, low * (1 - 1e-12), 0.5, xtol=1e-16)
    )
    return (1 + weights(share).sum()) / (share * smallest)


def _local_factor(epsilon: float) -> float:
    """c(epsilon) of the local lower bound."""
    return min(4.0, math.exp(2 * min(epsilon, 1))) * math.expm1(epsilon) ** 2 if epsilon < 300 else math.inf


def _local_epsilon(means: NDArray[np.float64], time: float) -> float:
    """The smallest epsilon whose local bound is at most `time`: c(epsilon) inverted on its two branches."""
    if _private_time(means, math.inf) > time:
        return math.inf
    root = math.sqrt(_gaussian_time(means) / time)
    gain = 2 * root / (math.sqrt(1 + 4 * root) + 1)  # e^eps - 1 where e^eps (e^eps - 1) = root
    return math.log1p(gain if gain <= 1 else root / 2)


def _runs_needed(quantile: float, runs: int) -> int:
    """How many of `runs` runs must stop for a share `quantile` of them."""
    return max(1, math.ceil(check_open_interval("quantile", quantile, 0, 1) * check_count("runs", runs)))


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


def _check_draws(draws: ArrayLike) -> NDArray[np.float64]:
    array = np.array(draws, dtype=np.float64)
    if array.ndim != 2 or len(array) == 0 or array.shape[1] < 2:
        raise ValueError(f"draws must have shape (D, K) with D >= 1 and K >= 2, got shape {array.shape}")
    bad = ~((array > 0) & (array < 1))
    if bad.any():
        draw, arm = np.argwhere(bad)[0]
        raise ValueError(
            f"draws must lie strictly between 0 and 1, got {array[draw, arm]} for arm {arm + 1} of draw {draw + 1}"
        )
    return array
