"""Every kernel against a pull-by-pull loop on the same table of rewards and the same noise: equal step by step."""

import math

import numpy as np
import pytest

from dpcore.regret import ContextualEnvironment, LinearEnvironment, dp_ucb_penalty
from tests.dpcore.regret import tables

MEANS = np.array([0.4, 0.8, 0.55])


def assert_is_run(found, actions, means):
    """Whether a run's regret and pulls are those of these actions."""
    regret, pulls = found
    assert pulls.tolist() == np.bincount(actions, minlength=len(means)).tolist()
    assert regret == pytest.approx(np.cumsum(np.max(means) - np.asarray(means)[actions]))


@pytest.mark.parametrize("rule", ["adac-ucb", "adap-ucb", "adap-klucb"])
@pytest.mark.parametrize("budget", [0.05, 1.0, math.inf])
def test_episodes_against_a_loop(rule, budget):
    for horizon in (3, 4, 700):
        table = tables.bernoulli_table(MEANS, horizon, seed=horizon)
        actions = tables.episodes(rule, table, budget, 3.1, np.random.default_rng(5))
        assert_is_run(tables.table_run(rule, MEANS, table, budget)(np.random.default_rng(5)), actions, MEANS)


@pytest.mark.parametrize("rule", ["dp-imed", "dp-klucb"])
@pytest.mark.parametrize("epsilon", [0.02, 1.0, math.inf])
@pytest.mark.parametrize("ratio", [1.1, 2.0])
def test_growing_batches_against_a_loop(rule, epsilon, ratio):
    for horizon in (3, 4, 900):
        table = tables.bernoulli_table(MEANS, horizon, seed=horizon)
        actions = tables.growing_batches(rule, table, epsilon, ratio, np.random.default_rng(5))
        run = tables.table_run(rule, MEANS, table, epsilon, batch_ratio=ratio)
        assert_is_run(run(np.random.default_rng(5)), actions, MEANS)


@pytest.mark.parametrize("epsilon", [0.02, 0.3, math.inf])
@pytest.mark.parametrize("horizon, means", [(10, MEANS), (20_000, MEANS), (20_000, np.array([0.5, 0.55, 0.52]))])
def test_dp_se_against_a_loop(epsilon, horizon, means):
    """The close arms tell whether an epoch after the first divides and compares by its own number."""
    table = tables.bernoulli_table(means, horizon, seed=horizon)
    actions = tables.successive_elimination(table, epsilon, 0.2, np.random.default_rng(7))
    assert_is_run(tables.table_run("dp-se", means, table, epsilon, risk=0.2)(np.random.default_rng(7)), actions, means)


@pytest.mark.parametrize("split", [True, False])
@pytest.mark.parametrize("epsilon", [0.5, 50.0, math.inf])
def test_dp_ucb_against_a_loop(epsilon, split):
    horizon = 400
    table = tables.bernoulli_table(MEANS, horizon, seed=3)
    scale = 9 / (epsilon / (3 if split else 1))  # 400 rewards are in dyadic blocks of lengths 1 to 256: 9 levels
    penalty = dp_ucb_penalty(3, horizon, epsilon, split=split)
    actions = tables.tree_ucb(table, scale, penalty, np.random.default_rng(9))
    run = tables.table_run("dp-ucb", MEANS, table, epsilon, split=split)
    assert_is_run(run(np.random.default_rng(9)), actions, MEANS)


@pytest.mark.parametrize("name", ["gope", "adac-gope", "adac-gope-var"])
@pytest.mark.parametrize("rank", [2, 3])
def test_phases_against_a_loop(name, rank):
    environment = LinearEnvironment.random(arms=6, dimension=3, seed=4)
    if rank == 2:
        environment = LinearEnvironment(environment.features * [1, 1, 0], environment.theta)
    rho, horizon = (math.inf if name == "gope" else 0.05), 20_000
    table = environment.means + np.random.default_rng(2).standard_normal((horizon, 6))
    actions = tables.phases(table, environment, rho, 0.001, name == "adac-gope-var", np.random.default_rng(8))
    assert_is_run(tables.table_run(name, environment, table, rho)(np.random.default_rng(8)), actions, environment.means)
    assert len(set(actions[:100])) < 6  # the arms are pulled one after another
    assert len(set(actions)) >= rank


@pytest.mark.parametrize("name, rho", [("rs-oful", math.inf), ("adac-oful", 1.0), ("adac-oful", 0.01)])
def test_oful_against_a_loop(name, rho):
    environment = ContextualEnvironment.random(arms=4, dimension=3, seed=1)
    table = np.random.default_rng(3).standard_normal((600, 4))
    # Without privacy the kernel draws noise that it does not use: so does the loop, to see the same contexts.
    actions, expected = tables.oful(table, environment, min(rho, 1e300), 0.1, 1.0, 0.001, np.random.default_rng(6))
    regret, pulls = tables.table_run(name, environment, table, rho)(np.random.default_rng(6))
    assert pulls.tolist() == np.bincount(actions, minlength=4).tolist()
    assert regret == pytest.approx(expected)
