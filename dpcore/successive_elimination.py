"""The elimination epoch of DP-SE, shared by its regret and its best-arm versions.

Source: Sajed & Sheffet (2019), Algorithm 3.  Rewards lie in [0, 1]; each reward enters one epoch's mean, which is
released once with noise Lap(1/(epsilon r)), r pulls: sensitivity 1/r, so the whole run is epsilon-DP (Theorem 4.1).
"""

import math

import numba
import numpy as np
from numpy.typing import NDArray


@numba.njit(cache=True, nogil=True)
def epoch_pulls(active_count: int, epoch: int, risk: float, epsilon: float) -> float:
    """R_e of the paper, a float: each active arm is pulled ceil(R_e) times in epoch `epoch` = 1, 2, ..."""
    gap = 2.0**-epoch
    sampling = 32 * math.log(8 * active_count * epoch**2 / risk) / gap**2
    privacy = 8 * math.log(4 * active_count * epoch**2 / risk) / (epsilon * gap)
    return max(sampling, privacy) + 1


@numba.njit(cache=True, nogil=True)
def confidence_width(active_count: int, epoch: int, risk: float, epsilon: float) -> float:
    """h_e of the paper: the error of an epoch's mean that sampling can cause."""
    pulls = epoch_pulls(active_count, epoch, risk, epsilon)
    return math.sqrt(math.log(8 * active_count * epoch**2 / risk) / (2 * pulls))


@numba.njit(cache=True, nogil=True)
def privacy_width(active_count: int, epoch: int, risk: float, epsilon: float) -> float:
    """c_e of the paper: the error of an epoch's mean that the Laplace noise can cause; 0 without privacy."""
    pulls = epoch_pulls(active_count, epoch, risk, epsilon)
    return math.log(4 * active_count * epoch**2 / risk) / (pulls * epsilon)


@numba.njit(cache=True, nogil=True)
def eliminate(
    generator: np.random.Generator,
    reward_sums: NDArray[np.float64],
    active: NDArray[np.bool_],
    epoch: int,
    risk: float,
    epsilon: float,
) -> int:
    """Draw the private means of the active arms and clear `active` (K,) bool where an arm is beaten; in place.

    reward_sums: (K,) sums of the ceil(R_e) rewards of this epoch.  Returns the number of arms still active.
    """
    active_count = active.sum()
    pulls = math.ceil(epoch_pulls(active_count, epoch, risk, epsilon))
    margin = 2 * confidence_width(active_count, epoch, risk, epsilon)
    margin += 2 * privacy_width(active_count, epoch, risk, epsilon)
    private_means = reward_sums / pulls
    best = -math.inf
    for arm in range(active.size):
        if active[arm]:
            private_means[arm] += generator.laplace(0.0, 1 / (epsilon * pulls))
            best = max(best, private_means[arm])
    for arm in range(active.size):
        active[arm] = active[arm] and best - private_means[arm] <= margin
    return active.sum()
