"""The time of one good answer with a smallest difference that matters: a convex problem in the level of the costs.

The answer's arm, the leader, has mean p and weight 1.  To refute it another arm (mean q) must come to lie more than
`indifference` above it: the leader at x, the arm at x + indifference.  To cost y the arm needs the weight w(y), which
is convex, and the time is the minimum over y of (1 + sum w(y)) / y: where G(y) = sum d-(p, x) / d+(q, x + indifference)
is 1.  Tangents of the sum of weights on both sides of it bound the time from below.  x may come to lie at an end of
[0, 1 - indifference]; from there on w(y) is a straight line.

Source: own, docs/characteristic-times.md.
"""

import math

from dpcore._kernels import kernel
from dpcore.times.divergences import (
    LARGEST_EPSILON,
    kl_at_reach,
    kl_reach,
    kl_upward,
    linear_excess,
    privacy_constants,
)
from dpcore.times.solver import Floats

# p, 1 - p, reach of its kl zone, kl there, decay, slope, epsilon, p - highest x, 1 - indifference - highest x
Leader = tuple[float, float, float, float, float, float, float, float, float]
# q, reach, kl there, highest x - lowest x, lowest x + indifference - q, lowest x, cost where x leaves the highest, and
# where it reaches the lowest
Arm = tuple[float, float, float, float, float, float, float, float]

SQUARES = 0.0  # instead of epsilon: the divergence is the squared distance
WIDTH = 1e-10  # relative width of the bracket at which the iteration stops
_NOISE = 2e-15  # relative rounding error allowed for in a cost
_MOST_COST = 100.0  # a higher end of the costs, e^epsilon where x lies at 0, says nothing of where the level lies
_FARTHEST = 300.0  # of the logarithm of odds

# Columns of the table of arms, which has solver.TABLE_COLUMNS.
REACH, AT_REACH, START, END, LOG_ODDS, WEIGHT = range(6)


@kernel(error_model="numpy")
def fill_reaches(means: Floats, epsilon: float, table: Floats) -> None:
    """Fill what solve_answer reads in the table and what is the same for all answers."""
    decay, slope = privacy_constants(epsilon)
    for a in range(means.size):
        reach = kl_reach(means[a], 1 - means[a], decay, slope)
        table[a, REACH] = reach
        table[a, AT_REACH] = kl_at_reach(means[a], 1 - means[a], reach, decay) if decay > 0 else 0.0


@kernel(error_model="numpy")
def _upward(
    m: float, m_rest: float, reach: float, at_reach: float, distance: float, x: float, x_rest: float, decay: float,
    slope: float,
) -> tuple[float, float, float]:  # fmt: skip
    """The divergence from m up to x = m + distance, its derivative in x, and the relative derivative of that."""
    if slope == 0:
        return distance * distance, 2 * distance, 1 / distance
    if distance <= reach:
        bend = (m * x_rest * x_rest + m_rest * x * x) / (x * x_rest * distance)
        return kl_upward(m, m_rest, distance, x, x_rest), distance / (x * x_rest), bend
    pull = slope / (x_rest + decay * x)
    return at_reach + linear_excess(m, m_rest, distance, reach, x, x_rest, decay, slope), pull, pull


@kernel(error_model="numpy")
def _to_end(distance: float, decay: float, slope: float, epsilon: float) -> tuple[float, float]:
    """The divergence from a mean to the end of [0, 1] that lies so far away, and its derivative there."""
    if slope == 0:
        return distance * distance, 2 * distance
    if epsilon > LARGEST_EPSILON:
        return math.inf, math.inf
    return epsilon * distance, slope / decay


@kernel(error_model="numpy")
def arm_of(means: Floats, a: int, p: float, indifference: float, table: Floats) -> Arm:
    q = means[a]
    span = min(p - q + indifference, p, 1 - indifference, 1 - q)
    above, lowest = max(indifference - q, 0.0), max(q - indifference, 0.0)
    return q, table[a, REACH], table[a, AT_REACH], span, above, lowest, table[a, START], table[a, END]


@kernel(error_model="numpy")
def _arm_at(leader: Leader, arm: Arm, log_odds: float) -> tuple[float, float, float, float, float]:
    """At log((highest x - x) / (x - lowest x)): d-, d+, the weight, dF/d(log odds), dG/dF."""
    p, p_rest, p_reach, p_at_reach, decay, slope, _, beyond, room = leader
    q, q_reach, q_at_reach, span, above_least, lowest, _, _ = arm
    odds = math.exp(log_odds)
    t = 1 / (1 + odds)
    far, near = t * span, odds * t * span
    below, above, x = beyond + near, above_least + far, lowest + far
    first, pull_back, first_bend = _upward(p_rest, p, p_reach, p_at_reach, below, p_rest + below, x, decay, slope)
    second, pull, bend = _upward(q, 1 - q, q_reach, q_at_reach, above, q + above, room + near, decay, slope)
    weight = pull_back / pull
    gain = weight * (first_bend + bend) * second
    cost_slope = gain * near * t
    return first, second, weight, cost_slope, pull / second * ((first + weight * second) / second) / gain


@kernel(error_model="numpy")
def _at_cost(
    leader: Leader, arm: Arm, cost: float, log_odds: float, tolerance: float
) -> tuple[float, float, float, float, float, float]:
    """Where the arm costs `cost`: the log odds, d-, d+, the weight, dG/dF and the cost reached."""
    p, _, _, _, decay, slope, epsilon, beyond, _ = leader
    q, q_reach, q_at_reach, _, above_least, _, start, end = arm
    if cost <= start:
        second, _ = _to_end(1 - q, decay, slope, epsilon)
        first = _bottom(leader, 1 - (p - beyond))
        return log_odds, first, second, (cost - first) / second, 0.0, cost
    if cost >= end and above_least > 0:
        first, _ = _to_end(p, decay, slope, epsilon)
        second, _, _ = _upward(
            q, 1 - q, q_reach, q_at_reach, above_least, q + above_least, 1 - q - above_least, decay, slope
        )
        return log_odds, first, second, (cost - first) / second, 0.0, cost
    low, high, last = -_FARTHEST, _FARTHEST, math.inf
    for _ in range(100):
        first, second, weight, cost_slope, ratio_slope = _arm_at(leader, arm, log_odds)
        reached = first + weight * second
        missing = cost - reached
        if abs(missing) <= max(tolerance * cost_slope, _NOISE * cost):
            break
        if missing > 0:
            low = log_odds
        else:
            high = log_odds
        if high - low <= 1e-13 * max(1.0, abs(low)):
            break
        # The logit of the share of the way from start to end is close to linear in the log odds.
        behind, ahead = reached - start, end - reached
        step = math.inf
        if behind > 0 and ahead > 0 and cost < end:
            step = math.log((cost - start) / behind)
            if end < math.inf:
                step -= math.log((end - cost) / ahead)
        log_odds += step / ((1 / behind + 1 / ahead) * cost_slope)
        if not low < log_odds < high or abs(missing) > 0.5 * last:
            log_odds = 0.5 * (low + high)
        last = abs(missing)
    return log_odds, first, second, weight, ratio_slope, reached


@kernel(error_model="numpy")
def _bottom(leader: Leader, indifference: float) -> float:
    """The divergence from the leader to the highest x: what its own samples say of all other arms."""
    p, p_rest, reach, at_reach, decay, slope, _, beyond, _ = leader
    if beyond <= 0:
        return 0.0
    first, _, _ = _upward(p_rest, p, reach, at_reach, beyond, indifference, 1 - indifference, decay, slope)
    return first


@kernel(error_model="numpy")
def _prepare(
    means: Floats, answer: int, epsilon: float, indifference: float, table: Floats
) -> tuple[Leader, float, float, float, float]:
    """Fill the answer's columns of the table; the leader's constants, the costs between which the level lies, and the
    sums G and of 1/d+ at the higher of them (inf where some arm cannot be told from the leader at this cost)."""
    p, p_rest = means[answer], 1 - means[answer]
    decay, slope = privacy_constants(epsilon)
    beyond, room = max(indifference - p_rest, 0.0), max(p_rest - indifference, 0.0)
    p_reach = kl_reach(p_rest, p, decay, slope)
    p_at_reach = kl_at_reach(p_rest, p, p_reach, decay) if decay > 0 else 0.0
    leader = (p, p_rest, p_reach, p_at_reach, decay, slope, epsilon, beyond, room)
    bottom = _bottom(leader, indifference)
    pull_back = 0.0
    if beyond > 0:
        _, pull_back, _ = _upward(p_rest, p, p_reach, p_at_reach, beyond, indifference, 1 - indifference, decay, slope)
    to_zero, pull_to_zero = _to_end(p, decay, slope, epsilon)
    top, farthest, ratios, inverses = math.inf, 0.0, 0.0, 0.0
    for a in range(means.size):
        if a == answer:
            continue
        q, q_reach, q_at_reach, span, above, lowest, _, _ = arm_of(means, a, leader[0], indifference, table)
        start, end = bottom, math.inf
        if beyond > 0:
            to_one, pull_to_one = _to_end(1 - q, decay, slope, epsilon)
            if to_one < math.inf:
                start += pull_back / pull_to_one * to_one
        if above > 0:
            second, pull, _ = _upward(
                q, 1 - q, q_reach, q_at_reach, above, indifference, 1 - indifference, decay, slope
            )
            if to_zero < math.inf:
                end = to_zero + pull_to_zero / pull * second
            ratios += to_zero / second
            inverses += 1 / second
            table[a, WEIGHT] = 1 / second
            farthest = max(farthest, end)
        else:
            end, _, _ = _upward(p_rest, p, p_reach, p_at_reach, beyond + span, 1 - lowest, lowest, decay, slope)
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
            log_odds, first, second, weight, ratio_slope, reached = _at_cost(
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
    means: Floats, answer: int, leader: Leader, indifference: float, bottom: float, top: float, level: float,
    table: Floats,
) -> float:  # fmt: skip
    """Where to begin: a cost between bottom and top, and log odds of all arms for it."""
    square = 0.0
    cost = math.inf
    for a in range(means.size):
        if a == answer:
            continue
        table[a, LOG_ODDS] = 0.0
        if top < _MOST_COST:
            square += (top / table[a, END]) ** 2
        else:
            first, second, weight, _, _ = _arm_at(leader, arm_of(means, a, leader[0], indifference, table), 0.0)
            cost = min(cost, first + weight * second)
    if top < _MOST_COST:
        odds = level if level > 0 else 1 / math.sqrt(square)
        cost = bottom + (top - bottom) * (odds / (1 + odds))
        for a in range(means.size):
            if a != answer and table[a, START] < cost < table[a, END] < _MOST_COST:
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
    cost, tolerance = _first_cost(means, answer, leader, indifference, bottom, top, level, table), 1e-11
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
    level = (cost - bottom) / (top - cost) if top < _MOST_COST else 0.0
    return upper, lower, level


@kernel(error_model="numpy")
def _alone(means: Floats, answer: int, leader: Leader, bottom: float) -> bool:
    """Whether the answer's samples alone are the best allocation."""
    _, _, _, _, decay, slope, epsilon, _, _ = leader
    ratios = 0.0
    for a in range(means.size):
        if a != answer:
            ratios += bottom / _to_end(1 - means[a], decay, slope, epsilon)[0]
    return ratios >= 1


@kernel(error_model="numpy")
def _between(low: float, high: float) -> float:
    if high == math.inf:
        return 16 * low
    return math.sqrt(low) * math.sqrt(high) if low > 0 and high > 4 * low else 0.5 * (low + high)
