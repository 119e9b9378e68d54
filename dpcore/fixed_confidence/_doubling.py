"""The kernel of AdaP-TT and AdaP-TT*: noisy means of disjoint blocks that double, and a top-two rule on them."""

import math
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from dpcore._kernels import kernel
from dpcore.experiments import Choice, Parameter
from dpcore.fixed_confidence._top_two import (
    POLL_MASK,
    fill_gaussian_costs,
    largest,
    new_tracking,
    release_sum,
    smallest_rival,
    track,
)
from dpcore.fixed_confidence.protocol import (
    FIRST,
    ArmsShown,
    Ending,
    Flag,
    Floats,
    Integers,
    Moment,
    OneRun,
    Problem,
    Record,
    Setting,
    new_shown,
    record_moment,
)

LEADER = Parameter(
    "leader",
    "phase",
    "the leader's optimism: phase (as published: runs can get stuck when means tie) or log (research code: never)",
    Choice(("phase", "log")),
)
SHARE = Parameter(
    "share",
    "fixed",
    "the leader's share of its turns: fixed (leader_share), or adaptive: the part of the cost that its samples bring",
    Choice(("fixed", "adaptive")),
)
FREEZE_WARNING = (
    "With the proven threshold the bound on the risk holds for every instance with one best arm, but runs are "
    "proven to stop only where all means differ. With tied suboptimal arms and the leader as published, an arm with "
    "unlucky first noise can get stuck, and the run does not stop: such runs are capped and counted."
)


class Options(NamedTuple):
    """Thresholds by the phases of a pair: `small` for gaps below `truncation`, `large` above; and the leader's rule.

    leader_share: unused where the share is adaptive.
    """

    truncation: float
    small: Floats
    large: Floats
    phase_leader: bool
    leader_share: float
    adaptive_share: bool


class Blocks(NamedTuple):
    """Every arm's last released block, all (K,): its phase (1, 2, ...), size, and the pulls at its end."""

    phases: Integers
    sizes: Integers
    ends: Integers


class Bonuses(NamedTuple):
    """The leader's optimism about each arm, both (K,): scale (roots + scale slopes) is added to the private mean."""

    roots: Floats
    slopes: Floats


def block_sizes(max_samples: int) -> list[int]:
    """The number of fresh rewards in an arm's phase 1, 2, ... : 1, 1, 2, 4, 8, ..."""
    return [1] + [2**i for i in range(max(1, max_samples.bit_length()))]


def pair_table(pair: Callable[[tuple[float, float]], float], max_samples: int) -> Floats:
    """A symmetric threshold for every pair of phases (1-based: row and column 0 belong to phase 1)."""
    sizes = block_sizes(max_samples)
    table = np.empty((len(sizes), len(sizes)))
    for i in range(len(sizes)):
        for j in range(i + 1):
            table[i, j] = table[j, i] = pair((float(sizes[i]), float(sizes[j])))
    return table


def prepare_doubling(setting: Setting, truncation: float, small: Floats, large: Floats) -> OneRun:
    """One run's function; thresholds `small` for gaps below `truncation`, `large` above, by the phases of the pair."""
    phase_leader, leader_share = setting.parameters["leader"] == "phase", setting.parameters["leader_share"]
    adaptive_share = setting.parameters["share"] == "adaptive"
    return partial(_run, setting.problem, Options(truncation, small, large, phase_leader, leader_share, adaptive_share))


@kernel
def _run(
    problem: Problem, options: Options, generator: np.random.Generator, rewards: Floats, cancel: Flag, record: Record
) -> Ending:
    arms, pulls, epsilon = record.pulls.shape[0], record.pulls, problem.epsilon
    blocks = Blocks(np.zeros(arms, np.int64), np.zeros(arms, np.int64), np.zeros(arms, np.int64))
    bonuses, shown, tracking = Bonuses(np.zeros(arms), np.zeros(arms)), new_shown(blocks.sizes), new_tracking(arms)
    private_means = shown.private_means
    pending, rival_costs, shares, share = np.zeros(arms), np.zeros(arms), np.zeros(arms), options.leader_share
    time, rows, answer, leader, challenger, arm = FIRST, FIRST, FIRST, FIRST, FIRST - 1, FIRST
    while True:
        if rewards.shape[0] > 0:
            pending[arm] += rewards[time, arm]
        pulls[arm] += 1
        time += 1
        stop, noise, released = False, 0.0, pulls[arm] >= 2 * blocks.ends[arm]
        if released:
            size = pulls[arm] - blocks.ends[arm]
            blocks.sizes[arm], blocks.ends[arm] = size, pulls[arm]
            blocks.phases[arm] += 1
            total = release_sum(generator, problem.means, rewards, arm, size, pending)
            noise = generator.laplace(0.0, 1.0 / epsilon)
            shown.empirical_means[arm] = total / size
            private_means[arm] = (total + noise) / size
            optimism = blocks.phases[arm] if options.phase_leader else 1.0
            bonuses.roots[arm] = math.sqrt(optimism / (size if options.phase_leader else 2.0 * size))
            bonuses.slopes[arm] = optimism / (epsilon * size)
            answer = largest(private_means)
            if time >= arms:
                stop = _is_passed(shown, options, answer, blocks.phases)
        if time >= arms:
            if released or not options.phase_leader:
                scale = 1.0 if options.phase_leader else math.sqrt(math.log(time + 1.0))
                leader = _most_optimistic(private_means, bonuses, scale)
            fill_gaussian_costs(rival_costs, leader, means=private_means, weights=pulls, truncation=options.truncation)
            challenger = smallest_rival(generator, rival_costs, leader)
        ended = stop or time >= problem.max_samples
        if released or ended:
            moment = Moment(time, arm, noise, leader, challenger, shown)
            rows = record_moment(record, rows, moment)
        if ended or (time & POLL_MASK == 0 and cancel[0] != 0):
            return Ending(stop, time, answer, rows)
        if options.adaptive_share and time >= arms:
            shares[leader] += pulls[challenger] / (pulls[leader] + pulls[challenger])
            share = shares[leader] / (tracking.turns[leader] + 1)
        arm = time if time < arms else track(tracking, leader, challenger, share)


@kernel
def _is_passed(shown: ArmsShown, options: Options, answer: int, phases: Integers) -> bool:
    """Fill the test of the answer against each arm; whether all thresholds are reached."""
    stop, means, costs = True, shown.private_means, shown.costs
    fill_gaussian_costs(costs, answer, means=means, weights=shown.private_counts, truncation=options.truncation)
    for a in range(costs.shape[0]):
        shown.thresholds[a] = 0.0
        if a != answer:
            table = options.small if means[answer] - means[a] < options.truncation else options.large
            shown.thresholds[a] = table[phases[answer] - 1, phases[a] - 1]
            stop = stop and costs[a] >= shown.thresholds[a]
    return stop


@kernel
def _most_optimistic(private_means: Floats, bonuses: Bonuses, scale: float) -> int:
    best, best_index = 0, -math.inf
    for a in range(private_means.shape[0]):
        index = private_means[a] + scale * (bonuses.roots[a] + scale * bonuses.slopes[a])
        if index > best_index:
            best, best_index = a, index
    return best
