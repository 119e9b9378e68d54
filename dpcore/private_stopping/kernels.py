"""Runs of the stopping rules on two-valued rewards: tested at t = 2, 4, 8, ... samples, or after every sample.

Exponential DP-NAS tests at powers of 2: SS19, Algorithm 2 and Corollary 3.2.  The rewards between two tests are one
binomial draw.

NAS and DP-NAS test after every sample, simulated exactly without visiting every sample.
From a time with margin g (level + B - |sum|, in units of R) the margin after j more samples is at least g - j, because
one sample moves the sum by at most 1 and the level only grows.  So in a block of n <= ceil(g) samples each of the first
n - 1 tests halts, whatever the rewards, with probability exp(-margin/s2)/2 <= q = exp((n - 1 - g)/s2)/2.  The first
candidate of probability q is drawn as a geometric time; the rewards up to it are one binomial draw; it halts with
probability exp(-margin/s2)/(2 q).  The law of (stopping time, sum) is that of testing every sample; the work is about
R/|mean| blocks instead of R^2/(alpha mean)^2 samples.
"""

import math

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

_LONGEST_BLOCK = 2.0**62  # longer blocks would overflow the count of samples


def doubling_times(max_samples: int) -> Integers:
    """The times of the tests: 2, 4, 8, ... up to max_samples."""
    return 2 ** np.arange(1, max_samples.bit_length(), dtype=np.int64)


@kernel
def stop_doubling(
    rng: np.random.Generator, rewards: Rewards, rule: HaltingRule, times: Integers, record: Floats, cancel: Flag
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


def recorded_times(max_samples: int, per_decade: int = 24) -> Integers:
    """The times at which a run's test is drawn on its own and can be recorded: log-spaced, ending at max_samples."""
    count = math.ceil(per_decade * math.log10(max_samples)) + 1
    times = np.unique(np.rint(10.0 ** (np.arange(count) / per_decade)).astype(np.int64))
    return np.append(times[times < max_samples], max_samples)


def prepare(setting: Setting) -> OneRun:
    """The run of this setting; see protocol.py."""
    if setting.rule.doubling:
        return recording_runs(stop_doubling, doubling_times(setting.max_samples), setting)
    return recording_runs(stop_every_sample, recorded_times(setting.max_samples), setting)


@kernel
def _block_length(margin: float, scale: float) -> int:
    """A block with about one candidate at most: long where a halt is unlikely, 12/epsilon samples otherwise."""
    unlikely = margin - scale * math.log(max(margin, 1.0))
    return max(1, math.ceil(min(margin, max(unlikely, scale), _LONGEST_BLOCK)))


@kernel
def stop_every_sample(
    rng: np.random.Generator, rewards: Rewards, rule: HaltingRule, times: Integers, record: Floats, cancel: Flag
) -> Stop:
    """One run.  times: (S,), from `recorded_times`; record: (S, 2), receives (sum, A_t) of the tests at times."""
    scale, threshold_noise = rule.query_scale, rng.laplace(0.0, rule.threshold_scale)
    t, ones, total, noise, margin, recorded, halted = 0, 0, 0.0, 0.0, 0.0, 0, False
    while not halted and recorded < times.size and cancel[0] == 0:
        block = min(_block_length(margin, scale), times[recorded] - t)
        ceiling = 0.5 * math.exp((block - 1 - margin) / scale) if block > 1 and scale > 0 else 0.0
        wait = 1.0 + math.floor(math.log(1.0 - rng.random()) / math.log1p(-ceiling)) if ceiling > 0 else block
        candidate = wait < block
        step = int(wait) if candidate else block
        t += step
        ones += rng.binomial(step, rewards.chance)
        total = ones + rewards.low * (t - ones)
        level = halting_level_compiled(rule, float(t), float(t))
        margin = level + threshold_noise - abs(total)
        if candidate:
            halted = rng.random() * ceiling < 0.5 * math.exp(-margin / scale)
            noise = -margin - scale * rng.standard_exponential()
            continue
        noise = rng.laplace(0.0, scale)
        halted = margin + noise <= 0
        if t == times[recorded]:
            record[recorded, 0], record[recorded, 1] = total, noise
            recorded += 1
    return Stop(halted, t, total, threshold_noise, noise, recorded)
