"""Exponential DP-NAS on two-valued rewards: a test at t = 2, 4, 8, ... samples.

Source: SS19, Algorithm 2 and Corollary 3.2.  The rewards between two tests are one binomial draw.
"""

import numba
import numpy as np
from numpy.typing import NDArray

from dpcore.private_stopping.rules import HaltingRule, Rewards, Stop, halting_level_compiled


def doubling_times(max_samples: int) -> NDArray[np.int64]:
    """The times of the tests: 2, 4, 8, ... up to max_samples."""
    return 2 ** np.arange(1, max_samples.bit_length(), dtype=np.int64)


@numba.njit(cache=True, nogil=True)
def stop_doubling(
    rng: np.random.Generator,
    rewards: Rewards,
    rule: HaltingRule,
    times: NDArray[np.int64],
    record: NDArray[np.float64],
) -> Stop:
    """One run.  times: (S,), from `doubling_times`; record: (S, 2), receives (sum, A_t) of every test."""
    threshold_noise = rng.laplace(0.0, rule.threshold_scale)
    t, ones, total, noise = 0, 0, 0.0, 0.0
    for k in range(times.size):
        ones += rng.binomial(times[k] - t, rewards.chance)
        t = times[k]
        total = ones + rewards.low * (t - ones)
        noise = rng.laplace(0.0, rule.query_scale)
        record[k, 0], record[k, 1] = total, noise
        level = halting_level_compiled(rule, float(t), float(k + 1))
        if abs(total) >= level + threshold_noise + noise:
            return Stop(True, t, total, threshold_noise, noise, k + 1)
    return Stop(False, t, total, threshold_noise, noise, times.size)
