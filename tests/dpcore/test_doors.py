"""Whatever is passed to a public function: it works, or says in one sentence what is wrong."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import dpcore
from dpcore import CancelFlag, choosing

MEANS = (0.9, 0.5)
POLICY = dpcore.privacy.counterexample()
DRAWS = [[0.9, 0.5], [0.8, 0.4]]
ANALYSIS = choosing.Analysis(MEANS)
QUICK = {"runs": 2, "seed": 0, "trust_model": "central"}
OUTCOMES = dpcore.bounded.tabulate_outcomes([[0, 1, 2], [1, 2, 2]])
LAWS = dpcore.bounded.clip_outcomes(OUTCOMES, 0, 2)
DOORS = {
    dpcore.bounded.tabulate_outcomes: {"outcomes": [[0, 1, 2], [1, 2, 2]]},
    dpcore.bounded.clip_outcomes: {"outcomes": OUTCOMES, "low": 0, "high": 2, "most_values": 2},
    OUTCOMES.at_least: {"threshold": 1.0},
    dpcore.bounded.bounded_divergence: {"values": [0.0, 1.0], "shares": [0.5, 0.5], "x": 0.6, "epsilon": 1.0},
    dpcore.bounded.bounded_characteristic_time: {"laws": LAWS, "epsilon": 1.0},
    dpcore.bounded.necessary_participants: {"laws": LAWS, "epsilon": 1.0, "risk": 0.1, "quantile": 0.9},
    dpcore.bounded.simulate_outcomes: {
        "laws": LAWS, "epsilon": 1.0, "risk": 0.1, "runs": 2, "seed": 0, "max_samples": 10**6, "workers": 1,
    },
    dpcore.achievable_samples: {"means": MEANS, "epsilon": 1.0, "risk": 0.1, "lead": 0.1, "cancel": None, **QUICK},
    choosing.simulate_achievable: {"means": MEANS, "epsilon": 1.0, "risk": 0.1, "first_run": 0, "lead": 0.1, **QUICK},
    choosing.prepared_achievable: {
        "means": MEANS, "epsilon": 1.0, "risk": 0.1, "trust_model": "local", "indifference": 0.1, "lead": 0.0,
    },
    choosing.simulated_difference_band: {
        "means": 0.3, "epsilon": 1.0, "risk": 0.1, "samples": 30.0, "arms": 3, "confidence": None, **QUICK,
    },
    choosing.achieving_algorithm: {"indifference": 0.1},
    dpcore.smallest_epsilon: {"means": MEANS, "risk": 0.1, "samples": 900.0, "trust_model": "central"},
    choosing.simulated_epsilon_band: {"means": MEANS, "risk": 0.1, "samples": 1.0, "lead": 0.1, **QUICK},
    dpcore.necessary_samples: {
        "means": MEANS, "epsilon": 1.0, "risk": 0.1, "trust_model": "local", "quantile": 0.9,
        "indifference": 0.1,
    },
    choosing.necessary_samples_under_zcdp: {"means": MEANS, "rho": 0.1, "risk": 0.1, "quantile": 0.9},
    choosing.necessary_samples_under_approximate_dp: {"means": MEANS, "epsilon": 1.0, "delta": 0.01, "risk": 0.1},
    dpcore.smallest_difference: {"means": MEANS, "epsilon": 1.0, "risk": 0.1, "samples": 90.0, "arms": None},
    choosing.posterior_samples: {"draws": DRAWS, "epsilon": 1.0, "risk": 0.1, "trust_model": "local", "seed": 0},
    choosing.posterior_epsilon_band: {"draws": DRAWS, "risk": 0.1, "samples": 30.0, "confidence": 0.5, "seed": 0},
    choosing.look_schedule: {"means": MEANS, "epsilon": 1.0, "risk": 0.1, "first_run": 0, "lead": 0.1, **QUICK},
    choosing.calendar_weeks: {"samples": [1.0, 9.0], "weekly": [3, 4]},
    choosing.samples_by_week: {"weeks": 3, "weekly": [3, 4]},
    choosing.quantile_interval: {"values": [1.0, 2.0, 3.0], "quantile": 0.5, "confidence": 0.9},
    dpcore.beta_posterior: {"successes": [3, 4], "trials": [9, 9]},
    choosing.BetaPosterior: {"alpha": [3, 4], "beta": [6, 5]},
    choosing.simulate_studies: {"means": MEANS, "participants": 20, "runs": 2, "seed": 0},
    choosing.decision_probabilities: {"means": MEANS, "epsilon": 1.0, "participants": 20},
    choosing.simulate_studies(MEANS, 20, runs=2).compare: {"epsilon": 1.0},
    choosing.simulate_studies(MEANS, 20, runs=2).share_changed: {"epsilons": [0.1, 1.0]},
    choosing.BetaPosterior([3.0], [4.0]).draws: {"count": 3, "seed": 0},
    choosing.BetaPosterior([3.0], [4.0]).intervals: {"probability": 0.9},
    dpcore.good_answers: {"means": MEANS, "indifference": 0.1},
    dpcore.linear.g_optimal_design: {"features": [[1, 0], [0, 1], [1, 1]], "tolerance": 0.01},
    dpcore.largest_belief: {"prior": 0.5, "epsilon": 1.0},
    dpcore.privacy.smallest_belief: {"prior": 0.5, "epsilon": 1.0},
    dpcore.privacy.rho_from_epsilon: {"epsilon": 1.0},
    dpcore.privacy.epsilon_at_rho: {"rho": 1.0},
    dpcore.epsilon_from_rho: {"rho": 1.0, "delta": 0.1},
    dpcore.privacy.rho_for_epsilon_delta: {"epsilon": 1.0, "delta": 0.1},
    dpcore.privacy.delta_from_rho: {"rho": 1.0, "epsilon": 2.0},
    dpcore.privacy.gaussian_delta: {"rho": 1.0, "epsilon": 2.0},
    dpcore.privacy.gaussian_epsilon: {"rho": 1.0, "delta": 0.1},
    dpcore.privacy.gaussian_rho: {"epsilon": 1.0, "delta": 0.1},
    dpcore.privacy.composed_epsilon: {"epsilons": [0.1, 1.0], "delta": 0.1},
    dpcore.privacy.equal_epsilon: {"epsilon": 1.0, "runs": 3, "delta": 0.1},
    choosing.Analysis: {"means": MEANS, "runs": 2, "rows": 3},
    choosing.share_best: {"analyses": [ANALYSIS], "epsilon": 1.0, "risk": 0.1, "delta": 0.1, "quantile": 0.9},
    choosing.share_equally: {"analyses": [ANALYSIS], "epsilon": 1.0, "risk": 0.1, "delta": 0.1, "quantile": 0.9},
    dpcore.privacy.group_epsilon: {"epsilon": 1.0, "people": 3},
    dpcore.privacy.group_delta: {"epsilon": 1.0, "delta": 0.1, "people": 3},
    dpcore.privacy.group_rho: {"rho": 1.0, "people": 3},
    dpcore.privacy.action_law: {"policy": POLICY, "rows": [[0, 1], [1, 1], [0, 0]]},
    dpcore.minimal_epsilon: {"policy": POLICY, "definition": "table", "delta": 0.1},
    dpcore.privacy_delta: {"policy": POLICY, "definition": "interactive", "epsilon": [0.1, 1.0]},
    dpcore.privacy.worst_pair: {"policy": POLICY, "definition": "view", "epsilon": 1.0},
    dpcore.privacy.policy_from_arm_zero: {"first": 0.5, "second": [0.5] * 4, "third": [0.5] * 16},
    dpcore.privacy.ThreeStepPolicy: {"first": POLICY.first, "second": POLICY.second, "third": POLICY.third},
    dpcore.characteristic_time: {"means": MEANS, "divergence": "private", "epsilon": 1.0, "leader_share": 0.5},
    dpcore.characteristic_time_curve: {"means": MEANS, "epsilons": [0.1, 1.0]},
    dpcore.times.private_divergence: {"m": 0.5, "x": [0.6, 0.7], "epsilon": 1.0},
    dpcore.regime_boundaries: {"means": MEANS, "tolerance": 0.05},
    dpcore.sample_lower_bounds: {"means": MEANS, "epsilon": 1.0, "risk": 0.1},
    dpcore.times.transportation_cost: {
        "best_mean": 0.6, "other_mean": 0.5, "best_weight": 1.0, "other_weight": [1.0, 2.0], "epsilon": 1.0,
    },
}  # fmt: skip


class Unspeakable:
    def __repr__(self):
        raise RuntimeError("no words")


ODD_NUMBERS = [
    None, True, 0, -1, 3, 10**7, 10**400, -(10**5000), 2**63, 0.0, -0.0, 0.5, 1.0, -0.5, 5e-324, 1e-300, 1e160, 1.7e308,
    math.inf, -math.inf, math.nan, 1j, np.float32(0.1), np.int64(2), np.complex128(1j), Fraction(1, 3), Decimal("0.1"),
]  # fmt: skip
ODD_OBJECTS = [
    "", "0.5", "x" * 5000, "\n\n", "central", b"1", (), [], {}, {1}, object(), Unspeakable(), print, range(10**12),
    [[]], [[[[0.5]]]], np.zeros((0, 2)), np.zeros((3, 3)), np.array([None]), np.array(["a"]), np.array([0.5, 0.1j]),
    [0.5, [0.1]], [0.5] * 3000, CancelFlag(), POLICY, choosing.BetaPosterior([1.0], [1.0]), np.datetime64("2020-01-01"),
]  # fmt: skip
numbers = st.sampled_from(ODD_NUMBERS) | st.floats() | st.integers()
odd = st.one_of(numbers, st.sampled_from(ODD_OBJECTS), st.lists(numbers, max_size=5), st.text(max_size=5))


def works_or_says_why(door, arguments):
    try:
        door(**arguments)
    except ValueError as error:
        sentence = str(error)
        assert 0 < len(sentence) <= 300
        assert sentence.isprintable()


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_good_arguments_work(door):
    assert door(**DOORS[door]) is not None


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_one_odd_argument(door):
    for name in DOORS[door]:
        for value in (*ODD_NUMBERS, *ODD_OBJECTS):
            works_or_says_why(door, DOORS[door] | {name: value})


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_odd_arguments(door, data):
    chosen = data.draw(st.lists(st.sampled_from(sorted(DOORS[door])), min_size=1, max_size=3, unique=True))
    works_or_says_why(door, DOORS[door] | {name: data.draw(odd, label=name) for name in chosen})


@pytest.mark.parametrize(
    "ask, message",
    [
        (lambda: dpcore.achievable_samples(MEANS, 1.0, 0.1, runs=10**7), "runs must be at most 100000"),
        (lambda: choosing.simulated_epsilon_band(MEANS, 0.1, 900, runs=10**7), "runs must be at most 100000"),
        (lambda: choosing.posterior_samples([MEANS] * 200_000, 1.0, 0.1), "at most 100000 draws"),
        (lambda: dpcore.beta_posterior([1, 2], [3, 4]).draws(10**9), "count must be at most 100000"),
        (lambda: dpcore.characteristic_time_curve(MEANS, np.ones(10**6)), "at most 1000000 shares"),
        (lambda: dpcore.characteristic_time(np.linspace(0.1, 0.9, 10**6), "kl"), "at most 100000 arms"),
        (
            lambda: dpcore.times.private_divergence(np.full((9999, 1), 0.5), np.full(9999, 0.5), 1),
            "at most 10000000 numbers",
        ),
        (lambda: dpcore.privacy_delta(POLICY, "table", np.ones(10_001)), "at most 10000 numbers"),
        (
            lambda: dpcore.linear.g_optimal_design(np.ones((10**6, 2))),
            "at most 100000 numbers in at most 50 dimensions",
        ),
    ],
)
def test_work_is_bounded(ask, message):
    with pytest.raises(ValueError, match=message):
        ask()
