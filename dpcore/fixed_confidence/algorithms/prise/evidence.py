"""The evidence against every hypothesis "arm a leads": what a round adds to it, and where it does not suffice yet.

If no lead is given, an arm leads if it is the best one.
"""

import math
from typing import NamedTuple

import numpy as np

from dpcore._kernels import kernel
from dpcore.fixed_confidence.algorithms.prise.bets import Bets, Wealth, add_bet, empty_wealth, log_infimum
from dpcore.fixed_confidence.algorithms.prise.far_bets import log_far_bet
from dpcore.fixed_confidence.algorithms.prise.p_value import Payoff, log_p_values, log_payoff
from dpcore.fixed_confidence.algorithms.prise.sizing import Beliefs, Bools, Front, Plans
from dpcore.fixed_confidence.protocol import Flag, Floats, Integers


class Options(NamedTuple):
    """first_batch: pulls of each arm before its first release.  needed: evidence that rules a hypothesis out, nats."""

    first_batch: int
    needed: float
    bets: Bets
    payoff: Payoff
    plans: Plans


class Evidence(NamedTuple):
    """The bets against every hypothesis (K rows), and what is fixed for the next round.

    rival, own: wealth of the likelihood bets.  log_wealth (K, X): of the tail bets, by cell.  log_levels, thetas
    (K, X): the next round's level and far bet (theta > 0: on the rival's sum, < 0: on the arm's own, 0: on the
    difference).  refusing (K,): the cell that refused last.  is_passed (K,): ruled out.
    """

    rival: Wealth
    own: Wealth
    log_wealth: Floats
    log_levels: Floats
    thetas: Floats
    refusing: Integers
    is_passed: Bools


class Round(NamedTuple):
    """What a round pulls and releases, all (K,); sizes are 0 for arms that are not sampled."""

    sizes: Integers
    sums: Floats
    noise: Floats
    released: Floats


@kernel
def empty_evidence(arms: int, bets: Bets) -> Evidence:
    """The evidence before any bet."""
    cells = (arms, bets.edges.size - 1)
    return Evidence(
        rival=empty_wealth(arms, bets.points.size),
        own=empty_wealth(arms, bets.points.size),
        log_wealth=np.zeros(cells),
        log_levels=np.zeros(cells),
        thetas=np.zeros(cells),
        refusing=np.zeros(arms, np.int64),
        is_passed=np.zeros(arms, np.bool_),
    )


@kernel
def rival_of(hypothesis: int, front: Front) -> int:
    """The arm that a hypothesis is bet against: the predicted leader."""
    return front.second if hypothesis == front.leader else front.leader


@kernel
def bet_first_tails(evidence: Evidence, hypothesis: int, this: Round, epsilon: float, options: Options) -> None:
    """The first round's tail bet: the average over all rivals, because none can be predicted yet."""
    edges, lead, wealth = options.bets.edges, options.bets.lead, evidence.log_wealth[hypothesis]
    log_p, paid, arms = np.empty(wealth.size), np.zeros(wealth.size), this.sizes.size
    for rival in range(arms):
        if rival != hypothesis:
            difference = epsilon * (this.released[rival] - this.released[hypothesis])  # first batches are equal
            log_p_values(log_p, difference, this.sizes[rival], this.sizes[hypothesis], epsilon, edges, lead)
            for x in range(paid.size):
                paid[x] += math.exp(log_payoff(log_p[x], 0.0, options.payoff)) / (arms - 1)
    for x in range(paid.size):
        wealth[x] += math.log(paid[x])


@kernel
def bet_tails(evidence: Evidence, hypothesis: int, rival: int, this: Round, epsilon: float, options: Options) -> None:
    """Bet on a round's difference, in far cells on one of its sums, as the plan has fixed."""
    edges, lead = options.bets.edges, options.bets.lead
    wealth, thetas = evidence.log_wealth[hypothesis], evidence.thetas[hypothesis]
    size, rival_size = this.sizes[hypothesis], this.sizes[rival]
    means_apart = this.released[rival] / rival_size - this.released[hypothesis] / size
    log_p = np.empty(wealth.size)
    log_p_values(log_p, epsilon * min(size, rival_size) * means_apart, rival_size, size, epsilon, edges, lead)
    for x in range(wealth.size):
        if thetas[x] == 0:
            wealth[x] += log_payoff(log_p[x], evidence.log_levels[hypothesis, x], options.payoff)
        elif thetas[x] > 0:
            wealth[x] += log_far_bet(thetas[x], rival_size, this.released[rival], edges[x + 1] - lead, epsilon)
        else:
            failures = size - this.released[hypothesis]
            wealth[x] += log_far_bet(-thetas[x], size, failures, 1 - edges[x], epsilon)


@kernel
def bet_round(
    evidence: Evidence, this: Round, with_tails: bool, front: Front, epsilon: float, options: Options, cancel: Flag
) -> None:
    """Bet on a round against every hypothesis that stands; the first round has no rivals."""
    points = options.bets.points
    for arm in range(this.sizes.size):
        if cancel[0] != 0:
            return
        if evidence.is_passed[arm] or this.sizes[arm] == 0:
            continue
        rival = rival_of(arm, front)
        if not with_tails:
            add_bet(evidence.own, arm, this.sizes[arm], this.sizes[arm] - this.released[arm], points, epsilon)
            if rival >= 0 and this.sizes[rival] > 0:
                add_bet(evidence.rival, arm, this.sizes[rival], this.released[rival], points, epsilon)
        elif rival < 0:
            bet_first_tails(evidence, arm, this, epsilon, options)
        elif this.sizes[rival] > 0:
            bet_tails(evidence, arm, rival, this, epsilon, options)


@kernel
def likelihood_infimum(
    evidence: Evidence, hypothesis: int, x: int, beliefs: Beliefs, leader: int, enough: float, bets: Bets
) -> float:
    """log_infimum over cell x of the likelihood bets against a hypothesis, 0 before the first one."""
    if evidence.own.blocks[hypothesis, 0] == 0:
        return 0.0
    start = 0.5 * (beliefs.means[hypothesis] + beliefs.means[leader] + bets.lead)
    return log_infimum(evidence.rival, evidence.own, hypothesis, x, start, enough, bets)


@kernel
def refusing_cell(evidence: Evidence, hypothesis: int, beliefs: Beliefs, leader: int, options: Options) -> int:
    """A cell that lacks evidence against a hypothesis, or -1; tries the one that refused last first."""
    cells = options.bets.edges.size - 1
    for step in range(cells):
        x = int(evidence.refusing[hypothesis] + step) % cells
        missing = options.needed - evidence.log_wealth[hypothesis, x]
        found = likelihood_infimum(evidence, hypothesis, x, beliefs, leader, missing, options.bets)
        if not found >= missing:
            return x
    return -1


@kernel
def smallest_evidence(evidence: Evidence, hypothesis: int, beliefs: Beliefs, leader: int, bets: Bets) -> float:
    """The evidence against a hypothesis in the cell that has least, nats."""
    smallest = math.inf
    for x in range(bets.edges.size - 1):
        found = likelihood_infimum(evidence, hypothesis, x, beliefs, leader, -math.inf, bets)
        smallest = min(smallest, evidence.log_wealth[hypothesis, x] + found)
    return smallest
