"""Every kernel makes, step for step, the decisions of the rule in plain Python (reference.py) on the same rewards."""

import math
from functools import partial

import numpy as np
import pytest

from dpcore.fixed_confidence import _thresholds as thresholds
from dpcore.fixed_confidence._allocation import optimal_allocation_kernel
from dpcore.fixed_confidence._noise import drawn_noise
from dpcore.fixed_confidence.algorithms.gaussian_dp_tt import gaussian_level
from tests.dpcore.fixed_confidence import reference
from tests.dpcore.fixed_confidence.tables import run_on

STEP_BY_STEP = 40
RISK = 0.1
TABLES = [  # on the first one all but AdaP-TT's proven rule stop
    (np.random.default_rng(i).random((steps, len(means))) < np.array(means)).astype(float)
    for i, (steps, means) in enumerate([(300, (0.9, 0.1)), (150, (0.5, 0.9, 0.85)), (150, (0.05, 0.02, 0.1, 0.1))])
]


def check(expected_run, name, table, seed=11, **settings):
    """Compare the stop, the answer, and the pulls to each step, later each 15th: the kernel on the table cut there."""
    stopped, order, answer = expected_run(np.random.default_rng(seed), table)
    arms = table.shape[1]
    ending, pulls, _ = run_on(table, name, seed, **settings)
    assert (ending.stopped, pulls, ending.answer) == (stopped, np.bincount(order, minlength=arms).tolist(), answer)
    for steps in (*range(arms, min(STEP_BY_STEP, len(order))), *range(STEP_BY_STEP, len(order), 15)):
        ending, pulls, _ = run_on(table[:steps], name, seed, **settings)
        assert (ending.stopped, pulls) == (False, np.bincount(order[:steps], minlength=arms).tolist()), f"step {steps}"


def heuristic(*counts):
    return math.log((1 + math.log(counts[-1])) / RISK)


@pytest.mark.parametrize("table", TABLES)
def test_ttucb(table):
    log_odds = math.log((table.shape[1] - 1) / RISK)

    def proven(n, m, _):
        return thresholds.gaussian_pair((n, m), log_odds)

    check(lambda g, t: reference.ttucb(g, t, proven), "ttucb", table)
    check(lambda g, t: reference.ttucb(g, t, heuristic, 0.3), "ttucb", table, threshold="heuristic", leader_share=0.3)


@pytest.mark.parametrize("epsilon", [0.5, 3.0])
def test_ctb_tt_is_ttucb_on_answers_debiased_with_their_own_variance(epsilon):
    """Against SL slide 10: debiased means, sigma = (1/2)(e^eps + 1)/(e^eps - 1), on the answers that the run drew."""
    table, arms, seed = TABLES[1], 3, 5
    inflation = (math.exp(epsilon) + 1) / (math.exp(epsilon) - 1)

    def debiased_run(generator, rewards):
        """TTUCB where looking up a reward draws the participant's answer, in the order of the pulls."""

        class Answers:
            shape = rewards.shape

            def __len__(self):
                return len(rewards)

            def __getitem__(self, place):
                truth = rewards[place]
                chance = (truth * (math.exp(epsilon) - 1) + 1) / (math.exp(epsilon) + 1)
                return 1.0 if generator.random() < chance else 0.0

        def debias(mean):
            return (mean * (math.exp(epsilon) + 1) - 1) / (math.exp(epsilon) - 1)

        def proven(n, m, _):
            return thresholds.gaussian_pair((n, m), math.log((arms - 1) / RISK))

        return reference.ttucb(generator, Answers(), proven, sigma=inflation / 2, debias=debias)

    check(debiased_run, "ctb-tt", table, seed, epsilon=epsilon)


@pytest.mark.parametrize("table", TABLES)
def test_eb_tci(table):
    def proven(n):
        return math.log(2 * n * (table.shape[1] - 1) / RISK)

    check(lambda g, t: reference.eb_tci(g, t, proven), "eb-tci", table)
    check(lambda g, t: reference.eb_tci(g, t, heuristic), "eb-tci", table, threshold="heuristic")


@pytest.mark.parametrize("table", TABLES)
def test_track_and_stop(table):
    """The allocation itself is dpcore's, solved from a cold start here; it is tested against others elsewhere."""

    def allocation(means, leader):
        best = min(max(means[leader], 2e-3), 1 - 1e-3)
        clipped = np.array([min(max(mean, 1e-3), best - 1e-3) for mean in means])
        clipped[leader] = best
        weights = np.empty(len(means))
        optimal_allocation_kernel(clipped, leader, math.inf, 0.0, weights)
        return weights

    def proven(n):
        return math.log(2 * n * (table.shape[1] - 1) / RISK)

    check(lambda g, t: reference.track_and_stop(t, proven, allocation), "track-and-stop", table)


def plain_adap_tt(name, arms, epsilon, leader="phase", share=0.5):
    def bonus(phase, block, n):
        if leader == "phase":
            return math.sqrt(phase / block) + phase / (epsilon * block)
        return math.sqrt(math.log(n) / (2 * block)) + math.log(n) / (epsilon * block)

    def threshold(gap, n, m):
        if name == "adap-tt":
            return thresholds.adap_tt_pair((n, m), arms, epsilon, RISK)
        return thresholds.adap_tt_star_pair((n, m), arms, epsilon, RISK)[0 if gap < 3 * epsilon else 1]

    how = {"truncation": math.inf if name == "adap-tt" else 3 * epsilon, "threshold": threshold, "leader_bonus": bonus}
    return partial(reference.adap_tt, epsilon=epsilon, share=share, **how)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("leader, share", [("phase", "fixed"), ("log", "adaptive")])
@pytest.mark.parametrize("name", ["adap-tt", "adap-tt-star"])
def test_adap_tt(table, leader, share, name):
    expected = plain_adap_tt(name, table.shape[1], 2.0, leader, 0.5 if share == "fixed" else None)
    check(expected, name, table, epsilon=2.0, leader=leader, share=share)


def test_adap_tt_star_uses_both_sides_of_its_threshold():
    """At epsilon .02 gaps exceed 3 epsilon; noise is large, so the first answers are wild and both cases occur."""
    for seed in range(4):
        check(plain_adap_tt("adap-tt-star", 2, 0.02), "adap-tt-star", TABLES[0], seed, epsilon=0.02)


def test_adap_tt_heuristic():
    def threshold(_, n, m):
        noise = (1 / n + 1 / m) * math.log(1 / RISK) ** 2 / 4
        return math.log(1 / RISK) + math.log(1 + math.log(n)) + math.log(1 + math.log(m)) + noise

    expected = partial(plain_adap_tt("adap-tt", 2, 2.0), threshold=threshold)
    assert expected(np.random.default_rng(11), TABLES[0])[0], "the case is chosen to stop"
    check(expected, "adap-tt", TABLES[0], epsilon=2.0, threshold="heuristic")


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("epsilon, growth, share", [(0.3, 1.0, 0.5), (4.0, 0.4, 0.25)])
def test_dp_tt(table, epsilon, growth, share):
    def proven(k, j, _):
        return sum(thresholds.dp_tt_level(phase, table.shape[1], RISK) for phase in (k, j))

    parameters = {"epsilon": epsilon, "growth": growth, "leader_share": share}
    for name, threshold in (("proven", proven), ("heuristic", heuristic)):
        expected = partial(reference.dp_tt, threshold=threshold, **parameters)
        check(expected, "dp-tt", table, threshold=name, **parameters)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("epsilon, tilt", [(0.5, 1.0), (4.0, 0.4)])
def test_gaussian_dp_tt(table, epsilon, tilt):
    """Noise of rho = epsilon tanh(epsilon/2), costs with theta up to tilt/sigma, and its own threshold."""
    deviation = 1 / math.sqrt(2 * epsilon * math.tanh(epsilon / 2))

    def proven(k, j, _):
        return sum(gaussian_level(phase, table.shape[1], RISK, tilt) for phase in (k, j))

    def noise(generator):
        return drawn_noise(generator, math.nan, deviation)

    expected = partial(reference.dp_tt, epsilon=tilt / deviation, threshold=proven, noise=noise)
    check(expected, "gaussian-dp-tt", table, epsilon=epsilon, tilt=tilt)
