"""The map holds the core's numbers of two arms."""

import dataclasses

import numpy as np
import pytest

import dpcore
from ui.arms.instance import DEFAULT, Instance
from ui.explore.gap_map import BOUNDARIES, EPSILONS, GAPS, gap_map_of
from ui.explore.numbers import TOLERANCE


def test_every_row_is_the_core_of_two_arms():
    found = gap_map_of(DEFAULT)
    assert found.factors.shape == (GAPS, EPSILONS)
    assert (found.epsilons[0], found.epsilons[-1]) == pytest.approx((1e-3, 1e2))
    for row in (0, 20, GAPS - 1):
        pair = (0.95, 0.95 - found.gaps[row])
        free = dpcore.characteristic_time(pair, "kl").time
        times = dpcore.characteristic_time_curve(pair, found.epsilons).times
        assert found.factors[row] == pytest.approx(times / free, rel=1e-12)
        boundaries = dataclasses.asdict(dpcore.regime_boundaries(pair, TOLERANCE))
        assert {name: found.boundaries[name][row] for name in BOUNDARIES} == {
            name: boundaries[name] for name in BOUNDARIES
        }


@pytest.mark.parametrize(
    "means, smallest",
    [
        (DEFAULT.means, 1e-3),
        ((0.9, 0.85, 0.1), 1e-3),
        ((0.5, 0.49996), 1e-5),
        ((0.01, 0.001), 1e-4),
        ((0.5, 0.49999999999999994), 1e-16),  # where 0.5 minus the decade of the gap is 0.5 again
    ],
)
def test_the_gaps_reach_from_the_decade_of_the_smallest_one_to_nearly_the_best_mean(means, smallest):
    gaps = gap_map_of(Instance(means, 0.1, 0.01)).gaps
    assert gaps[[0, -1]] == pytest.approx((smallest, 0.999 * max(means)), rel=1e-12)
    assert np.diff(np.log(gaps)) == pytest.approx(np.log(gaps[-1] / gaps[0]) / (GAPS - 1))
