"""Event-level simulation against runs pull by pull on tables of Bernoulli rewards: the same law of the regret."""

import math

import numpy as np
import pytest

from dpcore import simulate_regret
from tests.dpcore.regret import tables

RUNS = 1200
# Two empirical distribution functions, each within this distance of its own except with probability 5e-7 (DKW-Massart).
LARGEST_DISTANCE = 2 * math.sqrt(math.log(2 / 5e-7) / (2 * RUNS))


def distance(first, second):
    """The largest difference of two empirical distribution functions (Kolmogorov-Smirnov)."""
    grid = np.sort(np.concatenate([first, second]))
    return max(
        abs(np.searchsorted(np.sort(first), grid, side="right") - np.searchsorted(np.sort(second), grid, side="right"))
        / RUNS
    )


def regrets_on_tables(name, means, budget, horizon, **parameters):
    generator, end = np.random.default_rng(1), np.array([horizon])
    regrets = []
    for _ in range(RUNS):
        table = (generator.random((horizon, len(means))) < means).astype(float)
        run = tables.table_run(name, np.array(means), table, budget, steps=end, **parameters)
        regrets.append(run(generator)[0][0])
    return np.array(regrets)


@pytest.mark.parametrize(
    "name, budget, horizon, parameters",
    [
        ("ucb-episodes", math.inf, 300, {}),
        ("adac-ucb", 0.1, 300, {}),
        ("adap-ucb", 1.0, 300, {}),
        ("adap-klucb", 1.0, 300, {}),
        ("dp-imed", 1.0, 300, {}),
        ("dp-klucb", 1.0, 300, {}),
        ("dp-ucb", 50.0, 300, {}),
        ("dp-se", 0.5, 2500, {"risk": 0.5}),
    ],
)
def test_regret_has_the_law_of_pulls_one_by_one(name, budget, horizon, parameters):
    means = (0.4, 0.6, 0.5)
    simulated = simulate_regret(name, means, horizon, epsilon=budget, rho=budget, runs=RUNS, **parameters)
    assert np.unique(simulated.regret[:, -1]).size > 2
    expected = regrets_on_tables(name, means, budget, horizon, **parameters)
    assert distance(simulated.regret[:, -1], expected) < LARGEST_DISTANCE


def test_the_distance_sees_another_budget():
    means = (0.4, 0.6, 0.5)
    simulated = simulate_regret("adap-ucb", means, 300, epsilon=0.3, runs=RUNS)
    assert distance(simulated.regret[:, -1], regrets_on_tables("adap-ucb", means, 1.0, 300)) > LARGEST_DISTANCE
