import math
from operator import call

import numpy as np
import pytest

from dpcore.regret import ContextualEnvironment, LinearEnvironment
from dpcore.regret._blocks import bernoulli_sum, linear_sum
from dpcore.regret.algorithms.adac_oful import _draw_contexts, _draw_reward
from tests.dpcore.refusals import refused

NO_TABLE = np.empty((0, 1))


def assert_moments(values, mean, variance, fourth):
    """Mean and variance within 5.2 standard errors (false alarm 2e-7 each), for a law with this fourth moment."""
    n = len(values)
    assert abs(np.mean(values) - mean) < 5.2 * math.sqrt(variance / n)
    assert abs(np.var(values) - variance) < 5.2 * math.sqrt((fourth - variance**2) / n) + 5 * variance / n


def test_random_instances_lie_on_the_unit_sphere():
    environment = LinearEnvironment.random(arms=10, dimension=3, seed=7)
    assert np.linalg.norm(environment.features, axis=1) == pytest.approx(np.ones(10))
    assert np.linalg.norm(environment.theta) == pytest.approx(1)
    assert environment.means == pytest.approx(environment.features @ environment.theta)
    assert LinearEnvironment.random(seed=7).theta.tolist() == LinearEnvironment.random(seed=7).theta.tolist()
    assert LinearEnvironment.random(seed=8).theta.tolist() != LinearEnvironment.random(seed=7).theta.tolist()
    assert LinearEnvironment.random(seed=7, bounded=True).bounded
    assert np.linalg.norm(ContextualEnvironment.random(dimension=4).theta) == pytest.approx(1)


def test_sums_of_rewards_have_the_law_of_single_pulls():
    generator = np.random.default_rng(1)
    sums = [bernoulli_sum(generator, NO_TABLE, 0, 50, 0, 0.3) for _ in range(8_000)]
    variance = 50 * 0.3 * 0.7
    assert_moments(sums, 15, variance, 3 * variance**2)
    sums = [linear_sum(generator, NO_TABLE, 0, 50, 0, 0.3, False) for _ in range(8_000)]
    assert_moments(sums, 15, 50, 3 * 50**2)
    sums = [linear_sum(generator, NO_TABLE, 0, 50, 0, 0.3, True) for _ in range(8_000)]
    variance = 50 * (1 - 0.3**2)
    assert_moments(sums, 15, variance, 3 * variance**2)
    assert set(np.abs(sums) % 2) == {0.0}
    assert linear_sum(generator, NO_TABLE, 0, 50, 0, 1 + 1e-12, True) == 50


def test_contextual_rewards_and_contexts_have_the_stated_law():
    generator = np.random.default_rng(2)
    contexts = np.empty((8_000, 3))
    _draw_contexts(generator, 0.1, False, contexts)
    assert_moments(contexts.ravel(), 1 / math.sqrt(3), 0.1, 3 * 0.1**2)
    _draw_contexts(generator, 0.1, True, contexts)
    lengths = np.linalg.norm(contexts, axis=1)
    assert lengths.max() <= 1 + 1e-12
    assert 0.1 < (lengths < 1 - 1e-9).mean() < 0.9
    assert_moments([_draw_reward(generator, 0.4, False) for _ in range(8_000)], 0.4, 1, 3)
    signs = [_draw_reward(generator, 0.4, True) for _ in range(8_000)]
    assert set(signs) == {-1.0, 1.0}
    assert_moments(signs, 0.4, 1 - 0.4**2, 3)


test_bad_input_is_named = refused(
    call,
    (lambda: LinearEnvironment([[1, 0]], [1, 0]), "^the number of arms must be at least 2, not 1"),
    (lambda: LinearEnvironment([[1, 0], [0, 0]], [1, 0]), "^the features of arm 2 must have a length .*, not 0"),
    (lambda: LinearEnvironment([[1, 0], [0, 1]], [1]), "^theta must have as many numbers as .*, 2, not 1"),
    (lambda: LinearEnvironment([[1, 0], [0, 1]], [1, math.nan]), r"^theta must hold finite numbers, not \[1.0, nan\]"),
    (lambda: LinearEnvironment([[1, 0], [0, 1]], "north"), "^theta must be a list of numbers, not 'north'"),
    (lambda: LinearEnvironment([[1, 0], [0, 2]], [1, 0], True), "^the features of arm 2 must .*, not 2"),
    (lambda: LinearEnvironment([[1, 0], [0, 1]], [1, 1], True), "^theta must have a length .*, not 1.41421"),
    (lambda: LinearEnvironment.random(arms=1), "^arms must be at least 2, not 1"),
    (lambda: LinearEnvironment.random(dimension=1), "^dimension must be at least 2, not 1"),
    (lambda: ContextualEnvironment([]), r"^theta must have shape \(d,\) with d >= 1, not \(0,\)"),
    (lambda: ContextualEnvironment([1.0], arms=1), "^arms must be at least 2, not 1"),
    (lambda: ContextualEnvironment([2.0], bounded=True), "^theta must have a length .*, not 2"),
)
