"""A run of PB-TaS: its plans, against a plain loop, its releases with their noise and their privacy."""

import math

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from dpcore._kernels import kernel
from dpcore.audit import privacy_loss_lower_bound
from dpcore.experiments import run_generator
from dpcore.fixed_confidence.algorithms.pb_tas.bets import mixture_bets
from dpcore.fixed_confidence.algorithms.pb_tas.entry import default_first_batch
from dpcore.fixed_confidence.algorithms.pb_tas.kernel import (
    Plan,
    floored_allocation,
    plan_pulls,
)
from dpcore.times.characteristic import characteristic_time
from tests.dpcore.fixed_confidence.pb_tas.helpers import (
    bets_of,
    plain_log_evidence,
    released_sums,
    run_kernel,
    table_of_rewards,
)


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
    generator, arms, time = run_generator(seed, 0), rewards.shape[1], 0
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
@pytest.mark.parametrize("seed, zeta", [(0, 0.0), (1, 0.0), (2, 0.04)])
def test_a_run_against_a_plain_loop(evidence, seed, zeta):
    means, epsilon, risk = (0.6, 0.45, 0.4), 0.7, 0.05
    rewards = table_of_rewards(seed, 20_000, means)
    _, time, answer, _ = run_kernel(seed, means, epsilon, risk, bets_of(evidence, epsilon), rewards, 20_000, zeta=zeta)
    assert (time, answer) == plain_run(seed, rewards, epsilon, risk, evidence, zeta)


def test_every_reward_enters_exactly_one_release():
    means, length = (0.6, 0.5, 0.55), 3000
    rewards = np.random.default_rng(5).random((length, 3))
    log = run_kernel(7, means, 1.0, 1e-9, None, rewards, max_samples=length, moments=100)[3]
    log = log[log[:, 2] != 0]  # the last moment is the cap: no release, no noise
    pulls = np.vstack([np.zeros(3, dtype=int), log[:, 5 + 2 * 3 : 5 + 3 * 3].astype(int)])
    waiting: list[list[int]] = [[], [], []]
    step = 0
    for row, released in enumerate(log[:, 1].astype(int)):
        for arm in range(3):  # a plan is carried out arm after arm
            new = pulls[row + 1, arm] - pulls[row, arm]
            waiting[arm].extend(range(step, step + new))
            step += new
        assert released_sums(log)[row] == pytest.approx(rewards[waiting[released], released].sum())
        waiting[released] = []
    assert len(log) > 20


@pytest.mark.parametrize("step", [10, 57, 200, 250])
def test_a_release_depends_on_earlier_rewards_only(step):
    rewards = table_of_rewards(5, 400, (0.6, 0.5))
    changed = rewards.copy()
    changed[step:] = 1 - changed[step:]
    logs = [
        run_kernel(7, (0.6, 0.5), 1.0, 1e-9, None, table, max_samples=400, moments=60)[3]
        for table in (rewards, changed)
    ]
    before = logs[0][:, 0] <= step
    assert np.array_equal(logs[0][before], logs[1][: before.sum()])
    assert not np.array_equal(logs[0], logs[1])


def test_privacy_on_neighbouring_tables():
    # Both tables say "arm 0 is better"; the neighbour's first participant on arm 1 is a success instead of a failure.
    epsilon, risk, runs, bets = 1.0, 0.2, 2500, mixture_bets(1.0)
    rewards = np.zeros((400, 2))
    rewards[:, 0] = 1
    neighbour = rewards.copy()
    neighbour[default_first_batch(epsilon)] = 1

    def outputs(table, noise_epsilon, first_seed):
        found = np.empty((runs, 2))  # the released sum, and the stopping time
        for i in range(runs):
            _, time, _, log = run_kernel(
                first_seed + i, (0.5, 0.5), noise_epsilon, risk, bets, table, 400, 2, default_first_batch(epsilon)
            )
            found[i] = log[1, 6] * log[1, 12], time  # private mean x rewards in it: what it decides with
        return found

    def losses(noise_epsilon):
        ours, theirs = outputs(rewards, noise_epsilon, 0), outputs(neighbour, noise_epsilon, runs)
        return [privacy_loss_lower_bound(ours[:, column], theirs[:, column]) for column in (0, 1)]

    assert max(losses(epsilon)) < epsilon
    assert losses(2 * epsilon)[0] > epsilon, "half the noise is caught"


@kernel
def draw_binomials(generator, size, mean, out):
    for i in range(out.size):
        out[i] = generator.binomial(size, mean)


@pytest.mark.parametrize("size", [1, 1000, 10**8, 10**12])
@pytest.mark.parametrize("mean", [1e-3, 0.5, 0.999])
def test_compiled_binomial_draws_are_those_of_numpy_at_any_size(size, mean):
    draws = np.empty(5000, dtype=np.int64)
    draw_binomials(run_generator(1, 0), size, mean, draws)
    assert np.array_equal(draws, run_generator(1, 0).binomial(size, mean, draws.size))
    z = (draws.mean() - size * mean) / math.sqrt(size * mean * (1 - mean) / draws.size)
    assert abs(z) < 5
    if size > 1:
        assert draws.var() == pytest.approx(size * mean * (1 - mean), rel=0.15)
