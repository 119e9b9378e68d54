"""The public door: many runs of a fixed-confidence algorithm, or the story of one."""

import math
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

import dpcore
from dpcore._engine import CancelFlag, run_generator
from dpcore._validation import check_choice, check_count, check_epsilon, check_means, check_risk
from dpcore.fixed_confidence.protocol import Algorithm, OneRun, Setting, trace_columns
from dpcore.fixed_confidence.registry import find_algorithm, fixed_confidence_algorithms
from dpcore.fixed_confidence.result import FixedConfidenceResult, FixedConfidenceTrace

DEFAULT_MAX_SAMPLES = 4_000_000
LARGEST_MAX_SAMPLES = 10**12
SMALLEST_EPSILON = 1e-12  # no run stops within LARGEST_MAX_SAMPLES below it, and noise would overflow far below
_FIRST_TRACE_CAPACITY = 1024


def simulate_fixed_confidence(
    algorithm: str,
    means: ArrayLike,
    epsilon: float | None = None,
    risk: float = 0.01,
    runs: int = 100,
    seed: int = 0,
    max_samples: int = DEFAULT_MAX_SAMPLES,
    threshold: str = "proven",
    *,
    first_run: int = 0,
    workers: int | None = None,
    cancel: CancelFlag | None = None,
    **parameters: Any,
) -> FixedConfidenceResult:
    """Return `runs` independent runs of a best-arm identification algorithm on Bernoulli arms.

    Source: the algorithm's registry entry (find_algorithm).  Deviations: none here.
    Args:
        algorithm: a name in fixed_confidence_algorithms().
        means: (K,) floats strictly between 0 and 1, one unique maximum.
        epsilon: privacy budget per person, nats, >= 1e-12; inf = no noise.  Required by private algorithms; the others
            ignore it, so that one epsilon can be passed to all when they are compared.
        risk: allowed probability of a wrong answer, in (0, 1/2).
        runs: number of runs, >= 0.
        seed: >= 0.  Run number i depends on (seed, i) and the other arguments alone.
        max_samples: a run that has not stopped after this many samples is capped: finished False.
        threshold: "proven" (risk-correct) or "heuristic" (lighter, no proof), where the algorithm has it.
        first_run: number of the first run, so that earlier runs can be extended (FixedConfidenceResult.extended_by).
        workers: threads, default one per core; no influence on the result.
        cancel: once set, the unbroken sequence of runs completed so far is returned, within about 0.1 s.
        parameters: those of the algorithm's registry entry.
    Returns: simulated samples (stopping_times, pulls) and recommended arms, 0-based.
    Raises: ValueError when an argument is out of its domain, an unknown name, or a threshold that the algorithm lacks.
    """
    entry = find_algorithm(algorithm)
    setting = _check_setting(entry, means, epsilon, risk, max_samples, threshold, parameters)
    runs, first_run, seed = check_count("runs", runs, 0), check_count("first_run", first_run, 0), _check_seed(seed)
    threads = min(runs, os.cpu_count() or 1 if workers is None else check_count("workers", workers))
    batch = _Batch(entry.prepare(setting), seed, first_run, runs, setting.means.size, cancel or CancelFlag())
    if threads == 1:
        batch.work()
    elif threads > 1:
        with ThreadPoolExecutor(threads) as pool:
            for future in [pool.submit(batch.work) for _ in range(threads)]:
                future.result()
    done = batch.completed()
    return FixedConfidenceResult(
        algorithm=algorithm,
        seed=seed,
        first_run=first_run,
        version=dpcore.__version__,
        parameters=_describe(entry, setting),
        stopping_times=batch.stopping_times[:done],
        recommendations=batch.recommendations[:done],
        finished=batch.finished[:done],
        pulls=batch.pulls[:done],
    )


def trace_fixed_confidence(
    algorithm: str,
    means: ArrayLike,
    epsilon: float | None = None,
    risk: float = 0.01,
    seed: int = 0,
    max_samples: int = DEFAULT_MAX_SAMPLES,
    threshold: str = "proven",
    *,
    run: int = 0,
    cancel: CancelFlag | None = None,
    **parameters: Any,
) -> FixedConfidenceTrace | None:
    """Return the story of run number `run`: the very run that simulate_fixed_confidence makes from this seed.

    Source, Deviations, Args: as simulate_fixed_confidence.
    Returns: releases, private and true means, costs against thresholds, decisions, answer; None once `cancel` is set.
    Raises: ValueError as simulate_fixed_confidence.
    """
    entry = find_algorithm(algorithm)
    setting = _check_setting(entry, means, epsilon, risk, max_samples, threshold, parameters)
    run, seed = check_count("run", run, 0), _check_seed(seed)
    one_run, flag = entry.prepare(setting), cancel or CancelFlag()
    capacity, rows = 0, _FIRST_TRACE_CAPACITY
    while capacity < rows:  # a second time, with room for all moments, if the first guess was too small
        capacity = rows
        log, pulls = np.empty((capacity, trace_columns(setting.means.size))), np.zeros(setting.means.size, np.int64)
        finished, stopping_time, recommendation, rows = one_run(
            run_generator(seed, run), _no_table(setting), flag.array, log, pulls
        )
        if flag.is_set():
            return None
    return FixedConfidenceTrace(
        algorithm=algorithm,
        seed=seed,
        run=run,
        version=dpcore.__version__,
        parameters=_describe(entry, setting),
        stopping_time=int(stopping_time),
        recommendation=int(recommendation),
        finished=bool(finished),
        pulls=pulls,
        **_read_log(log[:rows], setting.means.size),
    )


class _Batch:
    """Runs shared by worker threads: each takes the next number and writes its own row."""

    def __init__(self, one_run: OneRun, seed: int, first_run: int, runs: int, arms: int, cancel: CancelFlag) -> None:
        self.one_run, self.seed, self.first_run, self.cancel = one_run, seed, first_run, cancel
        self.numbers: Iterator[int] = iter(range(runs))
        self.is_complete = np.zeros(runs, dtype=np.bool_)
        self.stopping_times = np.zeros(runs, dtype=np.int64)
        self.recommendations = np.zeros(runs, dtype=np.int64)
        self.finished = np.zeros(runs, dtype=np.bool_)
        self.pulls = np.zeros((runs, arms), dtype=np.int64)

    def work(self) -> None:
        no_table, no_log = np.empty((0, self.pulls.shape[1])), np.empty((0, trace_columns(self.pulls.shape[1])))
        for i in self.numbers:
            generator = run_generator(self.seed, self.first_run + i)
            self.finished[i], self.stopping_times[i], self.recommendations[i], _ = self.one_run(
                generator, no_table, self.cancel.array, no_log, self.pulls[i]
            )
            if self.cancel.is_set():
                return
            self.is_complete[i] = True

    def completed(self) -> int:
        """The length of the unbroken sequence of complete runs from the first one on."""
        return int(np.argmin(self.is_complete)) if not self.is_complete.all() else self.is_complete.size


def _no_table(setting: Setting) -> NDArray[np.float64]:
    return np.empty((0, setting.means.size))


def _check_seed(seed: int) -> int:
    return check_count("seed", seed, 0)


def _check_setting(
    entry: Algorithm,
    means: ArrayLike,
    epsilon: float | None,
    risk: float,
    max_samples: int,
    threshold: str,
    parameters: dict[str, Any],
) -> Setting:
    array = check_means(means)
    check_choice("threshold", threshold, ("proven", "heuristic"))
    if threshold not in entry.thresholds:
        raise ValueError(f"{entry.label} has no {threshold} threshold, only: {', '.join(entry.thresholds)}")
    known = {parameter.name: parameter for parameter in entry.parameters}
    for name in parameters:
        if name not in known:
            raise ValueError(f"{entry.label} has no parameter {name!r}, only: {', '.join(known) or 'none'}")
    return Setting(
        means=array,
        epsilon=_check_budget(entry, epsilon) if entry.is_private else math.inf,
        risk=check_risk(risk),
        threshold=threshold,
        max_samples=check_count("max_samples", max_samples, array.size, LARGEST_MAX_SAMPLES),
        parameters={
            name: parameter.check(parameters.get(name, parameter.default)) for name, parameter in known.items()
        },
    )


def _check_budget(entry: Algorithm, epsilon: float | None) -> float:
    if epsilon is None:
        raise ValueError(f"epsilon must be given: {entry.label} is private ({entry.privacy})")
    budget = check_epsilon(epsilon)
    if budget < SMALLEST_EPSILON:
        raise ValueError(f"epsilon must be at least {SMALLEST_EPSILON:g} in a simulation, got {epsilon}")
    return budget


def _describe(entry: Algorithm, setting: Setting) -> dict[str, Any]:
    return {
        "means": tuple(setting.means.tolist()),
        "epsilon": setting.epsilon if entry.is_private else None,
        "risk": setting.risk,
        "max_samples": setting.max_samples,
        "threshold": setting.threshold,
        **setting.parameters,
    }


def _read_log(log: NDArray[np.float64], arms: int) -> dict[str, Any]:
    """The columns written by record_moment, by name."""
    private, empirical, counts, private_counts, costs, thresholds = log[:, 5:].reshape(-1, 6, arms).swapaxes(0, 1)
    whole = np.int64
    return {
        "times": log[:, 0].astype(whole),
        "arms": log[:, 1].astype(whole),
        "noise": log[:, 2].copy(),
        "leaders": log[:, 3].astype(whole),
        "challengers": log[:, 4].astype(whole),
        "private_means": private.copy(),
        "empirical_means": empirical.copy(),
        "counts": counts.astype(whole),
        "private_counts": private_counts.astype(whole),
        "costs": costs.copy(),
        "thresholds": thresholds.copy(),
    }


def warm_up() -> None:
    """Compile, or load from the cache, every kernel behind the public door."""
    for name in fixed_confidence_algorithms():
        for threshold in find_algorithm(name).thresholds:
            simulate_fixed_confidence(name, (0.9, 0.1), 1.0, 0.1, runs=1, max_samples=1000, threshold=threshold)
