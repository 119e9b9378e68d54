"""Tests of counts and of samples that raise a false alarm with probability FALSE_ALARM_RATE at most."""

import math

import numpy as np
from scipy.stats import binom

FALSE_ALARM_RATE = 1e-6


def critical_count(trials, probability):
    """The count that a Binomial(trials, probability) exceeds with probability at most FALSE_ALARM_RATE."""
    return binom.isf(FALSE_ALARM_RATE, trials, probability)


def is_plausible(count, trials, probability):
    """Whether a count may be a Binomial(trials, probability): exact and two-sided."""
    law = binom(trials, probability)
    return min(law.cdf(count), law.sf(count - 1)) > FALSE_ALARM_RATE / 2


def distance(draws, cdf):
    """sup |F_n - F|, F continuous, over its critical value (Dvoretzky-Kiefer-Wolfowitz, Massart): 1 is an alarm."""
    ordered, size = np.sort(draws), draws.size
    exact, ranks = cdf(ordered), np.arange(size) / size
    gap = max(np.abs(exact - ranks).max(), np.abs(exact - ranks - 1 / size).max())
    return gap / math.sqrt(math.log(2 / FALSE_ALARM_RATE) / (2 * size))
