"""What a kernel still does once it is cancelled, counted in pulls: the seconds are in benchmarks/cancelling.py."""

import numpy as np
import pytest

import dpcore
from dpcore import fixed_confidence
from dpcore.fixed_confidence.protocol import Problem
from dpcore.fixed_confidence.protocol import Setting as ConfidenceSetting
from dpcore.fixed_confidence.registry import fixed_confidence_algorithms
from dpcore.private_stopping import private_stopping_algorithms
from dpcore.private_stopping.protocol import Rewards
from dpcore.private_stopping.protocol import Setting as StoppingSetting
from dpcore.private_stopping.rules import check_rule
from dpcore.regret.protocol import Record as RegretRecord
from dpcore.regret.protocol import Setting as RegretSetting

POLLED_PULLS = 10_000  # a kernel polls at least that often
SET = np.ones(1, np.uint8)
MEANS = np.array([0.5001, *[0.5] * 19])


@pytest.mark.parametrize("name", list(fixed_confidence_algorithms()))
@pytest.mark.parametrize("epsilon", [1e-3, 100.0])
def test_a_cancelled_run_of_fixed_confidence_makes_few_pulls(name, epsilon):
    entry = fixed_confidence_algorithms()[name]
    problem = Problem(MEANS, entry.check_budget(epsilon, epsilon), 1e-6, 10**6)
    for threshold in entry.thresholds:
        one_run = entry.prepare(ConfidenceSetting(problem, threshold, entry.check_parameters({})))
        record = fixed_confidence.protocol.new_record(MEANS.size, 0)
        one_run(np.random.default_rng(0), np.empty((0, MEANS.size)), SET, record)
        assert record.pulls.sum() <= POLLED_PULLS


@pytest.mark.parametrize("name", list(dpcore.regret_algorithms()))
def test_a_cancelled_run_of_regret_makes_few_pulls(name):
    entry = dpcore.regret_algorithms()[name]
    environments = {
        "arms": MEANS,
        "linear": dpcore.regret.LinearEnvironment.random(arms=20, dimension=10),
        "contextual": dpcore.regret.ContextualEnvironment.random(arms=20, dimension=10),
    }
    steps, pulls = np.array([10**6]), np.zeros(20, np.int64)
    one_run = entry.prepare(
        RegretSetting(
            environments[entry.environment], steps, entry.check_budget(1e-3, 1e-3), entry.check_parameters({})
        )
    )
    one_run(np.random.default_rng(0), np.empty((0, 20)), SET, RegretRecord(steps, np.empty(1), pulls))
    assert pulls.sum() <= POLLED_PULLS


@pytest.mark.parametrize("name", list(private_stopping_algorithms()))
def test_a_cancelled_run_of_a_stopping_rule_takes_few_samples(name):
    rule = check_rule(name, 0.01, 1e-6, 1e-3)
    one_run = private_stopping_algorithms()[name].prepare(
        StoppingSetting(rule, Rewards(chance=0.5005, low=-1.0), 1.0, 10**6, 1e-3, {})
    )
    stops = [one_run(np.random.default_rng(0), flag).stop for flag in (SET, 0 * SET)]
    assert not stops[0].halted
    assert stops[0].time <= POLLED_PULLS < stops[1].time


def test_the_pulls_of_a_run_that_is_not_cancelled_are_not_few():
    """Else the tests above could not fail."""
    result = dpcore.simulate_fixed_confidence("ttucb", MEANS, risk=1e-6, runs=1, max_samples=10**6)
    assert result.pulls.sum() == 10**6
    spent = dpcore.simulate_regret("dp-ucb", MEANS, 10**6, epsilon=1.0, runs=1)
    assert spent.pulls.sum() == 10**6
