"""Blocks of pulls of one arm, simulated as one event: its sum of rewards is one draw, its regret a straight line."""

import math

import numpy as np

from dpcore._kernels import kernel
from dpcore.regret.protocol import Floats, Integers, Record


@kernel
def bernoulli_sum(
    generator: np.random.Generator, rewards: Floats, time: int, count: int, arm: int, mean: float
) -> float:
    """The sum of `count` rewards of an arm from step `time` (0-based) on: Binomial, or read off a table of rewards."""
    if rewards.shape[0] > 0:
        return float(rewards[time : time + count, arm].sum())
    return float(generator.binomial(count, mean))


@kernel
def linear_sum(
    generator: np.random.Generator, rewards: Floats, time: int, count: int, arm: int, mean: float, bounded: bool
) -> float:
    """As bernoulli_sum for rewards of this mean with N(0, 1) noise, or for rewards -1 and +1 (bounded)."""
    if rewards.shape[0] > 0:
        return float(rewards[time : time + count, arm].sum())
    if bounded:
        # Rounding can move <a, theta> of unit vectors just outside [-1, 1].
        return 2.0 * generator.binomial(count, min(max((1 + mean) / 2, 0.0), 1.0)) - count
    return generator.normal(count * mean, math.sqrt(count))


@kernel
def record_pulls(record: Record, gaps: Floats, arms: Integers, count: int) -> None:
    """Count `count` pulls that go round these arms in order, and write the pseudo-regret at the steps they pass."""
    steps, regret, pulls = record
    time, before = pulls.sum(), (gaps * pulls).sum()
    round_cost = gaps[arms].sum()
    for row in range(np.searchsorted(steps, time, side="right"), steps.size):
        done = steps[row] - time
        if done > count:
            break
        regret[row] = before + done // arms.size * round_cost + gaps[arms[: done % arms.size]].sum()
        if row > 0:
            regret[row] = max(regret[row], regret[row - 1])  # `before` is summed in another order: rounding only
    for position in range(arms.size):
        pulls[arms[position]] += (count + arms.size - 1 - position) // arms.size
