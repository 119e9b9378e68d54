"""Named slips of published code, simulated to see whether they give the printed levels; nothing to be used."""

import math
from collections.abc import Sequence

import numpy as np
from scipy.special import rel_entr

from dpcore.successive_elimination import confidence_width, epoch_pulls, privacy_width


def dp_se_by_all_pulls(
    means: Sequence[float], epsilon: float, risk: float, horizon: float, generator: np.random.Generator
) -> tuple[int, float]:
    """One run of DP-SE whose epoch sums are divided by the pulls of all epochs: (samples at the end, regret there).

    The samples are those until one arm is left, the regret that of `horizon` pulls if that is finite.
    Source: the research code of AJMB23, where an epoch forgets its rewards but not how many there were.
    """
    array = np.array(means)
    gaps, active = array.max() - array, np.arange(array.size)
    epoch, before, samples, regret = 0, 0, 0, 0.0
    while active.size > 1 and samples < horizon:
        epoch += 1
        each = math.ceil(epoch_pulls(active.size, epoch, risk, epsilon))
        before += each
        played = min(each, (horizon - samples) / active.size)
        samples += each * active.size
        regret += played * gaps[active].sum()
        sums = generator.binomial(each, array[active])
        private = sums / before + generator.laplace(0.0, 1 / (epsilon * each), active.size)
        width = confidence_width(active.size, epoch, risk, epsilon) + privacy_width(active.size, epoch, risk, epsilon)
        active = active[private.max() - private <= 2 * width]
    if math.isfinite(horizon):
        regret += max(0.0, horizon - samples) * gaps[active[0]]
    return samples, float(regret)


def adap_klucb(
    means: Sequence[float],
    epsilon: float,
    horizon: int,
    exploration: float,
    private_exploration: float,
    generator: np.random.Generator,
) -> float:
    """The regret of one run of AdaP-KLUCB whose private bonus has an exponent of its own (as stated: the same).

    Source: TH Algorithm 7 with Eq. 5.2, where with the exponent 1 in the bonus log(t)/(epsilon n).
    """
    array = np.array(means)
    pulls, counts = np.ones(array.size, dtype=int), np.ones(array.size, dtype=int)
    private = generator.binomial(1, array) + generator.laplace(0.0, 1 / epsilon, array.size)
    time = array.size
    while time < horizon:
        log = math.log(time + 1)
        clipped = np.clip(private + private_exploration * log / (epsilon * counts), 0.0, 1.0)
        arm = int(np.argmax(largest_mean(clipped, exploration * log / counts)))
        played = min(pulls[arm], horizon - time)
        private[arm] = generator.binomial(pulls[arm], array[arm]) / pulls[arm]
        private[arm] += generator.laplace(0.0, 1 / (epsilon * pulls[arm]))
        counts[arm] = pulls[arm]
        pulls[arm] += played
        time += played
    return float(((array.max() - array) * pulls).sum())


def largest_mean(mean: np.ndarray, divergence: np.ndarray) -> np.ndarray:
    """The largest q in [mean, 1] with kl(mean, q) at most the divergence, elementwise, by bisection."""
    low, high = mean.copy(), np.ones_like(mean)
    for _ in range(50):
        middle = (low + high) / 2
        inside = rel_entr(mean, middle) + rel_entr(1 - mean, 1 - middle) <= divergence
        low, high = np.where(inside, middle, low), np.where(inside, high, middle)
    return np.where(rel_entr(mean, 1.0) + rel_entr(1 - mean, 0.0) <= divergence, 1.0, high)
