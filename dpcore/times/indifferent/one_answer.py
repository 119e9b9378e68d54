"""The time of one good answer with a smallest difference that matters: a convex problem in the level of the costs.

The answer's arm, the leader, has mean p and weight 1.  To refute it, the mean of another arm (q) must move to more
than `indifference` above it: the leader's mean to x, the arm's to x + indifference.  To cost y the arm needs the weight
w(y), which is convex, and the time is the minimum over y of (1 + sum w(y)) / y: where G(y) = sum d-(p, x) / d+(q, x +
indifference) is 1.  Tangents of the sum of weights on both sides of it bound the time from below.  x may reach an end
of [0, 1 - indifference]; from there on w(y) is a straight line.

Source: own, docs/characteristic-times.md.
"""

import math

from dpcore._kernels import kernel
from dpcore.times.indifferent.refutation import (
    END,
    LOG_ODDS,
    START,
    WEIGHT,
    Leader,
    arm_at,
    arm_of,
    at_cost,
    leader_of,
    least_cost,
    to_end,
    upward,
)
from dpcore.times.solver import Floats

WIDTH = 1e-10  # relative width of the bracket at which the iteration stops
MOST_COST = 100.0  # a higher end of the costs, e^epsilon where x is 0, does not say where the level is


@kernel(error_model="numpy")
def _prepare(
    means: Floats, answer: int, epsilon: float, indifference: float, table: Floats
) -> tuple[Leader, float, float, float, float]:
    """Fill the answer's columns of the table; the leader's constants, the costs between which the level lies, and the
    sums G and of 1/d+ at the higher of them (inf where some arm cannot be told from the leader at this cost)."""
    leader = leader_of(means, answer, epsilon, indifference, table)
    p, p_rest, p_reach, p_at_reach, decay, slope, _, beyond, _ = leader
    bottom = least_cost(leader, indifference)
    pull_back = 0.0
    if beyond > 0:
        _, pull_back, _ = upward(p_rest, p, p_reach, p_at_reach, beyond, indifference, 1 - indifference, decay, slope)
    to_zero, pull_to_zero = to_end(p, decay, slope, epsilon)
    top, farthest, ratios, inverses = math.inf, 0.0, 0.0, 0.0
    for a in range(means.size):
        if a == answer:
            continue
        q, q_reach, q_at_reach, span, above, lowest, _, _ = arm_of(means, a, leader[0], indifference, table)
        start, end = bottom, math.inf
        if beyond > 0:
            to_one, pull_to_one = to_end(1 - q, decay, slope, epsilon)
            if to_one < math.inf:
                start += pull_back / pull_to_one * to_one
        if above > 0:
            second, pull, _ = upward(q, 1 - q, q_reach, q_at_reach, above, indifference, 1 - indifference, decay, slope)
            if to_zero < math.inf:
                end = to_zero + pull_to_zero / pull * second
            ratios += to_zero / second
            inverses += 1 / second
            table[a, WEIGHT] = 1 / second
            farthest = max(farthest, end)
        else:
            end, _, _ = upward(p_rest, p, p_reach, p_at_reach, beyond + span, 1 - lowest, lowest, decay, slope)
            top, ratios = min(top, end), math.inf
        table[a, START], table[a, END] = start, end
    if ratios == math.inf:
        return leader, bottom, top, math.inf, math.inf
    return leader, bottom, farthest, ratios, inverses


@kernel(error_model="numpy")
def _sweep(
    means: Floats, answer: int, leader: Leader, indifference: float, cost: float, tolerance: float, table: Floats
) -> tuple[float, float, float, float, float]:
    """Bring every arm to this cost; the sums of weights, of G, of 1/d+ and of dG/dF there, and the smallest cost."""
    weights = ratios = inverses = ratios_slope = 0.0
    smallest = cost
    last = -1
    for a in range(means.size):
        if a == answer:
            continue
        if last < 0 or means[a] != means[last]:
            last = a
            arm = arm_of(means, a, leader[0], indifference, table)
            log_odds, first, second, weight, ratio_slope, reached = at_cost(
                leader, arm, cost, table[a, LOG_ODDS], tolerance
            )
            smallest = min(smallest, reached)
        table[a, LOG_ODDS], table[a, WEIGHT] = log_odds, weight
        weights += weight
        ratios += first / second
        inverses += 1 / second
        ratios_slope += ratio_slope
    return weights, ratios, inverses, ratios_slope, smallest


@kernel(error_model="numpy")
def _first_cost(
    means: Floats, answer: int, leader: Leader, indifference: float, ends: tuple[float, float], level: float,
    table: Floats,
) -> float:  # fmt: skip
    """Where to begin: a cost between both ends, and log odds of all arms for it."""
    bottom, top = ends
    square = 0.0
    cost = math.inf
    for a in range(means.size):
        if a == answer:
            continue
        table[a, LOG_ODDS] = 0.0
        if top < MOST_COST:
            square += (top / table[a, END]) ** 2
        else:
            first, second, weight, _, _ = arm_at(leader, arm_of(means, a, leader[0], indifference, table), 0.0)
            cost = min(cost, first + weight * second)
    if top < MOST_COST:
        odds = level if level > 0 else 1 / math.sqrt(square)
        cost = bottom + (top - bottom) * (odds / (1 + odds))
        for a in range(means.size):
            if a != answer and table[a, START] < cost < table[a, END] < MOST_COST:
                table[a, LOG_ODDS] = math.log((cost - table[a, START]) / (table[a, END] - cost))
    return cost


@kernel(error_model="numpy")
def solve_answer(
    means: Floats, answer: int, epsilon: float, indifference: float, level: float, cutoff: float, table: Floats,
    allocation: Floats,
) -> tuple[float, float, float]:  # fmt: skip
    """(upper bound, lower bound, level) of the time of one answer; writes the allocation if its time is below cutoff.

    Ends early once the lower bound reaches the cutoff.
    """
    leader, bottom, top, ratios_high, inverses_high = _prepare(means, answer, epsilon, indifference, table)
    if ratios_high <= 1 or _alone(means, answer, leader, bottom):
        # A corner of the simplex or one of its faces: the samples of the other arms alone, or those of the answer's.
        time, others = (inverses_high, 1.0) if ratios_high <= 1 else (1 / bottom, 0.0)
        if time < cutoff:
            for a in range(means.size):
                allocation[a] = others * table[a, WEIGHT] if a != answer else 1 - others
        return time, time, 0.0
    low, high, ratios_low, inverses_low = bottom, top, 0.0, 0.0
    lower, upper, last_miss = 0.0, math.inf, math.inf
    cost, tolerance = _first_cost(means, answer, leader, indifference, (bottom, top), level, table), 1e-11
    for trial in range(100):
        if not low < cost < high:
            cost = _between(low, high)
            if not low < cost < high:
                break
        weights, ratios, inverses, slope, smallest = _sweep(means, answer, leader, indifference, cost, tolerance, table)
        time = (1 + weights) / smallest
        if time < upper:
            upper = time
            if time < cutoff:
                for a in range(means.size):
                    allocation[a] = 1.0 if a == answer else table[a, WEIGHT]
        if ratios <= 1:
            low, ratios_low, inverses_low = cost, ratios, inverses
        else:
            high, ratios_high, inverses_high = cost, ratios, inverses
        if ratios_high == math.inf:
            lower = max(lower, inverses_low + (1 - ratios_low) / top)
        else:
            both = (ratios_high - 1) * inverses_low + (1 - ratios_low) * inverses_high
            lower = max(lower, both / (ratios_high - ratios_low))
        if upper <= lower * (1 + WIDTH) or lower >= cutoff:
            break
        miss = abs(math.log(ratios))
        way = cost - bottom
        share = (top - cost) / (top - bottom) if top < math.inf else 1.0
        if trial % 4 < 3 and miss < 0.7 * last_miss:
            move = math.exp(min(max(-math.log(ratios) * ratios / (slope * way * share), -30.0), 30.0))
            cost = bottom + way * move / (share + (1 - share) * move)
        elif trial % 2 == 0 and ratios_high < math.inf:
            cost = (ratios_high - ratios_low) / (inverses_high - inverses_low)
        else:
            cost = math.nan
        last_miss = miss
        tolerance = max(1e-13, min(tolerance, 0.01 * miss * miss))
    level = (cost - bottom) / (top - cost) if top < MOST_COST else 0.0
    return upper, lower, level


@kernel(error_model="numpy")
def _alone(means: Floats, answer: int, leader: Leader, bottom: float) -> bool:
    """Whether the answer's samples alone are the best allocation."""
    _, _, _, _, decay, slope, epsilon, _, _ = leader
    ratios = 0.0
    for a in range(means.size):
        if a != answer:
            ratios += bottom / to_end(1 - means[a], decay, slope, epsilon)[0]
    return ratios >= 1


@kernel(error_model="numpy")
def _between(low: float, high: float) -> float:
    if high == math.inf:
        return 16 * low
    return math.sqrt(low) * math.sqrt(high) if low > 0 and high > 4 * low else 0.5 * (low + high)
