"""The kernel of AdaP-TT and AdaP-TT*: noisy means of disjoint blocks that double, and a top-two rule on them."""

import math
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from dpcore.fixed_confidence._top_two import (
    POLL_MASK,
    fill_gaussian_costs,
    largest,
    release_sum,
    smallest_rival,
    track,
)
from dpcore.fixed_confidence.protocol import OneRun, Parameter, Setting, record_moment

LEADER = Parameter(
    "leader",
    "phase",
    "the leader's optimism: phase (as published, can freeze when means are tied) or log (research code, cannot)",
    choices=("phase", "log"),
)
FREEZE_WARNING = (
    "The guarantee needs pairwise different means. With tied suboptimal arms and leader = phase, an arm with an "
    "unlucky first noise can freeze, and the run does not stop: such runs are capped and counted."
)


def block_sizes(max_samples: int) -> list[int]:
    """The number of fresh rewards in an arm's phase 1, 2, ... : 1, 1, 2, 4, 8, ..."""
    return [1] + [2**i for i in range(max(1, max_samples.bit_length()))]


def pair_table(pair: Callable[[tuple[float, float]], float], max_samples: int) -> NDArray[np.float64]:
    """A symmetric threshold for every pair of phases (1-based: row and column 0 belong to phase 1)."""
    sizes = block_sizes(max_samples)
    table = np.empty((len(sizes), len(sizes)))
    for i in range(len(sizes)):
        for j in range(i + 1):
            table[i, j] = table[j, i] = pair((float(sizes[i]), float(sizes[j])))
    return table


def prepare_doubling(
    setting: Setting, truncation: float, small: NDArray[np.float64], large: NDArray[np.float64]
) -> OneRun:
    """One run's function; thresholds `small` for gaps below `truncation`, `large` above, by the phases of the pair."""
    phase_leader = setting.parameters["leader"] == "phase"
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
            setting.epsilon,
            truncation,
            small,
            large,
            phase_leader,
            leader_share,
            setting.max_samples,
        )

    return one_run


@numba.njit(cache=True, nogil=True)
def _run(  # type: ignore[no-untyped-def]
    generator,
    means,
    rewards,
    cancel,
    log,
    pulls,
    epsilon,
    truncation,
    small,
    large,
    phase_leader,
    leader_share,
    max_samples,
):
    arms = pulls.shape[0]
    phases, blocks, block_starts = np.zeros(arms, np.int64), np.zeros(arms, np.int64), np.zeros(arms, np.int64)
    private_means, empirical_means, pending = np.zeros(arms), np.zeros(arms), np.zeros(arms)
    costs, thresholds, rival_costs = np.zeros(arms), np.zeros(arms), np.zeros(arms)
    bonus_roots, bonus_slopes = np.zeros(arms), np.zeros(arms)
    times_leader, own_pulls = np.zeros(arms, np.int64), np.zeros(arms, np.int64)
    time, rows, answer, leader, challenger, arm = 0, 0, 0, 0, -1, 0
    while True:
        if rewards.shape[0] > 0:
            pending[arm] += rewards[time, arm]
        pulls[arm] += 1
        time += 1
        stop, noise, released = False, 0.0, pulls[arm] >= 2 * block_starts[arm]
        if released:
            blocks[arm], block_starts[arm] = pulls[arm] - block_starts[arm], pulls[arm]
            phases[arm] += 1
            total = release_sum(generator, means, rewards, arm, blocks[arm], pending)
            noise = generator.laplace(0.0, 1.0 / epsilon)
            empirical_means[arm] = total / blocks[arm]
            private_means[arm] = (total + noise) / blocks[arm]
            optimism = phases[arm] if phase_leader else 1.0
            bonus_roots[arm] = math.sqrt(optimism / (blocks[arm] if phase_leader else 2.0 * blocks[arm]))
            bonus_slopes[arm] = optimism / (epsilon * blocks[arm])
            answer = largest(private_means)
            if time >= arms:
                stop = _test(answer, private_means, blocks, phases, truncation, small, large, costs, thresholds)
        if time >= arms:
            if released or not phase_leader:
                scale = 1.0 if phase_leader else math.sqrt(math.log(time + 1.0))
                leader = _optimistic(private_means, bonus_roots, bonus_slopes, scale)
            fill_gaussian_costs(rival_costs, leader, private_means, pulls, truncation)
            challenger = smallest_rival(generator, rival_costs, leader)
        ended = stop or time >= max_samples
        if released or ended:
            rows = record_moment(
                log,
                rows,
                time,
                arm,
                noise,
                leader,
                challenger,
                private_means,
                empirical_means,
                pulls,
                blocks,
                costs,
                thresholds,
            )
        if ended or (time & POLL_MASK == 0 and cancel[0] != 0):
            return stop, time, answer, rows
        arm = time if time < arms else track(leader, challenger, leader_share, times_leader, own_pulls)


@numba.njit(cache=True, nogil=True)
def _test(answer, private_means, blocks, phases, truncation, small, large, costs, thresholds):  # type: ignore[no-untyped-def]
    """Fill costs and thresholds of the answer against each arm; whether all are reached."""
    stop = True
    fill_gaussian_costs(costs, answer, private_means, blocks, truncation)
    for a in range(private_means.shape[0]):
        thresholds[a] = 0.0
        if a != answer:
            table = small if private_means[answer] - private_means[a] < truncation else large
            thresholds[a] = table[phases[answer] - 1, phases[a] - 1]
            stop = stop and costs[a] >= thresholds[a]
    return stop


@numba.njit(cache=True, nogil=True)
def _optimistic(private_means, bonus_roots, bonus_slopes, scale):  # type: ignore[no-untyped-def]
    best, best_index = 0, -math.inf
    for a in range(private_means.shape[0]):
        index = private_means[a] + scale * (bonus_roots[a] + scale * bonus_slopes[a])
        if index > best_index:
            best, best_index = a, index
    return best
