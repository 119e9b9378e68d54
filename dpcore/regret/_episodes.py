"""Regret minimisation in doubling episodes (thesis, Algorithm 7): the wrapper, and the index of each algorithm.

An episode pulls one arm as often as it was pulled before; an arm's index uses the rewards of its last episode only, and
their mean is released once, when the episode ends.  Each reward is in one released mean, so a budget spent on every
mean is the budget of the whole run (parallel composition; thesis, Lemma 2.10).
"""

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from dpcore._kernels import kernel
from dpcore._validation import check_count, check_open_interval
from dpcore.experiments import Number, Parameter
from dpcore.regret._blocks import bernoulli_sum, record_pulls
from dpcore.regret.environments import check_arms
from dpcore.regret.protocol import Flag, Floats, OneRun, Record, RegretBound, Setting

ADAC_UCB, ADAP_UCB, ADAP_KLUCB = 0, 1, 2

LEAST_PROVEN_EXPLORATION = 3.0
EXPLORATION = Parameter(
    "exploration", 3.1, "exploration exponent (beta); the theorems need more than 3", Number(0, math.inf)
)
FIRST_PULL_INFERRED = "An arm with only its first pull counts as one sample (the printed N/2 would be half a sample)."

_BISECTIONS = 50


def check_bound_arguments(means: ArrayLike, horizon: int, exploration: float) -> tuple[list[float], int, float, float]:
    """Validated (gaps, T, log T, exploration > 3) of a regret theorem."""
    array = check_arms(means)
    horizon = check_count("horizon", horizon, array.size)
    exploration = check_open_interval("exploration", exploration, LEAST_PROVEN_EXPLORATION, math.inf)
    return (array.max() - array).tolist(), horizon, math.log(horizon), exploration


def smallest_bound(*bounds: Callable[..., float]) -> RegretBound:
    """The smallest of these bounds where the exploration exponent is large enough for their theorems."""

    def regret_bound(means: Any, horizon: int, budget: float, parameters: Mapping[str, Any]) -> float | None:
        exploration = parameters["exploration"]
        if exploration <= LEAST_PROVEN_EXPLORATION:
            return None
        return min(bound(means, horizon, budget, exploration=exploration) for bound in bounds)

    return regret_bound


class Options(NamedTuple):
    """rule: ADAC_UCB, ADAP_UCB or ADAP_KLUCB.  budget: rho for ADAC_UCB, else epsilon.  exploration: beta."""

    rule: int
    budget: float
    exploration: float


def prepare_episodes(rule: int, setting: Setting) -> OneRun:
    """The run of this setting with the noise and index of `rule`; see protocol.py."""
    return partial(_run, setting.environment, Options(rule, setting.budget, setting.parameters["exploration"]))


@kernel
def gaussian_deviation(count: int, rho: float) -> float:
    """The standard deviation of the noise of a mean of `count` rewards: sensitivity 1/count, variance /(2 rho)."""
    return 1 / (count * math.sqrt(2 * rho))


@kernel
def laplace_scale(count: int, epsilon: float) -> float:
    """The Laplace scale of the noise of a mean of `count` rewards: sensitivity 1/count over epsilon."""
    return 1 / (count * epsilon)


@kernel
def _private_mean(generator: np.random.Generator, options: Options, total: float, count: int) -> float:
    if options.rule == ADAC_UCB:
        return total / count + gaussian_deviation(count, options.budget) * generator.standard_normal()
    return total / count + generator.laplace(0.0, laplace_scale(count, options.budget))


@kernel
def _index(options: Options, private_mean: float, count: int, log_term: float) -> float:
    """Eq. 5.4, 5.1 and 5.2 of the thesis; count: rewards behind private_mean, log_term: exploration * log(time)."""
    budget = options.budget
    if options.rule == ADAC_UCB:
        return private_mean + math.sqrt((1 / (2 * count) + 1 / (budget * count**2)) * log_term)
    if options.rule == ADAP_UCB:
        return private_mean + math.sqrt(log_term / (2 * count)) + log_term / (budget * count)
    return _largest_plausible_mean(private_mean + log_term / (budget * count), log_term / count)


@kernel
def _largest_plausible_mean(mean: float, divergence: float) -> float:
    """max{q in [0, 1]: kl(mean clipped to [0, 1], q) <= divergence} by bisection."""
    mean = min(1.0, max(0.0, mean))
    low, high = mean, 1.0
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        if middle == 1.0 or _bernoulli_kl(mean, middle) > divergence:
            high = middle
        else:
            low = middle
    return low


@kernel
def _bernoulli_kl(p: float, q: float) -> float:
    divergence = 0.0
    if p > 0:
        divergence += p * math.log(p / q)
    if p < 1:
        divergence += (1 - p) * math.log((1 - p) / (1 - q))
    return divergence


@kernel
def _run(
    means: Floats, options: Options, generator: np.random.Generator, rewards: Floats, cancel: Flag, record: Record
) -> None:
    arms, horizon, gaps, pulls = means.size, record.steps[-1], means.max() - means, record.pulls
    private_means, indices, order = np.empty(arms), np.empty(arms), np.arange(arms)
    time = pulls.sum()
    while time < horizon and cancel[0] == 0:
        if time < arms:
            arm, count = time, 1
        else:
            log_term = options.exploration * math.log(time + 1)
            for a in range(arms):
                indices[a] = _index(options, private_means[a], max(pulls[a] // 2, 1), log_term)
            arm = int(np.argmax(indices))
            count = min(pulls[arm], horizon - time)
        total = bernoulli_sum(generator, rewards, time, count, arm, means[arm])
        private_means[arm] = _private_mean(generator, options, total, count)
        record_pulls(record, gaps, order[arm : arm + 1], count)
        time += count
