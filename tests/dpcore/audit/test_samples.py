"""The audit of two samples finds a planted violation of eps-DP and does not cry wolf."""

import numpy as np

from dpcore.audit import privacy_loss_lower_bound
from tests.dpcore.refusals import refused

RUNS = 100_000


def noisy_sums(seed, total, scale):
    return total + np.random.default_rng(seed).laplace(scale=scale, size=RUNS)


def test_laplace_mechanism_passes():
    loss = privacy_loss_lower_bound(noisy_sums(1, 3.0, 1.0), noisy_sums(2, 4.0, 1.0))
    assert 0.9 < loss < 1.0


def test_a_tenth_less_noise_is_caught():
    assert privacy_loss_lower_bound(noisy_sums(1, 3.0, 1 / 1.1), noisy_sums(2, 4.0, 1 / 1.1)) > 1.0


def test_half_the_noise_is_caught_whichever_sample_comes_first():
    first, second = noisy_sums(1, 3.0, 0.5), noisy_sums(2, 4.0, 0.5)
    assert privacy_loss_lower_bound(first, second) > 1.8
    assert privacy_loss_lower_bound(second, first) > 1.8


def test_exact_counts_have_no_finite_loss_and_equal_outputs_none():
    counts, ones = np.zeros(2000), np.ones(2000)
    assert privacy_loss_lower_bound(counts, ones) > 4
    assert privacy_loss_lower_bound(counts, counts) == 0
    few = np.random.default_rng(1).random(4000) < 0.02  # a rare answer that one input alone gives
    assert privacy_loss_lower_bound(few, np.zeros(4000)) > 0.5


test_bad_input = refused(
    lambda size, other: privacy_loss_lower_bound(np.zeros(size), other, 0.1),
    (199, np.zeros(199), r"must both have shape \(n,\) with n >= 200, not \(199,\) and \(199,\)"),
    (300, np.zeros(400), r"not \(300,\) and \(400,\)"),
    (300, np.full(300, np.nan), "neighbour_outputs must be numbers, not NaN"),
)
