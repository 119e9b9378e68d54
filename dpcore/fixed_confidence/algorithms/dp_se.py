"""DP-SE, differentially private successive elimination, used for best-arm identification (epsilon-global DP).

Source: SS19 Algorithm 3.  Deviations: it stops when one arm is left; each arm is pulled ceil(R_e)
times an epoch (the rounding is inferred from the paper's `while r < R_e`).
"""

import math
from functools import partial

import numpy as np

from dpcore._kernels import kernel
from dpcore.experiments import GLOBAL_DP
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
from dpcore.successive_elimination import (
    confidence_width,
    eliminate,
    epoch_pulls,
    privacy_width,
    remaining,
    round_robin_sums,
)


@kernel
def dp_se_kernel(
    problem: Problem, generator: np.random.Generator, rewards: Floats, cancel: Flag, record: Record
) -> Ending:
    """One run; see protocol.py."""
    arms, pulls, epsilon, risk = record.pulls.size, record.pulls, problem.epsilon, problem.risk
    active, counts = np.ones(arms, np.bool_), np.zeros(arms, np.int64)
    shown, noise = new_shown(counts), np.zeros(arms)
    private_means = shown.private_means
    epoch, leader, challenger, row = 0, 0, -1, FIRST
    released = remaining(active)
    while cancel[0] == 0 and released.size > 1:
        epoch += 1
        start = pulls.sum()
        left = problem.max_samples - start
        each = math.ceil(epoch_pulls(released.size, epoch, risk, epsilon))
        needed = each * released.size
        for turn in range(released.size):
            pulls[released[turn]] += (min(needed, left) - turn + released.size - 1) // released.size
        if needed > left:
            released, noise = released[:1], np.zeros(arms)
        else:
            sums = round_robin_sums(generator, problem.means, rewards, start, released, needed)
            compared = eliminate(generator, sums, noise, active, epoch, risk, epsilon)
            width = confidence_width(released.size, epoch, risk, epsilon)
            margin = 2 * (width + privacy_width(released.size, epoch, risk, epsilon))
            leader, challenger = int(released[0]), -1
            for arm in released:
                counts[arm] = each
                shown.empirical_means[arm] = sums[arm] / each
                private_means[arm] = compared[arm]
                if private_means[arm] > private_means[leader]:
                    leader = int(arm)
            for arm in released:
                shown.costs[arm] = private_means[leader] - private_means[arm]
                shown.thresholds[arm] = 0.0 if arm == leader else margin
                is_rival = active[arm] and arm != leader
                if is_rival and (challenger < 0 or private_means[arm] > private_means[challenger]):
                    challenger = int(arm)
        for arm in released:
            moment = Moment(pulls.sum(), int(arm), noise[arm], leader, challenger, shown)
            row = record_moment(record, row, moment)
        if needed > left:
            return Ending(False, problem.max_samples, leader, row)
        released = remaining(active)
    return Ending(released.size == 1, pulls.sum(), leader, row)


def prepare(setting: Setting) -> OneRun:
    """One run of DP-SE; see protocol.py."""
    return partial(dp_se_kernel, setting.problem)


ALGORITHM = FixedConfidenceAlgorithm(
    name="dp-se",
    label="DP-SE",
    privacy=GLOBAL_DP,
    source="Sajed & Sheffet, ICML 2019, Algorithm 3, stopped when one arm is left.  Each arm is pulled ceil(R_e) times "
    "an epoch (the rounding is inferred from the paper's `while r < R_e`).",
    thresholds={
        "proven": "An arm leaves when its private mean of the epoch is more than 2 h_e + 2 c_e below the best: "
        "risk-correct: the best arm stays with probability >= 1 - risk (proof of Lemma 4.2)."
    },
    warnings=(
        "The published DP-SE curves divide an epoch's sum by the pulls of all epochs, an implementation slip; "
        "this is the algorithm as stated.",
    ),
    prepare=prepare,
)
