import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from dpcore.linear.span import check_features, coefficients_kernel, spanning_arms_kernel, spanning_coordinates_kernel
from tests.dpcore.refusals import refused

test_bad_features = refused(
    check_features,
    ([[0.0, 0.0], [0.0, 0.0]], "must not all be zero"),
    ([[1.0, float("nan")], [1.0, 2.0]], r"finite numbers, not \[1.0, nan\] for arm 1"),
    ([[1.0, 2.0], [float("inf"), 0.0]], r"finite numbers, not \[inf, 0.0\] for arm 2"),
    ([1.0, 2.0], r"shape \(K, d\).*not \(2,\)"),
    ([[1.0, 2.0], [3.0]], "table of numbers"),
    ([["a", "b"]], "table of numbers"),
    (np.empty((3, 0)), r"not \(3, 0\)"),
)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), num_arms=st.integers(1, 12), dimension=st.integers(1, 6), rank=st.integers(1, 6))
def test_basis_spans_the_features_against_the_singular_values(
    seed: int, num_arms: int, dimension: int, rank: int
) -> None:
    generator = np.random.default_rng(seed)
    features = generator.normal(size=(num_arms, rank)) @ generator.normal(size=(rank, dimension))
    _, basis = spanning_arms_kernel(features, dimension)
    assert basis.shape == (dimension, np.linalg.matrix_rank(features, rtol=1e-8))
    np.testing.assert_allclose(basis.T @ basis, np.eye(basis.shape[1]), atol=1e-12)
    np.testing.assert_allclose(features @ basis @ basis.T, features, atol=1e-9 * np.abs(features).max())


def test_spanning_arms_stop_at_the_wanted_number() -> None:
    arms, basis = spanning_arms_kernel(np.diag([1.0, 3.0, 2.0]), 2)
    assert arms.tolist() == [1, 2]
    assert basis.shape == (3, 2)


def test_coordinates_keep_all_inner_products_and_stay_put_when_the_features_span() -> None:
    flat = np.array([[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [1.0, 0.0, 1.0]])
    coordinates = spanning_coordinates_kernel(flat)
    assert coordinates.shape == (3, 2)
    np.testing.assert_allclose(coordinates @ coordinates.T, flat @ flat.T, atol=1e-12)
    spanning = np.array([[1.0, 0.3], [0.2, 5.0], [1.0, 1.0]])
    assert (spanning_coordinates_kernel(spanning) == spanning).all()


def test_coefficients_rebuild_the_features() -> None:
    features = np.random.default_rng(1).normal(size=(9, 4))
    arms = np.array([7, 0, 3, 5])
    coefficients = coefficients_kernel(features, arms)
    np.testing.assert_allclose(coefficients @ features[arms], features, atol=1e-12)
    np.testing.assert_allclose(coefficients[arms], np.eye(4), atol=1e-12)
    np.testing.assert_allclose(coefficients, np.linalg.solve(features[arms].T, features.T).T, atol=1e-10)
