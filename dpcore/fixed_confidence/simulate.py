"""The public functions: many runs of a fixed-confidence algorithm, or the story of one run."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore._validation import (
    check_choice,
    check_count,
    check_difference,
    check_means,
    check_risk,
    check_seed,
    quoted,
)
from dpcore._version import __version__
from dpcore.experiments import CancelFlag, Runs, check_cancel, check_runs, map_runs, run_generator
from dpcore.fixed_confidence.protocol import (
    FixedConfidenceAlgorithm,
    Floats,
    Integers,
    OneRun,
    Problem,
    Setting,
    new_record,
    no_rewards,
    trace_columns,
)
from dpcore.fixed_confidence.registry import fixed_confidence_algorithms
from dpcore.fixed_confidence.result import FixedConfidenceResult, FixedConfidenceTrace
from dpcore.privacy.conversions import epsilon_at_rho, rho_from_epsilon

DEFAULT_MAX_SAMPLES = 4_000_000
LARGEST_MAX_SAMPLES = 10**12
SMALLEST_RISK = 1e-200  # far below it, thresholds would overflow
SMALLEST_EPSILON = 1e-12  # no run stops within LARGEST_MAX_SAMPLES below it, and noise would overflow far below
MOST_SIMULATED_ARMS = 10_000  # PRISE keeps some 50 kB for each arm
MOST_TRACE_NUMBERS = 10**8
_FIRST_TRACE_CAPACITY = 1024


class BestArmQuestion(NamedTuple):
    """An experiment as the public functions receive it, unchecked: see simulate_fixed_confidence."""

    means: ArrayLike
    epsilon: float | None
    rho: float | None
    risk: float
    max_samples: int
    threshold: str
    indifference: float


def simulate_fixed_confidence(
    algorithm: str,
    means: ArrayLike,
    epsilon: float | None = None,
    risk: float = 0.01,
    *,
    runs: int = 100,
    seed: int = 0,
    max_samples: int = DEFAULT_MAX_SAMPLES,
    threshold: str = "proven",
    indifference: float = 0.0,
    rho: float | None = None,
    first_run: int = 0,
    workers: int | None = None,
    cancel: CancelFlag | None = None,
    **parameters: Any,
) -> FixedConfidenceResult:
    """Return `runs` independent runs of a best-arm identification algorithm on Bernoulli arms.

    Source: the algorithm's registry entry (fixed_confidence_algorithms).  Deviations: none here.
    Args:
        algorithm: a name in fixed_confidence_algorithms().
        means: (K,) floats strictly between 0 and 1, one unique maximum unless indifference > 0; K <= 10^4.
        epsilon: privacy budget per person, nats, >= 1e-12; inf = no noise.  Required by epsilon-DP algorithms; the
            others ignore it, so that one epsilon can be passed to all when they are compared.
        risk: allowed probability of a wrong answer, in [1e-200, 1/2).
        runs: number of runs, >= 0, at most 10^7/(K + 3); extend a result for more.
        seed: >= 0.  Run number i depends on (seed, i) and the other arguments alone.
        max_samples: a run that has not stopped after this many samples is capped: finished False.
        threshold: "proven" (risk-correct) or "heuristic" (lighter, no proof), where the algorithm has it.
        indifference: the smallest difference between means that matters, in [0, 1); > 0 where the algorithm's
            takes_indifference says so.  An answer is wrong if it is not among the good_answers.
        rho: zCDP budget per person, > 0; inf = no noise.  Required by rho-zCDP algorithms, which ignore epsilon, and
            ignored by the others.
        first_run: number of the first run, so that earlier runs can be extended (FixedConfidenceResult.extended_by).
        workers: threads, by default one per core that no other call uses; no influence on the result.
        cancel: once set, the runs completed before are returned, within .5 s on a free core (the rule: CancelFlag).
        parameters: those of the algorithm's registry entry.
    Returns: simulated samples (stopping_times, pulls) and recommended arms, 0-based.
    Raises: ValueError for an argument out of its domain, an unknown name, or a threshold that the algorithm lacks.
    Examples:
        >>> simulate_fixed_confidence("ttucb", [0.9, 0.5], runs=20).summary().errors_all
        0
    """
    entry = fixed_confidence_algorithms().find(algorithm)
    asked = BestArmQuestion(means, epsilon, rho, risk, max_samples, threshold, indifference)
    setting = _check_setting(entry, asked, parameters)
    chosen = check_runs(runs, first_run, seed, workers, figures_per_run=3 + setting.arms)
    return made_runs(algorithm, entry.prepare(setting), _describe(entry, setting, rho), chosen, check_cancel(cancel))


def made_runs(
    algorithm: str, one_run: OneRun, parameters: Mapping[str, Any], chosen: Runs, cancel: CancelFlag
) -> FixedConfidenceResult:
    """The result of `chosen` runs of a prepared algorithm; `parameters`, with the means, describe the experiment."""
    arms = len(parameters["means"])
    rewards = no_rewards(arms)

    def counted_run(generator: np.random.Generator) -> tuple[bool, int, int, Integers]:
        record = new_record(arms)
        ending = one_run(generator, rewards, cancel.array, record)
        return ending.stopped, ending.time, ending.answer, record.pulls

    done = map_runs(counted_run, chosen, cancel)
    return FixedConfidenceResult(
        **chosen.origin(algorithm, parameters),
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
    *,
    seed: int = 0,
    max_samples: int = DEFAULT_MAX_SAMPLES,
    threshold: str = "proven",
    indifference: float = 0.0,
    rho: float | None = None,
    run: int = 0,
    cancel: CancelFlag | None = None,
    **parameters: Any,
) -> FixedConfidenceTrace | None:
    """Return the story of run number `run`: the very run that simulate_fixed_confidence makes from this seed.

    Source, Deviations, Args: as simulate_fixed_confidence.
    Returns: releases, private and true means, costs against thresholds, decisions, answer; None once `cancel` is set.
    Raises: ValueError as simulate_fixed_confidence, or when the story would hold more than MOST_TRACE_NUMBERS numbers.
    Examples:
        >>> trace_fixed_confidence("dp-tt", [0.9, 0.5], 1.0, max_samples=3000).recommendation
        0
    """
    entry = fixed_confidence_algorithms().find(algorithm)
    asked = BestArmQuestion(means, epsilon, rho, risk, max_samples, threshold, indifference)
    setting = _check_setting(entry, asked, parameters)
    run, seed = check_count("run", run, 0), check_seed(seed)
    one_run, rewards, flag = entry.prepare(setting), no_rewards(setting.arms), check_cancel(cancel)
    capacity, moments = 0, _FIRST_TRACE_CAPACITY
    while capacity < moments:  # a second time, with room for all moments, if the first guess was too small
        capacity = moments
        if capacity * trace_columns(setting.arms) > MOST_TRACE_NUMBERS:
            told = f"the story of {setting.arms} arms has {capacity} moments"
            raise ValueError(f"max_samples must be smaller, or the arms fewer: {told}")
        record = new_record(setting.arms, capacity)
        ending = one_run(run_generator(seed, run), rewards, flag.array, record)
        moments = ending.moments
        if flag.is_set():
            return None
    return FixedConfidenceTrace(
        algorithm=algorithm,
        seed=seed,
        run=run,
        version=__version__,
        parameters=_describe(entry, setting, rho),
        stopping_time=int(ending.time),
        recommendation=int(ending.answer),
        finished=bool(ending.stopped),
        pulls=record.pulls,
        **_read_log(record.log[:moments], setting.arms),
    )


def prepared_arguments(
    algorithm: str,
    means: ArrayLike,
    epsilon: float | None = None,
    risk: float = 0.01,
    *,
    max_samples: int = DEFAULT_MAX_SAMPLES,
    threshold: str = "proven",
    indifference: float = 0.0,
    rho: float | None = None,
    **parameters: Any,
) -> list[NDArray[Any]]:
    """Return what one run's kernel gets beside its generator, flat and the means first: for runs elsewhere.

    Source, Deviations, Args, Raises: as simulate_fixed_confidence.
    Returns: arrays; numbers are arrays of shape ().
    """
    entry = fixed_confidence_algorithms().find(algorithm)
    asked = BestArmQuestion(means, epsilon, rho, risk, max_samples, threshold, indifference)
    one_run: Any = entry.prepare(_check_setting(entry, asked, parameters))
    return [np.asarray(leaf) for leaf in _leaves(one_run.args)]


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for part in value:
            yield from _leaves(part)
    else:
        yield value


def _check_setting(entry: FixedConfidenceAlgorithm, asked: BestArmQuestion, parameters: Mapping[str, Any]) -> Setting:
    indifference = check_difference("indifference", asked.indifference)
    if indifference > 0 and not entry.takes_indifference:
        raise ValueError(f"{entry.label} must find the best arm: indifference must be 0, not {quoted(indifference)}")
    array = check_means(asked.means, indifference)
    if array.size > MOST_SIMULATED_ARMS:
        raise ValueError(f"there must be at most {MOST_SIMULATED_ARMS} means in a simulation, not {array.size}")
    threshold = check_choice("threshold", asked.threshold, ("proven", "heuristic"))
    if threshold not in entry.thresholds:
        raise ValueError(f"{entry.label} has no {threshold} threshold, only: {', '.join(entry.thresholds)}")
    problem = Problem(
        means=array,
        epsilon=_check_budget(entry, asked.epsilon, asked.rho),
        risk=_check_simulated_risk(asked.risk),
        max_samples=check_count("max_samples", asked.max_samples, array.size, LARGEST_MAX_SAMPLES),
    )
    return Setting(problem, threshold, entry.check_parameters(parameters), indifference)


def _check_simulated_risk(risk: float) -> float:
    value = check_risk(risk)
    if value < SMALLEST_RISK:
        raise ValueError(f"risk must be at least {SMALLEST_RISK:g} in a simulation, not {quoted(risk)}")
    return value


def _check_budget(entry: FixedConfidenceAlgorithm, epsilon: float | None, rho: float | None) -> float:
    """The epsilon of the Problem."""
    if entry.privacy.budget == "rho":
        return epsilon_at_rho(entry.check_budget(rho=rho, smallest=rho_from_epsilon(SMALLEST_EPSILON)))
    return entry.check_budget(epsilon, smallest=SMALLEST_EPSILON)


def _describe(entry: FixedConfidenceAlgorithm, setting: Setting, rho: float | None) -> dict[str, Any]:
    problem = setting.problem
    return {
        "means": tuple(problem.means.tolist()),
        "epsilon": problem.epsilon if entry.privacy.budget == "epsilon" else None,
        **({"rho": rho} if entry.privacy.budget == "rho" else {}),
        "risk": problem.risk,
        "max_samples": problem.max_samples,
        "threshold": setting.threshold,
        "indifference": setting.indifference,
        **setting.parameters,
    }


def _read_log(log: Floats, arms: int) -> dict[str, Any]:
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
    """Compile, or load from the cache, every kernel that the public functions call."""
    for name, entry in fixed_confidence_algorithms().items():
        for threshold in entry.thresholds:
            simulate_fixed_confidence(
                name, (0.9, 0.1), 1.0, 0.1, runs=1, max_samples=1000, threshold=threshold, rho=0.5
            )
