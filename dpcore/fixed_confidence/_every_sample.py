"""The kernel of TTUCB, EB-TCI and Track-and-Stop: without noise, and with a new decision at every sample."""

import math
from typing import NamedTuple

import numpy as np

from dpcore._kernels import kernel
from dpcore.fixed_confidence._allocation import optimal_allocation_kernel
from dpcore.fixed_confidence._top_two import (
    POLL_MASK,
    draw_reward,
    fill_gaussian_costs,
    largest,
    new_tracking,
    next_recorded,
    smallest_rival,
    track,
)
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
from dpcore.times.transport import transportation_cost_kernel

TTUCB, EB_TCI, TRACK_AND_STOP = 0, 1, 2
SOLVER_MARGIN = 1e-3


class Options(NamedTuple):
    """rule: TTUCB, EB_TCI or TRACK_AND_STOP.  proven: whether the threshold is.  leader_share: of the top two's pulls.

    truth_weight, level: for TTUCB, see ttucb.prepare_on_responses; level is the part of its threshold that does not
    grow with the pulls.
    """

    rule: int
    proven: bool
    leader_share: float = 0.5
    truth_weight: float = 1.0
    level: float = 0.0


@kernel
def run_every_sample(
    problem: Problem, options: Options, generator: np.random.Generator, rewards: Floats, cancel: Flag, record: Record
) -> Ending:
    """One run; see protocol.py."""
    arms, pulls, truth_weight = record.pulls.shape[0], record.pulls, options.truth_weight
    sums, observed_sums, means = np.zeros(arms), np.zeros(arms), np.zeros(arms)
    rival_costs, indices, tracking, shown = np.zeros(arms), np.zeros(arms), new_tracking(arms), new_shown(pulls)
    costs, allocation, solver_level, level = shown.costs, np.full(arms, 1.0 / arms), 0.0, 0.0
    time, rows, recorded, arm, challenger = FIRST, FIRST, arms, FIRST, FIRST - 1
    while True:
        reward = draw_reward(generator, problem.means, rewards, time, arm)
        response = reward
        if truth_weight < 1:
            response = 1.0 if generator.random() < 0.5 * (1 - truth_weight) + truth_weight * reward else 0.0
        sums[arm] += reward
        observed_sums[arm] += response
        pulls[arm] += 1
        means[arm] = observed_sums[arm] / pulls[arm]
        time += 1
        if time < arms:
            arm = time
            continue
        answer = leader = largest(means)
        if options.rule == TTUCB:
            fill_gaussian_costs(costs, answer, means=means, weights=pulls, truncation=math.inf)
            stop = _all_exceed(options, costs, answer, pulls, time)
            for a in range(arms):
                indices[a] = means[a] + math.sqrt(math.log(time + 1.0) / pulls[a])
            leader = largest(indices)
            fill_gaussian_costs(rival_costs, leader, means=means, weights=pulls, truncation=math.inf)
        else:
            level = _glr_level(time, arms, problem.risk, options.proven)
            stop = _fill_bernoulli_costs(costs, answer, means, pulls) > level
            for a in range(arms):
                rival_costs[a] = costs[a] + math.log(pulls[a])
        if options.rule != TRACK_AND_STOP:
            challenger = smallest_rival(generator, rival_costs, leader)
        ended = stop or time >= problem.max_samples
        if ended or time >= recorded:
            recorded = next_recorded(time)
            for a in range(arms):
                shown.private_means[a] = (means[a] - 0.5 * (1 - truth_weight)) / truth_weight
                shown.empirical_means[a] = sums[a] / pulls[a]
                shown.thresholds[a] = 0.0
                if a != answer:
                    is_ttucb = options.rule == TTUCB
                    shown.thresholds[a] = _threshold(options, pulls[answer], pulls[a], time) if is_ttucb else level
            moment = Moment(time, arm, 0.0, leader, challenger, shown)
            rows = record_moment(record, rows, moment)
        if ended or (time & POLL_MASK == 0 and cancel[0] != 0):
            return Ending(stop, time, answer, rows)
        if options.rule != TRACK_AND_STOP:
            arm = track(tracking, leader, challenger, options.leader_share)
            continue
        for a in range(arms):
            indices[a] = -pulls[a]
        arm = largest(indices)
        if pulls[arm] >= math.sqrt(time) - arms / 2:
            solver_level = _solve(allocation, solver_level, means, leader)
            for a in range(arms):
                indices[a] = time * allocation[a] - pulls[a]
            arm = largest(indices)


@kernel
def _fill_bernoulli_costs(costs: Floats, leader: int, means: Floats, pulls: Integers) -> float:
    """The kl transportation cost of the leader against each arm into costs (0 at the leader); the smallest one."""
    smallest = math.inf
    for a in range(costs.shape[0]):
        costs[a] = 0.0
        if a != leader:
            costs[a] = transportation_cost_kernel(
                means[leader], means[a], float(pulls[leader]), float(pulls[a]), math.inf
            )
            smallest = min(smallest, costs[a])
    return smallest


@kernel
def _glr_level(time: int, arms: int, risk: float, proven: bool) -> float:
    """The threshold of EB-TCI and Track-and-Stop after `time` samples.

    Source: proven: GK16 Theorem 10 [MEMORY].
    """
    return math.log(2.0 * time * (arms - 1) / risk) if proven else math.log((1 + math.log(time)) / risk)


@kernel
def _threshold(options: Options, answer_pulls: int, other_pulls: int, time: int) -> float:
    """The threshold of TTUCB, see ttucb.py."""
    if options.proven:
        return options.level + 2 * math.log(4 + math.log(answer_pulls)) + 2 * math.log(4 + math.log(other_pulls))
    return options.level + math.log(1 + math.log(time))


@kernel
def _all_exceed(options: Options, costs: Floats, answer: int, pulls: Integers, time: int) -> bool:
    for a in range(costs.shape[0]):  # the level alone settles most cases without a logarithm
        if a != answer and costs[a] <= options.level:
            return False
    for a in range(costs.shape[0]):
        if a != answer and costs[a] <= _threshold(options, pulls[answer], pulls[a], time):
            return False
    return True


@kernel
def _solve(allocation: Floats, solver_level: float, empirical: Floats, leader: int) -> float:
    """Write the optimal allocation at the clipped means; return its level, the next solve's start."""
    best_mean = min(max(empirical[leader], 2 * SOLVER_MARGIN), 1 - SOLVER_MARGIN)
    clipped = np.empty(empirical.size)
    for a in range(empirical.size):
        clipped[a] = min(max(empirical[a], SOLVER_MARGIN), best_mean - SOLVER_MARGIN)
    clipped[leader] = best_mean
    return optimal_allocation_kernel(clipped, leader, math.inf, solver_level, allocation)[1]
