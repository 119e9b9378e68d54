"""What these tests share: bets and wealth, one run with any bets, and the evidence as docs/pb-tas.md states it."""

import functools
import math

import numpy as np
from scipy.special import logsumexp
from scipy.stats import binom

from dpcore.experiments import run_generator
from dpcore.fixed_confidence.algorithms.pb_tas.bets import Bets, mixture_bets, scheduled_bets
from dpcore.fixed_confidence.algorithms.pb_tas.entry import default_first_batch
from dpcore.fixed_confidence.algorithms.pb_tas.evidence import (
    Wealth,
    add_release,
    empty_wealth,
    log_wealths,
)
from dpcore.fixed_confidence.algorithms.pb_tas.kernel import (
    Options,
    pb_tas_kernel,
)
from dpcore.fixed_confidence.protocol import Problem, new_record, no_rewards

FALSE_ALARM_RATE = 1e-6
EASY = (0.95, 0.9, 0.9, 0.9, 0.5)
HARD = (0.75, 0.7, 0.7, 0.7, 0.7)
NO_CANCEL = np.zeros(1, dtype=np.uint8)


def critical_count(trials: int, probability: float) -> float:
    """The count that a Binomial(trials, probability) exceeds with probability at most FALSE_ALARM_RATE."""
    return binom.isf(FALSE_ALARM_RATE, trials, probability)


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


def run_kernel(
    seed, means, epsilon, risk, bets=None, rewards=None, max_samples=10**12, moments=0, first_batch=None, zeta=0.0
):
    """One run with any bets and any smallest difference zeta that matters, on a table of rewards if given.

    Returns finished, stopping time, answer, and the log of the first `moments` moments.
    """
    arms, bets = len(means), bets or mixture_bets(epsilon)
    threshold, record = math.log((arms - 1) / risk), new_record(arms, moments)
    ending = pb_tas_kernel(
        Problem(np.array(means, dtype=float), epsilon, risk, max_samples),
        Options(threshold, 0.5, 0.2, first_batch or default_first_batch(epsilon), 100, bets, zeta),
        run_generator(seed, 0),
        no_rewards(arms) if rewards is None else rewards,
        NO_CANCEL,
        record,
    )
    return ending.stopped, ending.time, ending.answer, record.log[: ending.moments]


def table_of_rewards(seed: int, length: int, means) -> np.ndarray:
    return np.random.default_rng(seed).binomial(1, means, (length, len(means))).astype(float)


def released_sums(log: np.ndarray) -> np.ndarray:
    """(E,) the true sum of rewards in each release, from the empirical means and counts of a trace's log."""
    arms = (log.shape[1] - 5) // 6
    totals = log[:, 5 + arms : 5 + 2 * arms] * log[:, 5 + 3 * arms : 5 + 4 * arms]
    return np.diff(np.vstack([np.zeros(arms), totals]), axis=0)[np.arange(len(log)), log[:, 1].astype(int)]


def plain_log_evidence(logit, batches, evidence: str, epsilon: float, zeta: float = 0.0):
    """The function of x that the stopping test minimises, as docs/pb-tas.md states it, in NumPy.

    logit: log(y/(1-y)) for the share y of the interval (0, 1 - zeta) that lies below x; one, or an array of them.
    """
    logit = np.asarray(logit)[..., None]
    bets = bets_of(evidence, epsilon)
    log_zeta, inner = math.log(zeta) if zeta > 0 else -math.inf, math.log1p(-zeta)
    below, above = inner - np.logaddexp(0, -logit), inner - np.logaddexp(0, logit)
    # The logarithms of x and 1 - x for the leader; of 1 - (x + zeta) and x + zeta for its rival.
    laws = ((below, np.logaddexp(log_zeta, above)), (above, np.logaddexp(log_zeta, below)))
    logs = np.zeros((2, *logit.shape[:-1], bets.points.size))
    for arm, size, released in batches:
        theta = bets.points
        if evidence == "scheduled":
            signal = size * bets.points * epsilon
            theta = np.minimum(10 * bets.points, (np.hypot(1, signal) - 1) / (size * bets.points))
        yes, no = laws[arm]
        total = released if arm == 0 else size - released
        logs[arm] += theta * total - size * np.logaddexp(no, theta + yes) + np.log1p(-((theta / epsilon) ** 2))
    return logsumexp(logs[0][..., :, None] + logs[1][..., None, :], b=bets.weights, axis=(-2, -1))
