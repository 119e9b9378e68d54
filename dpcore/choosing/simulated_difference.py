"""The smallest difference with which a budget of samples suffices in a share of simulated runs."""

from typing import cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

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
from dpcore.choosing.bounds import TRUST_MODELS
from dpcore.experiments import CancelFlag

_A_DECADE = 24
DIFFERENCE_GRID = np.array([float(f"{10 ** (k / _A_DECADE):.3g}") for k in range(-4 * _A_DECADE, 0)])


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

    Of given means, the smallest difference that matters: achievable_samples(means, ..., indifference=enough) is then
    about `samples`, by PB-TaS.  Of a baseline, the smallest difference that is found: achievable_samples of the least
    favourable means, one arm at baseline + difference and the others at baseline, by PRISE.

    Both are of a grid of 24 differences a decade from 1e-4 to .909, rounded to three digits; every run has the same
    random numbers at each of them.  Looked for and tested as simulated_epsilon_band.

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
        raised = array.copy()
        raised[0] += difference
        return budget.fitting(these, raised, epsilon, risk, trust_model)

    return budget.band(array.size, fitting, grid)


def is_baseline(means: ArrayLike, arms: int | None) -> bool:
    """Whether means is the baseline of `arms` arms, not a list of means; ValueError if arms does not fit it."""
    found = check_numbers("means", means, "a list of numbers, or one number").ndim == 0
    if found and arms is None:
        raise ValueError(f"arms must be given with one baseline, got means = {quoted(means)}")
    if not found and arms is not None:
        raise ValueError(f"arms is for one baseline only, got arms = {quoted(arms)} beside several means")
    return found


def _means_and_grid(means: ArrayLike, arms: int | None) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The means without any difference, and the differences to try."""
    if not is_baseline(means, arms):
        return check_means(means, DIFFERENCE_GRID[0]), DIFFERENCE_GRID
    baseline = check_open_interval("means", cast(float, means), 0, 1)
    grid = DIFFERENCE_GRID[baseline + DIFFERENCE_GRID < 1]
    if grid.size == 0:
        raise ValueError(f"a baseline must be below 1 - 1e-4, got {quoted(means)}")
    return np.full(check_count("arms", cast(int, arms), 2, MOST_ARMS), baseline), grid
