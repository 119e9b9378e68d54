"""Audits of eps-DP on neighbouring tables of rewards, which differ in one reward, and the same with half the noise."""

import numpy as np
import pytest

from tests.fixed_budget.reference import TableRun
from tests.privacy_audit import privacy_loss_lower_bound

EPSILON = 1.0
RUNS = 12_000
# DP-BAI measures arms 1 and 2 here, the spanning pair, and BASELINE all four.
PLANE = np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.4], [0.3, 0.6]])


def outputs(name, features, budget, rewards, epsilon, phase, arm, seed):
    """(RUNS, 2): the private mean of an arm in a phase (-1 once it is eliminated) and the recommendation."""
    run, generator, found = TableRun(name, features, budget, epsilon), np.random.default_rng(seed), np.empty((RUNS, 2))
    for i in range(RUNS):
        answer, _, log = run(rewards, generator)
        found[i] = log[phase, 2, arm] if log[phase, 0, arm] else -1.0, answer
    return found


def audit(name, features, budget, pull, phase, epsilon):
    """The larger of the losses seen in an arm's private mean and in the recommendation."""
    rewards = np.full((budget, len(features)), 0.5)
    rewards[:, 0] = 0.6
    rewards[pull, 0] = 0.0
    neighbour = rewards.copy()
    neighbour[pull, 0] = 1.0
    first, second = (
        outputs(name, features, budget, table, epsilon, phase, 0, seed)
        for seed, table in enumerate((rewards, neighbour))
    )
    return max(privacy_loss_lower_bound(first[:, i], second[:, i]) for i in (0, 1))


@pytest.mark.parametrize(
    "name, features, budget, pull, phase",
    [
        ("dp-bai", PLANE, 8, 0, 0),
        ("baseline", PLANE, 8, 0, 0),
        ("dp-od", PLANE, 8, 0, 0),
        ("dp-bai", np.eye(4), 14, 1, 1),  # two phases, the changed reward in the second one
        ("dp-od", np.eye(4), 14, 1, 1),
    ],
)
def test_one_reward_moves_the_output_by_at_most_epsilon(name, features, budget, pull, phase):
    assert audit(name, features, budget, pull, phase, EPSILON) <= EPSILON
    # Half the noise, as if the algorithm believed in twice the budget: the audit must see it.
    assert audit(name, features, budget, pull, phase, 2 * EPSILON) > EPSILON
