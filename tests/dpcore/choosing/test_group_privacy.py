"""Bounds by group privacy: against their proofs step by step, and what algorithms take."""

import itertools
import math

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import binom

import dpcore
from dpcore.choosing import necessary_samples_under_approximate_dp as approximate
from dpcore.choosing import necessary_samples_under_zcdp as necessary

MEANS = (0.75, 0.7, 0.4)
FREE = dpcore.necessary_samples(MEANS, math.inf, 0.01)


def kl(p, q):
    return sum(x * math.log(x / y) for x, y in ((p, q), (1 - p, 1 - q)) if x > 0)


def hardest(means, zeta):
    """How many answers are good, and on a grid of m the t of the one that takes most to make it no good one."""
    good = [arm for arm, mean in enumerate(means) if mean >= max(means) - zeta]
    middles = np.linspace(0, 1 - zeta, 100_001)
    rises = [middles + zeta - max(np.delete(means, arm)) for arm in good]
    return len(good), max(np.maximum(means[arm] - middles, rise).min() for arm, rise in zip(good, rises, strict=True))


INSTANCES = [
    (MEANS, 0.0, 0.01),
    ((0.02, 0.6), 0.0, 0.3),
    ((0.98, 0.02), 0.0, 0.4),
    (MEANS, 0.06, 0.01),
    ((0.999, 0.5), 0.3, 0.05),
    ((0.9, 0.8, 0.1), 0.75, 0.05),
]


@pytest.mark.parametrize("means, zeta, risk", INSTANCES)
@pytest.mark.parametrize("rho", [1e-9, 1e-2])
def test_zcdp_against_the_steps_of_the_proof(means, zeta, risk, rho):
    answers, distance = hardest(means, zeta)

    def lacks(samples, share):  # E d^2 rho for the d ~ Binomial(samples, distance) rows that differ
        group = rho * ((samples * distance) ** 2 + samples * distance * (1 - distance))
        return group - kl((share - risk) / answers, risk)

    for share in (0.5, 0.95):
        needed = brentq(lacks, 0, 1e9, args=(share,), xtol=1e-6) if (share - risk) / answers > risk else 0
        free = dpcore.necessary_samples(means, math.inf, risk, quantile=share, indifference=zeta)
        assert necessary(means, rho, risk, share, indifference=zeta) == pytest.approx(max(free, needed), rel=1e-4)
    start = (1 + answers) * risk
    mean = 0.0
    if start < 1:

        def share_by(samples):
            if lacks(samples, 1) >= 0:
                return 1.0
            low = start + 1e-9
            return brentq(lambda share: lacks(samples, share), low, 1) if lacks(samples, low) > 0 else low

        ends = np.linspace(0, brentq(lacks, 0, 1e9, args=(1,)), 301)
        mean = np.trapezoid([1 - share_by(samples) for samples in ends], ends)
    free = dpcore.necessary_samples(means, math.inf, risk, indifference=zeta)
    assert necessary(means, rho, risk, indifference=zeta) == pytest.approx(max(free, mean), rel=2e-3)


@pytest.mark.parametrize("means, zeta, risk", INSTANCES)
@pytest.mark.parametrize("epsilon, delta", [(0.03, 1e-3), (2.0, 1e-6)])
def test_approximate_dp_against_the_steps_of_the_proof(means, zeta, risk, epsilon, delta):
    answers, distance = hardest(means, zeta)

    def most(samples):  # the largest share of runs that may have stopped by then, over all sizes of groups
        sizes = np.arange(math.ceil(-math.log(risk) / epsilon) + 2)
        grown = np.exp(sizes * epsilon)
        sides = grown * risk + delta * (grown - 1) / math.expm1(epsilon) + binom.sf(sizes, samples, distance)
        return min(1.0, risk + answers * sides.min())

    for share in (0.5, 0.95):
        found = approximate(means, epsilon, delta, risk, share, indifference=zeta)
        free = dpcore.necessary_samples(means, math.inf, risk, quantile=share, indifference=zeta)
        assert found >= free
        if found > free:
            assert most(found - 1) < share  # so many are needed
            assert most(1.02 * found + 1) >= share  # and hardly more: a fiftieth for groups left out
    last = 1.0
    while most(last) < 1:
        last *= 2
    numbers = np.unique(np.linspace(0, last, 301).astype(int))
    mean = np.trapezoid([1 - most(samples) for samples in numbers], numbers)
    free = dpcore.necessary_samples(means, math.inf, risk, indifference=zeta)
    found = approximate(means, epsilon, delta, risk, indifference=zeta)
    assert found == pytest.approx(max(free, mean), rel=0.04, abs=1)
    assert found <= 1.002 * max(free, mean) + 1  # a sum from below


def test_epsilon_without_delta_is_no_weaker_than_with_it():
    for epsilon, delta, risk in itertools.product((0.001, 0.1, 1.0), (1e-9, 1e-3), (0.01, 0.2)):
        assert approximate(MEANS, epsilon, delta, risk, 0.9) <= approximate(MEANS, epsilon, delta / 10, risk, 0.9)
        assert approximate(MEANS, epsilon, delta, risk, 0.9) <= approximate(MEANS, epsilon / 2, delta, risk, 0.9)
    assert approximate(MEANS, math.inf, 1e-6, 0.01) == FREE
    assert math.isfinite(approximate(MEANS, 1e-100, 1e-6, 0.01, 0.9))
    assert approximate(MEANS, 800.0, 1e-6, 0.01, 0.9) == dpcore.necessary_samples(MEANS, math.inf, 0.01, quantile=0.9)


def test_never_below_the_bound_without_privacy_and_growing_with_privacy():
    bounds = [necessary(MEANS, rho, 0.01) for rho in (math.inf, 1.0, 1e-4, 1e-6, 1e-12, 1e-300)]
    assert bounds[:2] == [FREE, FREE]
    assert bounds == sorted(bounds)
    assert math.isfinite(bounds[-1])
    assert bounds[-2] == pytest.approx(1000 * bounds[-3], rel=0.01)  # as 1/sqrt(rho)
    # On the mean, at this risk: epsilon-DP implies the rho, and its own bound is the larger one.
    for epsilon in (0.001, 0.01, 0.1, 1):
        rho = dpcore.privacy.rho_from_epsilon(epsilon)
        assert necessary(MEANS, rho, 0.01) <= dpcore.necessary_samples(MEANS, epsilon, 0.01) * (1 + 1e-9)


def test_what_keeps_the_promise_takes_more():
    rho = 1e-6
    result = dpcore.simulate_fixed_confidence("gaussian-pb-tas", MEANS, rho=rho, risk=0.01, runs=20, seed=1)
    assert necessary(MEANS, rho, 0.01) > FREE
    assert result.summary().mean > necessary(MEANS, rho, 0.01)
    assert np.quantile(result.stopping_times, 0.9) > necessary(MEANS, rho, 0.01, 0.9)
    epsilon = dpcore.privacy.gaussian_epsilon(rho, 1e-6)
    assert result.summary().mean > approximate(MEANS, epsilon, 1e-6, 0.01)
