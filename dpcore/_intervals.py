"""Confidence intervals for simulated figures."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaincinv

NORMAL_95 = 1.959964  # standard errors on either side of a mean in a normal 95 % interval
_HALVINGS = 34  # an end lies outwards by less than 1e-10 of the values' range


def binomial_interval(successes: int, trials: int, confidence: float = 0.95) -> tuple[float, float]:
    """The exact (Clopper-Pearson) two-sided confidence interval of a probability; (0, 1) for no trials.

    Source: CP34, by quantiles of the Beta distribution.
    """
    tail = (1 - confidence) / 2
    low = float(betaincinv(successes, trials - successes + 1, tail)) if successes > 0 else 0.0
    high = float(betaincinv(successes + 1, trials - successes, 1 - tail)) if successes < trials else 1.0
    return low, high


def mean_interval(values: NDArray[Any]) -> tuple[float, float] | None:
    """The normal-approximation 95 % interval of the mean of independent values (n,); None for fewer than two."""
    if values.size < 2:
        return None
    mean, half = float(values.mean()), NORMAL_95 * float(values.std(ddof=1)) / math.sqrt(values.size)
    return mean - half, mean + half


def bounded_mean_interval(
    values: NDArray[np.float64], low: float, high: float, confidence: float = 0.95
) -> tuple[float, float]:
    """The confidence interval of the mean of values in [low, high]; it holds for any number of them, also all alike.

    values: (n,), n >= 1, independent and of one law.  An end is the mean against which bets on every value, of the
    constant shares 1, 1/2, 1/4, ... of what may be staked, gain on average 2 / (1 - confidence) times the stake: at the
    true mean they do so with probability at most (1 - confidence) / 2, by Markov's inequality.

    Source: WSR24, the capital of bets on bounded values.  Deviations: n is fixed, the bets are constant and averaged.
    """
    return -_upper_end(-values, -low, confidence), _upper_end(values, high, confidence)


def _upper_end(values: NDArray[np.float64], high: float, confidence: float) -> float:
    below, counts = np.unique(high - values, return_counts=True)
    mean = float(below @ counts) / values.size
    if mean == 0:
        return high
    shares = 0.5 ** np.arange(2 + math.floor(math.log2(values.size) / 2))[:, None]
    goal = math.log(2 / (1 - confidence) * shares.size)
    gained, lost = 0.0, 1.0  # parts of `mean` against which the bets gain enough, and do not
    with np.errstate(divide="ignore"):
        for _ in range(_HALVINGS):
            part = (gained + lost) / 2
            capitals = np.log(1 - shares + shares * (below / (part * mean))) @ counts
            gained, lost = (part, lost) if np.logaddexp.reduce(capitals) >= goal else (gained, part)
    return high - gained * mean
