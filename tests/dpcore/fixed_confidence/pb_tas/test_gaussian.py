"""PB-TaS with Gaussian noise: the moment of its bets, the law of its noise, its risk and its privacy."""

import math

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.stats import binom

import dpcore
from dpcore.fixed_confidence import simulate_fixed_confidence, trace_fixed_confidence
from dpcore.fixed_confidence._noise import noise_deviation
from dpcore.fixed_confidence.algorithms.pb_tas.bets import gaussian_theta, scheduled_bets
from tests.dpcore.fixed_confidence.pb_tas.helpers import (
    EASY,
    log_wealths_of,
    plain_log_evidence,
    wealth_of,
)

NAME = "gaussian-pb-tas"


def mean_of_a_factor(deviation, size, mean, true_deviation, down):
    """E M(j, mean) over the rewards of one release of `size` and its noise, for every bet j, by quadrature."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(61)
    bets = scheduled_bets(deviation)
    total = np.zeros(bets.points.size)
    for successes in range(size + 1):
        for node, weight in zip(nodes, weights / weights.sum(), strict=True):
            wealth = wealth_of([(0, size, successes + true_deviation * node)], bets, 1.0)
            logs = log_wealths_of(wealth, 0, mean, down)
            total += binom.pmf(successes, size, mean) * weight * np.exp(logs[0] if logs.ndim == 2 else logs)
    return total


@pytest.mark.parametrize("down", [False, True])
def test_a_release_multiplies_the_wealth_by_one_on_average(down):
    for deviation, size, mean in ((5.0, 12, 0.3), (0.7, 3, 0.9)):
        assert mean_of_a_factor(deviation, size, mean, deviation, down) == pytest.approx(1.0, rel=1e-6)
        violated = mean_of_a_factor(deviation, size, mean, 1.3 * deviation, down)  # a planted violation: more noise
        assert violated.max() > 1.01


def test_theta_is_where_the_expected_gain_is_largest():
    for size, gap, deviation in ((40, 0.05, 8.0), (3, 0.6, 0.1)):

        def loss(theta, size=size, gap=gap, deviation=deviation):
            return -(size * gap * theta - (0.1 * size + deviation**2) * theta**2 / 2)

        assert gaussian_theta(size, gap, deviation) == pytest.approx(minimize_scalar(loss).x, rel=1e-6)


def test_it_stops_when_the_evidence_as_stated_is_enough():
    rho, risk = 0.1, 0.05
    deviation = noise_deviation(rho)
    trace = trace_fixed_confidence(NAME, (0.7, 0.5), rho=rho, risk=risk, seed=6)
    batches, seen = [], [[], []]
    for moment in range(trace.times.size):
        arm = trace.arms[moment]
        size = trace.private_counts[moment, arm] - sum(size for _, size, _ in seen[arm])
        total = trace.private_means[moment, arm] * trace.private_counts[moment, arm]
        seen[arm].append((arm, size, total - sum(released for _, _, released in seen[arm])))
        if moment == 0:
            continue
        leader = trace.leaders[moment]
        batches = [(0, *b[1:]) for b in seen[leader]] + [(1, *b[1:]) for b in seen[1 - leader]]
        found = minimize_scalar(
            plain_log_evidence,
            args=(batches, "gaussian", deviation),
            bounds=(-12, 12),
            method="bounded",
            options={"xatol": 1e-9},
        )
        assert trace.costs[moment, 1 - leader] == pytest.approx(found.fun, abs=1e-5)
        assert (found.fun >= math.log(1 / risk)) == (moment == trace.times.size - 1)


def test_equal_arms_stop_with_a_smallest_difference_that_matters():
    result = simulate_fixed_confidence(NAME, (0.5, 0.5, 0.3), rho=0.5, indifference=0.1, runs=20)
    assert result.finished.all()
    assert result.summary().errors_all == 0


def test_without_noise_it_is_pb_tas_with_scheduled_bets():
    ours = simulate_fixed_confidence(NAME, EASY, rho=math.inf, runs=5)
    theirs = simulate_fixed_confidence("pb-tas", EASY, math.inf, runs=5, evidence="scheduled")
    assert ours.stopping_times.tolist() == theirs.stopping_times.tolist()


@pytest.mark.parametrize("name, pure, means, more", [
    (NAME, "pb-tas", EASY, {"evidence": "scheduled"}), ("gaussian-dp-tt", "dp-tt", (0.6, 0.5), {}),
])  # fmt: skip
def test_it_needs_fewer_samples_than_laplace_noise_of_the_same_rho(name, pure, means, more):
    """Gaussian noise of the same rho has at most .71 of the deviation; where noise dominates it shows."""
    epsilon, how = 0.1, {"runs": 40, "max_samples": 10**9}
    ours = simulate_fixed_confidence(name, means, rho=dpcore.privacy.rho_from_epsilon(epsilon), **how).summary()
    theirs = simulate_fixed_confidence(pure, means, epsilon, **how, **more).summary()
    assert ours.mean < 0.85 * theirs.mean
    assert ours.errors_all == 0


@pytest.mark.parametrize("name", [NAME, "gaussian-dp-tt"])
def test_the_door_asks_for_rho(name):
    for arguments, message in (
        ({}, r"rho must be given: Gaussian .* is private \(rho-zCDP\)"),
        ({"epsilon": 1.0}, "rho must be given"),
        ({"rho": 0.0}, "rho must be strictly between 0 and inf, not 0.0"),
        ({"rho": 1e-30}, "rho must be at least .* in a simulation, not 1e-30"),
    ):
        with pytest.raises(ValueError, match=message):
            simulate_fixed_confidence(name, EASY, **arguments)
    result = simulate_fixed_confidence(name, EASY, rho=0.25, runs=1)
    assert (result.parameters["rho"], result.parameters["epsilon"]) == (0.25, None)
    other = simulate_fixed_confidence("pb-tas", EASY, 1.0, rho=0.25, runs=1)
    assert "rho" not in other.parameters
