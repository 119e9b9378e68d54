"""What the next round of PRISE is: its kind of bets, its batches, and the levels and thetas that it bets with."""

import math

import numpy as np

from dpcore._kernels import kernel
from dpcore.fixed_confidence.algorithms.prise.evidence import Evidence, Options, likelihood_infimum, rival_of
from dpcore.fixed_confidence.algorithms.prise.far_bets import Batch, fix_thetas
from dpcore.fixed_confidence.algorithms.prise.p_value import AIM, log_level
from dpcore.fixed_confidence.algorithms.prise.sizing import (
    SMALLEST_VARIANCE,
    Aims,
    Beliefs,
    Front,
    floored,
    likelihood_growth,
    optimal_shares,
    spread,
    tail_round_size,
)
from dpcore.fixed_confidence.protocol import Integers


@kernel
def uses_tail_bets(smallest_batch: float, variance: float, epsilon: float, switch: float) -> bool:
    """Whether noise so dominates a round that differences are bet on through their tail."""
    return epsilon < math.inf and epsilon * epsilon * variance * smallest_batch < switch


@kernel
def fix_levels(evidence: Evidence, hypothesis: int, beliefs: Beliefs, leader: int, options: Options) -> None:
    """Fix, in every cell, the level at which the next tail bet pays exactly what is missing."""
    for x in range(options.bets.edges.size - 1):
        missing = options.needed + AIM - evidence.log_wealth[hypothesis, x]
        missing -= likelihood_infimum(evidence, hypothesis, x, beliefs, leader, -math.inf, options.bets)
        evidence.log_levels[hypothesis, x] = log_level(missing, options.payoff)


@kernel
def plan_round(
    sizes: Integers,
    evidence: Evidence,
    beliefs: Beliefs,
    front: Front,
    pulls: Integers,
    epsilon: float,
    options: Options,
) -> bool:
    """Write the next round's batches into `sizes`, fix its bets, and return whether they are tail bets."""
    leader, second, is_sampled = front
    means, plans, samples = beliefs.means, options.plans, float(pulls.sum())
    variance = max(means[leader] * (1 - means[leader]), means[second] * (1 - means[second]), SMALLEST_VARIANCE)
    lead = options.bets.lead
    shares = floored(optimal_shares(means, leader, is_sampled, epsilon, lead), is_sampled, plans.floor)
    growth = likelihood_growth(beliefs, leader, second, variance, epsilon, plans, lead)
    smallest_batch = min(shares[leader], shares[second]) * growth * samples
    if not uses_tail_bets(smallest_batch, variance, epsilon, plans.switch):
        spread(shares, is_sampled, pulls, growth * samples, sizes)
        return False
    log_levels, variances = np.zeros(means.size), np.zeros(means.size)
    for arm in range(means.size):
        if not evidence.is_passed[arm]:
            fix_levels(evidence, arm, beliefs, leader, options)
            x = evidence.refusing[arm]
            y = min(max(0.5, options.bets.edges[x]), options.bets.edges[x + 1])
            log_levels[arm], variances[arm] = evidence.log_levels[arm, x], y * (1 - y)
    aims = Aims(shares, evidence.is_passed, log_levels, variances)
    size = tail_round_size(beliefs, leader, aims, samples, epsilon, plans, lead)
    for arm in range(means.size):
        sizes[arm] = math.ceil(shares[arm] * size) if is_sampled[arm] else 0
    for arm in range(means.size):
        rival = rival_of(arm, front)
        if not evidence.is_passed[arm] and sizes[arm] > 0 and sizes[rival] > 0:
            missing = plans.far * (options.needed - evidence.log_wealth[arm])
            batches = Batch(means[rival], sizes[rival]), Batch(means[arm], sizes[arm])
            fix_thetas(evidence.thetas[arm], missing, batches[0], batches[1], epsilon, options.bets)
    return True
