"""Privacy: the law of the noise, and the rewards that are released with it.

tests/dpcore/audit audits the releases themselves, on neighbouring tables of rewards.
"""

import math

import numpy as np
import pytest
from scipy.stats import laplace, norm

from dpcore.fixed_confidence import fixed_confidence_algorithms, trace_fixed_confidence
from tests.dpcore.fixed_confidence.tables import run_on
from tests.dpcore.statistical import distance, is_plausible

FEW, MANY = {"max_samples": 3000}, {"max_samples": 10**9}
PRIVATE = [name for name, entry in fixed_confidence_algorithms().items() if entry.privacy.is_private]


@pytest.mark.parametrize("name", ["adap-tt", "adap-tt-star", "dp-tt", "gaussian-dp-tt", "gaussian-pb-tas"])
def test_a_release_has_one_noise_and_the_rewards_of_one_block_or_of_all(name):
    trace = trace_fixed_confidence(name, (0.6, 0.5, 0.1), 3.0, rho=0.5, **FEW)
    for arm in range(3):
        rows = np.flatnonzero((trace.arms == arm) & (trace.noise != 0))
        counts, released, noise = trace.counts[rows, arm], trace.private_counts[rows, arm], trace.noise[rows]
        error = (trace.private_means - trace.empirical_means)[rows, arm] * released
        blocks, ends = np.diff(counts, prepend=0), 2 ** np.arange(rows.size)
        assert rows.size > 2
        if name.startswith("adap"):
            np.testing.assert_array_equal(released, blocks)
            np.testing.assert_allclose(error, noise, atol=1e-9)
        else:
            np.testing.assert_array_equal(released, counts)
            np.testing.assert_allclose(error, np.cumsum(noise), atol=1e-9)
        assert (blocks > 0).all() if name == "gaussian-pb-tas" else (counts == ends).all()


@pytest.mark.parametrize(
    "name, budget, runs, more",
    [
        *((name, budget, 25, FEW) for name in ("adap-tt", "adap-tt-star", "dp-tt") for budget in (0.1, 3.0)),
        *((name, 0.2, 60, MANY) for name in ("dp-se", "pb-tas", "prise")),
        ("prise", 0.2, 60, {"lead": 0.05, **MANY}),
        ("gaussian-pb-tas", 0.02, 40, MANY),
        ("gaussian-dp-tt", 0.02, 40, FEW),
    ],
)
def test_the_noise_of_every_release_is_fresh_and_of_the_law_that_the_budget_asks_for(name, budget, runs, more):
    traces = [
        trace_fixed_confidence(name, (0.75, 0.7, 0.7, 0.7, 0.7), budget, rho=budget, run=run, **more)
        for run in range(runs)
    ]
    noise = np.concatenate([trace.noise[trace.noise != 0] for trace in traces])
    law = norm(scale=1 / math.sqrt(2 * budget)) if name.startswith("gaussian") else laplace(scale=1 / budget)
    assert np.unique(noise).size == noise.size
    assert distance(noise, law.cdf) < 1
    assert distance(noise / 2, law.cdf) > 1, "half the noise is caught"


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
    for seed in range(3000):
        log = run_on(table, "ctb-tt", seed, epsilon)[2]
        truths += int(log[0, 5] > 0.5) + int(log[0, 6] < 0.5)
    assert is_plausible(truths, 6000, math.exp(epsilon) / (1 + math.exp(epsilon)))
    assert not is_plausible(truths, 6000, math.exp(1.2 * epsilon) / (1 + math.exp(1.2 * epsilon)))
