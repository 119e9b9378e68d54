"""The public door: bad input, reproducibility, extension, cancellation, and a trace that is the run."""

import math
import threading

import numpy as np
import pytest

import dpcore
from dpcore.experiments import CancelFlag
from dpcore.fixed_confidence import fixed_confidence_algorithms, simulate_fixed_confidence, trace_fixed_confidence
from tests.dpcore.refusals import refused

MEANS = (0.3, 0.8, 0.5)
ALGORITHMS = fixed_confidence_algorithms()
PRIVATE = [name for name, entry in ALGORITHMS.items() if entry.privacy.is_private]
VARIANTS = [(name, threshold) for name, entry in ALGORITHMS.items() for threshold in entry.thresholds]


def test_a_threshold_that_is_not_proven_is_called_a_heuristic_and_is_no_default():
    for entry in ALGORITHMS.values():
        assert list(entry.thresholds) in (["proven"], ["proven", "heuristic"])
        assert "not proven" in entry.thresholds.get("heuristic", "not proven")


test_bad_input_is_refused_with_a_sentence = refused(
    lambda changes: simulate_fixed_confidence(**{"algorithm": "dp-tt", "means": MEANS, "epsilon": 1.0} | changes),
    ({"means": (0.5, 0.5)}, "arms 1 and 2 tie at 0.5"),
    ({"epsilon": 1e-13}, "epsilon must be at least 1e-12 in a simulation, not 1e-13"),
    ({"risk": 0.5}, "risk must be strictly between 0 and 1/2, not 0.5"),
    ({"means": np.linspace(0.1, 0.9, 10_001)}, "there must be at most 10000 means in a simulation, not 10001"),
    ({"max_samples": 2}, "max_samples must be at least 3, not 2"),
    ({"threshold": "loose"}, "threshold must be one of proven, heuristic, not 'loose'"),
    ({"algorithm": "adap-tt-star", "threshold": "heuristic"}, "TT\\* has no heuristic threshold, only: proven"),
    ({"growth": 0.0}, "growth must be strictly between 0.01 and 10, not 0.0"),
    ({"eta": 1.0}, "DP-TT has no parameter 'eta', only: growth, leader_share"),
    ({"algorithm": "adap-tt", "leader": "best"}, "leader must be one of phase, log, not 'best'"),
)


@pytest.mark.parametrize("name", [name for name in ALGORITHMS if name not in PRIVATE])
def test_algorithms_without_privacy_ignore_epsilon(name):
    runs = [simulate_fixed_confidence(name, MEANS, epsilon, 0.2, runs=3) for epsilon in (None, 0.1)]
    assert runs[0].to_records() == runs[1].to_records()
    assert runs[0].parameters == runs[1].parameters


@pytest.mark.parametrize("name", PRIVATE)
def test_no_privacy_means_no_noise(name):
    trace = trace_fixed_confidence(name, MEANS, float("inf"), 0.2, rho=float("inf"), max_samples=20_000)
    assert (trace.noise == 0).all()
    np.testing.assert_allclose(trace.private_means, trace.empirical_means, atol=1e-9)


@pytest.mark.parametrize("max_samples", [37, 20_000])
@pytest.mark.parametrize("name, threshold", VARIANTS)
def test_a_trace_is_the_run(name, threshold, max_samples):
    arguments = {"epsilon": 1.0, "risk": 0.2, "max_samples": max_samples, "threshold": threshold, "seed": 8, "rho": 0.5}
    result = simulate_fixed_confidence(name, MEANS, runs=3, **arguments)
    assert result.version == dpcore.__version__
    assert result.parameters["means"] == MEANS
    assert result.parameters["epsilon"] == (1.0 if ALGORITHMS[name].privacy.budget == "epsilon" else None)
    assert (result.parameters["risk"], result.parameters["max_samples"]) == (0.2, max_samples)
    assert result.finished.any() or max_samples == 37
    for run in range(3):
        trace = trace_fixed_confidence(name, MEANS, run=run, **arguments)
        assert trace.stopping_time == result.stopping_times[run]
        assert trace.recommendation == result.recommendations[run]
        assert trace.finished == result.finished[run]
        np.testing.assert_array_equal(trace.pulls, result.pulls[run])
        assert trace.parameters == result.parameters
        check_story(trace)


def check_story(trace):
    """Laws of every trace: counts grow, the last moment is the end, a stop has every cost at its threshold."""
    assert (np.diff(trace.times) >= 0).all()
    assert (np.diff(trace.counts, axis=0) >= 0).all()
    assert trace.times[-1] == trace.stopping_time <= trace.parameters["max_samples"]
    np.testing.assert_array_equal(trace.counts[-1], trace.pulls)
    np.testing.assert_array_equal(trace.counts.sum(axis=1), trace.times)
    assert (trace.private_counts <= trace.counts).all()
    for name in ("private_means", "empirical_means", "costs", "thresholds", "noise"):
        assert np.isfinite(getattr(trace, name)).all(), name
    assert ((trace.empirical_means >= 0) & (trace.empirical_means <= 1)).all()
    if trace.finished:
        rivals = np.arange(trace.pulls.size) != trace.recommendation
        assert (trace.costs[-1] >= trace.thresholds[-1])[rivals].all()


def test_a_trace_longer_than_the_first_guess_is_complete():
    arguments = {"epsilon": 1.0, "max_samples": 200_000, "growth": 0.011, "seed": 1}
    trace = trace_fixed_confidence("dp-tt", (0.5, 0.51, 0.52, 0.53, 0.54, 0.55), **arguments)
    assert trace.times.size > 1024
    check_story(trace)


def test_a_trace_that_would_fill_the_memory_is_refused(monkeypatch):
    monkeypatch.setattr("dpcore.fixed_confidence.simulate._FIRST_TRACE_CAPACITY", 2000)
    with pytest.raises(ValueError, match="the story of 10000 arms has 2000 moments"):
        trace_fixed_confidence("dp-tt", np.linspace(0.1, 0.9, 10_000), 1.0, max_samples=10_000)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_an_epsilon_that_overflows_when_squared_is_as_none(name):
    how = {"rho": 1.0, "runs": 2, "max_samples": 2000}
    huge, large = (simulate_fixed_confidence(name, MEANS, epsilon, **how) for epsilon in (1e200, 1e150))
    assert np.array_equal(huge.stopping_times, large.stopping_times)


@pytest.mark.parametrize("name", ["pb-tas", "prise"])
@pytest.mark.parametrize(
    "means, epsilon",
    [((0.5, 0.499), 1.0), ((0.5, 0.4), 1e-4), ((0.999, 0.5), 800.0), ((0.52, 0.5), 800.0), ((0.9, 0.1), math.inf)],
)
def test_near_ties_and_extreme_budgets_finish(name, means, epsilon):
    result = simulate_fixed_confidence(name, means, epsilon, runs=20, max_samples=10**12)
    assert result.finished.all()
    assert np.all(result.recommendations == 0)


@pytest.mark.parametrize("name", ["pb-tas", "prise", "dp-se"])
def test_a_run_goes_on_while_a_rival_is_short_of_evidence(name):
    trace = trace_fixed_confidence(name, (0.95, 0.9, 0.9, 0.9, 0.5), 0.46, seed=4, run=2)
    looks = np.flatnonzero(np.diff(trace.times, append=trace.times[-1] + 1))[4 if name == "pb-tas" else 0 :]
    assert looks.size > 2
    passed = [(trace.costs >= trace.thresholds)[row, np.arange(5) != trace.leaders[row]].all() for row in looks]
    assert passed == [False] * (looks.size - 1) + [True]
    assert trace.challengers[-1] == -1


@pytest.mark.parametrize("name, cap", [("pb-tas", 20_000), ("prise", 10_000), ("dp-se", 20_001)])
def test_capped_runs_use_exactly_the_cap(name, cap):
    for epsilon in (0.1, 1e-9):
        result = simulate_fixed_confidence(name, (0.75, 0.7, 0.7, 0.7, 0.7), epsilon, runs=20, max_samples=cap)
        assert not result.finished.all()
        assert np.all(result.stopping_times[~result.finished] == cap)
        assert np.array_equal(result.pulls.sum(axis=1), result.stopping_times)


@pytest.mark.parametrize(
    "name", [name for name in ALGORITHMS if name not in ("dp-se", "pb-tas", "prise", "gaussian-pb-tas")]
)
def test_cancel_stops_a_run_of_a_billion_samples(name):
    cancel = CancelFlag()
    arguments = {"epsilon": 1e-6, "rho": 1e-12, "risk": 1e-9, "max_samples": 10**12, "cancel": cancel}
    threading.Timer(0.05, cancel.set).start()
    assert simulate_fixed_confidence(name, (0.5, 0.5001), runs=4, **arguments).pulls.shape == (0, 2)
    assert trace_fixed_confidence(name, (0.5, 0.5001), **arguments) is None
