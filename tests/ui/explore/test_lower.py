"""What the two lower pictures are sent: the map and the allocation are the core's numbers, and messages stay small."""

import dataclasses
import json

import numpy as np
import pytest

import dpcore
from ui.arms.instance import DEFAULT, Instance
from ui.explore.lower import EPSILONS, GAPS, ON_THE_MAP, allocation_of, gap_map_of, map_of
from ui.explore.numbers import BOUNDARIES, TOLERANCE, numbers_of


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
        assert {name: found.boundaries[name][row] for name in ON_THE_MAP} == {
            name: boundaries[name] for name in ON_THE_MAP
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


LARGEST = 40_000  # bytes of a message


def test_the_allocation_is_the_curves_and_exact_at_the_current_epsilon():
    instance = Instance(DEFAULT.means, 0.25, DEFAULT.risk, ("A", "B"))
    numbers = numbers_of(instance)
    sent = allocation_of(numbers)
    assert sent["here"] == numbers.private.allocation.tolist()
    np.testing.assert_allclose(sent["shares"], numbers.curve.allocations.ravel(), rtol=5e-4)
    assert (sent["means"], sent["names"], sent["epsilon"]) == (DEFAULT.means, ("A", "B"), 0.25)


def test_the_map_is_the_cores_and_names_its_boundaries():
    numbers, gap_map = numbers_of(DEFAULT), gap_map_of(DEFAULT)
    sent = map_of(numbers)
    np.testing.assert_allclose(sent["map"]["factors"], gap_map.factors, rtol=5e-4)
    assert sent["map"]["gaps"] == pytest.approx([0.001, 0.999 * 0.95])
    assert sent["map"]["best"] == 0.95
    assert list(sent["flags"]) == list(sent["map"]["boundaries"])
    for name, epsilons in sent["map"]["boundaries"].items():
        np.testing.assert_allclose(epsilons, gap_map.boundaries[name], rtol=5e-4)
        assert sent["flags"][name] == BOUNDARIES[name].flag


@pytest.mark.parametrize("arms", [2, 20])
def test_messages_stay_small(arms):
    instance = Instance(tuple(np.linspace(0.9, 0.5, arms).tolist()), 0.1, 0.01)
    numbers = numbers_of(instance)
    for sent in (allocation_of(numbers), map_of(numbers)):
        assert len(json.dumps(sent)) < LARGEST
