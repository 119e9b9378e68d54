"""What one private stopping rule declares, how one run of it is called, and what all rules share.

All halt when |X_1 + ... + X_t| >= level(t) + B + A_t, with B ~ Lap(threshold_scale) drawn once and A_t ~
Lap(query_scale) drawn at every test, and return (X_1 + ... + X_t + L)/t with L ~ Lap(estimate_scale).  Inside this
subpackage sums are in units of the reward bound R, so that R = 1.

A rule is one file that defines

    ALGORITHM = PrivateStoppingAlgorithm(name="dp-nas", ..., prepare=prepare)

and is listed with one line in registry.py.  `prepare(setting)` does the work that all runs share and returns `one_run`,
a function called once per run, from several threads at once:

    run = one_run(generator, cancel)

    generator  the run's only source of randomness; the estimate's noise is drawn from it after the run
    cancel     (1,) uint8: poll it every 10 000 steps; once non-zero return, the run is dropped
    run        a Run
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore._kernels import kernel
from dpcore.experiments import Algorithm
from dpcore.private_stopping.noise import stopping_noise_scales

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Flag = NDArray[np.uint8]


class HaltingRule(NamedTuple):
    """One algorithm at one (relative error, risk, epsilon), in units of the reward bound.

    union_factor: of the union bound over tests.  threshold_scale, query_scale, estimate_scale: of the Laplace noise.
    doubling: whether tests are at t = 2, 4, 8, ... only.
    """

    relative_error: float
    risk: float
    union_factor: float
    threshold_scale: float
    query_scale: float
    estimate_scale: float
    doubling: bool

    def levels(self, times: ArrayLike) -> Floats:
        """The noiseless level of |X_1 + ... + X_t| at each time of a test."""
        t = np.asarray(times, dtype=np.float64)
        return np.asarray(halting_level(self, t, np.log2(t) if self.doubling else t))


class Rewards(NamedTuple):
    """Rewards in units of the bound: 1 with probability `chance`, otherwise `low`."""

    chance: float
    low: float


class Stop(NamedTuple):
    """How one run ended, in units of the reward bound: the samples and their sum, and the last test's noise.

    recorded: how many rows of the run's record are filled.
    """

    halted: bool
    time: int
    total: float
    threshold_noise: float
    query_noise: float
    recorded: int


@dataclass(frozen=True, eq=False)
class Run:
    """One run: its stop, and the recorded tests: times (S,), record (S, 2) of sum and A_t."""

    stop: Stop
    times: Integers
    record: Floats


@dataclass(frozen=True)
class Setting:
    """A validated problem: everything that all runs of one experiment share; rewards in units of `bound`.

    epsilon is inf for a rule without privacy.
    """

    rule: HaltingRule
    rewards: Rewards
    bound: float
    max_samples: int
    epsilon: float
    parameters: Mapping[str, Any]


OneRun = Callable[[np.random.Generator, Flag], Run]


@dataclass(frozen=True, kw_only=True)
class PrivateStoppingAlgorithm(Algorithm):
    """The registry entry of a stopping rule.  union_factor, doubling: as in HaltingRule."""

    union_factor: float = 16.0
    doubling: bool = False

    def halting_rule(self, relative_error: float, risk: float, epsilon: float) -> HaltingRule:
        """The rule's numbers; no noise at epsilon = inf, which a rule without privacy has."""
        return HaltingRule(relative_error, risk, self.union_factor, *stopping_noise_scales(epsilon), self.doubling)


def recording_runs(kernel: Callable[..., Stop], times: Integers, setting: Setting) -> OneRun:
    """The run of a nogil kernel(generator, rewards, rule, times, record, cancel) that records its tests at `times`."""

    def one_run(generator: np.random.Generator, cancel: Flag) -> Run:
        record = np.empty((times.size, 2))
        stop = Stop(*kernel(generator, setting.rewards, setting.rule, times, record, cancel))
        return Run(stop, times[: stop.recorded], record[: stop.recorded])

    return one_run


def halting_level(rule: HaltingRule, time: Any, test: Any) -> Any:
    """t h_t (1 + 1/alpha) + c_t at test number `test` (t itself for DP-NAS, k at t = 2^k for the exponential one).

    Source: SS19, Algorithm 1 (h_t, c_t) and Algorithm 2; for NAS the Hoeffding radius at confidence 1 - risk/(2 t^2)
    (union_factor 4), which the text before Algorithm 1 does not print [INFERRED].
    """
    root = np.sqrt(2 * time * np.log(rule.union_factor * test**2 / rule.risk)) * (1 + 1 / rule.relative_error)
    noise = (rule.threshold_scale + rule.estimate_scale / rule.relative_error) * np.log(4 / rule.risk)
    return root + noise + rule.query_scale * np.log(8 * test**2 / rule.risk)


halting_level_compiled = kernel(halting_level)
