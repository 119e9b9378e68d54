import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpcore.linear.optimal_design import _reduce_support, g_optimal_design, largest_variance


def test_bad_input() -> None:
    with pytest.raises(ValueError, match="must not all be zero"):
        g_optimal_design(np.zeros((3, 2)))


def test_closed_forms() -> None:
    np.testing.assert_allclose(g_optimal_design(np.diag([1.0, 5.0, 0.01])), 1 / 3)
    assert g_optimal_design([[1.0], [-3.0], [2.0]]).tolist() == [0, 1, 0]
    # Quadratic regression on [-1, 1]: a third at each end and at the middle (Kiefer & Wolfowitz 1960).
    x = np.linspace(-1, 1, 21)
    weights = g_optimal_design(np.stack([np.ones(21), x, x * x], axis=1), 1e-6)
    np.testing.assert_allclose(weights[[0, 10, 20]], 1 / 3, atol=1e-4)


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    num_arms=st.integers(1, 40),
    dimension=st.integers(1, 6),
    tolerance=st.sampled_from([1e-1, 1e-3, 1e-6]),
)
def test_design_reaches_the_kiefer_wolfowitz_value(seed: int, num_arms: int, dimension: int, tolerance: float) -> None:
    features = np.random.default_rng(seed).normal(size=(num_arms, dimension))
    weights = g_optimal_design(features, tolerance)
    rank = min(num_arms, dimension)
    assert weights.min() >= 0
    assert weights.sum() == pytest.approx(1, abs=1e-12)
    assert np.count_nonzero(weights) <= rank * (rank + 1) // 2
    support = features[weights > 0]
    information = (support * weights[weights > 0, None]).T @ support
    variances = np.einsum("ki,ij,kj->k", features, np.linalg.pinv(information, rcond=1e-11), features)
    assert rank - 1e-6 <= variances.max() <= (1 + tolerance) * rank + 1e-6


@pytest.mark.parametrize("num_arms, dimension", [(8, 2), (15, 3), (30, 5)])
def test_design_against_convex_solver(num_arms: int, dimension: int) -> None:
    import cvxpy  # takes most of a second, which no other process should

    features = np.random.default_rng(num_arms).normal(size=(num_arms, dimension))
    weights = cvxpy.Variable(num_arms, nonneg=True)
    log_det = cvxpy.log_det(features.T @ cvxpy.diag(weights) @ features)
    problem = cvxpy.Problem(cvxpy.Maximize(log_det), [cvxpy.sum(weights) == 1])
    problem.solve(solver=cvxpy.CLARABEL)
    np.testing.assert_allclose(g_optimal_design(features, 1e-7), weights.value, atol=1e-3)


def test_design_is_invariant_under_a_change_of_basis_and_ignores_unused_directions() -> None:
    generator = np.random.default_rng(5)
    features = generator.normal(size=(12, 3))
    expected = g_optimal_design(features, 1e-8)
    np.testing.assert_allclose(g_optimal_design(features @ generator.normal(size=(3, 3)), 1e-8), expected, atol=1e-3)
    np.testing.assert_allclose(g_optimal_design(features @ generator.normal(size=(3, 5)), 1e-8), expected, atol=1e-3)


def test_badly_scaled_features() -> None:
    scales = np.array([[1.0, 1e-7]])
    features = np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 0.5], [3.0, 2.0]])
    np.testing.assert_allclose(g_optimal_design(features * scales, 1e-6), g_optimal_design(features, 1e-6), atol=1e-6)


def test_support_is_cut_without_loss() -> None:
    angles = np.arange(40) * np.pi / 40
    features = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    uniform = np.full(40, 1 / 40)
    weights = _reduce_support(features, uniform)
    assert np.count_nonzero(weights) <= 3
    assert largest_variance(features, weights) == pytest.approx(largest_variance(features, uniform), abs=1e-9)
