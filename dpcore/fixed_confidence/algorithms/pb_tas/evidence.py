"""PB-TaS's e-process: the wealth of every arm's bets, and the evidence that one arm is better than another."""

import math
from typing import NamedTuple

import numpy as np

from dpcore._kernels import kernel
from dpcore.fixed_confidence.algorithms.pb_tas.bets import Bets, batch_theta, gaussian_theta
from dpcore.fixed_confidence.protocol import Flag, Floats, Integers

EVIDENCE_TOLERANCE = 1e-10
NEGLIGIBLE_SHARE = 1e-20
MOST_NEWTON_STEPS = 200


class Wealth(NamedTuple):
    """The e-process of every arm a at every point j; a block is a run of releases with the same theta.

    up (K, J): sum over a's releases R of theta R + log(1 - theta^2/epsilon^2), or with Gaussian noise, of theta R -
    theta^2 deviation^2/2.  down: the same with size - R in place of R.
    sizes (K, B): rewards in a's blocks.  gains (K, B, J): e^theta - 1 of the blocks.  blocks (K,): blocks in use.
    totals (K,): sum over a's releases.  counts (K,): rewards in them.
    """

    up: Floats
    down: Floats
    sizes: Floats
    gains: Floats
    blocks: Integers
    totals: Floats
    counts: Integers


@kernel
def empty_wealth(arms: int, points: int, blocks: int) -> Wealth:
    """The wealth before any release, with room for `blocks` blocks an arm."""
    return Wealth(
        up=np.zeros((arms, points)),
        down=np.zeros((arms, points)),
        sizes=np.zeros((arms, blocks)),
        gains=np.empty((arms, blocks, points)),
        blocks=np.zeros(arms, np.int64),
        totals=np.zeros(arms),
        counts=np.zeros(arms, np.int64),
    )


@kernel
def add_release(wealth: Wealth, bets: Bets, epsilon: float, arm: int, size: int, released: float) -> None:
    """Bet on a release: `released` is the noisy sum of `size` rewards of this arm."""
    wealth.totals[arm] += released
    wealth.counts[arm] += size
    if bets.scheduled or wealth.blocks[arm] == 0:
        wealth.blocks[arm] += 1
    block = wealth.blocks[arm] - 1
    wealth.sizes[arm, block] += size
    for j in range(bets.points.size):
        if bets.deviation > 0:
            theta = gaussian_theta(size, bets.points[j], bets.deviation)
            penalty = -0.5 * (theta * bets.deviation) ** 2
        else:
            theta = batch_theta(size, bets.points[j], bets.scheduled, epsilon)
            penalty = math.log1p(-((theta / epsilon) ** 2))
        wealth.gains[arm, block, j] = math.expm1(theta)
        wealth.up[arm, j] += theta * released + penalty
        wealth.down[arm, j] += theta * (size - released) + penalty


@kernel
def log_wealths(out: Floats, wealth: Wealth, start: Floats, arm: int, x: float) -> None:
    """Write log M(point j, x) and its first two derivatives into the rows of `out` (3, J).

    start: wealth.up; or wealth.down, and 1 - x for x, which gives log Mdown and its derivatives in 1 - x.
    """
    for j in range(out.shape[1]):
        value, slope, curvature = start[arm, j], 0.0, 0.0
        for block in range(wealth.blocks[arm]):
            size, whole_gain = wealth.sizes[arm, block], wealth.gains[arm, block, j]
            gain = whole_gain / (1 + x * whole_gain)
            value -= size * math.log1p(x * whole_gain)
            slope -= size * gain
            curvature += size * gain * gain
        out[0, j], out[1, j], out[2, j] = value, slope, curvature


@kernel
def log_mixture(up: Floats, down: Floats, weights: Floats) -> tuple[float, float, float]:
    """log of sum_ij weights_ij exp(up_i + down_j), and its first two derivatives in x.

    up, down: (3, J), log_wealths at x and at 1 - x.
    """
    highest_up = highest_down = -math.inf
    for j in range(up.shape[1]):
        highest_up, highest_down = max(highest_up, up[0, j]), max(highest_down, down[0, j])
    down_shares = np.exp(down[0] - highest_down)
    mass = first = second = 0.0
    for i in range(up.shape[1]):
        up_share = math.exp(up[0, i] - highest_up)
        if up_share < NEGLIGIBLE_SHARE:
            continue
        for j in range(down.shape[1]):
            share = weights[i, j] * up_share * down_shares[j]
            slope = up[1, i] - down[1, j]
            mass += share
            first += share * slope
            second += share * (slope * slope + up[2, i] + down[2, j])
    slope = first / mass
    return highest_up + highest_down + math.log(mass), slope, second / mass - slope * slope


@kernel
def log_evidence(
    pair: tuple[int, int],
    wealth: Wealth,
    weights: Floats,
    indifference: float,
    start: float,
    enough: float,
    cancel: Flag,
) -> float:
    """inf over x in (0, 1 - zeta) of log sum_ij weights_ij M_leader(i, x) Mdown_rival(j, x + zeta).

    pair: the leader and its rival.  zeta: the indifference.

    It is a convex function of x, minimised by Newton steps within a bracket, from x = start.  Once a value below
    `enough` is met, that value is returned instead: the infimum is below `enough` for certain.  Once a lower bound on
    the infimum, by convexity value - |slope| (high - low), reaches `enough`, or after MOST_NEWTON_STEPS, or once
    `cancel` is set, that bound is returned: so whatever counts as evidence is evidence, and at worst the run goes on.
    With enough = -inf the infimum itself is looked for, to EVIDENCE_TOLERANCE by Newton's decrement.
    """
    leader, rival = pair
    up, down = np.empty((3, weights.shape[0])), np.empty((3, weights.shape[0]))
    low, high, x, smallest, lower_bound = 0.0, 1.0 - indifference, start, math.inf, -math.inf
    for _ in range(MOST_NEWTON_STEPS):
        if cancel[0] != 0:
            break
        if not low < x < high:
            x = 0.5 * (low + high)
        log_wealths(up, wealth, wealth.up, leader, x)
        log_wealths(down, wealth, wealth.down, rival, 1 - x - indifference)
        value, slope, curvature = log_mixture(up, down, weights)
        smallest = min(smallest, value)
        if slope < 0:
            low = x
        else:
            high = x
        slack = abs(slope) * (high - low)
        if value - slack > lower_bound:
            lower_bound = value - slack
        if smallest < enough:
            return smallest
        if enough == -math.inf:
            if min(slope * slope / curvature, slack) < EVIDENCE_TOLERANCE:
                return smallest
        elif lower_bound >= enough:
            return lower_bound
        x -= slope / curvature
    return lower_bound


@kernel
def pair_evidence(
    leader: int, rival: int, wealth: Wealth, weights: Floats, indifference: float, enough: float, cancel: Flag
) -> float:
    """log_evidence, started from the two arms' common private mean, the rival's lowered by the indifference."""
    totals, counts = wealth.totals, wealth.counts
    lowered = totals[rival] - counts[rival] * indifference
    common = (totals[leader] + lowered) / (counts[leader] + counts[rival])
    return log_evidence((leader, rival), wealth, weights, indifference, common, enough, cancel)


@kernel
def blocking_rival(
    leader: int, wealth: Wealth, weights: Floats, indifference: float, threshold: float, first_tried: int, cancel: Flag
) -> int:
    """An arm against which `leader` has not enough evidence to stop, or -1; tries arm `first_tried` first.

    A tie of private means is refused only where every difference matters.
    """
    totals, counts = wealth.totals, wealth.counts
    for step in range(counts.size):
        rival = (first_tried + step) % counts.size
        if rival == leader:
            continue
        if totals[leader] / counts[leader] + indifference <= totals[rival] / counts[rival]:
            return rival
        if pair_evidence(leader, rival, wealth, weights, indifference, threshold, cancel) < threshold:
            return rival
    return -1
