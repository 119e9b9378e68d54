"""DP-OD's noise is isotropic on whitened sums: its law, and that no basis of the features changes a run."""

import math

import numpy as np
import pytest
from scipy.special import gammainc
from scipy.stats import laplace

from dpcore.fixed_budget import simulate_fixed_budget
from dpcore.fixed_budget.protocol import isotropic_noise
from tests.dpcore.fixed_budget import reference
from tests.dpcore.statistical import distance


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


@pytest.mark.parametrize("dimension", [1, 2, 3])
def test_the_noise_has_a_gamma_length_and_a_uniform_direction(dimension):
    generator, size = np.random.default_rng(dimension), 8000
    draws = np.array([isotropic_noise(generator, dimension, 2.5) for _ in range(size)])
    assert distance(draws[:, 0], laplace(scale=2.5).cdf) < 1 if dimension == 1 else is_isotropic(draws, 2.5)
    lengths = np.linalg.norm(draws, axis=1)
    assert distance(lengths, lambda x: gammainc(dimension, x / 2.0)) > 1  # four fifths of the noise


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


def is_isotropic(draws, scale):
    """Whether lengths are Gamma(d, scale) and directions uniform, on every axis, but for the false-alarm rate.

    A coordinate of a uniform direction is uniform itself in three dimensions (Archimedes).
    """
    dimension, lengths = draws.shape[1], np.linalg.norm(draws, axis=1)
    along = (lambda c: 1 - np.arccos(c) / math.pi) if dimension == 2 else (lambda c: (1 + c) / 2)
    axes = [distance(draws[:, i] / lengths, along) for i in range(dimension)]
    return max(*axes, distance(lengths, lambda x: gammainc(dimension, x / scale))) < 1


def test_nearly_dependent_features_still_get_an_answer():
    features = np.array([[1.0, 0.0, 0.0], [1.0, 1e-7, 0.0], [1.0, 0.0, 1e-8], [0.5, 0.0, 0.0]])
    for name in ("dp-od", "dp-od-axes"):
        result = simulate_fixed_budget(name, features, [0.4, 1e5, 2e5], 200, 0.1, runs=50, rewards="bernoulli")
        assert (result.pulls.sum(axis=1) <= 200).all()
