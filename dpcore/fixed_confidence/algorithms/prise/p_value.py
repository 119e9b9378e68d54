"""Bets on the difference of two released means, for rounds in which noise dominates: p-values by cell, and payoffs.

A hypothesis "arm a leads every other by `lead`" says that the rival's mean is at most y - lead, y the mean of a.  y is
unknown, at least `lead`; a cell is an interval that may hold it.  Proofs: docs/prise.md, "The p-value" and "Payoffs".
"""

import math
from typing import NamedTuple

import numpy as np

from dpcore._kernels import kernel
from dpcore.fixed_confidence.protocol import Floats

TILTS = (1.3, 1.6, 2.0, 2.5, 3.2, 4.5)  # beside the tilt 1 of the lemma; any fixed choice from 1.3 on is valid
LARGEST_EXPONENT = 600.0
SMALLEST_LOG_P = -690.0
CLOSE_SIZES = 0.999  # beyond this ratio the sum of two Laplace variables is bounded as if they were equal
AIM = 2e-9  # how much more than the missing evidence the all-or-nothing bet pays: rounding never decides


class Payoff(NamedTuple):
    """F(p) = (1 - stake - share) + stake 1{p <= level}/level + share power p^(power - 1), of mean at most 1."""

    stake: float
    share: float
    power: float


@kernel
def log_moment(up: float, down: float, rival_size: int, own_size: int, low: float, high: float, lead: float) -> float:
    """sup over y in [low, high] of rival_size log(1 + (y - lead) up) + own_size log(1 - y down), concave in y."""
    y = (rival_size * up - own_size * down * (1 - lead * up)) / (up * down * (rival_size + own_size))
    y = min(max(y, low), high)
    return rival_size * math.log1p((y - lead) * up) + own_size * math.log1p(-y * down)


@kernel
def log_p_values(
    log_p: Floats, difference: float, rival_size: int, own_size: int, epsilon: float, edges: Floats, lead: float
) -> None:
    """Write, for every cell, the log of a bound on P(D >= difference) while the hypothesis holds with y in the cell.

    D = epsilon min(sizes) (rival's released mean - own released mean).  The bound decreases in `difference`.
    log_p: (X,), written, at most 0.  edges: (X + 1,), from lead to 1.
    """
    smaller = min(rival_size, own_size)
    ratio = smaller / max(rival_size, own_size)
    rise, fall = epsilon * smaller / rival_size, epsilon * smaller / own_size
    for x in range(log_p.size):
        log_p[x] = 0.0
    if (difference <= 0 and lead == 0) or rise > LARGEST_EXPONENT:
        return
    up, down = math.expm1(rise), -math.expm1(-fall)
    rest = np.empty(log_p.size)
    for x in range(log_p.size):
        rest[x] = math.inf
    for tilt in TILTS:
        if tilt * rise <= LARGEST_EXPONENT:
            steep_up, steep_down = math.expm1(tilt * rise), -math.expm1(-tilt * fall)
            for x in range(log_p.size):
                moment = log_moment(steep_up, steep_down, rival_size, own_size, edges[x], edges[x + 1], lead)
                rest[x] = min(rest[x], moment - tilt * difference - math.log(2.0))
    for x in range(log_p.size):
        excess = difference - log_moment(up, down, rival_size, own_size, edges[x], edges[x + 1], lead)
        if excess > 0:
            noise = math.log(0.5 + excess / 4) - excess
            if ratio < CLOSE_SIZES:
                noise = min(noise, -excess - math.log(2 * (1 - ratio * ratio)))
            larger, smaller_term = max(noise, rest[x]), min(noise, rest[x])
            log_p[x] = min(log_p[x], larger + math.log1p(math.exp(smaller_term - larger)))


@kernel
def log_payoff(log_p: float, log_level: float, payoff: Payoff) -> float:
    """log F(p), see Payoff; the level was fixed before p was seen."""
    paid = (1 - payoff.stake - payoff.share) + payoff.share * payoff.power * math.exp(
        (payoff.power - 1) * max(log_p, SMALLEST_LOG_P)
    )
    if log_p <= log_level:
        paid += payoff.stake * math.exp(-log_level)
    return math.log(paid)


@kernel
def log_level(missing: float, payoff: Payoff) -> float:
    """log of (nearly) the largest level at which p = level pays exp(missing), at most 0.

    log F as a function of z = -log(level) is convex and increasing, so Newton from the right stays right of the root.
    """
    z = max(0.0, missing - math.log(payoff.stake))
    for _ in range(8):
        stake = payoff.stake * math.exp(min(z, -SMALLEST_LOG_P))
        share = payoff.share * payoff.power * math.exp((1 - payoff.power) * min(z, -SMALLEST_LOG_P))
        total = (1 - payoff.stake - payoff.share) + stake + share
        z = max(0.0, z - (math.log(total) - missing) * total / (stake + (1 - payoff.power) * share))
    return -z
