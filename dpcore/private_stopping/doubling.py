"""Exponential DP-NAS on two-valued rewards: a test at t = 2, 4, 8, ... samples.

Source: SS19, Algorithm 2 and Corollary 3.2.  The rewards between two tests are one binomial draw.
"""

import numpy as np

from dpcore._kernels import kernel
from dpcore.private_stopping.protocol import (
    Flag,
    Floats,
    HaltingRule,
    Integers,
    OneRun,
    Rewards,
    Setting,
    Stop,
    halting_level_compiled,
    recording_runs,
)


def doubling_times(max_samples: int) -> Integers:
    """The times of the tests: 2, 4, 8, ... up to max_samples."""
    return 2 ** np.arange(1, max_samples.bit_length(), dtype=np.int64)


def prepare(setting: Setting) -> OneRun:
    """The run of this setting; see protocol.py."""
    return recording_runs(stop_doubling, doubling_times(setting.max_samples), setting)


@kernel
def stop_doubling(
    rng: np.random.Generator,
    rewards: Rewards,
    rule: HaltingRule,
    times: Integers,
    record: Floats,
    cancel: Flag,
) -> Stop:
    """One run.  times: (S,), from `doubling_times`; record: (S, 2), receives (sum, A_t) of every test."""
    threshold_noise = rng.laplace(0.0, rule.threshold_scale)
    t, ones, total, noise = 0, 0, 0.0, 0.0
    for k in range(times.size):
        if cancel[0] != 0:
            break
        ones += rng.binomial(times[k] - t, rewards.chance)
        t = times[k]
        total = ones + rewards.low * (t - ones)
        noise = rng.laplace(0.0, rule.query_scale)
        record[k, 0], record[k, 1] = total, noise
        level = halting_level_compiled(rule, float(t), float(k + 1))
        if abs(total) >= level + threshold_noise + noise:
            return Stop(True, t, total, threshold_noise, noise, k + 1)
    return Stop(False, t, total, threshold_noise, noise, times.size)
