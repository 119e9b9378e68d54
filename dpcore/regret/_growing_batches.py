"""Regret minimisation in batches that grow arm by arm, nothing forgotten: what DP-IMED and DP-KLUCB share.

A batch pulls one arm.  When it ends, the sum of its rewards is released once with Lap(1/epsilon) and added to the arm's
earlier releases; indices see these totals only.  Privacy: each reward, in [0, 1], is in one released sum, whose density
it can change by the factor e^epsilon; which rewards are in which batch follows from earlier releases (parallel
composition; TH, Lemma 2.10 and C.1.2), and totals, indices and pulls are post-processing.  Ideal Laplace noise assumed.
"""

import math
from functools import partial
from typing import NamedTuple

import numpy as np

from dpcore._kernels import kernel
from dpcore.experiments import Number, Parameter
from dpcore.regret._blocks import bernoulli_sum, record_pulls
from dpcore.regret.protocol import Flag, Floats, Integers, OneRun, Record, Setting
from dpcore.times.divergences import privacy_constants, private_upward

DP_IMED, DP_KLUCB = 0, 1

BATCH_RATIO = Parameter(
    "batch_ratio",
    2.0,
    "by how much an arm's pulls grow from batch to batch (alpha); AW25 bounds regret by alpha times its limit",
    Number(1, 10),
)
INFERRED = (
    "The first batch of an arm is one pull; later ones bring its pulls to alpha times as many, rounded up.",
    "Of arms with the same index the one with the fewest pulls is taken.",
    "A batch that the horizon cuts short is not released.",
)
_SUMMARY_READ = "The source's full text was not at hand: its abstract and a summary of its theorems and indices were."
_HEAVY_TAILS = (
    "Heavy tails: a few runs lose dozens of times the median or more, so that 95 % intervals of its mean from some "
    "hundred runs are not valid."
)
_LIMIT_ONLY = (
    "Its regret theorem speaks of the limit of many pulls and has no explicit constants, so no bound is drawn."
)
WARNINGS = (_SUMMARY_READ, _LIMIT_ONLY, _HEAVY_TAILS)

_BISECTIONS = 50
_LARGEST_COUNT = 1e15  # a batch never grows beyond what an integer holds


class Options(NamedTuple):
    """rule: DP_IMED or DP_KLUCB.  epsilon: privacy budget.  batch_ratio: alpha."""

    rule: int
    epsilon: float
    batch_ratio: float


def prepare_growing_batches(rule: int, setting: Setting) -> OneRun:
    """The run of this setting with the index of `rule`; see protocol.py."""
    return partial(_run, setting.environment, Options(rule, setting.budget, setting.parameters["batch_ratio"]))


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
def _next_arm(options: Options, private_means: Floats, pulls: Integers, time: int) -> int:
    """The arm of the next batch: the smallest DP-IMED index, or the largest DP-KLUCB one; means clipped to [0, 1]."""
    best_mean = min(max(private_means.max(), 0.0), 1.0)
    chosen, smallest = 0, math.inf
    for arm in range(pulls.size):
        mean = min(max(private_means[arm], 0.0), 1.0)
        if options.rule == DP_IMED:
            index = pulls[arm] * divergence_upward(mean, best_mean, options.epsilon) + math.log(pulls[arm])
        else:
            index = -largest_plausible_mean(mean, math.log(time) / pulls[arm], options.epsilon)
        if index < smallest or (index == smallest and pulls[arm] < pulls[chosen]):
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
            grown = math.ceil(min(options.batch_ratio * pulls[arm], _LARGEST_COUNT))
            count = min(max(grown - pulls[arm], 1), horizon - time)
        totals[arm] += bernoulli_sum(generator, rewards, time, count, arm, means[arm])
        totals[arm] += generator.laplace(0.0, 1 / options.epsilon)
        record_pulls(record, gaps, order[arm : arm + 1], count)
        private_means[arm] = totals[arm] / pulls[arm]
        time += count
