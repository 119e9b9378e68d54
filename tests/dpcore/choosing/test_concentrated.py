"""The bound for rho-zCDP: against its proof step by step, exact laws of small policies, and what an algorithm takes."""

import math

import numpy as np
import pytest
from scipy.optimize import brentq

import dpcore
from dpcore.choosing import necessary_samples_under_zcdp as necessary
from tests.dpcore.privacy.test_decompositions import (
    at_a_random_time,
    concentrated_on_tables,
    divergence,
    policies,
    private_moment,
)

MEANS = (0.75, 0.7, 0.4)
FREE = dpcore.necessary_samples(MEANS, math.inf, 0.01)


def kl(p, q):
    return sum(x * math.log(x / y) for x, y in ((p, q), (1 - p, 1 - q)) if x > 0)


def smallest_distance(means, zeta):
    """On a grid of what the best arm falls to: the larger one of its fall and the second arm's rise."""
    second, best = sorted(means)[-2:]
    middles = np.linspace(0, 1 - zeta, 100_001)
    return np.maximum(best - middles, middles + zeta - second).min()


@pytest.mark.parametrize(
    "means, zeta",
    [
        (MEANS, 0.0),
        ((0.95, 0.9, 0.9, 0.9, 0.5), 0.0),
        ((0.02, 0.6), 0.0),
        (MEANS, 0.03),
        ((0.999, 0.5), 0.3),
        ((0.4, 0.05), 0.3),
    ],
)
@pytest.mark.parametrize("rho", [1e-9, 1e-5])
def test_against_the_steps_of_the_proof(means, zeta, rho):
    distance, risk = smallest_distance(means, zeta), 0.01

    def lacks(samples, share):
        return group(samples) - kl(share - risk, risk)

    def group(samples):  # E d^2 rho for the d ~ Binomial(samples, distance) rows that differ
        return rho * ((samples * distance) ** 2 + samples * distance * (1 - distance))

    for share in (0.3, 0.9):
        needed = brentq(lacks, 0, 1e9, args=(share,), xtol=1e-3)
        free = dpcore.necessary_samples(means, math.inf, risk, quantile=share, indifference=zeta)
        assert necessary(means, rho, risk, share, indifference=zeta) == pytest.approx(max(free, needed), rel=5e-3)

    def share_by(samples):  # the largest share of runs that may have stopped by then
        if group(samples) >= kl(1 - risk, risk):
            return 1.0
        return brentq(lambda share: lacks(samples, share), 2 * risk, 1)

    ends = np.linspace(0, brentq(lacks, 0, 1e9, args=(1,)), 1001)
    mean = np.trapezoid([1 - share_by(samples) for samples in ends], ends)
    free = dpcore.necessary_samples(means, math.inf, risk, indifference=zeta)
    assert necessary(means, rho, risk, indifference=zeta) == pytest.approx(max(free, mean), rel=5e-3)


def test_never_below_the_bound_without_privacy_and_growing_with_privacy():
    bounds = [necessary(MEANS, rho, 0.01) for rho in (math.inf, 1.0, 1e-4, 1e-6, 1e-12, 1e-300)]
    assert bounds[:2] == [FREE, FREE]
    assert bounds == sorted(bounds)
    assert math.isfinite(bounds[-1])
    assert bounds[-2] == pytest.approx(1000 * bounds[-3], rel=0.01)  # as 1/sqrt(rho)
    # A quarter of it, as epsilon-DP implies the rho: the bound for epsilon-DP is the larger one.
    for epsilon in (0.001, 0.01, 0.1, 1):
        rho = dpcore.privacy.rho_from_epsilon(epsilon)
        assert necessary(MEANS, rho, 0.01) <= dpcore.necessary_samples(MEANS, epsilon, 0.01) * (1 + 1e-9)


def test_with_several_good_answers_only_the_bound_without_privacy_is_left():
    free = dpcore.necessary_samples(MEANS, math.inf, 0.01, indifference=0.06)
    assert necessary(MEANS, 1e-9, 0.01, indifference=0.06) == free


@pytest.mark.parametrize("rho", [1e-4, 1e-6])
def test_what_keeps_the_promise_takes_more(rho):
    result = dpcore.simulate_fixed_confidence("gaussian-pb-tas", MEANS, rho=rho, risk=0.01, runs=20, seed=1)
    assert necessary(MEANS, rho, 0.01) > FREE
    assert result.summary().mean > necessary(MEANS, rho, 0.01)
    assert np.quantile(result.stopping_times, 0.9) > necessary(MEANS, rho, 0.01, 0.9)


@pytest.mark.parametrize(
    "means, other", [((0.9, 0.2), (0.1, 0.8)), ((0.5, 0.4), (0.5, 0.9)), ((0.01, 0.5), (0.99, 0.5))]
)
def test_group_privacy_holds_on_exact_laws(means, other):
    distance = np.abs(np.subtract(means, other)).max()  # one event may move both arms' outcomes
    for policy in (*policies(), at_a_random_time(1.0)):
        bound = concentrated_on_tables(policy) * private_moment(distance, rows=2)
        assert divergence(policy, means, other) <= bound * (1 + 1e-9)


@pytest.mark.parametrize("rho, risk, quantile", [(0, 0.01, None), (-1, 0.01, None), (1, 0.5, None), (1, 0.1, 1.0)])
def test_bad_input(rho, risk, quantile):
    with pytest.raises(ValueError, match="must "):
        necessary(MEANS, rho, risk, quantile)
