"""How sure simulated answers about epsilon are: the interval of a quantile, and budgets under uncertain means."""

import math

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import bdtr, bdtrc

from dpcore._validation import check_numbers, check_open_interval, quoted
from dpcore.choosing.achievable import EPSILON_GRID, runs_needed
from dpcore.choosing.posterior import check_draws, posterior_samples
from dpcore.experiments import CancelFlag


def quantile_interval(values: ArrayLike, quantile: float = 0.9, confidence: float = 0.95) -> tuple[float, float, float]:
    """Return (low, estimate, high) of a quantile of independent values, from order statistics.

    The estimate is the smallest value that at least a share `quantile` of the values do not exceed; the interval holds
    the true quantile with probability >= confidence, whatever the distribution.

    Source: order statistics and the binomial distribution; standard.  Deviations: none.
    Args:    values: (R,) floats, R >= 1; inf is allowed.  quantile, confidence: strictly between 0 and 1.
    Returns: values' unit; low is -inf or high is inf where too few values determine that end.
    Raises:  ValueError when an argument is out of its domain, or a value is NaN.
    """
    array = check_numbers("values", values, "a list of numbers")
    if array.ndim != 1 or array.size == 0 or np.isnan(array).any():
        raise ValueError(f"values must be a list of at least one number without NaN, got {quoted(values)}")
    ordered, runs = np.sort(array), array.size
    quantile = check_open_interval("quantile", quantile, 0, 1)
    tail = (1 - check_open_interval("confidence", confidence, 0, 1)) / 2
    ranks = np.arange(runs)  # the number of values below the true quantile is binomial
    below = int(np.sum(bdtr(ranks, runs, quantile) <= tail))
    above = int(np.sum(bdtrc(ranks, runs, quantile) > tail))
    padded = [-math.inf, *ordered, math.inf]
    return float(padded[below]), float(ordered[runs_needed(quantile, runs) - 1]), float(padded[above + 1])


def posterior_smallest_epsilon(
    draws: ArrayLike,
    risk: float,
    samples: float,
    trust_model: str = "central",
    quantile: float = 0.9,
    seed: int = 0,
    *,
    cancel: CancelFlag | None = None,
) -> float | None:
    """Return the smallest epsilon of choosing's grid at which a share `quantile` of posterior_samples' runs fit.

    One run of PRISE per draw of the means, all pooled: the share counts both chance and the means' uncertainty.

    Source, Deviations: as achievable_samples.
    Args:    draws: (D, K), as posterior_samples.  The others as smallest_epsilon.
    Returns: epsilon, nats, simulated; inf where no epsilon suffices; None once `cancel` is set.
    Raises:  ValueError when an argument is out of its domain.
    """
    samples = check_open_interval("samples", samples, 0, math.inf)
    array = check_draws(draws)
    needed = runs_needed(check_open_interval("quantile", quantile, 0, 1), len(array))
    low, high = 0, EPSILON_GRID.size
    while low < high:
        middle = (low + high) // 2
        found = posterior_samples(array, float(EPSILON_GRID[middle]), risk, trust_model, seed, cancel=cancel)
        if found is None:
            return None
        fits = int(np.sum(found.stopping_times <= samples)) >= needed
        low, high = (low, middle) if fits else (middle + 1, high)
    return float(EPSILON_GRID[low]) if low < EPSILON_GRID.size else math.inf
