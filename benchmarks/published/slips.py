"""Named slips of published code, simulated to see whether they give the printed levels; nothing to be used."""

import math
from collections.abc import Sequence

import numpy as np

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
