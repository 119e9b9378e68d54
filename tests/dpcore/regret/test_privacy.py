"""Privacy: epsilon-DP audited on neighbouring tables of rewards, rho-zCDP by the exact divergence of its Gaussians.

In the tables only one participant's reward differs.  The output is the whole action sequence; the audits look at how
often arm 1 was pulled.
"""

import math

import numpy as np
import pytest

from dpcore.audit import privacy_loss_lower_bound
from dpcore.regret._private_indices import gaussian_deviation, laplace_scale
from dpcore.regret.algorithms.adac_gope import private_estimate
from dpcore.regret.algorithms.adac_oful import update_noise_deviation
from tests.dpcore.regret import tables

CLAIMED = 1.0  # epsilon
RUNS = 1000
MEANS = np.array([0.6, 0.5])


def audited_loss(name, horizon, epsilon, **parameters):
    """What the audit finds on the pulls of arm 1 when the algorithm is run with this epsilon."""
    table, neighbour = successive_elimination_tables(epsilon) if name == "dp-se" else first_reward_tables(horizon)
    generator = np.random.default_rng(11)

    def outputs(rewards):
        end = np.array([len(rewards)])
        one_run = tables.table_run(name, MEANS, rewards, epsilon, steps=end, **parameters)
        return [one_run(generator)[1][0] for _ in range(RUNS)]

    return privacy_loss_lower_bound(outputs(table), outputs(neighbour))


def first_reward_tables(horizon):
    """All rewards 1/2, but the first participant brings 1 or 0."""
    table, neighbour = np.full((horizon, 2), 0.5), np.full((horizon, 2), 0.5)
    table[0], neighbour[0] = 1.0, 0.0
    return table, neighbour


def successive_elimination_tables(epsilon, risk=0.49):
    """After the first epoch (448 pulls each) arm 1 leads by what is allowed, rounded down, or by one reward more."""
    wanted = 32 * math.log(8 * 2 / risk) / 0.25 + 1
    margin = 2 * math.sqrt(math.log(8 * 2 / risk) / (2 * wanted)) + 2 * math.log(4 * 2 / risk) / (wanted * epsilon)
    table = np.zeros((2 * math.ceil(wanted) + 4, 2))
    lead = math.floor(margin * math.ceil(wanted))
    table[: 2 * lead, 0] = 1.0
    neighbour = table.copy()
    neighbour[2 * lead, 0] = 1.0
    return table, neighbour


# name, steps audited, the factor by which the planted violation overspends, other parameters
CASES = [
    ("adap-ucb", 3, 4, {}),
    ("adap-klucb", 3, 4, {"exploration": 0.01}),
    ("dp-imed", 3, 4, {}),
    ("dp-imed", 12, 8, {"batch_ratio": 2.0}),
    ("dp-klucb", 3, 4, {}),
    ("dp-ucb", 3, 8, {"split": False, "failure_probability": 0.99}),
    ("dp-ucb", 3, 12, {"split": True, "failure_probability": 0.99}),
    ("dp-ucb", 20, 30, {"split": False, "failure_probability": 0.99}),
    ("dp-se", 900, 4, {"risk": 0.49}),
]


@pytest.mark.parametrize("name, horizon, factor, parameters", CASES)
def test_pure_privacy_audit(name, horizon, factor, parameters):
    assert audited_loss(name, horizon, CLAIMED, **parameters) < CLAIMED
    assert audited_loss(name, horizon, factor * CLAIMED, **parameters) > CLAIMED  # the planted violation is caught


@pytest.mark.parametrize("budget", [0.01, 1.0, 7.0])
@pytest.mark.parametrize("count", [1, 2, 1000])
def test_noise_of_a_block_mean_is_calibrated(budget, count):
    sensitivity = 1 / count
    assert sensitivity / laplace_scale(count, budget) == pytest.approx(budget)
    assert renyi_slope(sensitivity, gaussian_deviation(count, budget)) == pytest.approx(budget)


def renyi_slope(shift, deviation):
    """The rho of N(0, s^2) against N(shift, s^2): Renyi divergence of order a is a shift^2/(2 s^2)."""
    return shift**2 / (2 * deviation**2)


@pytest.mark.parametrize("rho", [0.02, 1.0])
def test_noise_of_adac_oful_is_calibrated(rho):
    # ||a|| <= 1 and |r| <= 1: changing one reward moves a block's sum of a r by at most 2.
    assert renyi_slope(2.0, update_noise_deviation(rho)) == pytest.approx(rho)


@pytest.mark.parametrize("arms, dimension", [(4, 2), (10, 3), (5, 5)])
@pytest.mark.parametrize("rho", [0.02, 1.0])
@pytest.mark.parametrize("noise_per_arm", [False, True])
def test_noise_of_adac_gope_is_calibrated(arms, dimension, rho, noise_per_arm):
    counts = np.random.default_rng(arms).integers(0, 50, arms)
    counts[: dimension + 1] += 1
    features = np.random.default_rng(dimension).standard_normal((arms, dimension))
    spent = spent_rho(features, counts, rho, noise_per_arm)
    if noise_per_arm:
        assert spent.max() <= rho * (1 + 1e-9)
    else:
        assert spent.max() == pytest.approx(rho, rel=1e-9)
    assert spent_rho(features, counts, 2 * rho, noise_per_arm=False).max() > rho * 1.9  # half the variance is caught


def spent_rho(features, counts, rho, noise_per_arm):
    """For each pulled arm the zCDP budget that a change of one of its rewards from -1 to 1 really spends."""
    zeros, pulled = np.zeros(len(counts)), np.flatnonzero(counts)
    dimension = features.shape[1]
    size = pulled.size if noise_per_arm else dimension
    # The noise is linear in standard normals z: recover the map from runs whose z is known, then its covariance.
    seeds = range(size)
    normals = np.array([np.random.default_rng(seed).standard_normal(size) for seed in seeds])
    noise = [private_estimate(np.random.default_rng(s), features, counts, zeros, rho, noise_per_arm) for s in seeds]
    linear_map = np.linalg.solve(normals, np.array(noise)).T
    precision = np.linalg.inv(linear_map @ linear_map.T)
    spent = []
    for arm in pulled:
        change = zeros.copy()
        change[arm] = 2.0
        shift = private_estimate(np.random.default_rng(0), features, counts, change, math.inf, noise_per_arm)
        spent.append(shift @ precision @ shift / 2)
    return np.array(spent)
