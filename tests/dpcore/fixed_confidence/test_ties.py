"""Arms that tie without noise are exchangeable: no answer is more frequent because of its place in the list."""

import math

import numpy as np
import pytest

from dpcore.fixed_confidence import simulate_fixed_confidence
from dpcore.fixed_confidence._top_two import largest_at_random
from dpcore.fixed_confidence.algorithms.prise.sizing import second_best
from tests.dpcore.statistical import is_plausible

RUNS = 2000


@pytest.mark.parametrize(
    "name, means, more",
    [("pb-tas", (0.5, 0.5), {"indifference": 0.9}), ("prise", (0.5, 0.5 - 1e-9), {"lead": 0.9})],
)
def test_answers_of_arms_that_tie_are_equally_frequent(name, means, more):
    result = simulate_fixed_confidence(name, means, math.inf, runs=RUNS, **more)
    assert is_plausible(int(np.sum(result.recommendations == 0)), RUNS, 0.5)
    assert not is_plausible(1181, RUNS, 0.5), "the answers of the lowest arm on a tie"


def test_equal_values_are_chosen_equally_often():
    generator, values = np.random.default_rng(0), np.array([0.1, 0.7, 0.7, 0.3, 0.7, 0.3])
    chosen = np.bincount([largest_at_random(generator, values) for _ in range(3000)], minlength=6)
    seconds = np.bincount(
        [second_best(generator, values, 0, np.array([1, 1, 0, 1, 1, 1], np.bool_)) for _ in range(3000)], minlength=6
    )
    assert chosen[[0, 3, 5]].tolist() == [0, 0, 0]
    assert all(is_plausible(int(count), 3000, 1 / 3) for count in chosen[[1, 2, 4]])
    assert seconds[[0, 2, 3, 5]].tolist() == [0, 0, 0, 0]
    assert is_plausible(int(seconds[1]), 3000, 1 / 2)
    alone = np.arange(6) == 3
    assert second_best(generator, values, 3, alone) == -1


def test_nothing_is_drawn_without_a_tie():
    generator, values = np.random.default_rng(0), np.array([0.1, 0.7, 0.2])
    before = generator.bit_generator.state
    assert largest_at_random(generator, values) == 1
    assert second_best(generator, values, 1, np.ones(3, np.bool_)) == 2
    assert generator.bit_generator.state == before
