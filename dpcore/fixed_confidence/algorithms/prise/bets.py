"""Bets on sums: the likelihood bets of PRISE, their wealth by hypothesis, and its infimum over a cell of means.

The proof that each is a fair bet is in docs/prise.md, "Risk-correctness" and "Bets in far cells".
"""

import math
from typing import NamedTuple

import numpy as np

from dpcore._kernels import kernel
from dpcore.fixed_confidence.algorithms.pb_tas.bets import batch_theta
from dpcore.fixed_confidence.algorithms.pb_tas.evidence import log_mixture
from dpcore.fixed_confidence.protocol import Floats, Integers

HALF_OF_THE_EDGES = (0, 0.005, 0.01, 0.02, 0.04, 0.06, 0.09, 0.12, 0.16, 0.2, 0.25, 0.3, 0.4, 0.5)
BLOCKS = 64  # how many thetas a point may have in a run; after that its last one can only grow
STEPS_AN_OCTAVE = 4  # thetas are powers of 2^(1/4): releases with the same theta are one block
PRECISION = 1e-9


class Bets(NamedTuple):
    """points (J,): gaps to bet on; weights (J, J): of pairs (gap of the rival's bet, of the arm's own); they sum to 1.

    lead: by how much the arm of a hypothesis leads every other at least.  edges (X + 1,): of the cells, from lead to 1.
    """

    points: Floats
    weights: Floats
    edges: Floats
    lead: float = 0.0


class Wealth(NamedTuple):
    """The bets on one side, for every hypothesis and point, as a function of y: exp(log - sum_k sizes log1p(y gains)).

    log (K, J); sizes, gains (K, J, BLOCKS): rewards and e^theta - 1 of block k; exponents (K, J): of the last block's
    theta; blocks (K, J): in use.
    """

    log: Floats
    sizes: Floats
    gains: Floats
    exponents: Integers
    blocks: Integers


def default_bets(lead: float = 0.0) -> Bets:
    """24 gaps from .57 down to 4.5e-7, paired mostly with similar ones, and 26 cells that are finer at the ends.

    With a lead the cells are cut to [lead, 1], because the mean of an arm that leads by so much is at least that.
    """
    points = 0.1 * 2.0 ** np.concatenate([2.5 - 0.75 * np.arange(12), -5.75 - np.arange(1, 13)])
    weights = np.repeat([0.9 / 12, 0.1 / 12], 12)
    independent = np.outer(weights, weights)
    similar = 0.5 ** np.abs(np.subtract.outer(np.arange(24), np.arange(24))) * np.sqrt(independent)
    edges = np.array(HALF_OF_THE_EDGES + tuple(1 - edge for edge in HALF_OF_THE_EDGES[-2::-1]))
    weights = 0.3 * independent + 0.7 * similar / similar.sum()
    return Bets(points, weights, np.unique(np.maximum(edges, lead)), lead)


@kernel
def empty_wealth(arms: int, points: int) -> Wealth:
    """The wealth before any bet."""
    shape = (arms, points)
    return Wealth(
        np.zeros(shape),
        np.zeros((arms, points, BLOCKS)),
        np.zeros((arms, points, BLOCKS)),
        np.zeros(shape, np.int64),
        np.zeros(shape, np.int64),
    )


@kernel
def noise_penalty(theta: float, epsilon: float) -> float:
    """log(1 - theta^2/epsilon^2): what one release's Laplace noise costs a bet with this theta."""
    return math.log1p(-((theta / epsilon) ** 2)) if epsilon < math.inf else 0.0


@kernel
def theta_exponent(size: int, gap: float, epsilon: float) -> int:
    """The exponent e of a batch's theta 2^(e/4), rounded down; it is below epsilon, where a bet loses everything."""
    exponent = math.floor(STEPS_AN_OCTAVE * math.log2(batch_theta(size, gap, True, epsilon)) + PRECISION)
    while 2.0 ** (exponent / STEPS_AN_OCTAVE) >= epsilon:
        exponent -= 1
    return exponent


@kernel
def add_bet(wealth: Wealth, hypothesis: int, size: int, released: float, points: Floats, epsilon: float) -> None:
    """Bet on a release: `released` is a noisy sum of `size` rewards (of the rival) or failures (of the arm itself)."""
    for j in range(points.size):
        exponent = theta_exponent(size, points[j], epsilon)
        block = wealth.blocks[hypothesis, j]
        if block == 0 or (exponent != wealth.exponents[hypothesis, j] and block < BLOCKS):
            wealth.exponents[hypothesis, j] = exponent
            wealth.gains[hypothesis, j, block] = math.expm1(2.0 ** (exponent / STEPS_AN_OCTAVE))
            block += 1
            wealth.blocks[hypothesis, j] = block
        elif exponent > wealth.exponents[hypothesis, j]:  # no room: the last block is charged at the larger theta
            wealth.exponents[hypothesis, j] = exponent
            wealth.gains[hypothesis, j, block - 1] = math.expm1(2.0 ** (exponent / STEPS_AN_OCTAVE))
        theta = 2.0 ** (wealth.exponents[hypothesis, j] / STEPS_AN_OCTAVE)
        wealth.sizes[hypothesis, j, block - 1] += size
        wealth.log[hypothesis, j] += theta * released + noise_penalty(theta, epsilon)


@kernel
def log_wealths(wealth: Wealth, hypothesis: int, y: float, out: Floats) -> None:
    """Write the log wealth of every point at y, and its first two derivatives in y, into the rows of `out` (3, J)."""
    for j in range(out.shape[1]):
        value, slope, curvature = wealth.log[hypothesis, j], 0.0, 0.0
        for block in range(wealth.blocks[hypothesis, j]):
            size, gain = wealth.sizes[hypothesis, j, block], wealth.gains[hypothesis, j, block]
            ratio = gain / (1 + y * gain)
            value -= size * math.log1p(y * gain)
            slope -= size * ratio
            curvature += size * ratio * ratio
        out[0, j], out[1, j], out[2, j] = value, slope, curvature


@kernel
def log_likelihood_wealth(
    rival: Wealth, own: Wealth, hypothesis: int, y: float, bets: Bets
) -> tuple[float, float, float]:
    """log of sum_ij weights_ij U_i(y - lead) D_j(y), and its first two derivatives: convex in y."""
    up, down = np.empty((3, bets.points.size)), np.empty((3, bets.points.size))
    log_wealths(rival, hypothesis, y - bets.lead, up)
    log_wealths(own, hypothesis, 1 - y, down)
    return log_mixture(up, down, bets.weights)


@kernel
def log_infimum(
    rival: Wealth, own: Wealth, hypothesis: int, cell: int, start: float, enough: float, bets: Bets
) -> float:
    """A number below the infimum of the log likelihood wealth over a cell, or a value below `enough` met there.

    Either way it is at least `enough` only if the infimum is, by convexity.  With enough = -inf, the infimum to 1e-9.
    """
    first, last = float(bets.edges[cell]), float(bets.edges[cell + 1])
    low, high, y, bound = first, last, min(max(start, first), last), -math.inf
    for _ in range(100):
        value, slope, curvature = log_likelihood_wealth(rival, own, hypothesis, y, bets)
        if not value >= enough:
            return value
        if slope < 0:
            low = y
        else:
            high = y
        bound = value - abs(slope) * (high - low)
        if (bound >= enough and enough > -math.inf) or not value - bound > PRECISION:
            return bound
        step = y - slope / curvature if curvature > 0 else 0.5 * (low + high)
        if not low < step < high:  # the minimum may lie on the cell's edge
            if step >= high and y < high == last:
                step = last
            elif step <= low and y > low == first:
                step = first
            else:
                step = 0.5 * (low + high)
        y = step
    return bound
