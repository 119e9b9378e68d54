"""The Explorer's sentences call bounds bounds, and round them to their safe side."""

import re

import pytest

from ui.arms.instance import DEFAULT, Instance
from ui.explore.numbers import BOUNDARIES, numbers_of
from ui.explore.words import map_reading, picture_reading, verdict
from ui.look.numbers import at_least


def test_even_the_smallest_bound_is_above_zero():
    numbers = numbers_of(Instance((0.999999999, 1e-9), 100.0, 0.3))
    sentence = verdict(numbers)
    assert f"at least {at_least(numbers.bounds['non_private'])} samples" in sentence
    assert not re.search(r"\b0 samples", sentence)
    assert "at least 0." in sentence


@pytest.mark.parametrize("epsilon", [0.001, 0.1, 0.34, 0.7, 100.0])
def test_no_bound_is_called_a_cost(epsilon):
    numbers = numbers_of(Instance(DEFAULT.means, epsilon, DEFAULT.risk))
    told = [verdict(numbers), picture_reading(numbers), map_reading(numbers)]
    told += [f"{note.flag} {note.meaning}" for note in BOUNDARIES.values()]
    for sentence in told:
        assert "bound" in sentence or "price dominates" in sentence
        assert not re.search(r"\bfree\b|\bcosts?\b(?! of every)|nothing(?! extra\*\* to the lower bound)", sentence)
