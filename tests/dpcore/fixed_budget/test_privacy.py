"""Audits of eps-DP on neighbouring tables of rewards, which differ in one reward, and the same with half the noise."""

import numpy as np
import pytest
from scipy.stats import gamma

from dpcore.audit import privacy_loss_lower_bound
from tests.dpcore.fixed_budget.reference import TableRun
from tests.dpcore.statistical import FALSE_ALARM_RATE

EPSILON = 1.0
RUNS = 1400
# DP-BAI measures arms 1 and 2 here, the spanning pair, and BASELINE all four.
PLANE = np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.4], [0.3, 0.6]])
# One reward of arm 1 moves both least-squares sums of DP-OD in the given axes.
DIAGONAL = np.array([[1.0, 1.0], [1.0, -1.0], [0.2, 0.1]])
LINE = np.array([[1.0], [0.6], [0.3]])


def first_mean(log):
    """Arm 1's private mean in the first phase."""
    return log[0, 2, 0]


def second_mean(log):
    """Arm 1's private mean in the second phase, -1 if it was eliminated."""
    return log[1, 2, 0] if log[1, 0, 0] else -1.0


def smaller_coordinate(log):
    """Twice the smaller coordinate of the fitted theta, from <theta, (1, 1)> and <theta, (1, -1)>."""
    return log[0, 2, 0] - abs(log[0, 2, 1])


def outputs(run, rewards, statistic, seed):
    """(RUNS, 2): a statistic of the private means, and the recommendation."""
    generator, found = np.random.default_rng(seed), np.empty((RUNS, 2))
    for i in range(RUNS):
        answer, _, log = run(rewards, generator)
        found[i] = statistic(log), answer
    return found


def audit(name, features, budget, pull, statistic, epsilon):
    """The larger of the losses seen in the statistic and in the recommendation."""
    rewards = np.zeros((budget, len(features)))
    rewards[:, 0] = 0.6
    rewards[pull, 0] = 0.0
    neighbour = rewards.copy()
    neighbour[pull, 0] = 1.0
    run = TableRun(name, features, budget, epsilon)
    first, second = (outputs(run, table, statistic, seed) for seed, table in enumerate((rewards, neighbour)))
    return max(privacy_loss_lower_bound(first[:, i], second[:, i]) for i in (0, 1))


@pytest.mark.parametrize(
    "name, features, budget, pull, statistic",
    [
        ("dp-bai", PLANE, 8, 0, first_mean),
        ("baseline", PLANE, 8, 0, first_mean),
        ("dp-od-axes", DIAGONAL, 8, 0, smaller_coordinate),
        ("dp-od", LINE, 8, 0, first_mean),  # in more dimensions: its law, in test_dp_od.py
        ("dp-bai", np.eye(4), 14, 1, second_mean),  # two phases, the changed reward in the second one
        ("dp-od-axes", np.eye(4), 14, 1, second_mean),
    ],
)
def test_one_reward_moves_the_output_by_at_most_epsilon(name, features, budget, pull, statistic):
    seen = audit(name, features, budget, pull, statistic, EPSILON)
    assert 0.5 * EPSILON < seen < EPSILON
    # Half the noise, as if the algorithm believed in twice the budget: the audit must see it.
    assert audit(name, features, budget, pull, statistic, 2 * EPSILON) > 1.2 * EPSILON


@pytest.mark.parametrize("name", ["dp-bai", "baseline", "dp-od-axes"])
def test_noise_is_of_the_promised_scale_in_every_phase(name):
    # On orthogonal arms each private mean errs by Lap(1/(epsilon n)): n epsilon |error| is exponential, its sum gamma.
    epsilon, rewards, generator = 0.7, np.full((14, 4), 0.5), np.random.default_rng(1)
    run = TableRun(name, np.eye(4), 14, epsilon)
    logs = np.array([run(rewards, generator)[2] for _ in range(RUNS)])
    for phase in range(2):
        active, counts, means = (logs[:, phase, row] for row in range(3))
        sizes = (np.abs(means - 0.5) * counts * epsilon)[active > 0]
        low, high = gamma.isf([1 - FALSE_ALARM_RATE / 2, FALSE_ALARM_RATE / 2], sizes.size)
        assert low < sizes.sum() < high
        assert not low < 0.9 * sizes.sum() < high, "a tenth less noise is caught"
