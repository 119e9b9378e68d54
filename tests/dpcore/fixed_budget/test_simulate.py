import functools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import bdtr, binom
from scipy.stats import laplace

import dpcore
from dpcore._intervals import binomial_interval
from dpcore.fixed_budget import (
    FixedBudgetSummary,
    dp_bai_sizes,
    fixed_budget_algorithms,
    published_fixed_budget_instance,
    simulate_fixed_budget,
    trace_fixed_budget,
)
from tests.dpcore.fixed_budget import reference
from tests.dpcore.statistical import FALSE_ALARM_RATE, distance

NAMES = list(fixed_budget_algorithms())


def random_instance(seed, num_arms, dimension):
    """Features and theta with means in [0, 1/2]."""
    generator = np.random.default_rng(seed)
    features = np.abs(generator.normal(size=(num_arms, dimension)))
    theta = generator.random(dimension)
    return features, theta * 0.5 / (features @ theta).max()


# Bad input


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"epsilon": None}, r"epsilon must be given: DP-BAI is private \(epsilon-global DP\)"),
        ({"horizon": 2}, r"horizon must be at least 3 samples.*1 phases \(30 -> 1 arms\) gets a pull, not 2"),
        ({"horizon": 10**13}, "horizon must be at most"),
        ({"epsilon": 1e-101}, "epsilon must be at least 1e-100 in a simulation, not 1e-101"),
        ({"growth": 2}, "DP-BAI has no parameter 'growth', only: phases"),
        ({"theta": [2.0, 0.5]}, r"must be in \[0, 1\], not 20 for arm 3"),
    ],
)
def test_bad_input(changes, message):
    features, theta = published_fixed_budget_instance()
    arguments = {"algorithm": "dp-bai", "features": features, "theta": theta, "horizon": 100, "epsilon": 1.0} | changes
    with pytest.raises(ValueError, match=message):
        simulate_fixed_budget(**arguments)


# Laws


def test_result_describes_the_experiment():
    result = simulate_fixed_budget("dp-bai", np.eye(3), [0.4, 0.3, 0.2], 300, 2, runs=50, seed=9)
    assert result.version == dpcore.__version__
    told = {"means": (0.4, 0.3, 0.2), "horizon": 300, "epsilon": 2.0, "rewards": "uniform", "phases": "recalled"}
    assert told.items() <= result.parameters.items()
    assert result.parameters["features"][1] == (0.0, 1.0, 0.0)
    assert result.best_arm == 0
    wrong = np.sum(result.recommendations != 0)
    assert result.summary() == FixedBudgetSummary(50, wrong, wrong / 50, binomial_interval(wrong, 50))
    assert result.pulls.shape == (50, 3)
    assert (result.pulls.sum(axis=1) == result.phase_pulls.sum(axis=1)).all()


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    name=st.sampled_from(NAMES),
    num_arms=st.integers(2, 40),
    dimension=st.integers(1, 7),
    budget=st.integers(1, 5000),
)
def test_pulls_never_exceed_the_budget(seed, name, num_arms, dimension, budget):
    features, theta = random_instance(seed, num_arms, dimension)
    try:
        result = simulate_fixed_budget(name, features, theta, budget, 0.5, runs=3, seed=seed)
    except ValueError as error:
        assert "horizon must be at least" in str(error)  # noqa: PT017
        return
    assert (result.pulls.sum(axis=1) <= budget).all()
    assert (result.phase_pulls > 0).all()
    assert ((result.recommendations >= 0) & (result.recommendations < num_arms)).all()


def test_no_runs():
    result = simulate_fixed_budget("dp-bai", np.eye(2), [0.4, 0.1], 100, 1.0, runs=0)
    assert result.summary() == FixedBudgetSummary(runs=0, errors=0, error_rate=None, error_interval=(0.0, 1.0))
    assert result.pulls.shape == (0, 2)
    assert result.to_records() == []


@pytest.mark.parametrize("name", NAMES)
def test_only_the_span_matters(name):
    features, theta = random_instance(3, 12, 2)
    turn = np.linalg.qr(np.random.default_rng(3).normal(size=(4, 2)))[0].T
    flat = simulate_fixed_budget(name, features, theta, 600, math.inf, runs=60)
    embedded = simulate_fixed_budget(name, features @ turn, theta @ turn, 600, math.inf, runs=60)
    assert (embedded.recommendations == flat.recommendations).all()
    assert (embedded.pulls == flat.pulls).all()


def test_dropping_dimensions_and_zero_arms():
    # Two arms of zeros may survive a round together: the span left is {0}.
    features = np.array([[0.5, 0.0, 0.0], [0.0, 0.49, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.01]])
    for name in NAMES:
        result = simulate_fixed_budget(name, features, np.ones(3), 12, 0.01, runs=400)
        assert set(result.recommendations.tolist()) == ({0, 1} if name == "od-linbai" else {0, 1, 2, 3, 4})


# An independent loop


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), num_arms=st.integers(2, 30), dimension=st.integers(1, 5), extra=st.integers(0, 300))
def test_runs_on_a_table_against_a_slow_loop(seed, num_arms, dimension, extra):
    generator = np.random.default_rng(seed)
    features = generator.normal(size=(num_arms, dimension))
    if seed % 2 == 0:  # half of the arms on one line, so that dimensions drop
        features[::2] = generator.normal(size=(len(features[::2]), 1)) * features[0]
    budget = 3 * num_arms + 60 + extra
    rewards = generator.random((budget, num_arms))
    sizes = dp_bai_sizes(num_arms, np.linalg.matrix_rank(features))
    expected = {
        "dp-bai": reference.dp_bai(features, rewards, budget, sizes),
        "baseline": reference.dp_bai(features, rewards, budget, sizes, uses_max_det=False),
        "od-linbai": reference.od_linbai(features, rewards, budget),
    }
    for name, (answer, pulls) in expected.items():
        found, found_pulls, _ = reference.TableRun(name, features, budget)(rewards, generator)
        assert found == answer, name
        assert (found_pulls == pulls).all(), name


# Closed forms and limits


def exact_error_of_two_arms(better, worse, pulls, epsilon):
    """P(the private mean of the worse of two Bernoulli arms is larger), each pulled `pulls` times.

    The difference of two Laplace draws of scale b exceeds x >= 0 with probability (2 + x/b) exp(-x/b)/4.
    """
    counts = np.arange(pulls + 1)
    law = [binom(pulls, counts) * mean**counts * (1 - mean) ** (pulls - counts) for mean in (better, worse)]
    lead = (counts[:, None] - counts[None, :]) * (epsilon if math.isfinite(epsilon) else 1.0)
    if math.isinf(epsilon):
        loses = np.where(lead < 0, 1.0, np.where(lead == 0, 0.5, 0.0))
    else:
        tail = (2 + np.abs(lead)) * np.exp(-np.abs(lead)) / 4
        loses = np.where(lead >= 0, tail, 1 - tail)
    return float(law[0] @ loses @ law[1])


@pytest.mark.parametrize("epsilon", [0.05, math.inf])
def test_error_probability_against_its_exact_value(epsilon):
    exact = exact_error_of_two_arms(0.7, 0.5, 20, epsilon)
    for name in ("dp-bai", "baseline"):
        result = simulate_fixed_budget(name, np.eye(2), [0.7, 0.5], 42, epsilon, runs=5000, rewards="bernoulli")
        assert (result.pulls == 20).all()
        low, high = binomial_interval(result.errors, 5000, 1 - FALSE_ALARM_RATE)
        assert low <= exact <= high
        # Planted violation: twice the privacy, as if half the noise were added.
        if epsilon == 0.05:
            assert not low <= exact_error_of_two_arms(0.7, 0.5, 20, 2 * epsilon) <= high


def test_error_probability_of_a_max_det_pair_against_its_exact_value():
    # Arms 1 and 2 are pulled; arm 3's estimate is their average and arm 4's is smaller, so the larger of two wins.
    features = np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5], [0.4, 0.4]])
    result = simulate_fixed_budget("dp-bai", features, [0.7, 0.5], 44, math.inf, runs=5000, rewards="bernoulli")
    assert (result.pulls == [20, 20, 0, 0]).all()
    counts = np.arange(21)
    point, below = binom(20, counts) * 0.7**counts * 0.3 ** (20 - counts), bdtr(counts - 1, 20, 0.5)
    wins = float(point @ np.where(counts > 0, below, 0))
    tie = float(point @ (binom(20, counts) / 2**20))  # arms 1, 2 and 3 tie
    low, high = binomial_interval(result.errors, 5000, 1 - FALSE_ALARM_RATE)
    assert low <= 1 - wins - tie / 3 <= high


def test_limits_without_noise():
    features, theta = random_instance(2, 40, 5)
    without = simulate_fixed_budget("od-linbai", features, theta, 500, runs=50)
    for name in ("dp-od", "dp-od-axes"):
        exact = simulate_fixed_budget(name, features, theta, 500, math.inf, runs=50)
        assert (exact.recommendations == without.recommendations).all()
    assert without.parameters["epsilon"] is None
    ignored = simulate_fixed_budget("od-linbai", features, theta, 500, 0.1, runs=50)
    assert (ignored.recommendations == without.recommendations).all()
    # Unstructured arms: the Max-Det branch is never taken, so BASELINE is DP-BAI.
    for epsilon in (0.5, math.inf):
        two = [simulate_fixed_budget(n, np.eye(6), np.arange(6) / 20, 600, epsilon, runs=50) for n in NAMES[:2]]
        assert (two[0].recommendations == two[1].recommendations).all()


def test_noise_by_axis_has_the_scale_of_the_longest_arm_that_is_pulled():
    # The fourth arm is the longest in L1, but the optimal design pulls the unit vectors only.
    run = reference.TableRun("dp-od-axes", [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0.57, 0.57, 0.57]], 60, epsilon=0.5)
    rewards, generator = np.full((60, 4), 0.5), np.random.default_rng(0)
    logs = np.array([run(rewards, generator)[2][0] for _ in range(2000)])
    assert (logs[:, 1, 3] == 0).all()
    noise = (logs[:, 2, 0] - 0.5) * logs[:, 1, 0]  # on an arm's sum
    assert distance(noise, laplace(scale=1 / 0.5).cdf) < 1


# The published study


def test_dp_bai_beats_the_other_private_ones_and_nears_od_linbai_as_epsilon_grows():
    features, theta = published_fixed_budget_instance()

    @functools.cache
    def error(name, epsilon=None):
        return simulate_fixed_budget(name, features, theta, 2000, epsilon, runs=1000).error_interval

    assert error("dp-bai", 0.05)[1] < error("dp-od", 0.05)[0] < error("dp-od", 0.05)[1] < error("baseline", 0.05)[0]
    assert error("dp-bai", 0.01)[0] > error("dp-bai", 0.1)[1]
    low, high = error("od-linbai")
    assert low <= error("dp-bai", 10.0)[1]
    assert error("dp-bai", 10.0)[0] <= high


# The story of one run


@pytest.mark.parametrize("name", NAMES)
def test_trace_tells_the_simulated_run(name):
    features, theta = random_instance(8, 60, 3)
    result = simulate_fixed_budget(name, features, theta, 900, 0.3, runs=4, seed=2)
    for run in range(4):
        trace = trace_fixed_budget(name, features, theta, 900, 0.3, seed=2, run=run)
        assert trace.recommendation == result.recommendations[run]
        assert (trace.pulls == result.pulls[run]).all()
        assert trace.parameters == result.parameters
        assert trace.phases[0].active.tolist() == list(range(60))
        assert [p.counts.sum() for p in trace.phases] == result.phase_pulls[run].tolist()
        for phase in trace.phases:
            order = phase.active[np.argsort(-phase.estimates)]
            assert sorted(order[: phase.kept.size].tolist()) == phase.kept.tolist()
            assert sorted([*phase.kept, *phase.eliminated]) == phase.active.tolist()
            assert phase.dimension == np.linalg.matrix_rank(features[phase.active])
        assert trace.phases[-1].kept.tolist() == [trace.recommendation]


def test_trace_of_a_max_det_phase():
    features, theta = random_instance(8, 60, 3)
    phase = trace_fixed_budget("dp-bai", features, theta, 900, 0.3).phases[0]
    assert phase.coefficients is not None
    assert phase.pulled.size == phase.dimension == 3
    np.testing.assert_allclose(phase.coefficients @ features[phase.pulled], features, atol=1e-9)
    measured = phase.estimates[phase.pulled]
    np.testing.assert_allclose(phase.coefficients @ measured, phase.estimates, atol=1e-9)
    assert trace_fixed_budget("baseline", features, theta, 900, 0.3).phases[0].coefficients is None


def test_every_algorithm_says_what_is_recalled():
    for entry in fixed_budget_algorithms().values():
        assert any("recalled" in sentence for sentence in entry.warnings)
