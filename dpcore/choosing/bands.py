"""How sure simulated answers about epsilon are: the interval of a quantile, and budgets under uncertain means."""

import math

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import bdtr, bdtrc

from dpcore._validation import check_difference, check_numbers, check_open_interval, quoted
from dpcore.choosing.posterior import check_draws, posterior_stopping_times
from dpcore.choosing.search import CancelledError, runs_needed, smallest_band
from dpcore.experiments import CancelFlag

SCREENING_SHARE = 0.2  # of the draws; the others confirm


def quantile_interval(values: ArrayLike, quantile: float = 0.9, confidence: float = 0.95) -> tuple[float, float, float]:
    """Return (low, estimate, high) of a quantile of independent values, from order statistics.

    The estimate is the smallest value that at least a share `quantile` of the values do not exceed; the interval holds
    the true quantile with probability >= confidence, whatever the distribution.

    Source: order statistics and the binomial distribution; standard.  Deviations: none.
    Args:    values: (R,) floats, R >= 1; inf is allowed.  quantile, confidence: strictly between 0 and 1.
    Returns: values' unit; low is -inf or high is inf where too few values determine that end.
    Raises:  ValueError when an argument is out of its domain, or a value is NaN.
    Examples:
        >>> quantile_interval([1.0, 2.0, 3.0, 4.0, 5.0], 0.5, 0.9)
        (1.0, 3.0, 5.0)
    """
    array = check_numbers("values", values, "a list of numbers")
    if array.ndim != 1 or array.size == 0 or np.isnan(array).any():
        raise ValueError(f"values must be a list of at least one number without NaN, not {quoted(values)}")
    ordered, runs = np.sort(array), array.size
    quantile = check_open_interval("quantile", quantile, 0, 1)
    tail = (1 - check_open_interval("confidence", confidence, 0, 1)) / 2
    ranks = np.arange(runs)  # the number of values below the true quantile is binomial
    below = int(np.sum(bdtr(ranks, runs, quantile) <= tail))
    above = int(np.sum(bdtrc(ranks, runs, quantile) > tail))
    padded = [-math.inf, *ordered, math.inf]
    return float(padded[below]), float(ordered[runs_needed(quantile, runs) - 1]), float(padded[above + 1])


def posterior_epsilon_band(
    draws: ArrayLike,
    risk: float,
    samples: float,
    trust_model: str = "central",
    quantile: float = 0.9,
    seed: int = 0,
    *,
    confidence: float | None = 0.95,
    indifference: float = 0.0,
    cancel: CancelFlag | None = None,
) -> tuple[float, float] | None:
    """Return (too small, enough) as simulated_epsilon_band, for runs of PRISE at draws of the arms' means.

    One run per draw, all pooled: the share of runs that fit counts both chance and the means' uncertainty.  The first
    fifth of the draws screens the grid, the others confirm; without `confidence` all draws screen it.  With
    indifference > 0 they are runs of PB-TaS, as in achievable_samples.

    Source, Deviations: as simulated_epsilon_band.
    Args:    draws: (D, K), as posterior_samples.  The others as simulated_epsilon_band.
    Returns: epsilons, nats, simulated; None once `cancel` is set.
    Raises:  ValueError when an argument is out of its domain.
    Examples:
        >>> posterior_epsilon_band([[0.9, 0.5], [0.8, 0.4]] * 20, 0.1, 2000, confidence=None)
        (0.0301, 0.0316)
    """
    samples = check_open_interval("samples", samples, 0, math.inf)
    array, quantile = check_draws(draws), check_open_interval("quantile", quantile, 0, 1)
    screening, indifference = range(len(array)), check_difference("indifference", indifference)
    if confidence is not None:
        confidence = check_open_interval("confidence", confidence, 0, 1)
        screening = screening[: math.ceil(SCREENING_SHARE * len(array))]

    def fitting(epsilon: float, these: range) -> int:
        times = posterior_stopping_times(
            array, these, epsilon, risk, samples, indifference, cancel, trust_model=trust_model, seed=seed
        )
        if times is None:
            raise CancelledError
        return int(np.sum(times <= samples))

    try:
        return smallest_band(fitting, quantile, screening, range(len(screening), len(array)), confidence)
    except CancelledError:
        return None
