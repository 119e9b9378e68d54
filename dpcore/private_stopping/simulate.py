"""The public door: many runs of a private stopping rule, or the tests of one."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from dpcore._validation import check_count, check_seed
from dpcore._version import __version__
from dpcore.experiments import CancelFlag, check_cancel, check_runs, map_runs, run_generator
from dpcore.private_stopping.protocol import PrivateStoppingAlgorithm, Rewards, Setting, Stop
from dpcore.private_stopping.registry import private_stopping_algorithms
from dpcore.private_stopping.result import PrivateStoppingResult, StoppingTrace
from dpcore.private_stopping.rules import check_max_samples, check_mean, check_rule


class OneMeanQuestion(NamedTuple):
    """A problem as the doors are asked for it, unchecked: see simulate_private_stopping."""

    mean: float
    relative_error: float
    risk: float
    epsilon: float | None
    reward_bound: float
    distribution: str


def simulate_private_stopping(
    algorithm: str,
    mean: float,
    relative_error: float = 0.1,
    risk: float = 0.05,
    epsilon: float | None = None,
    *,
    reward_bound: float = 1.0,
    distribution: str = "plus-minus",
    runs: int = 200,
    seed: int = 0,
    max_samples: int = 10**12,
    first_run: int = 0,
    workers: int | None = None,
    cancel: CancelFlag | None = None,
    **parameters: Any,
) -> PrivateStoppingResult:
    """Simulate an (alpha, beta)-stopping rule: sample until the mean is known to relative error alpha at risk beta.

    Source: SS19: "nas" (text before Algorithm 1), "dp-nas" (Algorithm 1), "exponential-dp-nas"
    (Algorithm 2).  Both private rules are epsilon-DP (Theorem 3.1, Corollary 3.2) and err with probability < risk
    (proven).  Deviations: none in law; blocks of samples are drawn at once (kernels.py).  The noise is double
    precision: fit for study, not for a deployment against an attacker who reads the low bits.
    Args:
        algorithm: a name in private_stopping_algorithms().
        mean: of the rewards, 1e-30 <= |mean|/R <= 1.
        relative_error, risk: alpha and beta, from 1e-30 on, below 1.
        epsilon: privacy budget per person, >= 1e-30; inf = no noise.  Required by private rules, ignored by others.
        reward_bound: R; rewards lie in [-R, R].
        distribution: "plus-minus" (R or -R, the pair of the lower bound) or "bernoulli" (R or 0).
        runs: number of runs, >= 0; the result may hold at most 10^7 numbers.
        seed: >= 0.  Run number i depends on (seed, i) and the other arguments alone.
        max_samples: cap of a run, at most 10^15.
        first_run: number of the first run, so that earlier runs can be extended (PrivateStoppingResult.extended_by).
        workers: threads, by default one per core that no other call uses; no influence on the result.
        cancel: once set, the unbroken sequence of runs completed so far, possibly none, is returned soon.
        parameters: those of the algorithm's registry entry.
    Returns: simulated stopping times and estimates.     Raises: ValueError on bad input or an unknown name.
    Examples:
        >>> simulate_private_stopping("nas", 0.5, runs=20).summary().finished
        20
    """
    asked = OneMeanQuestion(mean, relative_error, risk, epsilon, reward_bound, distribution)
    entry, setting = _check(algorithm, asked, max_samples, parameters)
    chosen, flag = check_runs(runs, first_run, seed, workers, figures_per_run=3), check_cancel(cancel)
    one_run = entry.prepare(setting)

    def outcome(generator: np.random.Generator) -> tuple[int, float, bool]:
        stop = one_run(generator, flag.array).stop
        return *_released(setting, stop, generator), stop.halted

    done = map_runs(outcome, chosen, flag)
    return PrivateStoppingResult(
        **chosen.origin(algorithm, _describe(entry, setting, asked)),
        stopping_times=np.array([time for time, _, _ in done], dtype=np.int64),
        estimates=np.array([estimate for _, estimate, _ in done], dtype=np.float64),
        finished=np.array([finished for _, _, finished in done], dtype=np.bool_),
    )


def trace_private_stopping(
    algorithm: str,
    mean: float,
    relative_error: float = 0.1,
    risk: float = 0.05,
    epsilon: float | None = None,
    *,
    reward_bound: float = 1.0,
    distribution: str = "plus-minus",
    run: int = 0,
    seed: int = 0,
    max_samples: int = 10**12,
    **parameters: Any,
) -> StoppingTrace:
    """Return the tests of run number `run` of `simulate_private_stopping` with the same arguments, at log-spaced times.

    Source, arguments and errors as in `simulate_private_stopping`; the stopping time and estimate are the same.
    Examples:
        >>> trace_private_stopping("nas", 0.5).stopping_time
        23193
    """
    asked = OneMeanQuestion(mean, relative_error, risk, epsilon, reward_bound, distribution)
    entry, setting = _check(algorithm, asked, max_samples, parameters)
    number, index = check_seed(seed), check_count("run", run, 0)
    generator = run_generator(number, index)
    result = entry.prepare(setting)(generator, CancelFlag().array)
    stop, times, record = result.stop, result.times, result.record
    stopping_time, estimate = _released(setting, stop, generator)
    if stop.halted and (times.size == 0 or times[-1] != stop.time):
        times, record = np.append(times, stop.time), np.append(record, [[stop.total, stop.query_noise]], axis=0)
    return StoppingTrace(
        times=times,
        sample_means=setting.bound * record[:, 0] / times,
        thresholds=setting.bound * setting.rule.levels(times) / times,
        threshold_noise=setting.bound * stop.threshold_noise,
        query_noises=setting.bound * record[:, 1],
        finished=stop.halted,
        stopping_time=stopping_time,
        estimate=estimate if stop.halted else None,
        algorithm=algorithm,
        seed=number,
        run=index,
        version=__version__,
        parameters=_describe(entry, setting, asked),
    )


def warm_up() -> None:
    """Compile the kernels by one tiny run of each rule."""
    for name in private_stopping_algorithms():
        simulate_private_stopping(name, 1.0, 0.9, 0.5, 10.0, runs=1, max_samples=1000)


def _released(setting: Setting, stop: Stop, generator: np.random.Generator) -> tuple[int, float]:
    """The stopping time and the estimate; the cap and NaN for a run that reached it."""
    if not stop.halted:
        return setting.max_samples, np.nan
    return stop.time, setting.bound * (stop.total + generator.laplace(0.0, setting.rule.estimate_scale)) / stop.time


def _check(
    algorithm: str, asked: OneMeanQuestion, max_samples: int, parameters: Mapping[str, Any]
) -> tuple[PrivateStoppingAlgorithm, Setting]:
    entry = private_stopping_algorithms().find(algorithm)
    scaled_mean, bound = check_mean(asked.mean, asked.reward_bound, asked.distribution)
    low = -1.0 if asked.distribution == "plus-minus" else 0.0
    setting = Setting(
        rule=check_rule(algorithm, asked.relative_error, asked.risk, asked.epsilon),
        rewards=Rewards((scaled_mean - low) / (1 - low), low),
        bound=bound,
        max_samples=check_max_samples(max_samples),
        epsilon=entry.check_budget(asked.epsilon),
        parameters=entry.check_parameters(parameters),
    )
    return entry, setting


def _describe(entry: PrivateStoppingAlgorithm, setting: Setting, asked: OneMeanQuestion) -> dict[str, Any]:
    return {
        "mean": float(asked.mean),
        "relative_error": setting.rule.relative_error,
        "risk": setting.rule.risk,
        "epsilon": setting.epsilon if entry.privacy.is_private else None,
        "reward_bound": setting.bound,
        "distribution": asked.distribution,
        "max_samples": setting.max_samples,
        **setting.parameters,
    }
