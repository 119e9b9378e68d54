"""Runs of the private stopping rule, and the trace of one run."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpcore._intervals import binomial_interval, mean_interval
from dpcore._validation import check_count
from dpcore._version import __version__
from dpcore.experiments import CancelFlag, check_runs, map_runs, run_generator
from dpcore.private_stopping.doubling import doubling_times, stop_doubling
from dpcore.private_stopping.every_sample import recorded_times, stop_every_sample
from dpcore.private_stopping.rules import HaltingRule, Rewards, check_max_samples, check_mean, check_rule


@dataclass(frozen=True)
class StoppingSummary:
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


@dataclass(frozen=True, eq=False)
class PrivateStoppingResult:
    """Runs of one stopping rule: stopping_times (R,) samples, estimates (R,) of the mean, finished (R,).

    A run with finished False reached max_samples, which is then its stopping time; it released no estimate (NaN).
    """

    stopping_times: NDArray[np.int64]
    estimates: NDArray[np.float64]
    finished: NDArray[np.bool_]
    seed: int
    version: str
    parameters: Mapping[str, Any]

    @property
    def summary(self) -> StoppingSummary:
        """The figures to show."""
        runs, finished = self.finished.size, int(self.finished.sum())
        mean, relative_error = self.parameters["mean"], self.parameters["relative_error"]
        errors = int((np.abs(self.estimates[self.finished] - mean) > relative_error * abs(mean)).sum())
        average = float(self.stopping_times.mean()) if runs else None
        spread = float(self.stopping_times.std(ddof=1)) if runs > 1 else None
        return StoppingSummary(
            runs=runs,
            finished=finished,
            errors=errors,
            error_rate_interval=binomial_interval(errors, runs),
            success_rate=1 - errors / finished if finished else None,
            success_rate_interval=binomial_interval(finished - errors, finished),
            mean_stopping_time=average,
            mean_stopping_time_interval=None
            if average is None or spread is None
            else mean_interval(average, spread, runs),
            stopping_time_quantiles={q: float(np.quantile(self.stopping_times, q)) for q in (0.1, 0.5, 0.9) if runs},
        )


@dataclass(frozen=True, eq=False)
class StoppingTrace:
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
    seed: int
    version: str
    parameters: Mapping[str, Any]

    @property
    def noisy_thresholds(self) -> NDArray[np.float64]:
        """(S,) threshold plus (B + A_t)/t, what |sample mean| is compared with."""
        return self.thresholds + (self.threshold_noise + self.query_noises) / self.times


@dataclass(frozen=True)
class _Setting:
    """One checked experiment, its rewards in units of the bound."""

    rule: HaltingRule
    rewards: Rewards
    bound: float
    times: NDArray[np.int64]
    max_samples: int


@dataclass(frozen=True, eq=False)
class _Run:
    """One run, in units of the bound but for the estimate; record (S, 2): sum and A_t of the tests at times (S,)."""

    finished: bool
    stopping_time: int
    estimate: float
    threshold_noise: float
    times: NDArray[np.int64]
    record: NDArray[np.float64]

    @property
    def outcome(self) -> tuple[int, float, bool]:
        """What a simulation keeps of the run."""
        return self.stopping_time, self.estimate, self.finished


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
    cancel: CancelFlag | None = None,
    workers: int | None = None,
) -> PrivateStoppingResult:
    """Simulate an (alpha, beta)-stopping rule: sample until the mean is known to relative error alpha at risk beta.

    Source: SS19, ICML 2019: "nas" (text before Algorithm 1), "dp-nas" (Algorithm 1), "exponential-dp-nas"
    (Algorithm 2).  Both private rules are epsilon-DP (Theorem 3.1, Corollary 3.2) and err with probability < risk
    (proven).  Deviations: none in law; blocks of samples are drawn at once (every_sample.py).  The noise is double
    precision: fit for study, not for a deployment against an attacker who reads the low bits.
    Args:    mean: of the rewards, 0 < |mean| <= R.  relative_error: alpha in (0, 1).  risk: beta in (0, 1).
             epsilon: budget per person, > 0 (inf = no noise); None for "nas".
             reward_bound: R; rewards lie in [-R, R].  distribution: "plus-minus" (R or -R, the pair of the lower
             bound) or "bernoulli" (R or 0).  max_samples: cap of a run, at most 10^15.
             cancel: stops the work; the result then holds no runs.  workers: threads, default one per core.
    Returns: `PrivateStoppingResult`; more runs extend fewer runs.     Raises: ValueError on bad input.
    """
    setting, parameters = _check(
        algorithm, mean, relative_error, risk, epsilon, reward_bound, distribution, max_samples
    )
    chosen, flag = check_runs(runs, 0, seed, workers, figures_per_run=3), cancel or CancelFlag()
    results = map_runs(lambda rng: _one_run(setting, rng, flag).outcome, chosen, flag)
    return PrivateStoppingResult(
        stopping_times=np.array([time for time, _, _ in results], dtype=np.int64),
        estimates=np.array([estimate for _, estimate, _ in results], dtype=np.float64),
        finished=np.array([finished for _, _, finished in results], dtype=np.bool_),
        seed=chosen.seed,
        version=__version__,
        parameters={**parameters, "runs": len(chosen.numbers)},
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
) -> StoppingTrace:
    """Return the tests of run number `run` of `simulate_private_stopping` with the same arguments, at log-spaced times.

    Source, arguments and errors as in `simulate_private_stopping`; the stopping time and estimate are the same.
    """
    setting, parameters = _check(
        algorithm, mean, relative_error, risk, epsilon, reward_bound, distribution, max_samples
    )
    index, number = check_count("run", run, 0), check_count("seed", seed, 0)
    result = _one_run(setting, run_generator(number, index), CancelFlag())
    times, sums, noises = result.times, result.record[:, 0], result.record[:, 1]
    return StoppingTrace(
        times=times,
        sample_means=setting.bound * sums / times,
        thresholds=setting.bound * setting.rule.levels(times) / times,
        threshold_noise=setting.bound * result.threshold_noise,
        query_noises=setting.bound * noises,
        finished=result.finished,
        stopping_time=result.stopping_time,
        estimate=result.estimate if result.finished else None,
        seed=number,
        version=__version__,
        parameters={**parameters, "run": index},
    )


def warm_up() -> None:
    """Compile the kernels by one tiny run of each rule."""
    simulate_private_stopping("nas", 1.0, 0.9, 0.5, runs=1, max_samples=1000)
    simulate_private_stopping("dp-nas", 1.0, 0.9, 0.5, 10.0, runs=1, max_samples=1000)
    simulate_private_stopping("exponential-dp-nas", 1.0, 0.9, 0.5, 10.0, runs=1, max_samples=1000)


def _one_run(setting: _Setting, rng: np.random.Generator, cancel: CancelFlag) -> _Run:
    rule, times = setting.rule, setting.times
    record = np.empty((times.size, 2))
    if rule.doubling:
        stop = stop_doubling(rng, setting.rewards, rule, times, record)
    else:
        stop = stop_every_sample(rng, setting.rewards, rule, times, record, cancel.array)
    finished, time, total, threshold_noise, noise, recorded = stop
    times, record = times[:recorded], record[:recorded]
    if finished and (recorded == 0 or times[-1] != time):
        times, record = np.append(times, time), np.append(record, [[total, noise]], axis=0)
    estimate = setting.bound * (total + rng.laplace(0.0, rule.estimate_scale)) / time if finished else np.nan
    return _Run(finished, time if finished else setting.max_samples, estimate, threshold_noise, times, record)


def _check(
    algorithm: str,
    mean: float,
    relative_error: float,
    risk: float,
    epsilon: float | None,
    reward_bound: float,
    distribution: str,
    max_samples: int,
) -> tuple[_Setting, dict[str, Any]]:
    rule = check_rule(algorithm, relative_error, risk, epsilon)
    scaled_mean, bound = check_mean(mean, reward_bound, distribution)
    cap = check_max_samples(max_samples)
    low = -1.0 if distribution == "plus-minus" else 0.0
    times = doubling_times(cap) if rule.doubling else recorded_times(cap)
    setting = _Setting(rule, Rewards((scaled_mean - low) / (1 - low), low), bound, times, cap)
    parameters = {
        "algorithm": algorithm,
        "mean": float(mean),
        "relative_error": rule.relative_error,
        "risk": rule.risk,
        "epsilon": None if epsilon is None else float(epsilon),
        "reward_bound": bound,
        "distribution": distribution,
        "max_samples": cap,
    }
    return setting, parameters
