"""The simulated slips of published code: without their slip they are the algorithms of dpcore."""

import math

import numpy as np
import pytest

from benchmarks.published import slips
from dpcore import simulate_fixed_confidence, simulate_regret

FIVE_ARMS = (0.95, 0.9, 0.9, 0.9, 0.5)
STAIRS = (0.8, 0.1, 0.1, 0.1, 0.1)
SIX_ERRORS = 6  # standard errors: false alarms below 1e-8


def generators(runs):
    return [np.random.default_rng((1, run)) for run in range(runs)]


def agree(first, second):
    error = math.sqrt(np.var(first) / len(first) + np.var(second) / len(second))
    return bool(abs(np.mean(first) - np.mean(second)) <= SIX_ERRORS * error + 1e-9)


def test_dp_se_divides_by_all_pulls_from_the_second_epoch_on():
    one_epoch = (0.9, 0.1, 0.1)
    stated = simulate_fixed_confidence("dp-se", one_epoch, 1.0, 0.01, runs=20).stopping_times
    slipped = [slips.dp_se_by_all_pulls(one_epoch, 1.0, 0.01, math.inf, each)[0] for each in generators(20)]
    assert set(stated.tolist()) == set(slipped)
    stated = simulate_fixed_confidence("dp-se", FIVE_ARMS, 0.1, 0.01, runs=20).stopping_times
    slipped = [slips.dp_se_by_all_pulls(FIVE_ARMS, 0.1, 0.01, math.inf, each)[0] for each in generators(20)]
    assert np.mean(slipped) > 2 * np.mean(stated)


def test_regret_of_dp_se_where_one_epoch_is_enough():
    one_epoch, horizon = (0.9, 0.1, 0.1), 10**5
    stated = simulate_regret("dp-se", one_epoch, horizon, epsilon=1.0, runs=5).regret[:, -1]
    slipped = [slips.dp_se_by_all_pulls(one_epoch, 1.0, 1 / horizon, horizon, each)[1] for each in generators(5)]
    assert np.allclose(slipped, stated)


@pytest.mark.parametrize("exponent, alike", [(3.1, True), (1.0, False)])
def test_adap_klucb_with_one_exponent_for_both_is_that_of_dpcore(exponent, alike):
    stated = simulate_regret("adap-klucb", STAIRS, 10**4, epsilon=0.3, runs=200).regret[:, -1]
    ours = [slips.adap_klucb(STAIRS, 0.3, 10**4, 3.1, exponent, each) for each in generators(20)]
    assert agree(ours, stated) is alike


def test_largest_mean_solves_its_equation():
    mean, divergence = np.array([0.0, 0.3, 1.0, 0.5]), np.array([0.1, 0.2, 0.3, 0.0])
    found = slips.largest_mean(mean, divergence)
    assert found[0] == pytest.approx(1 - math.exp(-0.1))
    assert 0.3 * math.log(0.3 / found[1]) + 0.7 * math.log(0.7 / (1 - found[1])) == pytest.approx(0.2)
    assert found[2:] == pytest.approx([1.0, 0.5])
