"""The doors: bad input, reproducibility, scaling, closed forms, traces."""

import math

import numpy as np
import pytest

from dpcore.private_stopping import (
    private_stopping_algorithms,
    simulate_private_stopping,
    stop_on_values,
    trace_private_stopping,
)
from dpcore.private_stopping.kernels import doubling_times
from tests.dpcore.private_stopping.reference import boundary
from tests.dpcore.refusals import refused

PRIVATE = {"nas": None, "dp-nas": 1.0, "exponential-dp-nas": 1.0}
CASES = list(PRIVATE.items())


test_simulate_iv = refused(
    lambda changes: simulate_private_stopping(**{"algorithm": "dp-nas", "mean": 0.5, "epsilon": 1.0} | changes),
    ({"mean": -0.5, "distribution": "bernoulli"}, "mean must be greater than 0 for rewards 0 or 1, not -0.5"),
    ({"epsilon": None}, r"epsilon must be given: DP-NAS is private \(epsilon-global DP\)"),
    ({"epsilon": 1e-31}, "epsilon must be at least 1e-30, not 1e-31"),
    ({"mean": 1e-31}, "the size of the mean over the reward bound must be at least 1e-30, not 1e-31"),
    ({"growth": 2}, "DP-NAS has no parameter 'growth', only: none"),
    ({"max_samples": 1}, "max_samples must be at least 2, not 1"),
    ({"max_samples": 10**15 + 1}, "max_samples must be at most 1000000000000000, not 1000000000000001"),
)


test_stop_on_values_iv = refused(
    lambda values: stop_on_values("nas", values),
    ([], "values must be a list of at least one number"),
    ([[1.0]], "values must be a list of at least one number, not an array of shape"),
    (["a"], "values must be a list of numbers"),
    ([0.5, 1.5], "values must be between -1 and 1 .*, not 1.5 at row 2"),
    ([math.nan], "values must be between -1 and 1 .*, not nan at row 1"),
)


@pytest.mark.parametrize("algorithm, epsilon", CASES)
def test_a_cap_that_no_run_meets_changes_nothing(algorithm, epsilon):
    free, capped = (
        simulate_private_stopping(algorithm, 0.5, 0.3, 0.1, epsilon, runs=5, max_samples=cap) for cap in (10**12, 10**6)
    )
    assert np.array_equal(free.stopping_times, capped.stopping_times)


@pytest.mark.parametrize("algorithm, epsilon", CASES)
def test_rewards_scale(algorithm, epsilon):
    unit = simulate_private_stopping(algorithm, 0.5, 0.3, 0.1, epsilon, runs=20)
    scaled = simulate_private_stopping(algorithm, 2.0, 0.3, 0.1, epsilon, runs=20, reward_bound=4.0)
    assert np.array_equal(unit.stopping_times, scaled.stopping_times)
    assert scaled.estimates == pytest.approx(4 * unit.estimates)


@pytest.mark.parametrize("algorithm, epsilon", CASES)
@pytest.mark.parametrize("distribution", ["plus-minus", "bernoulli"])
def test_trace_is_the_run(algorithm, epsilon, distribution):
    arguments = (algorithm, 0.5, 0.3, 0.1, epsilon)
    result = simulate_private_stopping(*arguments, runs=4, distribution=distribution, reward_bound=2.0)
    for run in range(4):
        trace = trace_private_stopping(*arguments, run=run, distribution=distribution, reward_bound=2.0)
        assert trace.stopping_time == result.stopping_times[run] == trace.times[-1]
        assert trace.estimate == result.estimates[run]
        halts = np.abs(trace.sample_means) >= trace.noisy_thresholds
        assert halts.tolist() == [False] * (halts.size - 1) + [True]
        level, _, _ = boundary(algorithm, trace.times, 0.3, 0.1, epsilon)
        assert trace.thresholds == pytest.approx(2 * level / trace.times)
        values = trace.sample_means * trace.times / 2
        rewards = (values + trace.times) / 2 if distribution == "plus-minus" else values
        assert rewards == pytest.approx(np.rint(rewards))
        assert ((np.rint(rewards) >= 0) & (np.rint(rewards) <= trace.times)).all()


@pytest.mark.parametrize("algorithm, epsilon", CASES)
def test_runs_that_reach_the_cap_are_unfinished(algorithm, epsilon):
    result = simulate_private_stopping(algorithm, 0.01, 0.1, 0.05, epsilon, runs=3, max_samples=1000)
    assert not result.finished.any()
    assert (result.stopping_times == 1000).all()
    assert np.isnan(result.estimates).all()
    assert result.summary().success_rate is None
    assert result.summary().success_rate_interval == (0.0, 1.0)
    assert result.summary().errors == 0
    trace = trace_private_stopping(algorithm, 0.01, 0.1, 0.05, epsilon, max_samples=1000)
    assert (trace.finished, trace.estimate, trace.stopping_time) == (False, None, 1000)


@pytest.mark.parametrize("cap, times", [(2, [2]), (15, [2, 4, 8]), (16, [2, 4, 8, 16])])
def test_the_doubling_rule_tests_at_powers_of_two_up_to_the_cap(cap, times):
    assert doubling_times(cap).tolist() == times


@pytest.mark.parametrize("algorithm", private_stopping_algorithms())
def test_without_noise_and_with_equal_rewards_the_time_is_a_closed_form(algorithm):
    epsilon = None if algorithm == "nas" else math.inf
    result = simulate_private_stopping(algorithm, -1.0, 0.2, 0.05, epsilon, runs=2)
    time = 2
    while time < boundary(algorithm, time, 0.2, 0.05, math.inf)[0]:
        time = 2 * time if algorithm == "exponential-dp-nas" else time + 1
    assert (result.stopping_times == time).all()
    assert (result.estimates == -1.0).all()
    assert stop_on_values(algorithm, -np.ones(2 * time), 0.2, 0.05, epsilon).stopping_time == time
    assert stop_on_values(algorithm, -np.ones(time - 1), 0.2, 0.05, epsilon).stopping_time is None


def test_stop_on_values_is_reproducible_and_scales():
    values = np.where(np.random.default_rng(0).random(3000) < 0.9, 1.0, -1.0)
    first = stop_on_values("dp-nas", values, 0.5, 0.1, 5.0, seed=3)
    again = stop_on_values("dp-nas", values, 0.5, 0.1, 5.0, seed=3)
    scaled = stop_on_values("dp-nas", 3 * values, 0.5, 0.1, 5.0, seed=3, reward_bound=3.0)
    assert first == again
    assert first.stopping_time == scaled.stopping_time
    assert scaled.estimate == pytest.approx(3 * first.estimate)
    assert first.parameters["values"] == 3000


def test_summary_counts():
    result = simulate_private_stopping("nas", 0.5, 0.3, 0.1, runs=50)
    summary = result.summary()
    assert (summary.runs, summary.finished) == (50, 50)
    assert summary.mean_stopping_time == pytest.approx(result.stopping_times.mean())
    low, high = summary.mean_stopping_time_interval
    assert low < summary.mean_stopping_time < high
    assert summary.errors == sum(abs(x - 0.5) > 0.15 for x in result.estimates)
    assert summary.success_rate_interval[0] <= summary.success_rate <= summary.success_rate_interval[1]
    assert list(summary.stopping_time_quantiles) == [0.1, 0.5, 0.9]
    assert (result.algorithm, result.seed, result.first_run) == ("nas", 0, 0)
    assert result.parameters["epsilon"] is None


def test_no_runs():
    result = simulate_private_stopping("dp-nas", 0.5, 0.3, 0.1, 1.0, runs=0)
    assert result.stopping_times.size == 0
    assert result.summary().mean_stopping_time is None
    assert result.summary().stopping_time_quantiles == {}


def test_a_rule_without_privacy_ignores_epsilon():
    ignored = simulate_private_stopping("nas", 0.5, 0.3, 0.1, 1.0, runs=3)
    plain = simulate_private_stopping("nas", 0.5, 0.3, 0.1, runs=3)
    assert ignored.estimates.tolist() == plain.estimates.tolist()
    assert ignored.parameters == plain.parameters


@pytest.mark.parametrize("epsilon", [1e-17, 1e-30])
def test_a_tiny_epsilon_leaps_to_the_cap(epsilon):
    """Noise of more than 2^63 rewards: no block may overflow the count of samples, which would leave single steps."""
    result = simulate_private_stopping("dp-nas", 0.5, 0.3, 0.1, epsilon, runs=20, max_samples=10**15)
    assert (result.stopping_times <= 10**15).all()
