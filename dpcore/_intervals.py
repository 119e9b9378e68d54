"""Confidence intervals for simulated figures."""

import math

from scipy.special import betaincinv

NORMAL_95 = 1.959964  # standard errors on either side of a mean in a normal 95 % interval


def binomial_interval(successes: int, trials: int, confidence: float = 0.95) -> tuple[float, float]:
    """The exact (Clopper-Pearson) two-sided confidence interval of a probability; (0, 1) for no trials.

    Source: CP34, by quantiles of the Beta distribution.
    """
    tail = (1 - confidence) / 2
    low = float(betaincinv(successes, trials - successes + 1, tail)) if successes > 0 else 0.0
    high = float(betaincinv(successes + 1, trials - successes, 1 - tail)) if successes < trials else 1.0
    return low, high


def mean_interval(mean: float, standard_deviation: float, count: int) -> tuple[float, float]:
    """The normal-approximation 95 % interval of a mean of `count` independent values."""
    half = NORMAL_95 * standard_deviation / math.sqrt(count)
    return mean - half, mean + half
