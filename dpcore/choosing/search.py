"""The smallest epsilon (or difference) from which a budget suffices in a share of runs, from counts of runs that fit.

Achievable samples fall with epsilon except for waves, which come from chance and from rounds whose number changes with
epsilon.  So the answer is the smallest epsilon from which every larger one that is looked at fits, not one where a
bisection happens to end.  A wave between two of those, narrower than a twelfth of a decade, can be missed.
"""

import math
from collections.abc import Callable, Iterable
from functools import cache

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtr, bdtrc

A_DECADE = 48
COARSE = 4  # every fourth of the grid is looked at all the way down, the others next to the answer
EPSILON_GRID = np.array([float(f"{10 ** (k / A_DECADE):.3g}") for k in range(-5 * A_DECADE, 2 * A_DECADE + 1)])
SCREENED_FIRST = 0.2  # share of the runs that decide at once if all of them fit
LOOKS = (0.125, 0.25, 0.5, 1.0)  # shares of the confirming runs after which the tests look
CHUNK = 40

Counter = Callable[[float, range], int]  # how many of these runs fit at this epsilon; may raise CancelledError


class CancelledError(Exception):
    """Nobody waits for the search any more."""


def runs_needed(quantile: float, runs: int) -> int:
    """How many of `runs` runs must fit for a share `quantile` of them."""
    return max(1, math.ceil(quantile * runs - 1e-9))  # .55 * 100 is 55.00000000000001


def smallest_band(
    fitting: Counter,
    quantile: float,
    screening: range,
    confirming: range,
    confidence: float | None,
    *,
    grid: NDArray[np.float64] = EPSILON_GRID,
) -> tuple[float, float]:
    """Return (too small, enough): between these two epsilons of the grid lies the smallest that suffices.

    First the grid is screened from its top down, a point in COARSE: a point fits if a share `quantile` of the screening
    runs does, or the first SCREENED_FIRST all do; then the points next to where that ends, with all screening runs.

    Then, with other runs, the points from a little above on are tested downwards until one fails: "enough" is the last
    of which the lower confidence limit of the share of runs that fit is at least `quantile`.  Testing in a fixed order
    and stopping at the first failure keeps the error of the whole sequence at 1 - confidence, and so does sharing it
    among the LOOKS of each test (Bonferroni).  Not covered: where the very first test fails, the points above are
    tested until one does not.  "Too small" is the next below at which the upper limit lies below `quantile`.  Without
    `confidence` the screening alone decides.

    grid: increasing epsilons, or whatever else makes more runs fit.
    Returns: nats; enough is inf where no epsilon of the grid suffices, too small is 0 where every one may.
    """
    top = grid.size - 1

    def seems_to_fit(place: int) -> bool:
        value, first = float(grid[place]), screening[: math.ceil(SCREENED_FIRST * len(screening))]
        return fitting(value, first) == len(first) or fits(place)

    @cache
    def fits(place: int) -> bool:
        return _fits(fitting, float(grid[place]), quantile, screening)

    @cache
    def tested(place: int) -> int:
        assert confidence is not None
        return _tested(fitting, float(grid[place]), quantile, confirming, (1 - confidence) / len(LOOKS))

    coarse = _last_good(range(top, -1, -COARSE), seems_to_fit)
    enough = top + 1 if coarse is None else coarse
    while enough <= top and not fits(enough):
        enough += 1
    if enough > top:
        return float(grid[top]), math.inf
    while enough > 0 and fits(enough - 1):
        enough -= 1
    below = enough - 1
    if confidence is not None:
        enough = min(enough + COARSE, top)
        while tested(enough) < 1:
            enough += 1
            if enough > top:
                return float(grid[top]), math.inf
        while enough > 0 and tested(enough - 1) == 1:
            enough -= 1
        below = enough - 1
        while below >= 0 and tested(below) > -1:
            below -= 1
    return float(grid[below]) if below >= 0 else 0.0, float(grid[enough])


def _last_good(places: Iterable[int], good: Callable[[int], bool]) -> int | None:
    """The last of the places before the first that is not good."""
    last = None
    for place in places:
        if not good(place):
            break
        last = place
    return last


def _fits(fitting: Counter, epsilon: float, quantile: float, runs: range) -> bool:
    """Whether a share `quantile` of the runs fits; as many are made as decide it."""
    needed, done, found = runs_needed(quantile, len(runs)), 0, 0
    while found < needed and done - found <= len(runs) - needed:
        part = runs[done : done + CHUNK]
        found, done = found + fitting(epsilon, part), done + len(part)
    return found >= needed


def _tested(fitting: Counter, epsilon: float, quantile: float, runs: range, level: float) -> int:
    """1 if the share of runs that fit is at least `quantile` for certain, -1 if it is less, else 0."""
    done = found = 0
    for look in (math.ceil(share * len(runs)) for share in LOOKS):
        found, done = found + fitting(epsilon, runs[done:look]), look
        if found > 0 and bdtrc(found - 1, done, quantile) <= level:
            return 1
        if bdtr(found, done, quantile) <= level:
            return -1
    return 0
