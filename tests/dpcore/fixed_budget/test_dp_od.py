"""DP-OD's noise is isotropic on whitened sums: its law, and that no basis of the features changes a run."""

import math

import numpy as np
import pytest
from scipy.special import gammainc

from dpcore._intervals import binomial_interval
from dpcore.fixed_budget import published_fixed_budget_instance, simulate_fixed_budget
from dpcore.fixed_budget.algorithms.od_linbai import _whitened_noise
from dpcore.fixed_budget.protocol import isotropic_noise
from tests.dpcore.fixed_budget import reference

FALSE_ALARM_RATE = 1e-6


def furthest(draws, cdf):
    """sup |F_n - F| over its critical value (Dvoretzky-Kiefer-Wolfowitz-Massart) at the false-alarm rate."""
    ordered, size = np.sort(draws), draws.size
    exact, ranks = cdf(ordered), np.arange(size) / size
    gap = max(np.abs(exact - ranks).max(), np.abs(exact - ranks - 1 / size).max())
    return gap / math.sqrt(math.log(2 / FALSE_ALARM_RATE) / (2 * size))


def sameness(name, features, theta, basis, horizon=600):
    """Whether runs in this basis name the same arms after the same pulls."""
    here, there = (
        simulate_fixed_budget(name, array, vector, horizon, 0.1, runs=100, rewards="bernoulli")
        for array, vector in ((features, theta), (features @ basis.T, np.linalg.solve(basis.T, theta)))
    )
    return (here.recommendations == there.recommendations).all() and (here.pulls == there.pulls).all()


@pytest.mark.parametrize("num_arms, dimension", [(3, 2), (12, 3), (9, 6), (30, 4)])
def test_a_linear_change_of_coordinates_changes_no_run(num_arms, dimension):
    generator = np.random.default_rng(num_arms)
    features = np.abs(generator.normal(size=(num_arms, dimension)))
    theta = generator.random(dimension)
    theta /= (features @ theta).max() * 1.1
    scales = np.diag(10.0 ** np.linspace(-2, 2, dimension))
    for basis in (scales, generator.normal(size=(dimension, dimension)), scales @ generator.normal(size=scales.shape)):
        assert sameness("dp-od", features, theta, basis)
    assert not sameness("dp-od-axes", features, theta, scales)  # what the check must see


def test_one_axis_in_other_units_moves_the_error_of_noise_by_axis_only():
    features, theta = published_fixed_budget_instance()
    errors = {
        name: [
            simulate_fixed_budget(name, array, vector, 1000, 0.1, runs=1500).errors
            for array, vector in ((features, theta), (features * (0.1, 1.0), theta * (10.0, 1.0)))
        ]
        for name in ("dp-od", "dp-od-axes")
    }
    assert errors["dp-od"][0] == errors["dp-od"][1]
    intervals = [binomial_interval(wrong, 1500, 1 - FALSE_ALARM_RATE) for wrong in errors["dp-od-axes"]]
    for (low, high), share in zip(intervals, (0.392, 0.111), strict=True):
        assert low < share < high
    assert intervals[0][0] > intervals[1][1]


@pytest.mark.parametrize("dimension", [1, 2, 3])
def test_the_noise_has_a_gamma_length_and_a_uniform_direction(dimension):
    generator, size = np.random.default_rng(dimension), 8000
    draws = np.array([isotropic_noise(generator, dimension, 2.5) for _ in range(size)])
    lengths = np.linalg.norm(draws, axis=1)
    assert furthest(lengths, lambda x: gammainc(dimension, x / 2.5)) < 1
    assert furthest(lengths, lambda x: gammainc(dimension, x / 2.0)) > 1  # four fifths of the noise
    cosines = draws[:, 0] / lengths
    if dimension == 1:
        assert abs(cosines.mean()) < math.sqrt(2 * math.log(2 / FALSE_ALARM_RATE) / size)
    elif dimension == 2:
        assert furthest(cosines, lambda c: 1 - np.arccos(c) / math.pi) < 1
    else:
        assert furthest(cosines, lambda c: (1 + c) / 2) < 1  # Archimedes


def test_a_round_adds_that_noise_to_the_whitened_sums():
    # Three unit vectors in another basis, n pulls each: V = n I, so the estimates err by x/sqrt(n), ||x|| of scale
    # 1/(.5 sqrt(n)).
    basis = np.array([[2.0, 0.3, 0.0], [0.0, 1.0, -5.0], [0.1, 0.0, 0.2]])
    run = reference.TableRun("dp-od", basis, 63, epsilon=0.5)
    rewards, generator = np.full((63, 3), 0.5), np.random.default_rng(0)
    logs = np.array([run(rewards, generator)[2][0] for _ in range(4000)])
    counts = logs[0, 1]
    whitened = (logs[:, 2] - 0.5) * np.sqrt(counts)
    lengths = np.linalg.norm(whitened, axis=1) * 0.5 * math.sqrt(counts.min())
    assert furthest(lengths, lambda x: gammainc(3, x)) < 1
    assert furthest(whitened[:, 1] / np.linalg.norm(whitened, axis=1), lambda c: (1 + c) / 2) < 1


# Three unit vectors at 120 degrees, and four arms in space: more than a basis, so that V has no basis of arms as axes.
TRIANGLE = np.array([[1.0, 0.0], [-0.5, math.sqrt(0.75)], [-0.5, -math.sqrt(0.75)]])
SKEWED = np.array([[1.0, 0.0, 0.0], [0.9, 0.5, 0.0], [0.8, 0.4, 0.5], [0.1, 0.9, 0.6]])


@pytest.mark.parametrize("features", [TRIANGLE, SKEWED])
def test_a_round_adds_isotropic_noise_where_the_pulled_arms_are_not_orthogonal(features):
    # Noise is the first thing that a round draws, and all rewards are 0: theta errs by V^{-1} R x, for a fixed R.  Its
    # whitened length is ||x|| for d (d + 1)/2 draws x in general position only if R R^T = V: all that the proof asks.
    dimension, epsilon = features.shape[1], 0.5
    run = reference.TableRun("dp-od", features, 120, epsilon)
    for seed in range(12):
        log = run(np.zeros((120, len(features))), np.random.default_rng(seed))[2][0]
        information = (features.T * log[1]) @ features
        pulled = features[log[1] > 0]
        assert len(pulled) > dimension, "else V is diagonal in the basis of the arms"
        longest = math.sqrt(np.einsum("ij,ji->i", pulled, np.linalg.solve(information, pulled.T)).max())
        error = np.linalg.lstsq(features, log[2], rcond=None)[0]
        drawn = isotropic_noise(np.random.default_rng(seed), dimension, longest / epsilon)
        assert error @ information @ error == pytest.approx(drawn @ drawn, rel=1e-6)


@pytest.mark.parametrize("dimension", [2, 3])
def test_noise_moved_by_a_skewed_matrix_is_isotropic_once_whitened(dimension):
    generator, epsilon = np.random.default_rng(dimension), 0.5
    information = 4 * (np.full((dimension, dimension), 0.9) + 0.1 * np.eye(dimension))
    root, pulled = np.linalg.cholesky(information), np.eye(dimension)
    draws = np.array([_whitened_noise(generator, information, pulled, epsilon) for _ in range(6000)])
    scale = math.sqrt(np.diag(np.linalg.inv(information)).max()) / epsilon
    assert is_isotropic(np.linalg.solve(root, draws.T).T, scale)
    wrong = np.linalg.solve(root, draws.T)
    assert not is_isotropic((np.linalg.inv(root) @ root.T @ wrong).T, scale), "the root's transpose is caught"


def is_isotropic(draws, scale):
    """Whether lengths are Gamma(d, scale) and directions uniform, on every axis, but for the false-alarm rate."""
    dimension, lengths = draws.shape[1], np.linalg.norm(draws, axis=1)
    along = (lambda c: 1 - np.arccos(c) / math.pi) if dimension == 2 else (lambda c: (1 + c) / 2)
    axes = [furthest(draws[:, i] / lengths, along) for i in range(dimension)]
    return max(*axes, furthest(lengths, lambda x: gammainc(dimension, x / scale))) < 1


def test_without_noise_it_fits_as_od_linbai_does():
    features, rewards = np.eye(4)[:, ::-1] * 3.0, np.random.default_rng(1).random((60, 4))
    answers = [
        reference.TableRun(name, features, 60)(rewards, np.random.default_rng(0)) for name in ("dp-od", "od-linbai")
    ]
    assert answers[0][0] == answers[1][0]
    np.testing.assert_allclose(answers[0][2], answers[1][2])


def test_nearly_dependent_features_still_get_an_answer():
    features = np.array([[1.0, 0.0, 0.0], [1.0, 1e-7, 0.0], [1.0, 0.0, 1e-8], [0.5, 0.0, 0.0]])
    for name in ("dp-od", "dp-od-axes"):
        result = simulate_fixed_budget(name, features, [0.4, 1e5, 2e5], 200, 0.1, runs=50, rewards="bernoulli")
        assert (result.pulls.sum(axis=1) <= 200).all()
