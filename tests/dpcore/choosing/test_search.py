"""The search for the smallest epsilon, on runs whose share that fits is known at every epsilon."""

import math

import numpy as np
import pytest
from scipy.stats import binom

from dpcore.choosing.search import COARSE, EPSILON_GRID, runs_needed, smallest_band
from tests.dpcore.statistical import critical_count

SCREENING, CONFIRMING = range(200), range(200, 1200)


def by_chance(share, seed=0):
    """Independent runs that fit with probability share(epsilon); the same run gives the same answer again."""

    def fitting(epsilon, runs):
        numbers = np.random.default_rng([seed, round(1e8 * epsilon)]).random(CONFIRMING.stop)
        return int(np.sum(numbers[runs.start : runs.stop] < share(epsilon)))

    return fitting


def exactly(share):
    """Of n runs exactly n times share(epsilon), rounded down, fit."""
    return lambda epsilon, runs: math.floor(share(epsilon) * runs.stop) - math.floor(share(epsilon) * runs.start)


def just_below(epsilon):
    """The grid's next smaller epsilon."""
    return EPSILON_GRID[np.searchsorted(EPSILON_GRID, epsilon) - 1]


def test_a_wave_below_which_everything_fits_is_above_the_answer():
    # Fits from .1 on, but for a wave at .5 to .7: the smallest from which every larger one fits is the wave's end.
    def share(epsilon):
        return 1.0 if epsilon >= 0.1 and not 0.5 < epsilon < 0.7 else 0.5

    _, enough = smallest_band(exactly(share), 0.9, SCREENING, CONFIRMING, None)
    assert 0.7 <= enough < 0.74
    _, confirmed = smallest_band(exactly(share), 0.9, SCREENING, CONFIRMING, 0.95)
    assert confirmed == enough


@pytest.mark.parametrize("confidence", [None, 0.95])
def test_ends_of_the_grid(confidence):
    def band(share):
        return smallest_band(exactly(share), 0.9, SCREENING, CONFIRMING, confidence)

    assert band(lambda epsilon: 0.0) == (100.0, math.inf)
    assert band(lambda epsilon: 1.0) == (0.0, EPSILON_GRID[0])
    assert band(lambda epsilon: float(epsilon >= 100)) == (EPSILON_GRID[-2], 100.0)
    assert band(lambda epsilon: float(epsilon >= EPSILON_GRID[1])) == (EPSILON_GRID[0], EPSILON_GRID[1])


def test_the_grid_is_as_it_is_printed():
    assert EPSILON_GRID[0] == 1e-5
    assert EPSILON_GRID[-1] == 100
    assert np.all(np.diff(np.log(EPSILON_GRID)) > 0.03)
    assert np.all(np.diff(np.log(EPSILON_GRID)) < 0.07)
    assert EPSILON_GRID.size % COARSE == 1
    assert all(float(f"{epsilon:.3g}") == epsilon for epsilon in EPSILON_GRID)


def split(screened, confirmed):
    """Of the screening runs as many fit as `exactly(screened)` says, of the confirming ones as `confirmed(epsilon)`."""

    def fitting(epsilon, runs):
        if runs.stop <= SCREENING.stop:
            return exactly(screened)(epsilon, runs)
        needed, all_runs = confirmed(epsilon), len(CONFIRMING)
        found = [needed * (run - CONFIRMING.start) // all_runs for run in (runs.start, runs.stop)]
        return found[1] - found[0]

    return fitting


@pytest.mark.parametrize("place", ["first", "last"])
@pytest.mark.parametrize("misses, expected", [(20, (0.0, EPSILON_GRID[0])), (21, (100.0, math.inf))])
def test_a_point_fits_if_as_many_runs_fit_as_are_needed_wherever_the_others_are(place, misses, expected):
    runs_that_miss = set(SCREENING[:misses] if place == "first" else SCREENING[-misses:])

    def fitting(epsilon, runs):
        return len(set(runs) - runs_that_miss)

    assert smallest_band(fitting, 0.9, SCREENING, CONFIRMING, None) == expected


def test_the_first_runs_only_screen():
    # They all fit from .01 on, all runs together from .1 on: the answer, though few runs are made far above it.
    asked = []

    def fitting(epsilon, runs):
        asked.append((epsilon, runs.stop))
        return len(runs) if epsilon >= 0.1 or (epsilon >= 0.01 and runs.stop <= 40) else 0

    assert smallest_band(fitting, 0.9, SCREENING, CONFIRMING, None) == (just_below(0.1), 0.1)
    assert max(stop for epsilon, stop in asked if epsilon > 0.13) == 40


def test_what_decides_are_the_runs_that_confirm():
    # Screened, .1 is enough.  Confirmed: never; from 1 on; but for a wave just above the screened answer.
    place = int(np.flatnonzero(EPSILON_GRID == 0.1)[0])
    wave = EPSILON_GRID[place + 2]

    def enough(confirmed):
        fitting = split(lambda epsilon: float(epsilon >= 0.1), confirmed)
        return smallest_band(fitting, 0.9, SCREENING, CONFIRMING, 0.95)[1]

    assert enough(lambda epsilon: 900) == math.inf
    assert enough(lambda epsilon: 1000 if epsilon >= 1 else 900) == 1
    assert enough(lambda epsilon: 900 if epsilon == wave else 1000) == EPSILON_GRID[place + 3]


def test_a_share_is_certain_at_a_quarter_of_the_error_for_it_is_looked_at_four_times():
    fewest = next(n for n in range(900, 1000) if binom.sf(n - 1, 1000, 0.9) <= 0.05 / 4)
    most = next(n for n in range(900, 0, -1) if binom.cdf(n, 1000, 0.9) <= 0.05 / 4)

    def band(middle):
        """All fit from 1 on, so many of the confirming runs from .1 to 1, none below; screened, .1 is enough."""
        fitting = split(
            lambda epsilon: float(epsilon >= 0.1),
            lambda epsilon: 1000 if epsilon >= 1 else middle if epsilon >= 0.1 else 0,
        )
        return smallest_band(fitting, 0.9, SCREENING, CONFIRMING, 0.95)

    assert band(fewest) == (just_below(0.1), 0.1)
    assert band(fewest - 1) == (just_below(0.1), 1)
    assert band(most + 1) == (just_below(0.1), 1)
    assert band(most) == (just_below(1), 1)


def test_the_confidence_is_kept_statistical():
    # The share crosses 90 % at epsilon .3, by .6 points a grid point. "Enough" below it is an error, of probability at
    # most 5 %; refused when so many of 80 searches err that this has probability below 1e-6 (more than 16).
    def share(epsilon):
        return min(1.0, max(0.0, 0.9 + 0.125 * math.log(epsilon / 0.3)))

    bands = np.array([smallest_band(by_chance(share, seed), 0.9, SCREENING, CONFIRMING, 0.95) for seed in range(80)])
    limit = critical_count(len(bands), 0.05)
    assert np.sum(bands[:, 1] < 0.3) <= limit
    assert np.sum(bands[:, 0] > 0.3) <= limit
    assert np.median(bands[:, 1]) < 0.45  # and it is not kept by asking for far too much
    unsure = [smallest_band(by_chance(share, seed), 0.9, SCREENING, range(0), None)[1] for seed in range(80)]
    assert np.sum(np.array(unsure) < 0.3) > limit  # without confidence it is not


@pytest.mark.parametrize(
    "quantile, runs, needed", [(0.55, 100, 55), (0.9, 200, 180), (0.07, 100, 7), (0.901, 200, 181), (1e-12, 100, 1)]
)
def test_runs_needed_are_not_one_too_many_by_rounding(quantile, runs, needed):
    assert runs_needed(quantile, runs) == needed
