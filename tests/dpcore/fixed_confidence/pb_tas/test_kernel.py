"""A run of PB-TaS: its plans, itself against a plain loop, and its draws."""

import math

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from dpcore.experiments import run_generator
from dpcore.fixed_confidence.algorithms.pb_tas.kernel import (
    Plan,
    floored_allocation,
    plan_pulls,
)
from dpcore.fixed_confidence.protocol import no_rewards
from dpcore.regret._blocks import bernoulli_sum
from dpcore.times.characteristic import characteristic_time
from tests.dpcore.fixed_confidence.pb_tas.helpers import plain_log_evidence
from tests.dpcore.fixed_confidence.tables import run_on


def test_allocation_is_optimal_at_the_clipped_means_and_floored():
    allocation = np.zeros(3)
    floored_allocation(allocation, np.array([0.8, 0.6, -3.0]), 0, 0.5, 0.2, 0.0, 0.0)
    optimal = characteristic_time([0.8, 0.6, 0.001], "private", 0.5).allocation
    assert allocation == pytest.approx(np.maximum(optimal, 0.2 / 3), rel=1e-6)
    assert allocation.min() == 0.2 / 3 > optimal.min()
    floored_allocation(allocation, np.array([1.7, 1.7, 0.6]), 1, 0.5, 0.0, 0.0, 0.0)
    optimal = characteristic_time([0.998, 0.999, 0.6], "private", 0.5).allocation
    assert allocation == pytest.approx(optimal, rel=1e-6)
    for means in ([1.7, 1.6, 1.5], [-0.2, -0.3, -9.0], [0.5, 0.5, 0.5]):
        floored_allocation(allocation, np.array(means), 0, 0.5, 0.2, 0.0, 0.0)
        assert np.all(np.isfinite(allocation))
        assert np.all(allocation >= 0.2 / 3)


def test_plan_releases_the_arm_that_is_due_first_and_never_takes_back():
    plan = Plan(np.array([100, 140, 100]), np.array([150, 150, 150]), np.zeros(3, dtype=np.int64))
    assert plan_pulls(plan, np.array([0.5, 0.25, 0.25])) == 0
    assert plan.planned.tolist() == [150, 140, 100]
    assert plan_pulls(plan, np.array([0.5, 0.49, 0.4])) == 0
    assert plan.planned.tolist() == [150, 147, 120]
    assert plan_pulls(plan, np.array([0.5, 0.5, 0.5])) == 0
    assert plan.planned.tolist() == [150, 149, 149]


def plain_run(seed, rewards, epsilon, risk, evidence, zeta):
    """PB-TaS as docs/pb-tas.md states it, one participant after another: (stopping time, answer)."""
    generator, arms, time = np.random.default_rng(seed), rewards.shape[1], 0
    pulled, batches = [[] for _ in range(arms)], [[] for _ in range(arms)]
    due, sizes = [math.ceil(10 + 20 / epsilon)] * arms, [0] * arms
    targets, next_arm = [0] * arms, 0
    while True:
        targets[next_arm] = due[next_arm]
        for arm in range(arms):
            while len(pulled[arm]) < targets[arm]:
                pulled[arm].append(rewards[time, arm])
                time += 1
        batch = pulled[next_arm][sizes[next_arm] :]
        batches[next_arm].append((len(batch), sum(batch) + generator.laplace(0, 1 / epsilon)))
        sizes[next_arm] = len(pulled[next_arm])
        due[next_arm] = max(sizes[next_arm] + 1, math.ceil(sizes[next_arm] * 1.5))
        if 0 in sizes:
            next_arm += 1
            targets = [len(pulled[arm]) for arm in range(arms)]
            continue
        means = np.array([sum(released for _, released in batches[arm]) / sizes[arm] for arm in range(arms)])
        best = int(np.argmax(means))

        def decided(rival, best=best):
            pair = [(0, *b) for b in batches[best]] + [(1, *b) for b in batches[rival]]
            search = {"bounds": (-15, 15), "method": "bounded", "options": {"xatol": 1e-9}}
            found = minimize_scalar(plain_log_evidence, args=(pair, evidence, epsilon, zeta), **search)
            return found.fun >= math.log((arms - 1) / risk)

        if all(decided(rival) for rival in range(arms) if rival != best):
            return time, best
        top = np.clip(means[best] + zeta / 2, 0.002, 0.999)
        clipped = np.clip(means - zeta / 2, 0.001, top - 0.001)
        clipped[best] = top
        share = np.maximum(characteristic_time(clipped, "private", epsilon).allocation, 0.2 / arms)
        next_arm = int(np.argmin(np.array(due) / share))
        level = due[next_arm] / share[next_arm]
        targets = [max(len(pulled[a]), min(math.floor(share[a] * level), due[a] - 1)) for a in range(arms)]


@pytest.mark.parametrize("evidence", ["mixture", "scheduled"])
@pytest.mark.parametrize("seed, zeta", [(0, 0.0), (2, 0.04)])
def test_a_run_against_a_plain_loop(evidence, seed, zeta):
    rewards = np.random.default_rng(seed).binomial(1, (0.6, 0.45, 0.4), (20_000, 3)).astype(float)
    ending, *_ = run_on(rewards, "pb-tas", seed, 0.7, 0.05, indifference=zeta, evidence=evidence)
    assert (ending.time, ending.answer) == plain_run(seed, rewards, 0.7, 0.05, evidence, zeta)


@pytest.mark.parametrize("size, mean", [(1, 0.5), (1000, 1e-3), (10**8, 0.999), (10**12, 0.5)])
def test_compiled_binomial_draws_are_those_of_numpy_at_any_size(size, mean):
    generator = run_generator(1, 0)
    draws = [bernoulli_sum(generator, no_rewards(1), 0, size, 0, mean) for _ in range(500)]
    assert draws == run_generator(1, 0).binomial(size, mean, 500).tolist()
