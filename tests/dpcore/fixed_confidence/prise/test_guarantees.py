"""What PRISE guarantees: that nothing passes without evidence, and that each reward is released once."""

import math

import numpy as np
import pytest

from dpcore.fixed_confidence.algorithms.prise.bets import default_bets
from dpcore.fixed_confidence.algorithms.prise.entry import PAYOFF
from dpcore.fixed_confidence.algorithms.prise.evidence import Options, empty_evidence, refusing_cell
from dpcore.fixed_confidence.algorithms.prise.sizing import Beliefs, Plans
from tests.dpcore.fixed_confidence.tables import run_on

BETS = default_bets()


def test_a_hypothesis_passes_only_with_enough_evidence_in_every_cell():
    needed = 2.0
    options = Options(50, needed, BETS, PAYOFF, Plans())
    beliefs = Beliefs(np.full(2, 0.5), np.ones(2), np.full(2, 0.5))
    for x, lacking in ((0, 1.999), (13, math.nan), (25, -math.inf)):
        evidence = empty_evidence(2, BETS)
        evidence.log_wealth[:] = needed
        assert refusing_cell(evidence, 1, beliefs, 0, options) == -1
        evidence.log_wealth[1, x] = lacking
        assert refusing_cell(evidence, 1, beliefs, 0, options) == x


@pytest.mark.parametrize("epsilon, lead", [(0.5, 0.0), (20.0, 0.0), (0.5, 0.1)])
def test_every_reward_enters_exactly_one_release(epsilon, lead):
    rewards = np.random.default_rng(5).random((4000, 3))
    log = run_on(rewards, "prise", 7, epsilon, 1e-300, lead=lead, first_batch=50)[2]
    log = log[log[:, 2] != 0]  # the last moment is the cap: no release, no noise
    step, released = 0, np.zeros(3)
    pulls = np.zeros(3, dtype=int)
    for time in np.unique(log[:, 0]):
        rows = log[log[:, 0] == time]
        after = rows[0, 5 + 2 * 3 : 5 + 3 * 3].astype(int)
        for arm in range(3):  # a round is carried out arm after arm
            size = after[arm] - pulls[arm]
            released[arm] += rewards[step : step + size, arm].sum()
            step += size
        assert sorted(rows[:, 1].astype(int)) == np.flatnonzero(after - pulls).tolist()
        np.testing.assert_allclose(rows[0, 5 + 3 : 5 + 2 * 3] * after, released)
        pulls = after
    assert len(np.unique(log[:, 0])) >= 4
