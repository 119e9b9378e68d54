"""One run of PRISE: rounds of releases, bets against every hypothesis "arm a is best", and arms that they rule out."""

import math
from typing import NamedTuple

import numpy as np

from dpcore._kernels import kernel
from dpcore.fixed_confidence._top_two import largest
from dpcore.fixed_confidence.algorithms.prise.bets import (
    Bets,
    Wealth,
    add_bet,
    empty_wealth,
    log_infimum,
    noise_penalty,
)
from dpcore.fixed_confidence.algorithms.prise.p_value import (
    AIM,
    Payoff,
    log_calibrated,
    log_level,
    log_p_values,
    log_payoff,
)
from dpcore.fixed_confidence.algorithms.prise.sizing import (
    SMALLEST_VARIANCE,
    Beliefs,
    Bools,
    Plans,
    far_theta,
    floored,
    likelihood_growth,
    optimal_shares,
    second_best,
    spread,
    tail_round_size,
    update_belief,
)
from dpcore.fixed_confidence.protocol import (
    FIRST,
    Ending,
    Flag,
    Floats,
    Integers,
    Moment,
    Problem,
    Record,
    record_moment,
)

FIRST_SHARE = 0.5  # of the calibrated part of the first round's payoff, which has no all-or-nothing part


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
    (K, X): the next round's level and far bet (theta > 0: on the rival's sum, < 0: on the own one, 0: on the
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
def uses_tail_bets(smallest_batch: float, variance: float, epsilon: float, switch: float) -> bool:
    """Whether noise so dominates a round that differences are bet on through their tail."""
    return epsilon < math.inf and epsilon * epsilon * variance * smallest_batch < switch


@kernel
def rival_of(hypothesis: int, leader: int, second: int) -> int:
    """The arm that a hypothesis is bet against: the predicted leader."""
    return second if hypothesis == leader else leader


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
def bet_first_tails(evidence: Evidence, hypothesis: int, this: Round, epsilon: float, options: Options) -> None:
    """The first round's tail bet: the average over all rivals, as none can be predicted yet."""
    edges, wealth = options.bets.edges, evidence.log_wealth[hypothesis]
    log_p, paid, arms = np.empty(wealth.size), np.zeros(wealth.size), this.sizes.size
    for rival in range(arms):
        if rival != hypothesis:
            difference = epsilon * (this.released[rival] - this.released[hypothesis])  # first batches are equal
            log_p_values(log_p, difference, this.sizes[rival], this.sizes[hypothesis], epsilon, edges)
            for x in range(paid.size):
                paid[x] += math.exp(log_calibrated(log_p[x], FIRST_SHARE, options.payoff.power)) / (arms - 1)
    for x in range(paid.size):
        wealth[x] += math.log(paid[x])


@kernel
def bet_tails(evidence: Evidence, hypothesis: int, rival: int, this: Round, epsilon: float, options: Options) -> None:
    """Bet on a round's difference, in far cells on one of its sums, as the plan has fixed."""
    edges, wealth, thetas = options.bets.edges, evidence.log_wealth[hypothesis], evidence.thetas[hypothesis]
    size, rival_size = this.sizes[hypothesis], this.sizes[rival]
    means_apart = this.released[rival] / rival_size - this.released[hypothesis] / size
    log_p = np.empty(wealth.size)
    log_p_values(log_p, epsilon * min(size, rival_size) * means_apart, rival_size, size, epsilon, edges)
    for x in range(wealth.size):
        theta = abs(thetas[x])
        if theta == 0:
            wealth[x] += log_payoff(log_p[x], evidence.log_levels[hypothesis, x], options.payoff)
        elif thetas[x] > 0:
            wealth[x] += theta * this.released[rival] - rival_size * math.log1p(edges[x + 1] * math.expm1(theta))
        else:
            failures = size - this.released[hypothesis]
            wealth[x] += theta * failures - size * math.log1p((1 - edges[x]) * math.expm1(theta))
        wealth[x] += noise_penalty(theta, epsilon)


@kernel
def likelihood_infimum(
    evidence: Evidence, hypothesis: int, x: int, beliefs: Beliefs, leader: int, enough: float, bets: Bets
) -> float:
    """log_infimum over cell x of the likelihood bets against a hypothesis, 0 before the first one."""
    if evidence.own.blocks[hypothesis, 0] == 0:
        return 0.0
    start = 0.5 * (beliefs.means[hypothesis] + beliefs.means[leader])
    return log_infimum(
        evidence.rival, evidence.own, hypothesis, bets.edges[x], bets.edges[x + 1], start, enough, bets.weights
    )


@kernel
def refusing_cell(evidence: Evidence, hypothesis: int, beliefs: Beliefs, leader: int, options: Options) -> int:
    """A cell that lacks evidence against a hypothesis, or -1; tries the one that refused last first."""
    cells = options.bets.edges.size - 1
    for step in range(cells):
        x = (evidence.refusing[hypothesis] + step) % cells
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


@kernel
def fix_levels(evidence: Evidence, hypothesis: int, beliefs: Beliefs, leader: int, options: Options) -> None:
    """Fix, in every cell, the level at which the next tail bet pays exactly what is missing."""
    for x in range(options.bets.edges.size - 1):
        missing = options.needed + AIM - evidence.log_wealth[hypothesis, x]
        missing -= likelihood_infimum(evidence, hypothesis, x, beliefs, leader, -math.inf, options.bets)
        evidence.log_levels[hypothesis, x] = log_level(missing, options.payoff)


@kernel
def fix_thetas(
    evidence: Evidence, hypothesis: int, rival: int, beliefs: Beliefs, sizes: Integers, epsilon: float, options: Options
) -> None:
    """Fix in which cells the next tail bet is on one arm's sum, because that should bring far more than is missing."""
    edges = options.bets.edges
    for x in range(edges.size - 1):
        missing = options.plans.far * (options.needed - evidence.log_wealth[hypothesis, x])
        up, gain = far_theta(beliefs.means[rival], edges[x + 1], sizes[rival], missing, epsilon)
        down, other_gain = far_theta(1 - beliefs.means[hypothesis], 1 - edges[x], sizes[hypothesis], missing, epsilon)
        evidence.thetas[hypothesis, x] = up if gain >= other_gain else -down


@kernel
def plan_round(
    sizes: Integers, evidence: Evidence, beliefs: Beliefs, leader: int, second: int, is_sampled: Bools,
    pulls: Integers, epsilon: float, options: Options,
) -> bool:  # fmt: skip
    """Write the next round's batches into `sizes`, fix its bets, and return whether they are tail bets."""
    means, plans, samples = beliefs.means, options.plans, float(pulls.sum())
    variance = max(means[leader] * (1 - means[leader]), means[second] * (1 - means[second]), SMALLEST_VARIANCE)
    optimum = optimal_shares(means, leader, is_sampled, epsilon)
    shares = floored(optimum, is_sampled, plans.likelihood_floor)
    growth = likelihood_growth(beliefs, leader, second, variance, epsilon, plans)
    smallest_batch = min(shares[leader], shares[second]) * growth * samples
    if not uses_tail_bets(smallest_batch, variance, epsilon, plans.switch):
        spread(shares, is_sampled, pulls, growth * samples, sizes)
        return False
    shares = floored(optimum, is_sampled, plans.tail_floor)
    log_levels, variances = np.zeros(means.size), np.zeros(means.size)
    for arm in range(means.size):
        if not evidence.is_passed[arm]:
            fix_levels(evidence, arm, beliefs, leader, options)
            x = evidence.refusing[arm]
            y = min(max(0.5, options.bets.edges[x]), options.bets.edges[x + 1])
            log_levels[arm], variances[arm] = evidence.log_levels[arm, x], y * (1 - y)
    size = tail_round_size(beliefs, leader, evidence.is_passed, shares, log_levels, variances, samples, epsilon, plans)
    for arm in range(means.size):
        sizes[arm] = math.ceil(shares[arm] * size) if is_sampled[arm] else 0
    for arm in range(means.size):
        rival = rival_of(arm, leader, second)
        if not evidence.is_passed[arm] and sizes[arm] > 0 and sizes[rival] > 0:
            fix_thetas(evidence, arm, rival, beliefs, sizes, epsilon, options)
    return True


@kernel
def bet_round(
    evidence: Evidence, this: Round, with_tails: bool, leader: int, second: int, epsilon: float, options: Options
) -> None:
    """Bet on a round against every hypothesis that stands.  leader: -1 in the first round, which has no rivals."""
    points = options.bets.points
    for arm in range(this.sizes.size):
        if evidence.is_passed[arm] or this.sizes[arm] == 0:
            continue
        rival = rival_of(arm, leader, second)
        if not with_tails:
            add_bet(evidence.own, arm, this.sizes[arm], this.sizes[arm] - this.released[arm], points, epsilon)
            if rival >= 0 and this.sizes[rival] > 0:
                add_bet(evidence.rival, arm, this.sizes[rival], this.released[rival], points, epsilon)
        elif rival < 0:
            bet_first_tails(evidence, arm, this, epsilon, options)
        elif this.sizes[rival] > 0:
            bet_tails(evidence, arm, rival, this, epsilon, options)


@kernel
def prise_kernel(
    problem: Problem,
    options: Options,
    evidence: Evidence,
    generator: np.random.Generator,
    rewards: Floats,
    cancel: Flag,
    record: Record,
) -> Ending:
    """One run; see protocol.py.  evidence: without bets yet, used up by the run."""
    arms, pulls, epsilon, is_passed = record.pulls.size, record.pulls, problem.epsilon, evidence.is_passed
    beliefs = Beliefs(np.zeros(arms), np.zeros(arms), np.zeros(arms))
    this = Round(np.full(arms, options.first_batch), np.zeros(arms), np.zeros(arms), np.zeros(arms))
    true_totals, true_means, counts = np.zeros(arms), np.zeros(arms), np.zeros(arms, np.int64)
    costs, thresholds = np.zeros(arms), np.zeros(arms)
    with_tails = uses_tail_bets(options.first_batch, 0.25, epsilon, options.plans.switch)
    leader, second, last_passing, rows = FIRST - 1, FIRST - 1, FIRST, FIRST
    is_sampled = np.empty(arms, np.bool_)
    while cancel[0] == 0:
        cut = pull_round(this, problem, generator, rewards, pulls)
        if cut >= 0:
            moment = Moment(
                time=pulls.sum(),
                arm=cut,
                noise=0.0,
                leader=max(leader, 0),
                challenger=second,
                private_means=beliefs.means,
                empirical_means=true_means,
                counts=pulls,
                private_counts=counts,
                costs=costs,
                thresholds=thresholds,
            )
            return Ending(False, pulls.sum(), max(leader, 0), record_moment(record, rows, moment))
        bet_round(evidence, this, with_tails, leader, second, epsilon, options)
        for arm in range(arms):
            if this.sizes[arm] > 0:
                update_belief(beliefs, arm, this.sizes[arm], this.released[arm], epsilon)
                counts[arm] += this.sizes[arm]
                true_totals[arm] += this.sums[arm]
                true_means[arm] = true_totals[arm] / counts[arm]
        leader, samples, undecided = largest(beliefs.means), pulls.sum(), 0
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
        second = second_best(beliefs.means, leader, is_sampled)
        if record.log.shape[0] > 0:
            for arm in range(arms):
                thresholds[arm] = 0.0 if arm == leader else options.needed
                costs[arm] = thresholds[arm]
                if arm != leader and not is_passed[arm]:
                    costs[arm] = smallest_evidence(evidence, arm, beliefs, leader, options.bets)
        for arm in range(arms):
            if this.sizes[arm] > 0:
                moment = Moment(
                    time=samples,
                    arm=arm,
                    noise=this.noise[arm],
                    leader=leader,
                    challenger=second,
                    private_means=beliefs.means,
                    empirical_means=true_means,
                    counts=pulls,
                    private_counts=counts,
                    costs=costs,
                    thresholds=thresholds,
                )
                rows = record_moment(record, rows, moment)
        if undecided == 0:
            return Ending(True, samples, leader, rows)
        with_tails = plan_round(this.sizes, evidence, beliefs, leader, second, is_sampled, pulls, epsilon, options)
    return Ending(False, 0, max(leader, 0), rows)
