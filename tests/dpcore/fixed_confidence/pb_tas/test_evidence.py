"""The evidence of PB-TaS: its minimum over the common mean, and what a search that ends early may say."""

import math
import threading
from itertools import product

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from dpcore.fixed_confidence.algorithms.pb_tas import evidence as evidence_module
from dpcore.fixed_confidence.algorithms.pb_tas.bets import mixture_bets
from dpcore.fixed_confidence.algorithms.pb_tas.evidence import (
    add_release,
    blocking_rival,
    empty_wealth,
    log_evidence,
    log_mixture,
)
from tests.dpcore.fixed_confidence.pb_tas.helpers import (
    NO_CANCEL,
    bets_of,
    log_wealths_of,
    plain_log_evidence,
    wealth_of,
)


def random_states(count: int) -> list[tuple]:
    """Releases of two arms, from eps 1e-4 to 800 and 11 to 1e8 rewards an arm; some of them noisy, some near a tie."""
    generator, states = np.random.default_rng(3), []
    for i in range(count):
        epsilon = 10 ** generator.uniform(-4, math.log10(800))
        means = generator.uniform(0.001, 0.999, 2)
        if i % 3 == 0:
            means[1] = means[0] * 0.99
        batches = []
        for arm in (0, 1):
            size = int(10 ** generator.uniform(1.05, 7))
            for _ in range(generator.integers(1, 7)):
                noise = generator.laplace(0, 1 / epsilon) if i % 3 == 1 else 0.0
                batches.append((arm, size, size * means[arm] + noise))
                size = math.ceil(size * 1.5)
        states.append((("mixture", "scheduled")[i % 2], epsilon, batches))
    return states


STATES = random_states(12)


@pytest.mark.parametrize("zeta, state", [*product((0.0, 0.04), range(12)), (1e-6, 0), (0.6, 1)])
def test_evidence_against_brute_force_over_the_whole_interval(zeta, state):
    evidence, epsilon, batches = STATES[state]
    logits = np.linspace(-40, 40, 161)  # of the place in (0, 1 - zeta)
    values = plain_log_evidence(logits, batches, evidence, epsilon, zeta)
    i = np.clip(np.argmin(values), 1, logits.size - 2)
    refined = minimize_scalar(
        plain_log_evidence,
        args=(batches, evidence, epsilon, zeta),
        bounds=(logits[i - 1], logits[i + 1]),
        method="bounded",
        options={"xatol": 1e-12},
    )
    exact = min(*values, refined.fun)
    # Terms of size theta n cancel in either method: 1e-15 of them is lost.
    rounding = 1e-6 + 1e-14 * sum(size for _, size, _ in batches) * min(epsilon, 6)
    bets = bets_of(evidence, epsilon)
    arguments = ((0, 1), wealth_of(batches, bets, epsilon), bets.weights, zeta)
    for start in (0.5, 1e-9, 7.0):
        assert log_evidence(*arguments, start, -math.inf, NO_CANCEL) == pytest.approx(exact, rel=1e-9, abs=rounding)
    for margin in (1.0, 1e-3):  # what is taken for enough is a lower bound on the infimum
        enough = exact - margin - 2 * rounding
        assert enough <= log_evidence(*arguments, 0.5, enough, NO_CANCEL) <= exact + rounding
    assert log_evidence(*arguments, 0.5, exact + 1, NO_CANCEL) < exact + 1


@pytest.mark.parametrize("evidence", ["mixture", "scheduled"])
def test_derivatives_against_differences(evidence):
    bets, step = bets_of(evidence, 0.7), 1e-5
    wealth = wealth_of([(0, 60, 40.0), (0, 40, 23.0), (1, 90, 30.0)], bets, 0.7)

    def at(x):
        up, down = log_wealths_of(wealth, 0, x, False), log_wealths_of(wealth, 1, x, True)
        return log_mixture(up, down, bets.weights)

    below, (_, slope, curvature), above = at(0.4 - step), at(0.4), at(0.4 + step)
    assert slope == pytest.approx((above[0] - below[0]) / (2 * step), rel=1e-6)
    assert curvature == pytest.approx((above[1] - below[1]) / (2 * step), rel=1e-6)


def test_evidence_ends_whatever_the_wealth():
    """Numbers that no search can settle: what comes back, and at once, is no evidence."""
    bets, answers = mixture_bets(1.0), []
    wealth = wealth_of([(0, 10, 5.0), (1, 10, 5.0)], bets, 1.0)
    wealth.up[:] = math.nan
    arguments = ((0, 1), wealth, bets.weights, 0.0, 0.5, -math.inf, NO_CANCEL)
    worker = threading.Thread(target=lambda: answers.append(log_evidence(*arguments)), daemon=True)
    worker.start()
    worker.join(timeout=600)
    assert answers == [-math.inf]


@pytest.mark.parametrize("evidence_kind, epsilon, batches", STATES[:6])
def test_evidence_cut_short_is_a_lower_bound(evidence_kind, epsilon, batches, monkeypatch):
    bets = bets_of(evidence_kind, epsilon)
    arguments = ((0, 1), wealth_of(batches, bets, epsilon), bets.weights, 0.0, 0.3, -math.inf, NO_CANCEL)
    exact, bounds = log_evidence(*arguments), []
    for steps in (1, 2, 4, 8, 16):
        monkeypatch.setattr(evidence_module, "MOST_NEWTON_STEPS", steps)
        bounds.append(log_evidence.py_func(*arguments))
    assert np.all(np.diff(bounds) >= -1e-9 * abs(exact))
    assert np.all(np.array(bounds) <= exact + 1e-6 + 1e-9 * abs(exact))
    assert bounds[0] < exact - 1e-3


def test_a_cancelled_search_finds_no_evidence():
    bets, cancelled = mixture_bets(1.0), np.ones(1, dtype=np.uint8)
    wealth = wealth_of([(0, 1000, 900.0), (1, 1000, 100.0)], bets, 1.0)
    assert blocking_rival(0, wealth, bets.weights, 0.0, 5.0, 0, NO_CANCEL) == -1
    assert blocking_rival(0, wealth, bets.weights, 0.0, 5.0, 0, cancelled) == 1
    assert log_evidence((0, 1), wealth, bets.weights, 0.0, 0.5, -math.inf, cancelled) == -math.inf


def test_stopping_needs_every_rival_whatever_the_order_of_the_tests():
    bets = mixture_bets(1.0)
    for totals in ([900.0, 500.0, 500.0], [900.0, 500.0, 880.0], [900.0, 880.0, 500.0], [900.0, 880.0, 880.0]):
        wealth = empty_wealth(3, bets.points.size, 1)
        for arm in range(3):
            add_release(wealth, bets, 1.0, arm, 1000, totals[arm])
        evidence = [log_evidence((0, rival), wealth, bets.weights, 0.0, 0.7, -math.inf, NO_CANCEL) for rival in (1, 2)]
        for first in range(3):
            blocker = blocking_rival(0, wealth, bets.weights, 0.0, 5.0, first, NO_CANCEL)
            assert (blocker == -1) == (min(evidence) >= 5.0)
            assert blocker == -1 or evidence[blocker - 1] < 5.0
