"""The smallest difference that participants and epsilon allow: any two of the three determine the third.

The bound, and the smallest difference with which a budget of samples suffices in a share of simulated runs.
"""

import math
from collections.abc import Callable
from typing import cast

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq

from dpcore._validation import (
    MOST_ARMS,
    check_choice,
    check_count,
    check_epsilon,
    check_means,
    check_numbers,
    check_open_interval,
    check_risk,
    quoted,
)
from dpcore.choosing.achievable import check_budget
from dpcore.choosing.bounds import TRUST_MODELS, necessary_at_quantile
from dpcore.experiments import CancelFlag
from dpcore.times.characteristic import check_instance, check_smallest

SMALLEST_DIFFERENCE = 1e-9  # below it the digits of baseline + difference are too few
_A_DECADE = 24
DIFFERENCE_GRID = np.array([float(f"{10 ** (k / _A_DECADE):.3g}") for k in range(-4 * _A_DECADE, 0)])


def smallest_difference(
    means: ArrayLike,
    epsilon: float,
    risk: float,
    samples: float,
    trust_model: str = "central",
    quantile: float = 0.9,
    *,
    arms: int | None = None,
) -> float:
    """Return the smallest difference that is not ruled out by `samples` samples, `epsilon` and a share of runs.

    For given means it is the smallest indifference: necessary_samples(means, epsilon, risk, trust_model, quantile,
    indifference=difference) = samples.  For a baseline it is the smallest difference that can be found, at the least
    favourable means (baseline + difference, baseline, ..., baseline): necessary_samples(means, ...) = samples.  Both
    are exact inverses, as is smallest_epsilon, so any two of epsilon, samples and the difference give the third.

    The bound is asymptotic where several of the means are good answers (dpcore.times.is_asymptotic); with a baseline it
    holds at every risk.  simulated_difference_band says what an algorithm finds.

    Source: necessary_samples falls with the difference, continuously except where group privacy counts and one more
    answer becomes a good one (docs/characteristic-times.md, docs/lower-bounds.md).  Deviations: none.
    Args:
        means: (K,) floats strictly between 0 and 1, which may tie, K at most 100; or one such number, the baseline of
            `arms` arms.
        epsilon: nats, >= 1e-100; inf = no privacy.  risk: in (0, 1/2).  samples: the budget, > 0.
        trust_model, quantile: as smallest_epsilon.
        arms: with a baseline, the number of arms, 2 to 100,000; else None.
    Returns: a difference in the means' unit, at least 1e-9; 0 where none is ruled out; inf where all are.
    Raises: ValueError when an argument is out of its domain.
    Examples:
        >>> round(smallest_difference(0.3, 1.0, 0.1, 900, arms=2), 3)
        0.052
    """
    epsilon, risk = check_smallest(check_epsilon(epsilon)), check_risk(risk)
    quantile = check_open_interval("quantile", quantile, 0, 1)
    samples = check_open_interval("samples", samples, 0, math.inf)
    setting = epsilon, risk, check_choice("trust_model", trust_model, TRUST_MODELS), quantile
    needed_at, without, largest = _needed(means, arms, *setting)
    if quantile <= 2 * risk or without <= samples:
        return 0.0
    low, high = math.log(SMALLEST_DIFFERENCE), math.log(largest)
    if needed_at(largest) > samples:
        return math.inf
    if needed_at(SMALLEST_DIFFERENCE) <= samples:
        return SMALLEST_DIFFERENCE
    return math.exp(
        brentq(lambda log: math.log(needed_at(math.exp(log)) / samples), low, high, xtol=1e-14, maxiter=1000)
    )


def _needed(
    means: ArrayLike, arms: int | None, epsilon: float, risk: float, trust_model: str, quantile: float
) -> tuple[Callable[[float], float], float, float]:
    """What a difference needs, what none does (inf where the means tie), and the largest difference that there is."""
    setting = epsilon, risk, trust_model, quantile
    if _is_baseline(means, arms):
        baseline = check_open_interval("means", cast(float, means), 0, 1 - 2 * SMALLEST_DIFFERENCE)
        others = np.full(check_count("arms", cast(int, arms), 2, MOST_ARMS), baseline)

        def of_baseline(difference: float) -> float:
            return necessary_at_quantile(_one_raised(others, difference), *setting, 0.0)

        return of_baseline, math.inf, 1 - baseline - SMALLEST_DIFFERENCE
    array, _ = check_instance(means, SMALLEST_DIFFERENCE)
    is_unique = np.count_nonzero(array == array.max()) == 1

    def of_means(difference: float) -> float:
        return necessary_at_quantile(array, *setting, difference)

    return of_means, of_means(0.0) if is_unique else math.inf, 1 - SMALLEST_DIFFERENCE


def simulated_difference_band(
    means: ArrayLike,
    epsilon: float,
    risk: float,
    samples: float,
    trust_model: str = "central",
    quantile: float = 0.9,
    runs: int = 200,
    seed: int = 0,
    *,
    arms: int | None = None,
    confidence: float | None = 0.95,
    cancel: CancelFlag | None = None,
) -> tuple[float, float] | None:
    """Return (too small, enough): two differences between which `samples` begin to suffice in a share of runs.

    For given means, the smallest difference that matters: achievable_samples(means, ..., indifference=enough) is then
    about `samples`, by PB-TaS.  For a baseline, the smallest difference that is found: achievable_samples of the least
    favourable means, one arm at baseline + difference and the others at baseline, by PRISE.

    Both come from a grid of 24 differences per decade from 1e-4 to .909, rounded to three digits; every run has the
    same random numbers at each of them.  They are found and tested as in simulated_epsilon_band.

    Source: as achievable_samples and simulated_epsilon_band.  Deviations: as there.
    Args:
        means: (K,) floats strictly between 0 and 1, which may tie; or one such number, the baseline of `arms` arms.
        epsilon: nats, > 0; inf = no privacy.
        arms: with a baseline, the number of arms, 2 to 100,000; else None.
        risk, samples, trust_model, quantile, runs, seed, confidence, cancel: as simulated_epsilon_band.
    Returns: differences in the means' unit, simulated; enough is inf where none is known to suffice, too small is 0
        where all may.
    Raises: ValueError when an argument is out of its domain.
    Examples:
        >>> simulated_difference_band(0.3, 1.0, 0.1, 900, runs=50, arms=2)
        (0.147, 0.196)
    """
    epsilon, risk = check_epsilon(epsilon), check_risk(risk)
    check_choice("trust_model", trust_model, TRUST_MODELS)
    budget = check_budget(samples, quantile, runs, seed, confidence, cancel)
    array, grid = _means_and_grid(means, arms)

    def fitting(difference: float, these: range) -> int:
        if arms is None:
            return budget.fitting(these, array, epsilon, risk, trust_model, indifference=difference)
        return budget.fitting(these, _one_raised(array, difference), epsilon, risk, trust_model)

    return budget.band(array.size, fitting, grid)


def _is_baseline(means: ArrayLike, arms: int | None) -> bool:
    """Whether means is the baseline of `arms` arms, not a list of means; ValueError if arms does not fit it."""
    found = check_numbers("means", means, "a list of numbers, or one number").ndim == 0
    if found and arms is None:
        raise ValueError(f"arms must be given with one baseline, but only means = {quoted(means)}")
    if not found and arms is not None:
        raise ValueError(f"arms = {quoted(arms)} must be given with one baseline only, not with several means")
    return found


def _means_and_grid(means: ArrayLike, arms: int | None) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The means without any difference, and the differences to try."""
    if not _is_baseline(means, arms):
        return check_means(means, DIFFERENCE_GRID[0]), DIFFERENCE_GRID
    baseline = check_open_interval("means", cast(float, means), 0, 1)
    grid = DIFFERENCE_GRID[baseline + DIFFERENCE_GRID < 1]
    if grid.size == 0:
        raise ValueError(f"a baseline must be below 1 - 1e-4, not {quoted(means)}")
    return np.full(check_count("arms", cast(int, arms), 2, MOST_ARMS), baseline), grid


def _one_raised(means: NDArray[np.float64], difference: float) -> NDArray[np.float64]:
    raised = means.copy()
    raised[0] += difference
    return raised
