"""One run of PRISE: rounds of releases, bets against every hypothesis "arm a is best", and arms that they rule out."""

import numpy as np

from dpcore._kernels import kernel
from dpcore.fixed_confidence._top_two import largest_at_random
from dpcore.fixed_confidence.algorithms.prise.evidence import (
    Options,
    Round,
    bet_round,
    empty_evidence,
    refusing_cell,
    smallest_evidence,
)
from dpcore.fixed_confidence.algorithms.prise.plan import plan_round, uses_tail_bets
from dpcore.fixed_confidence.algorithms.prise.sizing import Beliefs, Front, second_best, update_belief
from dpcore.fixed_confidence.protocol import (
    FIRST,
    ArmsShown,
    Ending,
    Flag,
    Floats,
    Integers,
    Moment,
    Problem,
    Record,
    record_moment,
)


@kernel
def pull_round(this: Round, problem: Problem, generator: np.random.Generator, rewards: Floats, pulls: Integers) -> int:
    """Pull and release every arm's batch, arm after arm; -1, or (without releases) the arm that max_samples cuts."""
    time = pulls.sum()
    for arm in range(pulls.size):
        size = min(this.sizes[arm], problem.max_samples - time)
        this.sums[arm] = 0.0
        if rewards.shape[0] > 0:
            this.sums[arm] = rewards[time : time + size, arm].sum()
        elif size > 0:
            this.sums[arm] = generator.binomial(size, problem.means[arm])
        pulls[arm] += size
        time += size
        if size < this.sizes[arm]:
            return arm
    for arm in range(pulls.size):
        this.noise[arm] = generator.laplace(0.0, 1 / problem.epsilon) if this.sizes[arm] > 0 else 0.0
        this.released[arm] = this.sums[arm] + this.noise[arm]
    return -1


@kernel
def prise_kernel(
    problem: Problem, options: Options, generator: np.random.Generator, rewards: Floats, cancel: Flag, record: Record
) -> Ending:
    """One run; see protocol.py."""
    arms, pulls, epsilon = record.pulls.size, record.pulls, problem.epsilon
    evidence = empty_evidence(arms, options.bets)
    is_passed = evidence.is_passed
    beliefs = Beliefs(np.zeros(arms), np.zeros(arms), np.zeros(arms))
    this = Round(np.full(arms, options.first_batch), np.zeros(arms), np.zeros(arms), np.zeros(arms))
    true_totals, counts = np.zeros(arms), np.zeros(arms, np.int64)
    shown = ArmsShown(beliefs.means, np.zeros(arms), counts, np.zeros(arms), np.zeros(arms))
    with_tails = uses_tail_bets(options.first_batch, 0.25, epsilon, options.plans.switch)
    leader, second, last_passing, rows = FIRST - 1, FIRST - 1, FIRST, FIRST
    if arms == 2:  # the rival of the first round needs no prediction
        leader, second = FIRST, FIRST + 1
    is_sampled = np.ones(arms, np.bool_)
    while cancel[0] == 0:
        cut = pull_round(this, problem, generator, rewards, pulls)
        if cut >= 0:
            moment = Moment(pulls.sum(), cut, 0.0, max(leader, 0), second, shown)
            return Ending(False, pulls.sum(), max(leader, 0), record_moment(record, rows, moment))
        bet_round(evidence, this, with_tails, Front(leader, second, is_sampled), epsilon, options, cancel)
        if cancel[0] != 0:
            break
        for arm in range(arms):
            if this.sizes[arm] > 0:
                update_belief(beliefs, arm, this.sizes[arm], this.released[arm], epsilon)
                counts[arm] += this.sizes[arm]
                true_totals[arm] += this.sums[arm]
                shown.empirical_means[arm] = true_totals[arm] / counts[arm]
        leader, samples, undecided = largest_at_random(generator, beliefs.means), pulls.sum(), 0
        for arm in range(arms):
            if not is_passed[arm]:
                cell = refusing_cell(evidence, arm, beliefs, leader, options)
                is_passed[arm] = cell < 0
                if cell < 0:
                    last_passing = samples
                else:
                    evidence.refusing[arm] = cell
                    undecided += arm != leader
        is_late = last_passing > 0 and samples > options.plans.patience * last_passing
        for arm in range(arms):
            is_sampled[arm] = arm == leader or is_late or not is_passed[arm]
        second = second_best(generator, beliefs.means, leader, is_sampled)
        if record.log.shape[0] > 0:
            for arm in range(arms):
                shown.thresholds[arm] = 0.0 if arm == leader else options.needed
                shown.costs[arm] = shown.thresholds[arm]
                if arm != leader and not is_passed[arm]:
                    shown.costs[arm] = smallest_evidence(evidence, arm, beliefs, leader, options.bets)
        for arm in range(arms):
            if this.sizes[arm] > 0:
                moment = Moment(samples, arm, this.noise[arm], leader, second, shown)
                rows = record_moment(record, rows, moment)
        if undecided == 0:
            return Ending(True, samples, leader, rows)
        front = Front(leader, second, is_sampled)
        with_tails = plan_round(this.sizes, evidence, beliefs, front, pulls, epsilon, options)
    return Ending(False, 0, max(leader, 0), rows)
