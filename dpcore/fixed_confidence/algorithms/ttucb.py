"""TTUCB: top two with a UCB leader and a transportation-cost challenger, without privacy.

Source: Jourdan & Degenne, poster of arXiv:2210.05431; TH 2.2.9.  Deviations: none; where the sources differ, the
leader's bonus is the one for rewards in [0, 1], sqrt(log n / N_a), and the pairs are tracked, not drawn at random.
"""

import math
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from dpcore.fixed_confidence._thresholds import gaussian_calibration
from dpcore.fixed_confidence._top_two import (
    POLL_MASK,
    draw_reward,
    fill_gaussian_costs,
    largest,
    next_recorded,
    smallest_rival,
    track,
)
from dpcore.fixed_confidence.protocol import LEADER_SHARE, Algorithm, OneRun, Setting, record_moment

PROVEN = (
    "pairwise Gaussian threshold, TH Eq. 5.10: 2 C_G(log((K-1)/risk)/2) + 2 log(4 + log N_a) + 2 log(4 + log N_b), "
    "valid for rewards in [0, 1] at every time"
)
HEURISTIC = (
    "not proven: log((1 + log n)/risk), as in research code, but on the cost of rewards in [0, 1] (variance 1/4): "
    "that code's unit variance would make it stricter than the proven threshold"
)


def prepare(setting: Setting) -> OneRun:
    """One run's function for this setting (see protocol.py)."""
    return prepare_on_responses(setting, truth_weight=1.0)


def prepare_on_responses(setting: Setting, truth_weight: float) -> OneRun:
    """TTUCB on answers drawn from Bernoulli((1 - truth_weight)/2 + truth_weight * reward), or on the rewards (1)."""
    proven = setting.threshold == "proven"
    arms = setting.means.size
    level = gaussian_calibration(math.log((arms - 1) / setting.risk)) if proven else -math.log(setting.risk)
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
            truth_weight,
            leader_share,
            level,
            proven,
            setting.max_samples,
        )

    return one_run


@numba.njit(cache=True, nogil=True)
def _run(generator, means, rewards, cancel, log, pulls, truth_weight, leader_share, level, proven, max_samples):  # type: ignore[no-untyped-def]
    arms = pulls.shape[0]
    sums, observed_sums, observed_means = np.zeros(arms), np.zeros(arms), np.zeros(arms)
    costs, rival_costs, indices = np.zeros(arms), np.zeros(arms), np.zeros(arms)
    times_leader, own_pulls = np.zeros(arms, np.int64), np.zeros(arms, np.int64)
    time, rows, recorded, arm = 0, 0, arms, 0
    while True:
        reward = draw_reward(generator, means, rewards, time, arm)
        response = reward
        if truth_weight < 1:
            response = 1.0 if generator.random() < 0.5 * (1 - truth_weight) + truth_weight * reward else 0.0
        sums[arm] += reward
        observed_sums[arm] += response
        pulls[arm] += 1
        observed_means[arm] = observed_sums[arm] / pulls[arm]
        time += 1
        if time < arms:
            arm = time
            continue
        answer = largest(observed_means)
        fill_gaussian_costs(costs, answer, observed_means, pulls, math.inf)
        stop = _all_exceed(costs, answer, pulls, time, level, proven)
        for a in range(arms):
            indices[a] = observed_means[a] + math.sqrt(math.log(time + 1.0) / pulls[a])
        leader = largest(indices)
        fill_gaussian_costs(rival_costs, leader, observed_means, pulls, math.inf)
        challenger = smallest_rival(generator, rival_costs, leader)
        ended = stop or time >= max_samples
        if ended or time >= recorded:
            recorded = next_recorded(time)
            private_means = (observed_means - 0.5 * (1 - truth_weight)) / truth_weight
            thresholds = _thresholds(answer, pulls, time, level, proven)
            rows = record_moment(
                log,
                rows,
                time,
                arm,
                0.0,
                leader,
                challenger,
                private_means,
                sums / pulls,
                pulls,
                pulls,
                costs,
                thresholds,
            )
        if ended or (time & POLL_MASK == 0 and cancel[0] != 0):
            return stop, time, answer, rows
        arm = track(leader, challenger, leader_share, times_leader, own_pulls)


@numba.njit(cache=True, nogil=True)
def _threshold(answer_pulls, other_pulls, time, level, proven):  # type: ignore[no-untyped-def]
    if proven:
        return level + 2 * math.log(4 + math.log(answer_pulls)) + 2 * math.log(4 + math.log(other_pulls))
    return level + math.log(1 + math.log(time))


@numba.njit(cache=True, nogil=True)
def _all_exceed(costs, answer, pulls, time, level, proven):  # type: ignore[no-untyped-def]
    for a in range(costs.shape[0]):  # the level alone settles most cases without a logarithm
        if a != answer and costs[a] <= level:
            return False
    for a in range(costs.shape[0]):
        if a != answer and costs[a] <= _threshold(pulls[answer], pulls[a], time, level, proven):
            return False
    return True


@numba.njit(cache=True, nogil=True)
def _thresholds(answer, pulls, time, level, proven):  # type: ignore[no-untyped-def]
    thresholds = np.zeros(pulls.shape[0])
    for a in range(pulls.shape[0]):
        if a != answer:
            thresholds[a] = _threshold(pulls[answer], pulls[a], time, level, proven)
    return thresholds


ALGORITHM = Algorithm(
    name="ttucb",
    label="TTUCB",
    privacy="none",
    source="Jourdan & Degenne (2023), arXiv:2210.05431; TH 2.2.9, threshold TH Eq. 5.10",
    thresholds={"proven": PROVEN, "heuristic": HEURISTIC},
    parameters=(LEADER_SHARE,),
    warnings=(),
    prepare=prepare,
)
