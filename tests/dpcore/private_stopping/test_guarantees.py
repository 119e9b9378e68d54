"""What is proven: (alpha, beta)-correctness, halting in time, noise scales, and epsilon-DP by audit."""

import functools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import bdtrc, gammaincinv

from dpcore.audit import privacy_loss_lower_bound
from dpcore.private_stopping import (
    private_stopping_bounds,
    simulate_private_stopping,
    stop_on_values,
    stopping_noise_scales,
    trace_private_stopping,
)
from dpcore.private_stopping.on_values import plan_tests, release
from dpcore.private_stopping.rules import check_rule
from tests.dpcore.private_stopping.reference import boundary, times_of_tests

FALSE_ALARM_RATE = 1e-6
RUNS = 1000
CASES = [("nas", None), ("dp-nas", 0.5), ("exponential-dp-nas", 0.5)]


def refutes(failures, runs, risk):
    """Whether so many failures have probability < FALSE_ALARM_RATE when each has probability at most `risk`."""
    return failures > 0 and bdtrc(failures - 1, runs, risk) < FALSE_ALARM_RATE


@functools.cache
def result_of(algorithm, epsilon, relative_error):
    return simulate_private_stopping(algorithm, 0.3, relative_error, 0.05, epsilon, runs=RUNS)


@pytest.mark.parametrize("algorithm, epsilon", CASES)
def test_error_is_rarer_than_the_risk(algorithm, epsilon):
    summary = result_of(algorithm, epsilon, 0.2).summary()
    assert summary.finished == RUNS
    assert not refutes(summary.errors, RUNS, 0.05)


@pytest.mark.parametrize("algorithm, epsilon", CASES)
def test_error_count_catches_a_rule_run_at_a_wider_relative_error(algorithm, epsilon):
    estimates = result_of(algorithm, epsilon, 0.9).estimates
    errors = int((np.abs(estimates - 0.3) > 0.05 * 0.3).sum())
    assert refutes(errors, RUNS, 0.05)


@pytest.mark.parametrize("algorithm, epsilon", CASES)
def test_rules_halt_by_their_bounds(algorithm, epsilon):
    times = result_of(algorithm, epsilon, 0.2).stopping_times
    bounds = private_stopping_bounds(algorithm, 0.3, 0.2, 0.05, epsilon)
    assert not refutes(int((times > bounds.halting_time_proven).sum()), RUNS, 0.05)
    assert refutes(int((times > bounds.halting_time_proven / 4).sum()), RUNS, 0.05), "a bound 4 times smaller is caught"
    if algorithm == "exponential-dp-nas":
        assert not refutes(int((times > bounds.published_halting_time).sum()), RUNS, 0.05)


@pytest.mark.parametrize("algorithm, epsilon", CASES)
def test_proven_halting_time_is_the_first_test_passed_on_the_likely_event(algorithm, epsilon):
    mean, alpha, beta = 0.6, 0.5, 0.1
    times = times_of_tests(algorithm, 20_000)
    level, noise, _ = boundary(algorithm, times, alpha, beta, epsilon)
    number = np.log2(times) if algorithm == "exponential-dp-nas" else times
    radius = np.sqrt(2 / times * np.log((4 if algorithm == "nas" else 16) * number**2 / beta))
    largest_noise = noise * (np.log(4 / beta) + np.log(8 * number**2 / beta))
    is_passed = times * mean >= level + times * radius + largest_noise
    first = times[np.argmax(is_passed)]
    assert is_passed.any()
    assert private_stopping_bounds(algorithm, mean, alpha, beta, epsilon).halting_time_proven == first


def test_bounds_closed_forms():
    alpha, beta, epsilon, mean, bound = 0.1, 0.05, 0.5, 0.6, 2.0
    bounds = private_stopping_bounds("exponential-dp-nas", mean, alpha, beta, epsilon, reward_bound=bound)
    log = math.log(math.log(bound / (alpha * mean)) / beta)
    t0 = bound**2 * log / (alpha * mean) ** 2
    t1 = bound * log / (epsilon * mean)
    t2 = bound * math.log(1 / beta) / (epsilon * alpha * mean)
    assert bounds.sampling_term == pytest.approx(t0)
    assert bounds.testing_term == pytest.approx(t1)
    assert bounds.estimate_term == pytest.approx(t2)
    assert bounds.published_halting_time == pytest.approx(2000 * (t0 + t1 + t2))
    assert bounds.lower_bound == pytest.approx(bound * math.log(1 / beta) / (12 * alpha * mean * epsilon))
    assert private_stopping_bounds("dp-nas", -mean, alpha, beta, epsilon, reward_bound=bound).estimate_term == (
        bounds.estimate_term
    )


def test_bounds_are_absent_where_nothing_is_proven():
    assert private_stopping_bounds("dp-nas", 0.5, 0.1, 0.05, 1.0).published_halting_time is None
    assert private_stopping_bounds("exponential-dp-nas", 0.5, 0.1, 0.09, 1.0).published_halting_time is None
    assert private_stopping_bounds("exponential-dp-nas", 1.0, 0.99, 0.08, 1.0).published_halting_time is None
    assert private_stopping_bounds("dp-nas", 0.5, 0.1, 0.25, 1.0).lower_bound is None
    without_privacy = private_stopping_bounds("nas", 0.5, 0.1, 0.05)
    assert without_privacy.lower_bound is None
    assert without_privacy.testing_term is None
    assert without_privacy.estimate_term is None


def test_the_printed_halting_time_fails_where_it_is_withheld():
    # risk .08, alpha .99, mean R: the printed t_U is negative, yet no rule halts before its first test.
    bounds = private_stopping_bounds("exponential-dp-nas", 1.0, 0.99, 0.08, 10.0)
    log = math.log(math.log(1 / 0.99) / 0.08)
    assert 2000 * (log / 0.99**2 + log / 10 + bounds.estimate_term) < 0 < 2 <= bounds.halting_time_proven
    assert (bounds.sampling_term, bounds.testing_term, bounds.published_halting_time) == (None, None, None)


unit = st.floats(0.001, 0.999)


@given(alpha=unit, beta=st.floats(1e-12, 0.08), mean=st.floats(1e-6, 1.0), log_epsilon=st.floats(-12, 16))
@settings(max_examples=40, deadline=None)
def test_published_halting_time_is_at_least_the_proven_one(alpha, beta, mean, log_epsilon):
    bounds = private_stopping_bounds("exponential-dp-nas", mean, alpha, beta, math.exp(log_epsilon))
    if bounds.published_halting_time is not None:
        assert bounds.published_halting_time >= bounds.halting_time_proven
    assert bounds.lower_bound <= bounds.halting_time_proven


@given(alpha=unit, beta=unit, mean=st.floats(1e-4, 1.0), log_epsilon=st.floats(-9, 9))
@settings(max_examples=50, deadline=None)
@pytest.mark.parametrize("algorithm", ["dp-nas", "exponential-dp-nas"])
def test_halting_time_falls_with_epsilon_and_mean_to_the_noiseless_one(algorithm, alpha, beta, mean, log_epsilon):
    def bound(m, e):
        return private_stopping_bounds(algorithm, m, alpha, beta, e).halting_time_proven

    epsilon = math.exp(log_epsilon)
    assert bound(mean, epsilon) >= bound(mean, 2 * epsilon) >= bound(mean, math.inf)
    assert bound(mean / 2, epsilon) >= bound(mean, epsilon)


def test_noise_scales():
    assert stopping_noise_scales(0.5, 3.0) == pytest.approx((72.0, 72.0, 24.0))
    assert stopping_noise_scales(math.inf) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("algorithm", ["dp-nas", "exponential-dp-nas"])
def test_noise_drawn_has_the_calibrated_scales(algorithm):
    """sum |Lap(s)|/s of n draws is Gamma(n): exact two-sided critical values; half and double the noise are caught."""
    count, epsilon, bound = 500, 2.0, 3.0
    traces = [
        trace_private_stopping(algorithm, 2.7, 0.9, 0.5, epsilon, reward_bound=bound, seed=seed)
        for seed in range(count)
    ]
    stopped = [
        stop_on_values(algorithm, np.full(4096, bound), 0.9, 0.5, epsilon, seed=seed, reward_bound=bound)
        for seed in range(count)
    ]
    drawn = {
        12 * bound / epsilon: [[t.threshold_noise for t in traces], [t.query_noises[0] for t in traces]],
        4 * bound / epsilon: [
            [(t.estimate - t.sample_means[-1]) * t.stopping_time for t in traces],
            [(outcome.estimate - bound) * outcome.stopping_time for outcome in stopped],
        ],
    }
    low, high = gammaincinv(count, [FALSE_ALARM_RATE / 2, 1 - FALSE_ALARM_RATE / 2])
    for scale, samples in drawn.items():
        for sample in samples:
            total = np.abs(sample).sum() / scale
            assert low < total < high
            assert total / 2 < low
            assert 2 * total > high


AUDIT_RUNS = 12_000
AUDIT_EPSILON = 2.0


def releases(rule, values, runs, seed):
    """(R, 2) stopping times (0 = none) and noisy sums of a rule on the same values."""
    rng = np.random.default_rng(seed)
    tests = plan_tests(rule, values)
    outcomes = [release(rule, tests, rng) for _ in range(runs)]
    return np.array([(0, 0.0) if outcome is None else outcome for outcome in outcomes])


@pytest.mark.parametrize("noise, level, early", [(1.0, 0.984, 128), (0.5, 0.835, 128)])
def test_privacy_audit(noise, level, early):
    """Streams that differ in the first reward, 1 or -1; the rule with half the noise must be caught.

    The audited number, a post-processing of time and estimate: by how much the released sum exceeds the sum of the
    first stream at that time, if the rule stopped early, else a large negative number.  `level` (every other reward)
    and `early` make an early stop happen in a fifth to a third of the runs, and depend on the first reward.  The rule
    that tests at every time, too, is compared with a plain loop in test_law.py.
    """
    rule = check_rule("exponential-dp-nas", 0.95, 0.9, AUDIT_EPSILON)
    rule = rule._replace(
        threshold_scale=noise * rule.threshold_scale,
        query_scale=noise * rule.query_scale,
        estimate_scale=noise * rule.estimate_scale,
    )
    values = np.concatenate([[1.0], np.full(2 * early, level)])
    neighbour = np.concatenate([[-1.0], values[1:]])

    def statistics(stream, seed):
        times, sums = releases(rule, stream, AUDIT_RUNS, seed).T
        stopped = (times > 0) & (times <= early)
        return np.where(stopped, sums - 1 - level * (times - 1), -1e9)

    loss = privacy_loss_lower_bound(statistics(values, 1), statistics(neighbour, 2))
    assert (loss >= AUDIT_EPSILON) == (noise < 1)
    assert loss > 0.4 * AUDIT_EPSILON, "the audit has power"
