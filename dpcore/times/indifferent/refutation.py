"""What it costs at a point to refute a good answer by one other arm, and the point that has a given cost.

The leader, the answer's arm, has mean p and weight 1; the arm has mean q.  To refute the answer the arm's mean must
move to more than `indifference` above the leader's: the leader's to x, the arm's to x + indifference.  Inside
[0, 1 - indifference] the weight at which x is cheapest is explicit in x, as in dpcore/times/solver.py; at the ends the
cost is linear in the weight.

Source: own, docs/characteristic-times.md.
"""

import math

from dpcore._kernels import kernel
from dpcore.times.divergences import (
    LARGEST_EPSILON,
    in_kl_zone,
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
_NOISE = 2e-15  # relative rounding error allowed for in a cost
_FARTHEST = 300.0  # in the logarithm of odds

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
def upward(
    m: float, m_rest: float, reach: float, at_reach: float, distance: float, x: float, x_rest: float, decay: float,
    slope: float,
) -> tuple[float, float, float]:  # fmt: skip
    """The divergence from m up to x = m + distance, its derivative in x, and the relative derivative of that."""
    if slope == 0:
        return distance * distance, 2 * distance, 1 / distance
    if in_kl_zone(m, m_rest, distance, reach, x_rest, decay):
        bend = (m * x_rest * x_rest + m_rest * x * x) / (x * x_rest * distance)
        return kl_upward(m, m_rest, distance, x, x_rest), distance / (x * x_rest), bend
    pull = slope / (x_rest + decay * x)
    return at_reach + linear_excess(m, m_rest, distance, reach, x, x_rest, decay, slope), pull, pull


@kernel(error_model="numpy")
def to_end(distance: float, decay: float, slope: float, epsilon: float) -> tuple[float, float]:
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
def arm_at(leader: Leader, arm: Arm, log_odds: float) -> tuple[float, float, float, float, float]:
    """At log((highest x - x) / (x - lowest x)): d-, d+, the weight, dF/d(log odds), dG/dF."""
    p, p_rest, p_reach, p_at_reach, decay, slope, _, beyond, room = leader
    q, q_reach, q_at_reach, span, above_least, lowest, _, _ = arm
    odds = math.exp(log_odds)
    t = 1 / (1 + odds)
    far, near = t * span, odds * t * span
    below, above, x = beyond + near, above_least + far, lowest + far
    first, pull_back, first_bend = upward(p_rest, p, p_reach, p_at_reach, below, p_rest + below, x, decay, slope)
    second, pull, bend = upward(q, 1 - q, q_reach, q_at_reach, above, q + above, room + near, decay, slope)
    weight = pull_back / pull
    gain = weight * (first_bend + bend) * second
    cost_slope = gain * near * t
    return first, second, weight, cost_slope, pull / second * ((first + weight * second) / second) / gain


@kernel(error_model="numpy")
def at_cost(
    leader: Leader, arm: Arm, cost: float, log_odds: float, tolerance: float
) -> tuple[float, float, float, float, float, float]:
    """Where the arm costs `cost`: the log odds, d-, d+, the weight, dG/dF and the cost reached."""
    p, _, _, _, decay, slope, epsilon, beyond, _ = leader
    q, q_reach, q_at_reach, _, above_least, _, start, end = arm
    if cost <= start:
        second, _ = to_end(1 - q, decay, slope, epsilon)
        first = least_cost(leader, 1 - (p - beyond))
        return log_odds, first, second, (cost - first) / second, 0.0, cost
    if cost >= end and above_least > 0:
        first, _ = to_end(p, decay, slope, epsilon)
        second, _, _ = upward(
            q, 1 - q, q_reach, q_at_reach, above_least, q + above_least, 1 - q - above_least, decay, slope
        )
        return log_odds, first, second, (cost - first) / second, 0.0, cost
    low, high, last = -_FARTHEST, _FARTHEST, math.inf
    for _ in range(100):
        first, second, weight, cost_slope, ratio_slope = arm_at(leader, arm, log_odds)
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
def least_cost(leader: Leader, indifference: float) -> float:
    """The divergence from the leader to the highest x: what its own samples say of all other arms."""
    p, p_rest, reach, at_reach, decay, slope, _, beyond, _ = leader
    if beyond <= 0:
        return 0.0
    first, _, _ = upward(p_rest, p, reach, at_reach, beyond, indifference, 1 - indifference, decay, slope)
    return first


@kernel(error_model="numpy")
def leader_of(means: Floats, answer: int, epsilon: float, indifference: float, table: Floats) -> Leader:
    """The constants of the answer's arm, after fill_reaches."""
    p, p_rest = means[answer], 1 - means[answer]
    decay, slope = privacy_constants(epsilon)
    beyond, room = max(indifference - p_rest, 0.0), max(p_rest - indifference, 0.0)
    p_reach = kl_reach(p_rest, p, decay, slope)
    p_at_reach = kl_at_reach(p_rest, p, p_reach, decay) if decay > 0 else 0.0
    return (p, p_rest, p_reach, p_at_reach, decay, slope, epsilon, beyond, room)
