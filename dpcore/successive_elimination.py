"""The elimination epoch of DP-SE, shared by its regret and its best-arm versions.

Source: SS19, Algorithm 3.  Rewards lie in [0, 1]; each reward enters one epoch's
sum, which is released once with noise Lap(1/epsilon): sensitivity 1, so the whole run is epsilon-DP (Theorem 4.1).
"""

import math

import numpy as np
from numpy.typing import NDArray

from dpcore._kernels import kernel


@kernel
def epoch_pulls(active_count: int, epoch: int, risk: float, epsilon: float) -> float:
    """R_e of the paper, a float: each active arm is pulled ceil(R_e) times in epoch `epoch` = 1, 2, ..."""
    gap = 2.0**-epoch
    sampling = 32 * math.log(8 * active_count * epoch**2 / risk) / gap**2
    privacy = 8 * math.log(4 * active_count * epoch**2 / risk) / (epsilon * gap)
    return max(sampling, privacy) + 1


@kernel
def confidence_width(active_count: int, epoch: int, risk: float, epsilon: float) -> float:
    """h_e of the paper: the error of an epoch's mean that sampling can cause."""
    pulls = epoch_pulls(active_count, epoch, risk, epsilon)
    return math.sqrt(math.log(8 * active_count * epoch**2 / risk) / (2 * pulls))


@kernel
def privacy_width(active_count: int, epoch: int, risk: float, epsilon: float) -> float:
    """c_e of the paper: the error of an epoch's mean that the Laplace noise can cause; 0 without privacy."""
    pulls = epoch_pulls(active_count, epoch, risk, epsilon)
    return math.log(4 * active_count * epoch**2 / risk) / (pulls * epsilon)


@kernel
def remaining(active: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The active arms, ascending."""
    arms, count = np.empty(active.size, np.int64), 0
    for arm in range(active.size):
        if active[arm]:
            arms[count] = arm
            count += 1
    return arms[:count]


@kernel
def round_robin_sums(
    generator: np.random.Generator,
    means: NDArray[np.float64],
    rewards: NDArray[np.float64],
    start: int,
    arms: NDArray[np.int64],
    count: int,
) -> NDArray[np.float64]:
    """The (K,) sums of the rewards of `count` pulls that go round these arms from step `start` (0-based) on.

    Binomial draws, or read off a table of rewards (T, K) when it has rows.
    """
    sums = np.zeros(means.size)
    for turn in range(arms.size):
        arm = arms[turn]
        if rewards.shape[0] > 0:
            sums[arm] = rewards[start + turn : start + count : arms.size, arm].sum()
        else:
            sums[arm] = generator.binomial((count - turn + arms.size - 1) // arms.size, means[arm])
    return sums


@kernel
def eliminate(
    generator: np.random.Generator,
    reward_sums: NDArray[np.float64],
    noise: NDArray[np.float64],
    active: NDArray[np.bool_],
    epoch: int,
    risk: float,
    epsilon: float,
) -> NDArray[np.float64]:
    """End an epoch: clear `active` (K,) where an arm's private mean is more than 2 h_e + 2 c_e below the best.

    reward_sums: (K,) sums of the ceil(R_e) rewards of this epoch.  noise: (K,) receives the
    Laplace noise of each active arm's sum.  Returns the private means (K,) that were compared, (reward_sums +
    noise)/ceil(R_e); of active arms alone.
    """
    arms = remaining(active)
    margin = 2 * confidence_width(arms.size, epoch, risk, epsilon) + 2 * privacy_width(arms.size, epoch, risk, epsilon)
    for arm in arms:
        noise[arm] = generator.laplace(0.0, 1 / epsilon)
    private_means = (reward_sums + noise) / math.ceil(epoch_pulls(arms.size, epoch, risk, epsilon))
    best = -math.inf
    for arm in arms:
        best = max(best, private_means[arm])
    for arm in arms:
        active[arm] = best - private_means[arm] <= margin
    return private_means
