"""Kernels that the pull-by-pull algorithms share: rewards, Gaussian costs, tie-breaking, tracking."""

from typing import NamedTuple

import numpy as np

from dpcore._kernels import kernel
from dpcore.fixed_confidence.protocol import Floats, Integers

POLL_MASK = 4095  # the cancel flag is read every 4096 steps
_RECORDED_GROWTH = 1.02


class Tracking(NamedTuple):
    """Counts (K,): how often each arm was the leader, and how often it was then pulled."""

    turns: Integers
    own_pulls: Integers


@kernel
def new_tracking(arms: int) -> Tracking:
    """The counts before the first pull."""
    return Tracking(np.zeros(arms, np.int64), np.zeros(arms, np.int64))


@kernel
def draw_reward(generator: np.random.Generator, means: Floats, rewards: Floats, step: int, arm: int) -> float:
    """The reward of `arm` at `step`: from the table if there is one, else Bernoulli."""
    if rewards.shape[0] > 0:
        return float(rewards[step, arm])
    return 1.0 if generator.random() < means[arm] else 0.0


@kernel
def largest(values: Floats) -> int:
    """The index of the largest value, the lowest one on a tie: for rules that never stop while their leader is tied."""
    best = 0
    for a in range(1, values.shape[0]):
        if values[a] > values[best]:
            best = a
    return best


@kernel
def largest_at_random(generator: np.random.Generator, values: Floats) -> int:
    """The index of the largest value, ties at random; nothing is drawn where no two values are equal."""
    best, ties = 0, 1
    for a in range(1, values.shape[0]):
        if values[a] > values[best]:
            best, ties = a, 1
        elif values[a] == values[best]:
            ties += 1
            if generator.random() * ties < 1:
                best = a
    return best


@kernel
def smallest_rival(generator: np.random.Generator, costs: Floats, leader: int) -> int:
    """The arm other than the leader with the smallest cost, ties at random."""
    choice, ties = -1, 0
    for a in range(costs.shape[0]):
        if a == leader:
            continue
        if choice < 0 or costs[a] < costs[choice]:
            choice, ties = a, 1
        elif costs[a] == costs[choice]:
            ties += 1
            if generator.random() * ties < 1:
                choice = a
    return choice


@kernel
def fill_gaussian_costs(costs: Floats, leader: int, means: Floats, weights: Integers, truncation: float) -> None:
    """W(leader, .) for rewards in [0, 1] (sigma = 1/2): 2 (gap)+ min(truncation, (gap)+) / (1/w + 1/v).

    Source: PT and TH Eq. 5.9 with truncation = inf; TH Eq. 5.12 with 3 epsilon.
    """
    for a in range(costs.shape[0]):
        gap = means[leader] - means[a]
        if a == leader or gap <= 0:
            costs[a] = 0.0
        else:
            costs[a] = 2.0 * gap * min(truncation, gap) * weights[leader] * weights[a] / (weights[leader] + weights[a])


@kernel
def release_sum(
    generator: np.random.Generator, means: Floats, rewards: Floats, arm: int, size: int, pending: Floats
) -> float:
    """The sum of the last `size` rewards of `arm`: from the table (then pending is emptied), else binomial."""
    if rewards.shape[0] == 0:
        return float(generator.binomial(size, means[arm]))
    total = float(pending[arm])
    pending[arm] = 0.0
    return total


@kernel
def track(tracking: Tracking, leader: int, challenger: int, leader_share: float) -> int:
    """The arm to pull: the leader while its own pulls lag behind leader_share of its turns (counted in place)."""
    tracking.turns[leader] += 1
    if tracking.own_pulls[leader] <= leader_share * tracking.turns[leader]:
        tracking.own_pulls[leader] += 1
        return leader
    return challenger


@kernel
def next_recorded(time: int) -> int:
    """The next instant to record in a trace of an algorithm that decides at every sample."""
    return max(time + 1, int(time * _RECORDED_GROWTH))
