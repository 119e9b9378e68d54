"""What the two lower pictures are sent: the core's numbers, to four digits where only places are drawn."""

import json

import numpy as np
import pytest

from ui.arms.instance import DEFAULT, Instance
from ui.explore.gap_map import gap_map_of
from ui.explore.lower import allocation_of, map_of
from ui.explore.numbers import BOUNDARIES, numbers_of

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
    sent = map_of(numbers, gap_map)
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
    for sent in (allocation_of(numbers), map_of(numbers, gap_map_of(instance))):
        assert len(json.dumps(sent)) < LARGEST
