"""The characteristic time of a bandit and its optimal allocation, for kl and d_epsilon, with a certified bracket.

Scale the best arm's weight to 1.  Arm a is described by its odds v_a = (p - x_a) / (x_a - q_a), where x_a is the mean
at which it would be confused with the best arm (mean p).  Its weight w_a and its cost F_a at x_a are explicit and
increase with v_a.  At the optimum all costs are equal and sum_a d-(p, x_a) / d+(q_a, x_a) = 1.  The unknown of the
outer equation is the odds v of the closest arm (largest q_a), which stays well conditioned where the common cost does
not (epsilon -> 0: the cost tends to epsilon times the gap whatever v).  Both equations: safeguarded Newton.
"""

import math

import numpy as np
from numba import njit
from numpy.typing import NDArray

from dpcore.divergences import kl_reach, kl_upward, linear_excess, privacy_constants

Floats = NDArray[np.float64]

# Columns of the table that holds, for each arm, what does not change during a solve and where the solve stands.
_GAP, _REACH, _AT_REACH, _ODDS, _SHARE_SLOPE, _COST, _COST_SLOPE = range(7)
_COLUMNS = 7


@njit(cache=True, nogil=True)
def _arm_at(
    p: float, p_rest: float, p_reach: float, p_at_reach: float, q: float, gap: float, q_reach: float, q_at_reach: float,
    odds: float, decay: float, slope: float,
) -> tuple[float, float, float, float, float]:  # fmt: skip
    """At these odds: d-(p, x), d+(q, x), the weight w, its derivative in u = (p - x) / gap, and that of d+ in x."""
    q_rest = 1 - q
    t, u = 1 / (1 + odds), odds / (1 + odds)
    above, below = t * gap, u * gap
    x, x_rest = q + above, p_rest + below
    spread = x * x_rest
    if below <= p_reach:
        best_divergence = kl_upward(p_rest, p, below, x_rest, x)
        best_pull = below / spread
        best_bend = (p * x_rest * x_rest + p_rest * x * x) / (spread * below)
    else:
        best_divergence = p_at_reach + linear_excess(p_rest, p, below - p_reach, x_rest, x, decay, slope)
        best_pull = slope / (x + decay * x_rest)
        best_bend = best_pull
    if above <= q_reach:
        divergence = kl_upward(q, q_rest, above, x, x_rest)
        pull = above / spread
        bend = (q * x_rest * x_rest + q_rest * x * x) / (spread * above)
    else:
        divergence = q_at_reach + linear_excess(q, q_rest, above - q_reach, x, x_rest, decay, slope)
        pull = slope / (x_rest + decay * x)
        bend = pull
    weight = best_pull / pull
    weight_slope = gap * weight * (best_bend + bend)
    return best_divergence, divergence, weight, weight_slope, pull


@njit(cache=True, nogil=True)
def _move(odds: float, step: float) -> float:
    """The odds after u = odds / (1 + odds) moves by step, keeping the digits of min(u, 1 - u); <= 0 if outside."""
    if odds < 1:
        u = odds / (1 + odds) + step
        return u / (1 - u)
    t = 1 / (1 + odds) - step
    return (1 - t) / t


@njit(cache=True, nogil=True)
def optimal_allocation_kernel(
    means: Floats, best_arm: int, epsilon: float, level_start: float, allocation_out: Floats
) -> tuple[float, float]:
    """T*_epsilon (kl at inf), and the level at which it was found; writes the optimal allocation.

    means: strictly inside (0, 1), the unique maximum at best_arm.  level_start: the level returned for a neighbouring
    instance or epsilon, or 0 for a cold start.
    """
    time, _, _, level = solve(means, best_arm, epsilon, 0.0, level_start, allocation_out)
    return time, level


@njit(cache=True, nogil=True)
def solve(
    means: Floats, best_arm: int, epsilon: float, leader_share: float, level_start: float, allocation_out: Floats
) -> tuple[float, float, float, float]:
    """(time, lower bound, upper bound, level); leader_share 0 means the optimal one."""
    arms = means.size
    decay, slope = privacy_constants(epsilon)
    p = means[best_arm]
    p_rest = 1 - p
    p_reach = kl_reach(p_rest, p, decay, slope)
    p_at_reach = 0.0
    if p_reach < p:
        p_at_reach = kl_upward(p_rest, p, p_reach, p_rest + p_reach, p - p_reach)
    table = np.empty((arms, _COLUMNS))
    closest = -1
    for a in range(arms):
        if a == best_arm:
            continue
        q = means[a]
        row = table[a]
        row[_GAP] = p - q
        row[_REACH] = kl_reach(q, 1 - q, decay, slope)
        row[_AT_REACH] = 0.0
        if row[_REACH] < row[_GAP]:
            row[_AT_REACH] = kl_upward(q, 1 - q, row[_REACH], q + row[_REACH], 1 - q - row[_REACH])
        row[_ODDS] = 0.0
        if closest < 0 or q > means[closest]:
            closest = a

    odds = level_start if level_start > 0 else 1 / math.sqrt(arms - 1.0)
    low, high = 0.0, math.inf
    time = lower = upper = math.nan
    for _ in range(100):
        first, second, weight, weight_slope, pull = _arm_at(
            p, p_rest, p_reach, p_at_reach, means[closest], table[closest, _GAP], table[closest, _REACH],
            table[closest, _AT_REACH], odds, decay, slope,
        )  # fmt: skip
        cost = first + weight * second
        cost_slope = weight_slope * second * odds / (1 + odds) ** 2
        weights, ratio, ratio_slope, inverse, smallest = 0.0, 0.0, 0.0, 0.0, math.inf
        for a in range(arms):
            if a == best_arm:
                continue
            q, gap, reach, at_reach = means[a], table[a, _GAP], table[a, _REACH], table[a, _AT_REACH]
            own = table[a, _ODDS] if table[a, _ODDS] > 0 else odds
            if q == means[closest]:
                own = odds
            below, above = 0.0, math.inf
            for _ in range(100):
                first, second, weight, weight_slope, pull = _arm_at(
                    p, p_rest, p_reach, p_at_reach, q, gap, reach, at_reach, own, decay, slope
                )
                own_cost = first + weight * second
                own_slope = weight_slope * second
                if q == means[closest] or abs(own_cost - cost) <= 1e-14 * cost:
                    break
                if own_cost < cost:
                    below = own
                else:
                    above = own
                new = _move(own, (cost - own_cost) / own_slope)
                if not below < new < above:
                    low_u = below / (1 + below)
                    high_u = above / (1 + above) if above < math.inf else 1.0
                    knee, other_knee = p_reach / gap, 1 - reach / gap
                    if low_u < knee * (1 - 1e-9) and knee * (1 + 1e-9) < high_u:
                        new = knee / (1 - knee)
                    elif low_u < other_knee * (1 - 1e-9) and other_knee * (1 + 1e-9) < high_u:
                        new = other_knee / (1 - other_knee)
                    else:
                        middle = (low_u + high_u) / 2
                        new = middle / (1 - middle)
                if abs(new - own) <= 1e-16 * own:
                    break
                own = new
            table[a, _ODDS] = own
            allocation_out[a] = weight
            weights += weight
            ratio += first / second
            inverse += 1 / second
            smallest = min(smallest, own_cost)
            ratio_slope += (gap * pull * own_cost / (second * second)) / own_slope * cost_slope
        upper = (1 + weights) / smallest
        lower = inverse / max(1.0, ratio)
        if upper <= lower * (1 + 1e-12):
            break
        if ratio > 1:
            high = odds
        else:
            low = odds
        new = odds * math.exp(-math.log(ratio) * ratio / ratio_slope)
        if not low < new < high:
            new = math.sqrt(low * high) if low > 0 and high < math.inf else (odds / 4 if ratio > 1 else odds * 4)
        if abs(new - odds) <= 1e-16 * odds:
            break
        odds = new
    time = upper
    allocation_out[best_arm] = 1.0
    total = 1 + weights
    for a in range(arms):
        allocation_out[a] /= total
    return time, lower, upper, odds
