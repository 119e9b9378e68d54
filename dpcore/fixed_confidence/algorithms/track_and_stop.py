"""Track-and-Stop: pulls follow the T*_KL-optimal allocation at the empirical means (D-tracking), without privacy.

Source: Garivier & Kaufmann (COLT 2016), recalled from memory of the paper.  Deviations: the allocation is solved at
means kept SOLVER_MARGIN away from 0, 1 and, for rivals, from the leader, where it would not exist.
"""

import math
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from dpcore.fixed_confidence._glr import THRESHOLDS, equal_levels, fill_bernoulli_costs, glr_level
from dpcore.fixed_confidence._top_two import POLL_MASK, draw_reward, largest, next_recorded
from dpcore.fixed_confidence.protocol import Algorithm, OneRun, Setting, record_moment
from dpcore.times.solver import optimal_allocation_kernel

SOLVER_MARGIN = 1e-3


def prepare(setting: Setting) -> OneRun:
    """One run's function for this setting (see protocol.py)."""
    proven = setting.threshold == "proven"

    def one_run(
        generator: np.random.Generator,
        rewards: NDArray[np.float64],
        cancel: NDArray[np.uint8],
        log: NDArray[np.float64],
        pulls: NDArray[np.int64],
    ) -> Any:
        return _run(generator, setting.means, rewards, cancel, log, pulls, setting.risk, proven, setting.max_samples)

    return one_run


@numba.njit(cache=True, nogil=True)
def _run(generator, means, rewards, cancel, log, pulls, risk, proven, max_samples):  # type: ignore[no-untyped-def]
    arms = pulls.shape[0]
    sums, empirical, costs = np.zeros(arms), np.zeros(arms), np.zeros(arms)
    allocation, solver_level = np.full(arms, 1.0 / arms), 0.0
    time, rows, recorded, arm = 0, 0, arms, 0
    while True:
        sums[arm] += draw_reward(generator, means, rewards, time, arm)
        pulls[arm] += 1
        empirical[arm] = sums[arm] / pulls[arm]
        time += 1
        if time < arms:
            arm = time
            continue
        leader = largest(empirical)
        level = glr_level(time, arms, risk, proven)
        stop = fill_bernoulli_costs(costs, leader, empirical, pulls) > level
        ended = stop or time >= max_samples
        if ended or time >= recorded:
            recorded = next_recorded(time)
            levels = equal_levels(arms, leader, level)
            rows = record_moment(
                log, rows, time, arm, 0.0, leader, -1, empirical, empirical, pulls, pulls, costs, levels
            )
        if ended or (time & POLL_MASK == 0 and cancel[0] != 0):
            return stop, time, leader, rows
        arm = largest(-pulls)
        if pulls[arm] >= math.sqrt(time) - arms / 2:
            solver_level = _solve(leader, empirical, solver_level, allocation)
            arm = largest(time * allocation - pulls)


@numba.njit(cache=True, nogil=True)
def _solve(leader, empirical, solver_level, allocation):  # type: ignore[no-untyped-def]
    """Write the optimal allocation at the clipped means; return its level, the next solve's start."""
    best_mean = min(max(empirical[leader], 2 * SOLVER_MARGIN), 1 - SOLVER_MARGIN)
    clipped = np.minimum(np.maximum(empirical, SOLVER_MARGIN), best_mean - SOLVER_MARGIN)
    clipped[leader] = best_mean
    return optimal_allocation_kernel(clipped, leader, math.inf, solver_level, allocation)[1]


ALGORITHM = Algorithm(
    name="track-and-stop",
    label="Track-and-Stop",
    privacy="none",
    source="Garivier & Kaufmann (COLT 2016), D-tracking, recalled from memory of the paper",
    thresholds=THRESHOLDS,
    parameters=(),
    warnings=("Solves one allocation per sample: the slowest of the simulations.",),
    prepare=prepare,
)
