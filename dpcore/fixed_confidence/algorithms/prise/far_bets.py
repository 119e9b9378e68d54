"""Bets in far cells: where both arms' means are far from a cell, one arm's sum says more than their difference.

A cell is an interval that may hold the mean y of arm a, which leads by hypothesis.  Proof: docs/prise.md, "Bets in
far cells".
"""

import math
from typing import NamedTuple

from dpcore._kernels import kernel
from dpcore.fixed_confidence.algorithms.pb_tas.bets import noise_limited_theta
from dpcore.fixed_confidence.algorithms.prise.bets import Bets, noise_penalty
from dpcore.fixed_confidence.algorithms.prise.sizing import SMALLEST_MEAN
from dpcore.fixed_confidence.protocol import Floats


@kernel
def log_far_bet(theta: float, size: int, released: float, limit: float, epsilon: float) -> float:
    """The log of a bet on the noisy sum of `size` rewards of mean at most `limit`; theta was fixed before."""
    return theta * released - size * math.log1p(limit * math.expm1(theta)) + noise_penalty(theta, epsilon)


@kernel
def far_theta(mean: float, limit: float, size: int, missing: float, epsilon: float) -> tuple[float, float]:
    """The theta of a bet that an arm with this mean has a mean above `limit` after all, and its expected log gain.

    0 and 0 where the mean is not above the limit.
    """
    mean = min(max(mean, SMALLEST_MEAN), 1 - SMALLEST_MEAN)
    if limit >= mean:
        return 0.0, 0.0
    noiseless = math.log(mean * (1 - limit) / (max(limit, 1e-9) * (1 - mean)))
    theta = min(noiseless, noise_limited_theta(size, mean - limit, epsilon))
    gain = size * (theta * mean - math.log1p(limit * math.expm1(theta))) + noise_penalty(theta, epsilon)
    return (theta, gain) if gain >= missing else (0.0, 0.0)


class Batch(NamedTuple):
    """The next batch of an arm: the arm's private mean, and the rewards in the batch."""

    mean: float
    size: int


@kernel
def fix_thetas(thetas: Floats, missing: Floats, rival: Batch, own: Batch, epsilon: float, bets: Bets) -> None:
    """Write the theta of the next tail bet in every cell: > 0 on the rival's sum, < 0 on the own failures, else 0.

    missing (X,): what a bet on one sum should bring at least.
    """
    for x in range(thetas.size):
        up, gain = far_theta(rival.mean, bets.edges[x + 1] - bets.lead, rival.size, missing[x], epsilon)
        down, other_gain = far_theta(1 - own.mean, 1 - bets.edges[x], own.size, missing[x], epsilon)
        thetas[x] = up if gain >= other_gain else -down
