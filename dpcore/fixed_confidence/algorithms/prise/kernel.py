"""One run of PRISE: rounds of releases, bets against every hypothesis "arm a is best", and arms that they rule out."""

import numpy as np

from dpcore._kernels import kernel
from dpcore.fixed_confidence.algorithms.prise.evidence import Options, Round, smallest_evidence
from dpcore.fixed_confidence.algorithms.prise.rounds import (
    LEADER,
    SECOND,
    before_first_round,
    conclude_round,
    plan_next_round,
)
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
    arms, pulls, rows = record.pulls.size, record.pulls, FIRST
    standing = before_first_round(pulls, problem.epsilon, options)
    this, beliefs, marks, is_passed = standing.this, standing.beliefs, standing.marks, standing.evidence.is_passed
    true_totals = np.zeros(arms)
    shown = ArmsShown(beliefs.means, np.zeros(arms), standing.counts, np.zeros(arms), np.zeros(arms))
    while cancel[0] == 0:
        cut = pull_round(this, problem, generator, rewards, pulls)
        if cut >= 0:
            moment = Moment(pulls.sum(), cut, 0.0, max(marks[LEADER], 0), marks[SECOND], shown)
            return Ending(False, pulls.sum(), max(marks[LEADER], 0), record_moment(record, rows, moment))
        is_decided = conclude_round(standing, generator, problem.epsilon, options, cancel)
        if cancel[0] != 0:
            break
        samples, leader, second = pulls.sum(), marks[LEADER], marks[SECOND]
        for arm in range(arms):
            if this.sizes[arm] > 0:
                true_totals[arm] += this.sums[arm]
                shown.empirical_means[arm] = true_totals[arm] / standing.counts[arm]
        if record.log.shape[0] > 0:
            for arm in range(arms):
                shown.thresholds[arm] = 0.0 if arm == leader else options.needed
                shown.costs[arm] = shown.thresholds[arm]
                if arm != leader and not is_passed[arm]:
                    shown.costs[arm] = smallest_evidence(standing.evidence, arm, beliefs, leader, options.bets)
        for arm in range(arms):
            if this.sizes[arm] > 0:
                moment = Moment(samples, arm, this.noise[arm], leader, second, shown)
                rows = record_moment(record, rows, moment)
        if is_decided:
            return Ending(True, samples, leader, rows)
        plan_next_round(standing, problem.epsilon, options)
    return Ending(False, 0, max(marks[LEADER], 0), rows)
