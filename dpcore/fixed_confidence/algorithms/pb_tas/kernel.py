"""One run of PB-TaS: what is pulled, what is released, and when it stops."""

import math
from typing import NamedTuple

import numpy as np

from dpcore._kernels import kernel
from dpcore.fixed_confidence._allocation import optimal_allocation_kernel
from dpcore.fixed_confidence._noise import drawn_noise
from dpcore.fixed_confidence._top_two import largest, largest_at_random
from dpcore.fixed_confidence.algorithms.pb_tas.bets import Bets
from dpcore.fixed_confidence.algorithms.pb_tas.evidence import add_release, blocking_rival, empty_wealth, pair_evidence
from dpcore.fixed_confidence.protocol import (
    FIRST,
    Ending,
    Flag,
    Floats,
    Integers,
    Moment,
    Problem,
    Record,
    new_shown,
    record_moment,
)

SMALLEST_MEAN = 0.001


class Laws(NamedTuple):
    """What a pull may yield: values (V,) in [0, 1]; tails (K, V): how likely a value of this place or a later one is.

    Without values rewards are 0 or 1, with the problem's means.
    """

    values: Floats
    tails: Floats


NO_LAWS = Laws(np.empty(0), np.empty((0, 0)))


class Options(NamedTuple):
    """threshold: of the evidence against every rival.  growth: share by which pulls grow between an arm's releases.

    floor: smallest share of the pulls of an arm, times K.  first_batch: pulls of each arm before its first release.
    blocks: what an arm may need of them (see Wealth).  indifference: the smallest difference that matters.
    laws: of rewards that are not 0 or 1.
    """

    threshold: float
    growth: float
    floor: float
    first_batch: int
    blocks: int
    bets: Bets
    indifference: float
    laws: Laws = NO_LAWS


class Plan(NamedTuple):
    """Every arm's pulls (K,): those made, those at its next release, and those at the next release of any arm."""

    made: Integers
    due: Integers
    planned: Integers


@kernel
def floored_allocation(
    allocation: Floats,
    private_means: Floats,
    leader: int,
    epsilon: float,
    floor: float,
    indifference: float,
    level_start: float,
) -> float:
    """Write the T*_epsilon-optimal allocation at the clipped private means, floored, into `allocation`.

    The means are first moved apart by the indifference, half of it each: that is how far the leader's mean must fall
    below a rival's until it is a bad answer.  Returns the solver's level, the warm start of the next call.
    """
    half = 0.5 * indifference
    top = min(max(private_means[leader] + half, 2 * SMALLEST_MEAN), 1 - SMALLEST_MEAN)
    clipped = np.empty_like(private_means)
    for arm in range(clipped.size):
        clipped[arm] = min(max(private_means[arm] - half, SMALLEST_MEAN), top - SMALLEST_MEAN)
    clipped[leader] = top
    level = optimal_allocation_kernel(clipped, leader, epsilon, level_start, allocation)[1]
    for arm in range(clipped.size):
        allocation[arm] = max(allocation[arm], floor / clipped.size)
    return level


@kernel
def plan_pulls(plan: Plan, allocation: Floats) -> int:
    """Write the pulls at the next release into plan.planned, and return the arm that is released then."""
    next_arm = 0
    for arm in range(1, plan.due.size):
        if plan.due[arm] / allocation[arm] < plan.due[next_arm] / allocation[next_arm]:
            next_arm = arm
    time = plan.due[next_arm] / allocation[next_arm]
    for arm in range(plan.due.size):
        plan.planned[arm] = max(plan.made[arm], min(math.floor(allocation[arm] * time), plan.due[arm] - 1))
    plan.planned[next_arm] = plan.due[next_arm]
    return next_arm


@kernel
def drawn_sum(laws: Laws, arm: int, size: int, generator: np.random.Generator) -> float:
    """The sum of `size` rewards of an arm, drawn as a multinomial: value by value given those before, a binomial."""
    values, tails = laws.values, laws.tails[arm]
    total, left = 0.0, size
    if size < values.size:  # reward by reward costs less
        for _ in range(size):
            chance, low, high = generator.random(), 0, values.size
            while high - low > 1:
                place = (low + high) // 2
                if chance < tails[place]:
                    low = place
                else:
                    high = place
            total += float(values[low])
        return total
    for place in range(values.size - 1):
        share = 1 - tails[place + 1] / tails[place]
        if share > 0:
            count = left if share >= 1 else generator.binomial(left, share)
            total += count * float(values[place])
            left -= count
            if left == 0:
                return total
    return total + left * float(values[-1])


@kernel
def pull_to(
    plan: Plan, problem: Problem, laws: Laws, generator: np.random.Generator, rewards: Floats, unreleased: Floats
) -> bool:
    """Pull arm after arm as planned, adding rewards to `unreleased`; False if max_samples cuts it short."""
    time = plan.made.sum()
    for arm in range(plan.made.size):
        size = min(plan.planned[arm] - plan.made[arm], problem.max_samples - time)
        if rewards.shape[0] > 0:
            unreleased[arm] += rewards[time : time + size, arm].sum()
        elif size > 0 and laws.values.size > 0:
            unreleased[arm] += drawn_sum(laws, arm, size, generator)
        elif size > 0:
            unreleased[arm] += generator.binomial(size, problem.means[arm])
        plan.made[arm] += size
        time += size
    return bool(plan.made.sum() == plan.planned.sum())


@kernel
def pb_tas_kernel(
    problem: Problem, options: Options, generator: np.random.Generator, rewards: Floats, cancel: Flag, record: Record
) -> Ending:
    """One run; see protocol.py."""
    arms, pulls, weights = record.pulls.size, record.pulls, options.bets.weights
    wealth = empty_wealth(arms, options.bets.points.size, options.blocks)
    shown, true_totals, unreleased = new_shown(wealth.counts), np.zeros(arms), np.zeros(arms)
    private_means, allocation = shown.private_means, np.ones(arms)
    plan = Plan(pulls, np.full(arms, options.first_batch), np.zeros(arms, np.int64))
    leader, rival, level, releases, rows, noise = FIRST, FIRST, 0.0, 0, FIRST, 0.0
    while cancel[0] == 0:
        arm = plan_pulls(plan, allocation) if releases >= arms else releases
        plan.planned[arm] = plan.due[arm]
        capped = not pull_to(plan, problem, options.laws, generator, rewards, unreleased)
        if not capped:
            noise = drawn_noise(generator, problem.epsilon, options.bets.deviation)
            size, released = pulls[arm] - wealth.counts[arm], unreleased[arm] + noise
            add_release(wealth, options.bets, problem.epsilon, arm, size, released)
            true_totals[arm] += unreleased[arm]
            unreleased[arm] = 0.0
            count = wealth.counts[arm]
            private_means[arm], shown.empirical_means[arm] = wealth.totals[arm] / count, true_totals[arm] / count
            plan.due[arm] = max(count + 1, math.ceil(count * (1 + options.growth)))
            releases += 1
            leader = largest(private_means)
            if releases >= arms:  # before, arms without a release are equal at 0
                leader = largest_at_random(generator, private_means)
                rival = blocking_rival(leader, wealth, weights, options.indifference, options.threshold, rival, cancel)
        if record.log.shape[0] > 0:
            if releases >= arms:
                for other in range(arms):
                    shown.costs[other], shown.thresholds[other] = 0.0, 0.0
                    if other != leader:
                        shown.costs[other] = pair_evidence(
                            leader, other, wealth, weights, options.indifference, -math.inf, cancel
                        )
                        shown.thresholds[other] = options.threshold
            challenger = rival if releases >= arms else -1
            moment = Moment(pulls.sum(), arm, 0.0 if capped else noise, leader, challenger, shown)
            rows = record_moment(record, rows, moment)
        if capped or rival < 0:
            return Ending(not capped, pulls.sum(), leader, rows)
        if releases >= arms:
            level = floored_allocation(
                allocation, private_means, leader, problem.epsilon, options.floor, options.indifference, level
            )
    return Ending(False, 0, leader, rows)
