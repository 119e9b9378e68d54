"""What these tests share: bets and wealth, and the evidence as docs/pb-tas.md states it."""

import functools
import math

import numpy as np
from scipy.special import logsumexp

from dpcore.fixed_confidence.algorithms.pb_tas.bets import Bets, mixture_bets, scheduled_bets
from dpcore.fixed_confidence.algorithms.pb_tas.evidence import (
    Wealth,
    add_release,
    empty_wealth,
    log_wealths,
)

EASY = (0.95, 0.9, 0.9, 0.9, 0.5)
HARD = (0.75, 0.7, 0.7, 0.7, 0.7)
NO_CANCEL = np.zeros(1, dtype=np.uint8)


@functools.cache
def bets_of(evidence: str, epsilon: float) -> Bets:
    return scheduled_bets() if evidence == "scheduled" else mixture_bets(epsilon)


def wealth_of(batches, bets: Bets, epsilon: float) -> Wealth:
    """The wealth of two arms after releases (arm, size, released sum)."""
    wealth = empty_wealth(2, bets.points.size, len(batches))
    for arm, size, released in batches:
        add_release(wealth, bets, epsilon, arm, size, released)
    return wealth


def log_wealths_of(wealth: Wealth, arm: int, x: float, down: bool) -> np.ndarray:
    """log M(j, x), or Mdown, of an arm at every point."""
    out = np.empty((3, wealth.up.shape[1]))
    log_wealths(out, wealth, wealth.down if down else wealth.up, arm, 1 - x if down else x)
    return out


def plain_log_evidence(logit, batches, evidence: str, epsilon: float, zeta: float = 0.0):
    """The function of x that the stopping test minimises, as docs/pb-tas.md states it, in NumPy.

    logit: log(y/(1-y)) for the share y of the interval (0, 1 - zeta) that lies below x; one, or an array of them.
    Of "gaussian" evidence `epsilon` is the deviation of the noise.
    """
    logit = np.asarray(logit)[..., None]
    bets = scheduled_bets(epsilon) if evidence == "gaussian" else bets_of(evidence, epsilon)
    log_zeta, inner = math.log(zeta) if zeta > 0 else -math.inf, math.log1p(-zeta)
    below, above = inner - np.logaddexp(0, -logit), inner - np.logaddexp(0, logit)
    # The logarithms of x and 1 - x for the leader; of 1 - (x + zeta) and x + zeta for its rival.
    laws = ((below, np.logaddexp(log_zeta, above)), (above, np.logaddexp(log_zeta, below)))
    logs = np.zeros((2, *logit.shape[:-1], bets.points.size))
    for arm, size, released in batches:
        theta = bets.points
        if evidence == "gaussian":
            theta = size * bets.points / (0.1 * size + epsilon**2)
        elif evidence == "scheduled":
            signal = size * bets.points * epsilon
            theta = np.minimum(10 * bets.points, (np.hypot(1, signal) - 1) / (size * bets.points))
        yes, no = laws[arm]
        total = released if arm == 0 else size - released
        penalty = -((theta * epsilon) ** 2) / 2 if evidence == "gaussian" else np.log1p(-((theta / epsilon) ** 2))
        logs[arm] += theta * total - size * np.logaddexp(no, theta + yes) + penalty
    return logsumexp(logs[0][..., :, None] + logs[1][..., None, :], b=bets.weights, axis=(-2, -1))
