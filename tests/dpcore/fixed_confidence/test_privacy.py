"""Privacy: the law of the noise, and the rewards that are released with it.

tests/dpcore/audit audits the releases themselves, on neighbouring tables of rewards.
"""

import math

import numpy as np
import pytest
from scipy.stats import laplace

from dpcore.fixed_confidence import fixed_confidence_algorithms, trace_fixed_confidence
from tests.dpcore.fixed_confidence.tables import run_on
from tests.dpcore.statistical import distance, is_plausible

GLOBAL = ["adap-tt", "adap-tt-star", "dp-tt"]
PRIVATE = [name for name, entry in fixed_confidence_algorithms().items() if entry.privacy.is_private]


def collected_noise(name, epsilon):
    """Every release's noise in some runs, and the checks of the blocks of each."""
    noise = []
    for run in range(40):
        trace = trace_fixed_confidence(name, (0.6, 0.5, 0.1), epsilon, run=run, max_samples=3000)
        noise.extend(check_blocks(name, trace))
    return np.array(noise)


def check_blocks(name, trace):
    """Each release covers rewards never released before, and its noise is what separates private from true means."""
    released = []
    for arm in range(3):
        rows = np.flatnonzero((trace.arms == arm) & (trace.noise != 0))
        counts, blocks, noise = trace.counts[rows, arm], trace.private_counts[rows, arm], trace.noise[rows]
        error = (trace.private_means - trace.empirical_means)[rows, arm] * blocks
        if name == "dp-tt":
            np.testing.assert_array_equal(counts, 2 ** np.arange(rows.size))
            np.testing.assert_array_equal(blocks, counts)
            np.testing.assert_allclose(error, np.cumsum(noise), atol=1e-9)
        else:
            np.testing.assert_array_equal(np.cumsum(blocks), counts)
            np.testing.assert_array_equal(blocks, np.maximum(1, 2 ** (np.arange(rows.size) - 1.0)))
            np.testing.assert_allclose(error, noise, atol=1e-9)
        released.extend(noise)
    return released


@pytest.mark.parametrize("epsilon", [0.1, 3.0])
@pytest.mark.parametrize("name", GLOBAL)
def test_noise_is_fresh_laplace_on_disjoint_blocks(name, epsilon):
    noise = collected_noise(name, epsilon)
    assert noise.size > 500
    assert np.unique(noise).size == noise.size
    assert distance(noise, laplace(scale=1 / epsilon).cdf) < 1
    assert distance(noise / 2, laplace(scale=1 / epsilon).cdf) > 1, "half the noise is caught"


@pytest.mark.parametrize(
    "name, epsilon, more",
    [("dp-se", 0.05, {}), ("pb-tas", 0.2, {}), ("prise", 0.2, {}), ("prise", 0.2, {"lead": 0.05})],
)
def test_noise_of_every_release_is_laplace_of_scale_one_over_epsilon(name, epsilon, more):
    means, how = (0.75, 0.7, 0.7, 0.7, 0.7), {"max_samples": 10**9, **more}
    noise = np.concatenate([trace_fixed_confidence(name, means, epsilon, seed=s, **how).noise for s in range(60)])
    assert np.unique(noise).size == noise.size
    assert distance(noise, laplace(scale=1 / epsilon).cdf) < 1
    assert distance(noise / 2, laplace(scale=1 / epsilon).cdf) > 1, "half the noise is caught"


@pytest.mark.parametrize("step", [10, 57, 157, 400])
@pytest.mark.parametrize("name", PRIVATE)
def test_a_release_depends_on_earlier_rewards_only(name, step):
    rewards = np.random.default_rng(5).binomial(1, (0.6, 0.5), (3000, 2)).astype(float)
    changed = rewards.copy()
    changed[step:] = 1 - changed[step:]
    risk = 0.4 if name == "dp-se" else 1e-9  # so that it releases anything
    logs = [run_on(table, name, 7, 5.0, risk)[2] for table in (rewards, changed)]
    before = logs[0][:, 0] <= step
    assert np.array_equal(logs[0][before], logs[1][: before.sum()])
    assert not np.array_equal(logs[0], logs[1])


def test_local_answers_are_true_with_the_stated_probability():
    """F5: an answer is the truth with probability e^eps/(1 + e^eps); a private mean of one answer shows it."""
    epsilon, table, truths = 1.3, np.array([[1.0, 0.0], [1.0, 0.0]]), 0
    for seed in range(5000):
        log = run_on(table, "ctb-tt", seed, epsilon)[2]
        truths += int(log[0, 5] > 0.5) + int(log[0, 6] < 0.5)
    assert is_plausible(truths, 10_000, math.exp(epsilon) / (1 + math.exp(epsilon)))
    assert not is_plausible(truths, 10_000, math.exp(1.2 * epsilon) / (1 + math.exp(1.2 * epsilon)))
