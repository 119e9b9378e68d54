"""EB-TCI: top two with the empirical best as leader and a penalised transportation-cost challenger, without privacy.

Source: arXiv:2206.05979, read off DP-TT's poster with epsilon = inf; the Bernoulli transportation cost is the standard
one (inferred).  Deviations: none; the pairs are tracked, not drawn at random.
"""

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from dpcore.fixed_confidence._glr import THRESHOLDS, equal_levels, fill_bernoulli_costs, glr_level
from dpcore.fixed_confidence._top_two import (
    POLL_MASK,
    draw_reward,
    largest,
    next_recorded,
    smallest_rival,
    track,
)
from dpcore.fixed_confidence.protocol import LEADER_SHARE, Algorithm, OneRun, Setting, record_moment


def prepare(setting: Setting) -> OneRun:
    """One run's function for this setting (see protocol.py)."""
    proven = setting.threshold == "proven"
    leader_share = float(setting.parameters["leader_share"])

    def one_run(
        generator: np.random.Generator,
        rewards: NDArray[np.float64],
        cancel: NDArray[np.uint8],
        log: NDArray[np.float64],
        pulls: NDArray[np.int64],
    ) -> Any:
        return _run(
            generator,
            setting.means,
            rewards,
            cancel,
            log,
            pulls,
            leader_share,
            setting.risk,
            proven,
            setting.max_samples,
        )

    return one_run


@numba.njit(cache=True, nogil=True)
def _run(generator, means, rewards, cancel, log, pulls, leader_share, risk, proven, max_samples):  # type: ignore[no-untyped-def]
    arms = pulls.shape[0]
    sums, empirical, costs, indices = np.zeros(arms), np.zeros(arms), np.zeros(arms), np.zeros(arms)
    times_leader, own_pulls = np.zeros(arms, np.int64), np.zeros(arms, np.int64)
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
        for a in range(arms):
            indices[a] = costs[a] + np.log(pulls[a])
        challenger = smallest_rival(generator, indices, leader)
        ended = stop or time >= max_samples
        if ended or time >= recorded:
            recorded = next_recorded(time)
            levels = equal_levels(arms, leader, level)
            rows = record_moment(
                log, rows, time, arm, 0.0, leader, challenger, empirical, empirical, pulls, pulls, costs, levels
            )
        if ended or (time & POLL_MASK == 0 and cancel[0] != 0):
            return stop, time, leader, rows
        arm = track(leader, challenger, leader_share, times_leader, own_pulls)


ALGORITHM = Algorithm(
    name="eb-tci",
    label="EB-TCI",
    privacy="none",
    source="Jourdan, Degenne, Baudry, de Heide, Kaufmann (2022), arXiv:2206.05979; as DP-TT with epsilon = inf",
    thresholds=THRESHOLDS,
    parameters=(LEADER_SHARE,),
    warnings=(),
    prepare=prepare,
)
