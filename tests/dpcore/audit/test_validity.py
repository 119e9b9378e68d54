"""What the bound's proof asks of an audit: fresh runs, and bets that are fixed before them; its false alarms.

All of it is asked of `Audit.continued`.  Where many audits are needed, or bets are to be seen by themselves, Laplace
noise takes the place of the algorithm.
"""

import math
from dataclasses import dataclass, replace

import numpy as np
import pytest
from scipy.stats import binom

from dpcore.audit import Fault, begin_audit
from dpcore.audit.audit import Audit
from dpcore.audit.evidence import likely_tails
from dpcore.audit.faults import FIRST, Sums, statistics
from dpcore.experiments.runs import child_generator

AUDITS, BATCHES, RATE = 15, 15, 0.2


@dataclass(frozen=True)
class LaplaceSums:
    """Stands for an algorithm: three sums of one reward each, of which the first one loses exactly `loss`."""

    loss: float
    least: float = 0.0

    def sums(self, generator, reward, runs, cancel):
        exact = np.full((runs, 3), 0.5)
        exact[:, FIRST] = reward
        return Sums(exact, exact + generator.laplace(scale=1 / self.loss, size=exact.shape), np.ones(exact.shape))


@pytest.fixture
def noise_of_loss(monkeypatch):
    def audit_noise(loss):
        monkeypatch.setattr("dpcore.audit.audit.prepared", lambda *_: LaplaceSums(loss))
        monkeypatch.setattr("dpcore.audit.audit.FIRST_PAIRS", 100)

    return audit_noise


def after(audit, batches):
    for _ in range(batches):
        audit = audit.continued()
    return audit


def test_no_run_is_used_twice():
    noises = []

    def release(sums, reward):
        noises.append((sums.released - sums.exact)[:, FIRST])
        return sums.released

    spied = replace(begin_audit("dp-tt", 1.0), fault=Fault("spy", "", "", release=release))
    made = after(spied, 3).made
    assert np.unique(np.concatenate(noises).round(12)).size == 2 * made


def test_what_is_won_is_that_of_bets_fixed_before_the_batch_by_hand(noise_of_loss):
    noise_of_loss(1.4)
    for seed in range(3):
        before = after(begin_audit("dp-tt", 1.0, seed=seed), 25)
        later = before.continued()
        tails = [likely_tails(*cells) for cells in zip(before.cells.ours, before.cells.theirs, strict=True)]
        best = max((0, 1, 2), key=lambda i: tails[i].scores.max())
        edges, sizes, guesses = before.cells.edges[best], tails[best].sizes, tails[best].guesses
        level, won = 1.0, 0.0
        allowed = 1 / (1 + math.exp(-level))
        for side, reward in enumerate((1.0, 0.0)):
            sums = LaplaceSums(1.4).sums(child_generator(seed, 25, side), reward, later.made - before.made, None)
            for value in statistics(sums.released, sums.sizes, 0.0)[best]:
                cell = int(np.sum(edges < value))
                if cell < sizes[0]:
                    chance = guesses[0]
                elif edges.size + 1 - cell <= sizes[1]:
                    chance = guesses[1]
                else:
                    continue
                right = chance if side == 0 else 1 - chance
                if max(chance, 1 - chance) > allowed:
                    won += math.log(right / (allowed if right > 0.5 else 1 - allowed))
        assert won != 0
        assert (later.bound.log_wealth - before.bound.log_wealth)[49] == pytest.approx(won, abs=1e-9)


def alarms(audits=AUDITS):
    return sum(after(begin_audit("dp-tt", 1.0, seed=seed), BATCHES).alarm is not None for seed in range(audits))


def test_false_alarms_are_as_rare_as_proven_and_bets_made_too_late_are_caught(noise_of_loss, monkeypatch):
    monkeypatch.setattr("dpcore.audit.audit.FALSE_ALARM_RATE", RATE)
    critical = binom.isf(1e-6, AUDITS, RATE)
    noise_of_loss(1.0)
    assert alarms() <= critical
    noise_of_loss(3.0)
    assert alarms(5) == 5, "more than is promised is found"
    noise_of_loss(1.0)
    honest = Audit._after_bets
    monkeypatch.setattr(
        Audit,
        "_after_bets",
        lambda self, more, others: honest(
            replace(self, cells=replace(self.cells, ours=more, theirs=others)), more, others
        ),
    )
    assert alarms() > critical
