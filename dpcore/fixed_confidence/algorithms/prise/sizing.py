"""How a round of PRISE is planned: by which kind of bet, whom to sample, and how much.

Nothing here needs a proof, since plans may be any function of earlier releases.  Approximations are marked as such.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dpcore._kernels import kernel
from dpcore.fixed_confidence._allocation import optimal_allocation_kernel
from dpcore.fixed_confidence.protocol import Floats, Integers

Bools = NDArray[np.bool_]

SMALLEST_MEAN = 0.001
SMALLEST_VARIANCE = 0.02
REWARD_VARIANCE = 0.2  # the variance that plans assume in the precision of a private mean
GAPS = 40  # points of the posterior's grid, log-uniform from SMALLEST_GAP to 1, with either sign
SMALLEST_GAP = 1e-4
SIZES = 24


class Plans(NamedTuple):
    """The constants of planning; `python -m benchmarks.prise ablation` shows what each is worth.

    switch: likelihood bets once epsilon^2 x variance x (a round's smallest batch) reaches it.  pace, slowest, fastest:
    such a round grows the samples by pace gap/(variance epsilon), clipped into [slowest, fastest].  smallest, largest:
    the same for the other rounds, whose size is the smallest per expected rejection.  floor: smallest share of a
    sampled arm, times their number.  patience: once the samples have
    grown by this factor without a rejection, passed arms are sampled again.  far: an arm's sum is bet on instead of a
    difference in cells where that should bring this multiple of the missing evidence.
    """

    switch: float = 1.0
    pace: float = 0.7
    slowest: float = 0.06
    fastest: float = 0.4
    smallest: float = 0.3
    largest: float = 4.0
    floor: float = 0.8
    patience: float = 4.0
    far: float = 3.0


class Beliefs(NamedTuple):
    """What the releases say about each arm, all (K,): the precision-weighted mean, its precision, and its parts."""

    means: Floats
    precisions: Floats
    weighted: Floats


class Front(NamedTuple):
    """Which arms a round is about: the predicted leader and the best of the other sampled arms; -1 while there is none.

    is_sampled: (K,), whether each arm is sampled.
    """

    leader: int
    second: int
    is_sampled: Bools


class Aims(NamedTuple):
    """What a round of tail bets is to rule out, all (K,): every arm's share of it, and whether it is ruled out already.

    log_levels, variances: of the cell in which each hypothesis was refused last.
    """

    shares: Floats
    is_passed: Bools
    log_levels: Floats
    variances: Floats


@kernel
def update_belief(beliefs: Beliefs, arm: int, size: int, released: float, epsilon: float) -> None:
    """Take in a release; for planning only."""
    precision = size * size / (REWARD_VARIANCE * size + 2 / (epsilon * epsilon))
    beliefs.weighted[arm] += precision * released / size
    beliefs.precisions[arm] += precision
    beliefs.means[arm] = beliefs.weighted[arm] / beliefs.precisions[arm]


@kernel
def second_best(generator: np.random.Generator, means: Floats, leader: int, is_sampled: Bools) -> int:
    """The sampled arm with the largest private mean besides the leader, ties at random; -1 if it is alone."""
    second, ties = -1, 0
    for arm in range(means.size):
        if arm == leader or not is_sampled[arm]:
            continue
        if second < 0 or means[arm] > means[second]:
            second, ties = arm, 1
        elif means[arm] == means[second]:
            ties += 1
            if generator.random() * ties < 1:
                second = arm
    return second


@kernel
def optimal_shares(means: Floats, leader: int, is_sampled: Bools, epsilon: float, lead: float) -> Floats:
    """The T*_epsilon-optimal allocation among the sampled arms at their clipped private means; (K,), 0 elsewhere.

    The means are first moved apart by the lead, each by half of it, because another arm is that much further from
    leading.
    """
    top = min(max(means[leader] + 0.5 * lead, 2 * SMALLEST_MEAN), 1 - SMALLEST_MEAN)
    clipped, best, sampled = np.empty(means.size), 0, 0
    for arm in range(means.size):
        if is_sampled[arm]:
            clipped[sampled] = min(max(means[arm] - 0.5 * lead, SMALLEST_MEAN), top - SMALLEST_MEAN)
            if arm == leader:
                clipped[sampled], best = top, sampled
            sampled += 1
    shares, wide = np.empty(sampled), np.zeros(means.size)
    optimal_allocation_kernel(clipped[:sampled], best, epsilon, 0.0, shares)
    place = 0
    for arm in range(means.size):
        if is_sampled[arm]:
            wide[arm] = shares[place]
            place += 1
    return wide


@kernel
def floored(shares: Floats, is_sampled: Bools, floor: float) -> Floats:
    """The shares with at least floor/(number of sampled arms) each, normalised."""
    sampled, total, result = 0, 0.0, np.zeros(shares.size)
    for arm in range(shares.size):
        sampled += is_sampled[arm]
    for arm in range(shares.size):
        if is_sampled[arm]:
            result[arm] = max(shares[arm], floor / sampled)
            total += result[arm]
    for arm in range(shares.size):
        result[arm] /= total
    return result


@kernel
def likelihood_growth(
    beliefs: Beliefs, leader: int, second: int, variance: float, epsilon: float, plans: Plans, lead: float
) -> float:
    """By how much a round of likelihood bets grows the samples: the smaller the gap, the more often one looks."""
    doubt = math.sqrt(1 / beliefs.precisions[leader] + 1 / beliefs.precisions[second])
    gap = max(beliefs.means[leader] - beliefs.means[second] + lead, 0.3 * doubt)
    wanted = plans.pace * gap / (variance * epsilon) if epsilon < math.inf else 0.0
    return min(max(wanted, plans.slowest), plans.fastest)


@kernel
def spread(shares: Floats, is_sampled: Bools, pulls: Integers, total: float, sizes: Integers) -> None:
    """Write batches that sum to about `total` and bring the arms' totals towards their shares."""
    so_far, wanted, sum_wanted = 0.0, np.zeros(shares.size), 0.0
    for arm in range(shares.size):
        if is_sampled[arm]:
            so_far += pulls[arm]
    for arm in range(shares.size):
        if is_sampled[arm]:
            wanted[arm] = max(0.2 * shares[arm] * total, shares[arm] * (so_far + total) - pulls[arm])
            sum_wanted += wanted[arm]
    for arm in range(shares.size):
        sizes[arm] = max(1, math.ceil(wanted[arm] * total / sum_wanted)) if is_sampled[arm] else 0


@kernel
def noise_tail(u: float) -> float:
    """P(N >= u) for the sum N of two independent Lap(1) variables."""
    return (0.5 + u / 4) * math.exp(-u) if u >= 0 else 1 - (0.5 - u / 4) * math.exp(u)


@kernel
def gap_posterior(positive: Floats, difference: float, doubt: float) -> None:
    """Write the posterior probabilities of the GAPS positive gaps, given the estimated difference; sum at most 1.

    Approximation: the error of the estimate is taken as the sum of two Laplace variables of standard deviation `doubt`.
    """
    total = 0.0
    step = -math.log(SMALLEST_GAP) / (GAPS - 1)
    for place in range(GAPS):
        gap = SMALLEST_GAP * math.exp(step * place)
        u, v = 2 * abs(difference - gap) / doubt, 2 * abs(difference + gap) / doubt
        positive[place] = (1 + u) * math.exp(-u)
        total += positive[place] + (1 + v) * math.exp(-v)
    for place in range(GAPS):
        positive[place] /= max(total, 1e-300)


@kernel
def rejection_probability(
    log_level: float, variance: float, own: float, rival: float, posterior: Floats, epsilon: float
) -> float:
    """The probability that a difference of batches of these sizes has a p-value below the level.

    Approximation: the threshold is that of pure noise, moved by the bets' Chernoff shift; sampling widens the noise.
    """
    smaller = min(own, rival)
    shift = 0.5 * (1 + smaller / max(own, rival)) * variance * epsilon * epsilon * smaller
    threshold = max(0.0, -log_level)
    for _ in range(4):
        threshold = max(0.0, math.log(0.5 + threshold / 4) - log_level)
    scale = math.sqrt(1 + shift / 2)
    step, total = -math.log(SMALLEST_GAP) / (GAPS - 1), 0.0
    for place in range(GAPS):
        gap = SMALLEST_GAP * math.exp(step * place)
        total += posterior[place] * noise_tail((threshold + shift - epsilon * smaller * gap) / scale)
    return total


@kernel
def tail_round_size(
    beliefs: Beliefs, leader: int, aims: Aims, samples: float, epsilon: float, plans: Plans, lead: float
) -> float:
    """The size of a round that needs the fewest samples per expected rejection."""
    shares, is_passed = aims.shares, aims.is_passed
    arms = shares.size
    posteriors = np.zeros((arms, GAPS))
    for arm in range(arms):
        if arm != leader and not is_passed[arm]:
            doubt = math.sqrt(1 / beliefs.precisions[leader] + 1 / beliefs.precisions[arm])
            gap_posterior(posteriors[arm], beliefs.means[leader] - beliefs.means[arm] + lead, doubt)
    best_size, best_price = plans.smallest * samples, math.inf
    for step in range(SIZES):
        size = samples * plans.smallest * (plans.largest / plans.smallest) ** (step / (SIZES - 1))
        rejections = 1e-300
        for arm in range(arms):
            if arm != leader and not is_passed[arm]:
                rejections += rejection_probability(
                    aims.log_levels[arm],
                    aims.variances[arm],
                    shares[arm] * size,
                    shares[leader] * size,
                    posteriors[arm],
                    epsilon,
                )
        if size / rejections < best_price:
            best_size, best_price = size, size / rejections
    return best_size
