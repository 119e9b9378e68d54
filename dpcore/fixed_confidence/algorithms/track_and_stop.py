"""Track-and-Stop: pulls follow the T*_KL-optimal allocation at the empirical means (D-tracking), without privacy.

Source: GK16, D-tracking [MEMORY].  Deviations: the allocation is solved at
means kept SOLVER_MARGIN away from 0, 1 and, for rivals, from the leader, where it would not exist.
"""

import math
from functools import partial
from typing import NamedTuple

import numpy as np

from dpcore._kernels import kernel
from dpcore.experiments import NO_PRIVACY
from dpcore.fixed_confidence._allocation import optimal_allocation_kernel
from dpcore.fixed_confidence._glr import THRESHOLDS, fill_bernoulli_costs, glr_level, show_glr
from dpcore.fixed_confidence._top_two import POLL_MASK, draw_reward, largest, next_recorded
from dpcore.fixed_confidence.protocol import (
    FIRST,
    Ending,
    FixedConfidenceAlgorithm,
    Flag,
    Floats,
    Moment,
    OneRun,
    Problem,
    Record,
    Setting,
    new_shown,
    record_moment,
)

SOLVER_MARGIN = 1e-3


class Options(NamedTuple):
    """Whether the threshold is the proven one."""

    proven: bool


def prepare(setting: Setting) -> OneRun:
    """One run's function for this setting (see protocol.py)."""
    return partial(_run, setting.problem, Options(setting.threshold == "proven"))


@kernel
def _run(
    problem: Problem, options: Options, generator: np.random.Generator, rewards: Floats, cancel: Flag, record: Record
) -> Ending:
    arms, pulls = record.pulls.shape[0], record.pulls
    sums, lags, shown = np.zeros(arms), np.zeros(arms), new_shown(pulls)
    empirical, costs = shown.private_means, shown.costs
    allocation, solver_level = np.full(arms, 1.0 / arms), 0.0
    time, rows, recorded, arm = FIRST, FIRST, arms, FIRST
    while True:
        sums[arm] += draw_reward(generator, problem.means, rewards, time, arm)
        pulls[arm] += 1
        empirical[arm] = sums[arm] / pulls[arm]
        time += 1
        if time < arms:
            arm = time
            continue
        leader = largest(empirical)
        level = glr_level(time, arms, problem.risk, options.proven)
        stop = fill_bernoulli_costs(costs, leader, means=empirical, pulls=pulls) > level
        ended = stop or time >= problem.max_samples
        if ended or time >= recorded:
            recorded = next_recorded(time)
            show_glr(shown, leader, level)
            moment = Moment(time, arm, 0.0, leader, -1, shown)
            rows = record_moment(record, rows, moment)
        if ended or (time & POLL_MASK == 0 and cancel[0] != 0):
            return Ending(stop, time, leader, rows)
        for a in range(arms):
            lags[a] = -pulls[a]
        arm = largest(lags)
        if pulls[arm] >= math.sqrt(time) - arms / 2:
            solver_level = _solve(allocation, solver_level, empirical, leader)
            for a in range(arms):
                lags[a] = time * allocation[a] - pulls[a]
            arm = largest(lags)


@kernel
def _solve(allocation: Floats, solver_level: float, empirical: Floats, leader: int) -> float:
    """Write the optimal allocation at the clipped means; return its level, the next solve's start."""
    best_mean = min(max(empirical[leader], 2 * SOLVER_MARGIN), 1 - SOLVER_MARGIN)
    clipped = np.empty(empirical.size)
    for a in range(empirical.size):
        clipped[a] = min(max(empirical[a], SOLVER_MARGIN), best_mean - SOLVER_MARGIN)
    clipped[leader] = best_mean
    return optimal_allocation_kernel(clipped, leader, math.inf, solver_level, allocation)[1]


ALGORITHM = FixedConfidenceAlgorithm(
    name="track-and-stop",
    label="Track-and-Stop",
    privacy=NO_PRIVACY,
    source="Garivier & Kaufmann (COLT 2016), D-tracking, recalled from memory of the paper",
    thresholds=THRESHOLDS,
    parameters=(),
    warnings=("Solves one allocation per sample: the slowest of the simulations.",),
    prepare=prepare,
)
