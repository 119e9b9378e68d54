"""The bound on a quantile by group privacy: against a linear program, exact tests and runs; limits and inverse."""

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog
from scipy.stats import binom

import dpcore
from dpcore.choosing import necessary_samples_under_approximate_dp, necessary_samples_under_zcdp
from dpcore.times.coupling import SMALLEST_SUMMED, epsilon_for, hardest, largest_share, samples_for
from dpcore.times.lower_bounds import quantile_divergence

RISK, SHARE = 0.01, 0.89


@pytest.mark.parametrize("samples, epsilon, distance, risk", [
    (1, 0.5, 0.3, 0.01), (7, 0.1, 0.05, 0.2), (12, 1.0, 0.4, 0.01), (12, 3.0, 0.4, 0.001), (40, math.inf, 0.01, 0.1),
])  # fmt: skip
def test_the_largest_share_is_that_of_the_linear_program(samples, epsilon, distance, risk):
    law = binom.pmf(np.arange(samples + 1), samples, distance)
    factors = np.exp(-np.minimum(np.arange(samples + 1) * min(epsilon, 1e3), 700))
    each = np.eye(samples + 1)
    forwards = np.hstack([factors[:, None] * each, -each])  # p <= e^(d epsilon) p'
    backwards = np.hstack([each, -factors[:, None] * each])  # 1 - p' <= e^(d epsilon) (1 - p)
    rows = np.vstack([forwards, backwards, np.append(np.zeros(samples + 1), law)])
    limits = np.concatenate([np.zeros(samples + 1), 1 - factors, [risk]])
    found = linprog(-np.append(law, np.zeros(samples + 1)), A_ub=rows, b_ub=limits, bounds=(0, 1))
    assert largest_share(float(samples), epsilon, distance, risk) == pytest.approx(-found.fun, rel=1e-7)


def test_limits():
    assert largest_share(12.0, 1.0, 0.4, 0.05) == 1  # more risk than can be spent at the best rate
    for epsilon in (1e-5, 1e-7, 1e-30, 1e-100):  # all who differ are close to their mean
        needed = samples_for(SHARE, epsilon, 0.05, RISK)
        assert needed * 0.05 * epsilon == pytest.approx(math.log(SHARE / RISK), rel=1e-3)
        assert needed * 0.05 * epsilon < math.log(SHARE / RISK) * (1 + 1e-12)
    needed = samples_for(SHARE, math.inf, 0.05, RISK)  # one who differs is enough
    assert 1 - 0.95**needed + RISK == pytest.approx(SHARE, rel=1e-3)
    assert samples_for(RISK, 0.1, 0.05, RISK) == 0  # a guess
    assert samples_for(SHARE, 0.1, 0.0, RISK) == 0
    assert samples_for(SHARE, 0.1, 0.05, RISK, at_least=1e9) == 1e9
    assert samples_for(SHARE, 0.1, 0.05, RISK, at_least=1e30) == 1e30
    assert epsilon_for(SHARE, 1.0, 0.05, RISK) == math.inf
    assert epsilon_for(SHARE, 1e30, 0.05, RISK, at_least=0.1) == 0.1
    assert epsilon_for(RISK, 1.0, 0.05, RISK) == 0


@settings(max_examples=60, deadline=None)
@given(
    st.floats(-9, 1).map(lambda power: 10**power), st.floats(1e-3, 0.6), st.floats(1e-9, 0.4), st.floats(0.001, 0.999)
)
def test_its_inverse_and_its_laws(epsilon, distance, risk, place):
    share = risk + place * (1 - 2 * risk)
    needed = samples_for(share, epsilon, distance, risk)
    assert needed <= samples_for(share, epsilon / 2, distance, risk)
    assert needed >= samples_for(share, epsilon, distance, risk * 1.1)
    found = epsilon_for(share, needed, distance, risk)
    assert found <= epsilon * (1 + 1e-9)
    assert samples_for(share, found, distance, risk) == pytest.approx(needed, rel=1e-9)
    # Nothing is more than the same with the few largest groups alone, step by step as docs/lower-bounds.md.
    groups = np.unique(np.geomspace(1, 1e7, 400).astype(int)) - 1
    if epsilon > SMALLEST_SUMMED:
        whole = math.floor(needed)
        sides = np.exp(np.minimum(groups * epsilon, 700)) * risk + binom.sf(groups, whole, distance)
        assert largest_share(float(whole), epsilon, distance, risk) <= min(1, sides.min()) * (1 + 1e-9)


def power_of_a_noisy_count(samples, epsilon, risk, high, low):
    """The power of the test that counts with two-sided geometric noise, at this level, exactly."""
    counts = np.arange(samples + 1)
    noise = np.arange(-math.ceil(40 / epsilon), math.ceil(40 / epsilon) + 1)
    law = np.tanh(epsilon / 2) * np.exp(-epsilon * np.abs(noise))
    level, power = (
        np.cumsum(np.convolve(binom.pmf(counts, samples, rate), law)[::-1]) for rate in (low, high)
    )  # from the largest noisy count on
    return float(power[np.searchsorted(level, risk, side="right") - 1])


def test_no_private_test_has_more_power():
    for epsilon, samples in ((0.03, 300), (0.1, 100), (0.3, 60), (1.0, 30)):
        bound = largest_share(float(samples), epsilon, 0.1, 0.05)
        power = power_of_a_noisy_count(samples, epsilon, 0.05, 0.55, 0.45)
        assert 0.3 * bound < power <= bound
        without = binom.sf(binom.isf(0.05, samples, 0.45), samples, 0.55)
        assert without > bound or epsilon > 0.1  # a test that is not private is caught


def test_how_many_are_ruled_out_where_the_information_bound_is_the_smaller_one():
    by_information = dpcore.characteristic_time((0.6, 0.5), epsilon=0.001).time * 3.7502  # kl(.89, .01)
    needed = dpcore.necessary_samples((0.6, 0.5), 0.001, 0.01, quantile=0.9)
    assert 1.15 < needed / by_information < 1.2
    found = dpcore.smallest_epsilon((0.6, 0.5), 0.01, 80_000)
    assert 0.001035 < 0.00111 < found < math.log(89) / 4000
    simple = min(math.exp(d * 0.001035) * 0.01 + binom.sf(d, 80_000, 0.05) for d in range(4000, 4300))
    assert simple < 0.89  # so that this epsilon is ruled out by the plainest form of the proof already


@pytest.mark.parametrize("means", [(0.6, 0.5), (0.9, 0.5), (0.75, 0.7, 0.4)])
@pytest.mark.parametrize("risk", [0.01, 0.2])
def test_a_weaker_promise_never_needs_more(means, risk):
    for epsilon in (1e-3, 1e-2, 0.1, 1.0):
        pure = dpcore.necessary_samples(means, epsilon, risk, quantile=0.9)
        rho = dpcore.privacy.rho_from_epsilon(epsilon)
        assert necessary_samples_under_zcdp(means, rho, risk, 0.9) <= pure
        assert necessary_samples_under_approximate_dp(means, epsilon, 1e-9, risk, 0.9) <= pure


def test_the_hardest_change_by_a_grid():
    for means, zeta in (((0.75, 0.7, 0.4), 0.0), ((0.75, 0.7, 0.4), 0.06), ((0.02, 0.6), 0.0), ((0.9, 0.8), 0.75)):
        answers, distance = hardest(np.array(means), zeta)
        middles = np.linspace(0, 1 - zeta, 100_001)
        good = [arm for arm, mean in enumerate(means) if mean >= max(means) - zeta]
        rises = [np.maximum(means[a] - middles, middles + zeta - max(np.delete(means, a))).min() for a in good]
        assert answers == len(good)
        assert distance == pytest.approx(max(rises), abs=1e-5)


def test_the_document_has_these_numbers():
    text = " ".join((Path(__file__).parents[3] / "docs" / "lower-bounds.md").read_text("utf-8").split())
    means, risk, share = (0.6, 0.5), 0.01, 0.9

    def both(epsilon):
        time = dpcore.characteristic_time(means, epsilon=epsilon).time
        return dpcore.necessary_samples(means, epsilon, risk, quantile=share), time * quantile_divergence(share, risk)

    for epsilon in (1e-3, 1e-2):
        larger, by_information = both(epsilon)
        assert f"{larger:,.0f} against {by_information:,.0f} at" in text
    assert both(0.065)[0] > 1.0001 * both(0.065)[1]
    assert both(0.067)[0] == both(0.067)[1]
    assert "for ε ≥ .066" in text
    assert (
        f"{necessary_samples_under_approximate_dp(means, 1e-3, 1e-9, risk, share):,.0f} under (.001, 10⁻⁹)-DP" in text
    )
    found = dpcore.smallest_epsilon(means, risk, 80_000)
    assert f"every ε below {found:.6f}".replace("0.", ".", 1) in text
    concentrated = necessary_samples_under_zcdp((0.9, 0.5), dpcore.privacy.rho_from_epsilon(1e-3), 0.2, share)
    approximate = necessary_samples_under_approximate_dp((0.9, 0.5), 1e-3, 1e-6, 0.2, share)
    assert f"{concentrated:,.0f} and {approximate:,.0f} against" in text
