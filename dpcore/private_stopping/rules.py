"""The halting rules NAS, DP-NAS and exponential DP-NAS: noise scales, levels, and the checks of their parameters.

All three halt when |X_1 + ... + X_t| >= level(t) + B + A_t, with B ~ Lap(threshold_scale) drawn once and
A_t ~ Lap(query_scale) drawn at every test, and return (X_1 + ... + X_t + L)/t with L ~ Lap(estimate_scale).  Inside
this subpackage sums are in units of the reward bound R, so that R = 1.
"""

import math
from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore._validation import check_choice, check_count, check_epsilon, check_open_interval

PRIVATE_STOPPING_ALGORITHMS = ("nas", "dp-nas", "exponential-dp-nas")
DISTRIBUTIONS = ("plus-minus", "bernoulli")
MAX_SAMPLES = 10**15


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

    def levels(self, times: ArrayLike) -> NDArray[np.float64]:
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


def halting_level(rule: HaltingRule, time: Any, test: Any) -> Any:
    """t h_t (1 + 1/alpha) + c_t at test number `test` (t itself for DP-NAS, k at t = 2^k for the exponential one).

    Source: SS19, Algorithm 1 (h_t, c_t) and Algorithm 2; for NAS the Hoeffding radius at confidence 1 - risk/(2 t^2)
    (union_factor 4), which the text before Algorithm 1 does not print [INFERRED].
    """
    root = np.sqrt(2 * time * np.log(rule.union_factor * test**2 / rule.risk)) * (1 + 1 / rule.relative_error)
    noise = (rule.threshold_scale + rule.estimate_scale / rule.relative_error) * np.log(4 / rule.risk)
    return root + noise + rule.query_scale * np.log(8 * test**2 / rule.risk)


halting_level_compiled = numba.njit(cache=True, nogil=True)(halting_level)


def stopping_noise_scales(epsilon: float, reward_bound: float = 1.0) -> tuple[float, float, float]:
    """The Laplace scales of DP-NAS: threshold 12 R/epsilon, each query 12 R/epsilon, final sum 4 R/epsilon.

    Source: SS19, Algorithm 1 and Theorem 3.1.  The sparse-vector test of |X_1 + ... + X_t| (sensitivity 2 R) spends
    epsilon/2 at scale 3 (2 R)/(epsilon/2) on threshold and queries; the released sum spends the other epsilon/2.
    Args:    epsilon: budget per person, > 0 (inf = no noise).  reward_bound: R, rewards lie in [-R, R].
    Returns: three scales, for sums of rewards; divide by t for means.     Raises: ValueError on bad input.
    """
    eps = check_epsilon(epsilon)
    bound = check_open_interval("reward_bound", reward_bound, 0, math.inf)
    return 12 * bound / eps, 12 * bound / eps, 4 * bound / eps


def check_rule(algorithm: str, relative_error: float, risk: float, epsilon: float | None) -> HaltingRule:
    """The halting rule of these parameters, checked."""
    check_choice("algorithm", algorithm, PRIVATE_STOPPING_ALGORITHMS)
    alpha = check_open_interval("relative_error", relative_error, 0, 1)
    beta = check_open_interval("risk", risk, 0, 1)
    if algorithm == "nas":
        if epsilon is not None:
            raise ValueError(f"epsilon must be None for nas, which is not private, got {epsilon}")
        return HaltingRule(alpha, beta, 4.0, 0.0, 0.0, 0.0, False)
    if epsilon is None:
        raise ValueError(f"epsilon must be > 0 for {algorithm}, got None")
    scales = stopping_noise_scales(epsilon)
    return HaltingRule(alpha, beta, 16.0, *scales, algorithm == "exponential-dp-nas")


def check_mean(mean: float, reward_bound: float, distribution: str = "plus-minus") -> tuple[float, float]:
    """The mean in units of the reward bound, and the bound: 0 < |mean| <= R, and mean > 0 for "bernoulli"."""
    bound = check_open_interval("reward_bound", reward_bound, 0, math.inf)
    check_choice("distribution", distribution, DISTRIBUTIONS)
    value = check_open_interval("mean", mean, -math.inf, math.inf)
    if value == 0:
        raise ValueError(f"mean must not be 0, got {mean}: no error is small relative to 0, so no rule stops")
    if abs(value) > bound:
        raise ValueError(f"mean must lie between -{bound:g} and {bound:g} (the reward bound), got {mean}")
    if distribution == "bernoulli" and value < 0:
        raise ValueError(f"mean must be > 0 for rewards 0 or {bound:g}, got {mean}")
    return value / bound, bound


def check_max_samples(max_samples: int) -> int:
    """The cap on the samples of one run, at least 2: the first test of the exponential rule."""
    return check_count("max_samples", max_samples, 2, MAX_SAMPLES)
