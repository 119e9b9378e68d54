"""Promise A, "find a lead", by plain sums: the winner alone is published, and all rivals have the same rate."""

import math

import numpy as np
from scipy import stats

NEGLIGIBLE = 50  # e^-50 of the noise is left out


def probability_right(best, rival, rivals, n, epsilon):
    """P(the best option's sum is the largest): over its values, and over how many rivals tie with it."""
    noise = np.ones(1)
    if epsilon < math.inf:
        noise = -math.expm1(-epsilon) * np.exp(-epsilon * np.arange(math.ceil(NEGLIGIBLE / epsilon)))
    own, other = (np.convolve(stats.binom.pmf(np.arange(n + 1), n, rate), noise) for rate in (best, rival))
    below = np.cumsum(other) - other
    tied = (math.comb(rivals, j) * other**j * below ** (rivals - j) / (j + 1) for j in range(rivals + 1))
    return float((own * sum(tied)).sum())


def smallest_participants(best, rival, rivals, epsilon, risk):
    """The smallest n with which the risk is kept, by bisection."""
    fails, keeps = 0, 1
    while probability_right(best, rival, rivals, keeps, epsilon) < 1 - risk:
        fails, keeps = keeps, 2 * keeps
    while keeps - fails > 1:
        middle = (fails + keeps) // 2
        if probability_right(best, rival, rivals, middle, epsilon) < 1 - risk:
            fails = middle
        else:
            keeps = middle
    return keeps
