"""Regret minimisation by indices of private means: the loop of blocks, and the index of each algorithm.

A block pulls one arm, and its rewards are released once, when it ends.

Episodes (thesis, Algorithm 7) pull an arm as often as it was pulled before; an arm's index uses the rewards of its last
episode only, and their mean is released.  Each reward is in one released mean, so a budget spent on every mean is the
budget of the whole run (parallel composition; thesis, Lemma 2.10).

Batches that grow arm by arm forget nothing: the sum of a batch's rewards is released with Lap(1/epsilon) and added to
the arm's earlier releases; indices see these totals only.  Privacy: each reward, in [0, 1], is in one released sum,
whose density it can change by the factor e^epsilon; earlier releases determine which rewards are in which batch
(parallel composition; TH, Lemma 2.10 and C.1.2), and totals, indices and pulls are post-processing.  Ideal Laplace
noise assumed.
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
from dpcore.regret.protocol import Flag, Floats, Integers, OneRun, Record, RegretBound, Setting
from dpcore.times.divergences import privacy_constants, private_upward

ADAC_UCB, ADAP_UCB, ADAP_KLUCB, DP_IMED, DP_KLUCB = 0, 1, 2, 3, 4  # from DP_IMED on in growing batches

LEAST_PROVEN_EXPLORATION = 3.0
EXPLORATION = Parameter(
    "exploration", 3.1, "exploration exponent (beta); the theorems need more than 3", Number(0, math.inf)
)
FIRST_PULL_INFERRED = "An arm with only its first pull counts as one sample (the printed N/2 would be half a sample)."

BATCH_RATIO = Parameter(
    "batch_ratio",
    2.0,
    "by how much an arm's pulls grow from batch to batch (alpha); AW25 bounds regret by alpha times its limit",
    Number(1, 10),
)
INFERRED = (
    "The first batch of an arm is one pull; each later one multiplies its pulls by alpha, rounded up.",
    "Among arms with the same index, the one with the fewest pulls is taken.",
    "A batch that the horizon cuts short is not released.",
)
_SUMMARY_READ = "We did not have the source's full text, only its abstract and a summary of its theorems and indices."
_HEAVY_TAILS = (
    "Heavy tails: a few runs lose dozens of times the median or more, so a 95 % interval of its mean from a few "
    "hundred runs is not valid."
)
_LIMIT_ONLY = "Its regret theorem is about the limit of many pulls and has no explicit constants, so no bound is drawn."
WARNINGS = (_SUMMARY_READ, _LIMIT_ONLY, _HEAVY_TAILS)

_BISECTIONS = 50
_LARGEST_COUNT = 1e15  # a batch never grows beyond what an integer holds


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
    """rule: ADAC_UCB, ....  budget: rho for ADAC_UCB, else epsilon.  growth: of batches, alpha.  exploration: beta."""

    rule: int
    budget: float
    growth: float
    exploration: float


def prepare_blocks(rule: int, setting: Setting) -> OneRun:
    """The run of this setting with the noise and index of `rule`; see protocol.py."""
    growth, exploration = (setting.parameters.get(name, 0.0) for name in ("batch_ratio", "exploration"))
    return partial(_run, setting.environment, Options(rule, setting.budget, growth, exploration))


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
def _largest_mean_within_kl(mean: float, divergence: float) -> float:
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
def divergence_upward(mean: float, higher: float, epsilon: float) -> float:
    """d_epsilon(mean, higher) for 0 <= mean <= higher <= 1."""
    if higher <= mean:
        return 0.0
    if higher == 1.0:
        return epsilon * (1.0 - mean)  # kl(z, 1) is infinite for every z but 1
    decay, slope = privacy_constants(epsilon)
    return private_upward(mean, 1 - mean, higher - mean, higher, 1 - higher, decay, slope)


@kernel
def largest_plausible_mean(mean: float, divergence: float, epsilon: float) -> float:
    """max{q in [mean, 1]: d_epsilon(mean, q) <= divergence} by bisection."""
    if divergence_upward(mean, 1.0, epsilon) <= divergence:
        return 1.0
    low, high = mean, 1.0
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        if divergence_upward(mean, middle, epsilon) <= divergence:
            low = middle
        else:
            high = middle
    return low


@kernel
def _index(options: Options, private_mean: float, best_mean: float, count: int, log_time: float) -> float:
    """An arm's index; the arm with the smallest is pulled.  count: its pulls.  UCB: Eq. 5.4, 5.1 and 5.2 of the thesis.

    In growing batches means are clipped to [0, 1].
    """
    budget = options.budget
    if options.rule >= DP_IMED:
        mean = min(max(private_mean, 0.0), 1.0)
        if options.rule == DP_IMED:
            return count * divergence_upward(mean, best_mean, budget) + math.log(count)
        return -largest_plausible_mean(mean, log_time / count, budget)
    count, log_term = max(count // 2, 1), options.exploration * log_time  # count: rewards behind the private mean
    if options.rule == ADAC_UCB:
        return -(private_mean + math.sqrt((1 / (2 * count) + 1 / (budget * count**2)) * log_term))
    if options.rule == ADAP_UCB:
        return -(private_mean + math.sqrt(log_term / (2 * count)) + log_term / (budget * count))
    return -_largest_mean_within_kl(private_mean + log_term / (budget * count), log_term / count)


@kernel
def _next_arm(options: Options, private_means: Floats, pulls: Integers, time: int) -> int:
    """The arm of the next block.  Ties go to the first arm, or in growing batches to the arm with the fewest pulls."""
    grows = options.rule >= DP_IMED
    best_mean = min(max(private_means.max(), 0.0), 1.0) if grows else 0.0
    log_time = math.log(time if grows else time + 1)
    chosen, smallest = 0, math.inf
    for arm in range(pulls.size):
        index = _index(options, private_means[arm], best_mean, pulls[arm], log_time)
        if index < smallest or (grows and index == smallest and pulls[arm] < pulls[chosen]):
            chosen, smallest = arm, index
    return chosen


@kernel
def _run(
    means: Floats, options: Options, generator: np.random.Generator, rewards: Floats, cancel: Flag, record: Record
) -> None:
    arms, horizon, gaps, pulls = means.size, record.steps[-1], means.max() - means, record.pulls
    totals, private_means, order = np.zeros(arms), np.zeros(arms), np.arange(arms)
    time = pulls.sum()
    while time < horizon and cancel[0] == 0:
        arm, count = time, 1
        if time >= arms:
            arm = _next_arm(options, private_means, pulls, time)
            count = pulls[arm]
            if options.rule >= DP_IMED:
                count = max(math.ceil(min(options.growth * pulls[arm], _LARGEST_COUNT)) - pulls[arm], 1)
            count = min(count, horizon - time)
        total = bernoulli_sum(generator, rewards, time, count, arm, means[arm])
        record_pulls(record, gaps, order[arm : arm + 1], count)
        if options.rule >= DP_IMED:
            totals[arm] += total
            totals[arm] += generator.laplace(0.0, 1 / options.budget)
            private_means[arm] = totals[arm] / pulls[arm]
        else:
            private_means[arm] = _private_mean(generator, options, total, count)
        time += count
