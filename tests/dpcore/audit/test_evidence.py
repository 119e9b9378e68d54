"""The bets and the bound: against the inequality that they rest on."""

import math

import numpy as np
import pytest

from dpcore.audit.evidence import LossBound, cell_edges, counts_by_cell, likely_tails, log_factors, new_bound

GUESSES = np.array([1e-9, 0.01, 0.2, 0.4, 0.5, 0.6, 0.8, 0.99, 1 - 1e-9])


@pytest.mark.parametrize("level", [1e-3, 0.1, 1.0, 5.0])
def test_no_bet_gains_on_average_under_its_level(level):
    first, second = np.exp(log_factors(GUESSES, level))
    most = 1 / (1 + math.exp(-level))
    for chance in np.linspace(1 - most, most, 21):
        assert np.all(chance * first + (1 - chance) * second <= 1 + 1e-12)
    beyond = min(1, most + 0.01)
    assert np.any(beyond * first + (1 - beyond) * second > 1), "a larger loss lets some bet gain"


def test_where_a_level_allows_everything_there_is_no_bet():
    assert np.all(np.array(log_factors(GUESSES, 800.0)) == 0)  # and no warning, which would be an error here


def test_a_pair_of_outputs_gains_nothing_under_its_level_by_enumeration():
    generator = np.random.default_rng(1)
    for _ in range(300):
        level = generator.uniform(0.05, 3)
        theirs = generator.dirichlet(np.ones(4))
        tilted = theirs * np.exp(generator.uniform(-1, 1, 4) * level / 2)  # normalising moves it by level/2 at most
        ours = tilted / tilted.sum()
        first, second = np.exp(log_factors(generator.uniform(0.001, 0.999, 4), level))
        mean = sum(ours[i] * theirs[j] * first[i] * second[j] for i in range(4) for j in range(4))
        assert mean <= 1 + 1e-12


def test_bound_is_the_last_level_refuted_without_a_gap_and_never_falls():
    bound = new_bound([0.5, 1.0, 1.5, 2.0], 1e-3)
    assert bound.value == 0
    won = bound.after([0.95], [400], [20])
    assert won.value == 2.0
    assert won.after([0.95], [0], [400]).value == 2.0
    wealth = np.array([7.0, 6.0, 7.0, 7.0])  # log 1000 = 6.9
    assert LossBound(won.levels, 1e-3, wealth, wealth).value == 0.5


def test_wealth_is_a_likelihood_ratio_by_hand():
    bound = new_bound([1.0], 1e-6).after([0.9, 0.2, 0.6], [3, 1, 5], [1, 4, 5])
    most = math.e / (1 + math.e)
    by_hand = 3 * math.log(0.9 / most) + math.log(0.1 / (1 - most))
    by_hand += math.log(0.2 / (1 - most)) + 4 * math.log(0.8 / most)
    assert bound.log_wealth[0] == pytest.approx(by_hand)


def test_tails_lie_where_the_samples_differ():
    ours, theirs = np.array([10, 100, 100, 100, 500, 500]), np.array([500, 500, 100, 100, 100, 10])
    tails = likely_tails(ours, theirs)
    assert tails.sizes.tolist() == [1, 1]
    assert tails.guesses == pytest.approx([10.5 / 511, 500.5 / 511])
    assert tails.counts(np.arange(6)).tolist() == [0, 5]
    wide = likely_tails(np.array([10, 20, 100, 100]), np.array([60, 200, 100, 100]))
    assert wide.sizes[0] == 2
    assert wide.counts([1, 2, 3, 4]).tolist()[0] == 3
    assert likely_tails(np.array([0, 1000]), np.array([1000, 0])).scores.min() > 3


def test_cells_tell_apart_what_is_different_and_join_what_is_equal():
    edges = cell_edges(np.array([3.0, 3.0, 4.0, 4.0]))
    assert counts_by_cell(np.array([3.0, 4.0, 4.0, 9.0]), edges).tolist() == [1, 2, 1]
    wide = cell_edges(np.random.default_rng(1).normal(size=5000))
    assert wide.size + 1 <= 64
    counts = counts_by_cell(np.random.default_rng(2).normal(size=5000), wide)
    assert counts.sum() == 5000
    assert counts[1:].max() < 3 * 5000 / 64
