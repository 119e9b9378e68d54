from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpcore.fixed_budget.max_det import _exchange, max_det_collection
from dpcore.linear.span import spanning_arms_kernel
from tests.dpcore.refusals import refused


def largest_volume_by_brute_force(coordinates):
    return max(
        abs(np.linalg.det(coordinates[list(rows)]))
        for rows in combinations(range(len(coordinates)), coordinates.shape[1])
    )


def test_example_of_the_slides():
    collection = max_det_collection([(1, 4), (2, 5), (2, 6)])
    assert collection.arms.tolist() == [0, 1]
    assert collection.volume == pytest.approx(3)
    assert collection.is_exact
    np.testing.assert_allclose(collection.coefficients, [[1, 0], [0, 1], [2 / 3, 2 / 3]], atol=1e-12)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), num_arms=st.integers(1, 10), dimension=st.integers(1, 5), rank=st.integers(1, 5))
def test_collection_against_bruteforce(seed, num_arms, dimension, rank):
    generator = np.random.default_rng(seed)
    features = generator.normal(size=(num_arms, rank)) @ generator.normal(size=(rank, dimension))
    collection = max_det_collection(features)
    # |det| in an orthonormal basis of the span, from the singular value decomposition instead of Gram-Schmidt.
    _, values, axes = np.linalg.svd(features, full_matrices=False)
    coordinates = features @ axes[values > 1e-8 * values[0]].T
    best = largest_volume_by_brute_force(coordinates)
    assert collection.is_exact
    assert collection.volume == pytest.approx(best, rel=1e-6)
    assert abs(np.linalg.det(coordinates[collection.arms])) == pytest.approx(best, rel=1e-6)


@pytest.mark.parametrize("seed", [2, 11, 25, 26, 43])
def test_exact_search_finds_what_exchanges_of_one_arm_miss(seed):
    features = np.random.default_rng(seed).normal(size=(12, 4))
    best = largest_volume_by_brute_force(features)
    local = _exchange(features, spanning_arms_kernel(features, 4)[0])
    assert abs(np.linalg.det(features[local])) < best * (1 - 1e-6)
    assert max_det_collection(features).volume == pytest.approx(best)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), num_arms=st.integers(2, 80), dimension=st.integers(1, 8), is_whole=st.booleans())
def test_coefficients_rebuild_the_arms_and_never_exceed_one(seed, num_arms, dimension, is_whole):
    generator = np.random.default_rng(seed)
    features = generator.normal(size=(num_arms, dimension))
    if is_whole:  # many ties and dependencies
        features = np.round(features)
        features[0] = 1
    collection = max_det_collection(features)
    assert np.abs(collection.coefficients).max() <= 1 + 2e-9
    np.testing.assert_allclose(collection.coefficients @ features[collection.arms], features, atol=1e-7)


def test_swaps_beyond_the_exact_limit_leave_no_better_exchange():
    features = np.random.default_rng(4).normal(size=(60, 4))
    collection = max_det_collection(features)
    assert not collection.is_exact
    for place in range(4):
        for newcomer in range(60):
            arms = collection.arms.copy()
            arms[place] = newcomer
            assert abs(np.linalg.det(features[arms])) <= collection.volume * (1 + 1e-8)


test_bad_input = refused(
    max_det_collection,
    (np.zeros((4, 2)), "must not all be zero, but those of all 4 arms are"),
    ([[1, 2], [float("nan"), 1]], r"not \[nan, 1.0\] for arm 2"),
    ([], r"shape \(K, d\)"),
)
