"""The audit finds a planted violation of eps-DP and does not cry wolf."""

import numpy as np

from tests.dpcore.privacy_audit import privacy_loss_lower_bound

RUNS = 100_000


def noisy_sums(seed, total, scale):
    return total + np.random.default_rng(seed).laplace(scale=scale, size=RUNS)


def test_laplace_mechanism_passes():
    loss = privacy_loss_lower_bound(noisy_sums(1, 3.0, 1.0), noisy_sums(2, 4.0, 1.0))
    assert 0.8 < loss <= 1.0


def test_half_the_noise_is_caught():
    assert privacy_loss_lower_bound(noisy_sums(1, 3.0, 0.5), noisy_sums(2, 4.0, 0.5)) > 1.5
