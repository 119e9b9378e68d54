"""The characteristic time of a bandit and its optimal allocation, for kl and d_epsilon, with a certified bracket.

Scale the best arm's weight to 1.  Arm a is described by its odds v_a = (p - x_a) / (x_a - q_a), where x_a is the mean
at which it would be confused with the best arm (mean p).  Its weight w_a and its cost F_a at x_a are explicit and
increase with v_a.  At the optimum all costs are equal and sum_a d-(p, x_a) / d+(q_a, x_a) = 1.  The unknown of the
outer equation is the odds v of the closest arm (largest q_a), which stays well conditioned where the common cost does
not (epsilon -> 0: the cost tends to epsilon times the gap whatever v).  Both equations: safeguarded Newton.

Source: GK16 Theorem 5 and Lemma 3 (kl); the same argument with d_epsilon, see docs/characteristic-times.md.
"""

import math

import numpy as np
from numpy.typing import NDArray

from dpcore._kernels import kernel
from dpcore.times.divergences import in_kl_zone, kl_at_reach, kl_reach, kl_upward, linear_excess, privacy_constants
from dpcore.times.transport import transportation_cost_kernel

Floats = NDArray[np.float64]
Leader = tuple[float, float, float, float, float, float]  # p, 1 - p, reach of its kl zone, kl there, decay, slope
Arm = tuple[float, float, float, float]  # q, gap p - q, reach of its kl zone, kl there

TARGET_WIDTH = 1e-12  # relative width of the bracket at which the iteration stops
_COST_NOISE = 1e-14  # relative rounding error allowed for in a cost
_EXACT = 1e-15  # the tolerance of a sweep that is as exact as rounding allows

# Columns of the table of arms: what a solve keeps about each arm.
_GAP, _REACH, _AT_REACH, _FIRST_SLOPE, _ODDS, _COST, _COST_SLOPE = range(7)
TABLE_COLUMNS = 7


@kernel(error_model="numpy")
def _arm_at(leader: Leader, arm: Arm, odds: float) -> tuple[float, float, float, float, float]:
    """At these odds: d-(p, x), d+(q, x), the weight, its derivative in u = (p - x) / gap, and that of d+ in x."""
    p, p_rest, p_reach, p_at_reach, decay, slope = leader
    q, gap, q_reach, q_at_reach = arm
    q_rest = 1 - q
    t = 1 / (1 + odds)
    above, below = t * gap, odds * t * gap
    x, x_rest = q + above, p_rest + below
    spread = x * x_rest
    if in_kl_zone(p_rest, p, below, p_reach, x, decay):
        best_divergence = kl_upward(p_rest, p, below, x_rest, x)
        best_pull = below / spread
        best_bend = (p * x_rest * x_rest + p_rest * x * x) / (spread * below)
    else:
        best_divergence = p_at_reach + linear_excess(p_rest, p, below, p_reach, x_rest, x, decay, slope)
        best_pull = slope / (x + decay * x_rest)
        best_bend = best_pull
    if in_kl_zone(q, q_rest, above, q_reach, x_rest, decay):
        divergence = kl_upward(q, q_rest, above, x, x_rest)
        pull = above / spread
        bend = (q * x_rest * x_rest + q_rest * x * x) / (spread * above)
    else:
        divergence = q_at_reach + linear_excess(q, q_rest, above, q_reach, x, x_rest, decay, slope)
        pull = slope / (x_rest + decay * x)
        bend = pull
    weight = best_pull / pull
    return best_divergence, divergence, weight, gap * weight * (best_bend + bend), pull


@kernel(error_model="numpy")
def _prepare(means: Floats, best_arm: int, epsilon: float, table: Floats) -> tuple[Leader, int, int]:
    """Fill the fixed columns of the table; the leader's constants, the closest arm and how many share its mean."""
    decay, slope = privacy_constants(epsilon)
    p = means[best_arm]
    p_rest = 1 - p
    p_reach = kl_reach(p_rest, p, decay, slope)
    p_at_reach = kl_at_reach(p_rest, p, p_reach, decay) if decay > 0 else 0.0
    closest, copies = -1, 0
    for a in range(means.size):
        if a == best_arm:
            continue
        q = means[a]
        q_rest, gap = 1 - q, p - q
        reach = kl_reach(q, q_rest, decay, slope)
        at_reach = kl_at_reach(q, q_rest, reach, decay) if decay > 0 else 0.0
        # The cost near u = 0 is u times this: there p is in its kl zone, where its pull is u gap / (p (1 - p)).
        if not in_kl_zone(q, q_rest, gap, reach, p_rest, decay):
            whole = at_reach + linear_excess(q, q_rest, gap, reach, p, p_rest, decay, slope)
            first_slope = whole * gap * (p_rest + decay * p) / (p * p_rest * slope)
        else:
            first_slope = kl_upward(q, q_rest, gap, p, p_rest)
        table[a, _GAP], table[a, _REACH], table[a, _AT_REACH] = gap, reach, at_reach
        table[a, _FIRST_SLOPE] = first_slope
        table[a, _ODDS] = 0.0
        if closest < 0 or q > means[closest]:
            closest, copies = a, 0
        if q == means[closest]:
            copies += 1
    return (p, p_rest, p_reach, p_at_reach, decay, slope), closest, copies


@kernel(error_model="numpy")
def _moved(odds: float, step: float) -> float:
    """The odds after u = odds / (1 + odds) moves by step, keeping the digits of min(u, 1 - u); < 0 if outside."""
    if odds < 1:
        u = odds / (1 + odds) + step
        return u / (1 - u) if u < 1 else -1.0
    t = 1 / (1 + odds) - step
    return (1 - t) / t if t > 0 else -1.0


@kernel(error_model="numpy")
def _split(low: float, high: float, p_reach: float, arm: Arm) -> float:
    """Odds between low and high where Newton fails: the edge of a zone, where slopes jump, else a middle."""
    _, gap, q_reach, _ = arm
    if p_reach < gap and low * 1.001 < p_reach / (gap - p_reach) < high * 0.999:
        return p_reach / (gap - p_reach)
    if q_reach < gap and low * 1.001 < (gap - q_reach) / q_reach < high * 0.999:
        return (gap - q_reach) / q_reach
    if low == 0:
        return min(high / 16, 1.0)
    if high == math.inf:
        return max(low * 16, 1.0)
    return math.sqrt(low) * math.sqrt(high)


@kernel(error_model="numpy")
def _odds_at_cost(
    leader: Leader, arm: Arm, cost: float, odds: float, tolerance: float
) -> tuple[float, float, float, float, float, float]:
    """Odds at which the arm costs `cost`, to a relative tolerance; with d-, d+, the weight, dF/du and dD2/dx there."""
    low, high = 0.0, math.inf
    for _ in range(200):
        first, second, weight, weight_slope, pull = _arm_at(leader, arm, odds)
        missing = cost - (first + weight * second)
        cost_slope = weight_slope * second
        if abs(missing) <= max(tolerance * cost_slope * odds / (1 + odds) ** 2, _COST_NOISE * cost):
            break
        if missing > 0:
            low = odds
        else:
            high = odds
        if high <= low * (1 + 1e-15):
            break
        odds = _moved(odds, missing / cost_slope)
        if not low < odds < high:
            odds = _split(low, high, leader[2], arm)
    return odds, first, second, weight, cost_slope, pull


@kernel(error_model="numpy")
def _sweep(
    means: Floats, best_arm: int, leader: Leader, closest: int, cost: float, tolerance: float, table: Floats,
    allocation: Floats,
) -> tuple[float, float, float, float, float, float, float]:  # fmt: skip
    """Bring every arm except the closest ones to this cost, and sum over them, at the points reached.

    Returns the sums of the weights, of d-/d+, of 1/d+ (which is the first one's derivative in the cost), the second
    one's derivative in the cost, the smallest cost, and how much of the first two is missing, to first order, for the
    costs that differ from `cost`.
    """
    weights = ratios = inverses = ratios_slope = weights_missing = ratios_missing = 0.0
    smallest = cost
    last = -1
    for a in range(means.size):
        if a == best_arm or means[a] == means[closest]:
            continue
        if last < 0 or means[a] != means[last]:
            last = a
            arm = (means[a], table[a, _GAP], table[a, _REACH], table[a, _AT_REACH])
            odds = table[a, _ODDS]
            if odds > 0:
                odds = _moved(odds, (cost - table[a, _COST]) / table[a, _COST_SLOPE])
            else:
                odds = _moved(1e-300, cost / table[a, _FIRST_SLOPE])
            if odds <= 0:
                odds = table[a, _ODDS] if table[a, _ODDS] > 0 else 1.0
            odds, first, second, weight, cost_slope, pull = _odds_at_cost(leader, arm, cost, odds, tolerance)
            own_cost = first + weight * second
            table[a, _ODDS], table[a, _COST], table[a, _COST_SLOPE] = odds, own_cost, cost_slope
            smallest = min(smallest, own_cost)
            inverse = 1 / second
            ratio_slope = arm[1] * pull * own_cost * inverse * inverse / cost_slope
        allocation[a] = weight
        weights += weight
        ratios += first * inverse
        inverses += inverse
        ratios_slope += ratio_slope
        weights_missing += (cost - own_cost) * inverse
        ratios_missing += (cost - own_cost) * ratio_slope
    return weights, ratios, inverses, ratios_slope, smallest, weights_missing, ratios_missing


@kernel(error_model="numpy")
def _first_odds(means: Floats, best_arm: int, closest: int, leader_share: float, table: Floats) -> float:
    """A first guess of the closest arm's odds, right for small gaps: an arm's odds go as 1 / _FIRST_SLOPE, its
    weight is its odds and its ratio d-/d+ is their square."""
    linear = square = 0.0
    for a in range(means.size):
        if a != best_arm:
            relative = table[closest, _FIRST_SLOPE] / table[a, _FIRST_SLOPE]
            linear += relative
            square += relative * relative
    return (1 - leader_share) / (leader_share * linear) if leader_share > 0 else 1 / math.sqrt(square)


@kernel(error_model="numpy")
def _lower_bound(leader: Leader, arm: Arm, copies: int, odds: float, ratios: float, inverses: float) -> float:
    """The best lower bound when the closest arms move alone; ratios and inverses are sums over the other arms.

    It is best where all ratios sum to 1, and then its error is quadratic in the error of the points.
    """
    best = 0.0
    for _ in range(5):
        first, second, weight, _, pull = _arm_at(leader, arm, odds)
        total = ratios + copies * first / second
        best = max(best, (inverses + copies / second) / max(1.0, total))
        if abs(total - 1) <= 1e-14:
            break
        gain = copies * arm[1] * pull * (first + weight * second) / (second * second) * odds / (1 + odds) ** 2
        step = -math.log(total) * total / gain
        if not abs(step) < 1:
            break
        odds *= math.exp(step)
    return best


@kernel(error_model="numpy")
def _worst_cost_at_share(
    means: Floats, best_arm: int, epsilon: float, leader_share: float, allocation: Floats
) -> float:
    """Scale the others' weights to sum to 1 - leader_share; the smallest transportation cost of that allocation."""
    allocation[best_arm] = 0.0
    factor = (1 - leader_share) / allocation.sum()
    worst = math.inf
    for a in range(means.size):
        if a != best_arm:
            allocation[a] *= factor
            cost = transportation_cost_kernel(means[best_arm], means[a], leader_share, allocation[a], epsilon)
            worst = min(worst, cost)
    allocation[best_arm] = leader_share
    return worst


@kernel(error_model="numpy")
def solve(
    means: Floats, best_arm: int, epsilon: float, leader_share: float, level_start: float, table: Floats,
    allocation: Floats,
) -> tuple[float, float, float, float]:  # fmt: skip
    """(time, lower bound, upper bound, level); writes the allocation.

    leader_share: the best arm's share, or 0 for the optimal one.  level_start: the level returned for a neighbouring
    instance or epsilon, or 0 for a cold start.  table: (K, TABLE_COLUMNS) working space.
    Source of the bounds: any allocation has T* <= 1 / its smallest cost, any points x_a have
    1/T* <= s max(1, sum d-/d+) with s = 1 / sum 1/d+, and s (share sum d-/d+ + 1 - share) where the share is fixed.
    """
    leader, closest, copies = _prepare(means, best_arm, epsilon, table)
    arm = (means[closest], table[closest, _GAP], table[closest, _REACH], table[closest, _AT_REACH])
    odds = level_start if level_start > 0 else _first_odds(means, best_arm, closest, leader_share, table)
    target = (1 - leader_share) / leader_share if leader_share > 0 else 1.0
    low, high, tolerance = 0.0, math.inf, 1e-2
    lower, upper = 0.0, math.inf
    loose = True  # whether low or high may come from a loose sweep
    for _ in range(100):
        first, second, weight, weight_slope, pull = _arm_at(leader, arm, odds)
        cost, cost_slope = first + weight * second, weight_slope * second
        others, other_ratios, other_inverses, ratios_slope, smallest, weights_missing, ratios_missing = _sweep(
            means, best_arm, leader, closest, cost, tolerance, table, allocation
        )
        cost_gain = cost_slope * odds / (1 + odds) ** 2  # derivative of the cost in log odds
        own_ratio_gain = copies * arm[1] * pull * cost / (second * second) * odds / (1 + odds) ** 2
        weights, inverses = others + copies * weight, other_inverses + copies / second
        ratios = other_ratios + copies * first / second
        if leader_share > 0:
            value, gain = weights + weights_missing, inverses * cost_gain
        else:
            value, gain = ratios + ratios_missing, ratios_slope * cost_gain + own_ratio_gain
        miss = math.log(value / target)
        if abs(miss) < 1e-2:
            for a in range(means.size):
                if means[a] == arm[0]:
                    allocation[a] = weight
            if leader_share > 0:
                upper = 1 / _worst_cost_at_share(means, best_arm, epsilon, leader_share, allocation)
                lower = max(lower, inverses / (leader_share * ratios + 1 - leader_share))
            else:
                allocation[best_arm] = 1.0
                upper = (1 + weights) / smallest
                lower = max(lower, _lower_bound(leader, arm, copies, odds, other_ratios, other_inverses))
            if upper <= lower * (1 + TARGET_WIDTH):
                break
        if miss > 0:
            high = odds
        else:
            low = odds
        if high <= low * (1 + 1e-15) and not loose:
            break
        odds *= math.exp(min(max(-miss * value / gain, -5.0), 5.0))
        if low < odds < high:
            tolerance = max(_EXACT, min(tolerance, 0.1 * miss * miss))
        elif loose:  # a loose sweep may have misplaced an end (a kink, or nearly no miss): forget both, be exact
            low, high, tolerance, loose = 0.0, math.inf, _EXACT, False
        else:
            odds = _split(low, high, leader[2], arm)
    allocation /= allocation.sum()
    return upper, lower * (1 - TARGET_WIDTH), upper * (1 + TARGET_WIDTH), odds
