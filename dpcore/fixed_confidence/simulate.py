"""The public door: many runs of a fixed-confidence algorithm, or the story of one."""

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore._validation import check_choice, check_count, check_epsilon, check_means, check_risk
from dpcore._version import __version__
from dpcore.experiments import CancelFlag, check_runs, map_runs, run_generator
from dpcore.fixed_confidence.protocol import Algorithm, Setting, trace_columns
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
    arms, flag = setting.means.size, cancel or CancelFlag()
    chosen = check_runs(runs, first_run, seed, workers, figures_per_run=3 + arms)
    one_run = entry.prepare(setting)
    no_table, no_log = np.empty((0, arms)), np.empty((0, trace_columns(arms)))

    def counted_run(generator: np.random.Generator) -> tuple[bool, int, int, NDArray[np.int64]]:
        pulls = np.zeros(arms, dtype=np.int64)
        finished, stopping_time, recommendation, _ = one_run(generator, no_table, flag.array, no_log, pulls)
        return finished, stopping_time, recommendation, pulls

    done = map_runs(counted_run, chosen, flag)
    return FixedConfidenceResult(
        algorithm=algorithm,
        seed=chosen.seed,
        first_run=chosen.numbers.start,
        version=__version__,
        parameters=_describe(entry, setting),
        stopping_times=np.array([time for _, time, _, _ in done], dtype=np.int64),
        recommendations=np.array([answer for _, _, answer, _ in done], dtype=np.int64),
        finished=np.array([finished for finished, _, _, _ in done], dtype=np.bool_),
        pulls=np.array([pulls for _, _, _, pulls in done], dtype=np.int64).reshape(len(done), arms),
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
        version=__version__,
        parameters=_describe(entry, setting),
        stopping_time=int(stopping_time),
        recommendation=int(recommendation),
        finished=bool(finished),
        pulls=pulls,
        **_read_log(log[:rows], setting.means.size),
    )


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
