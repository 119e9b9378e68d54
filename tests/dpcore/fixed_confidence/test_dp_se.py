"""DP-SE as a best-arm algorithm: its published numbers, and a plain loop."""

import math

import numpy as np
import pytest

from dpcore.fixed_confidence import simulate_fixed_confidence
from tests.dpcore.fixed_confidence.tables import run_on
from tests.dpcore.regret.tables import successive_elimination


@pytest.mark.parametrize("epsilon, pulls", [(math.inf, 1063), (10.0, 1063), (1e-3, 121_616)])
def test_first_epoch_against_the_published_numbers(epsilon, pulls):
    # Gaps of .4 and more: one epoch decides.  5.3e3 and 6.08e5 samples in all.
    result = simulate_fixed_confidence("dp-se", (0.9, 0.5, 0.5, 0.1, 0.1), epsilon, 0.01, runs=5)
    assert np.all(result.pulls == pulls)
    assert np.all(result.stopping_times == 5 * pulls)
    assert np.all(result.recommendations == 0)


def test_a_run_against_a_plain_loop():
    rewards = np.random.default_rng(2).random((400_000, 3)) * 0.05 + np.array((0.5, 0.45, 0.1))
    ending, pulls, log = run_on(rewards, "dp-se", 1, 2.0, 0.3)
    actions = successive_elimination(rewards, 2.0, 0.3, np.random.default_rng(1))
    assert np.unique(log[:, 0]).size > 1  # epochs
    first = int(log[2, 14])  # pulls of each arm in the first one
    np.testing.assert_allclose(log[2, 8:11], [rewards[arm : 3 * first : 3, arm].mean() for arm in range(3)])
    assert pulls == np.bincount(actions[: ending.time], minlength=3).tolist()
    assert {*actions[ending.time :]} == {ending.answer}


def test_a_cap_that_no_loop_could_reach_is_shared_out_at_once():
    tiny = simulate_fixed_confidence("dp-se", (0.75, 0.7, 0.7, 0.7, 0.7), 1e-11, runs=1, max_samples=10**12)
    assert tiny.pulls.tolist() == [[2 * 10**11] * 5]
