"""The rounds of PRISE, one after another: what a run knows between two releases, and what a release changes.

Simulations and trials (dpcore.trial) run these same rounds: what is known is a function of the releases alone.
"""

from typing import NamedTuple

import numpy as np

from dpcore._kernels import kernel
from dpcore.fixed_confidence._top_two import largest_at_random
from dpcore.fixed_confidence.algorithms.prise.evidence import (
    Evidence,
    Options,
    Round,
    bet_round,
    empty_evidence,
    refusing_cell,
)
from dpcore.fixed_confidence.algorithms.prise.plan import plan_round, uses_tail_bets
from dpcore.fixed_confidence.algorithms.prise.sizing import Beliefs, Bools, Front, second_best, update_belief
from dpcore.fixed_confidence.protocol import Flag, Integers

LEADER, SECOND, LAST_PASSING, WITH_TAILS = range(4)


class Standing(NamedTuple):
    """What a run knows between two rounds.

    this: the sizes of the next round, and afterwards what it has released.  is_sampled (K,): who is in the next round.
    pulls (K,): participants of each arm.  counts (K,): those whose sums are released.
    marks (4,): at LEADER and SECOND the two arms with the largest means, -1 before they are known; at LAST_PASSING the
    participants when a hypothesis was ruled out last; at WITH_TAILS whether the next round is bet on through its tail.
    """

    evidence: Evidence
    beliefs: Beliefs
    this: Round
    is_sampled: Bools
    pulls: Integers
    counts: Integers
    marks: Integers


@kernel
def before_first_round(pulls: Integers, epsilon: float, options: Options) -> Standing:
    """Before any release: every arm's first batch is planned.  pulls (K,): zeros, which the caller counts up."""
    arms = pulls.size
    marks = np.array([-1, -1, 0, 0])
    marks[WITH_TAILS] = uses_tail_bets(options.first_batch, 0.25, epsilon, options.plans.switch)
    if arms == 2:  # the rival of the first round needs no prediction
        marks[LEADER], marks[SECOND] = 0, 1
    return Standing(
        empty_evidence(arms, options.bets),
        Beliefs(np.zeros(arms), np.zeros(arms), np.zeros(arms)),
        Round(np.full(arms, options.first_batch), np.zeros(arms), np.zeros(arms), np.zeros(arms)),
        np.ones(arms, np.bool_),
        pulls,
        np.zeros(arms, np.int64),
        marks,
    )


@kernel
def front_of(standing: Standing) -> Front:
    """Whom the next round is about."""
    return Front(standing.marks[LEADER], standing.marks[SECOND], standing.is_sampled)


@kernel
def conclude_round(
    standing: Standing, generator: np.random.Generator, epsilon: float, options: Options, cancel: Flag
) -> bool:
    """Learn from `standing.this.released`; whether every arm but the leader is ruled out, which ends the run.

    generator: breaks ties of the private means, which noise on a continuum never has.
    """
    evidence, beliefs, this, marks = standing.evidence, standing.beliefs, standing.this, standing.marks
    is_passed, is_sampled, arms = evidence.is_passed, standing.is_sampled, standing.pulls.size
    bet_round(evidence, this, marks[WITH_TAILS] != 0, front_of(standing), epsilon, options, cancel)
    if cancel[0] != 0:
        return False
    for arm in range(arms):
        if this.sizes[arm] > 0:
            update_belief(beliefs, arm, this.sizes[arm], this.released[arm], epsilon)
            standing.counts[arm] += this.sizes[arm]
    leader, samples, undecided = largest_at_random(generator, beliefs.means), standing.pulls.sum(), 0
    for arm in range(arms):
        if not is_passed[arm]:
            cell = refusing_cell(evidence, arm, beliefs, leader, options)
            is_passed[arm] = cell < 0
            if cell < 0:
                marks[LAST_PASSING] = samples
            else:
                evidence.refusing[arm] = cell
                undecided += arm != leader
    last_passing = marks[LAST_PASSING]
    is_late = last_passing > 0 and samples > options.plans.patience * last_passing
    for arm in range(arms):
        is_sampled[arm] = arm == leader or is_late or not is_passed[arm]
    marks[LEADER], marks[SECOND] = leader, second_best(generator, beliefs.means, leader, is_sampled)
    return undecided == 0


@kernel
def plan_next_round(standing: Standing, epsilon: float, options: Options) -> None:
    """Write the next round's batches into `standing.this.sizes`, and fix its bets."""
    sizes, evidence, beliefs = standing.this.sizes, standing.evidence, standing.beliefs
    is_tail = plan_round(sizes, evidence, beliefs, front_of(standing), standing.pulls, epsilon, options)
    standing.marks[WITH_TAILS] = is_tail
