"""PB-TaS with a smallest difference that matters: the rule at 0, evidence, equal arms, and how often it is wrong."""

import math

import numpy as np
import pytest
from scipy.special import kl_div

from dpcore.fixed_confidence import fixed_confidence_algorithms, simulate_fixed_confidence, trace_fixed_confidence
from dpcore.fixed_confidence.algorithms.pb_tas.evidence import blocking_rival, log_evidence
from tests.dpcore.fixed_confidence.pb_tas.helpers import (
    NO_CANCEL,
    bets_of,
    plain_log_evidence,
    wealth_of,
)
from tests.dpcore.statistical import critical_count

EQUAL = (0.5, 0.5, 0.5)
SCHEDULED, FLOORED = {"evidence": "scheduled"}, {"floor": 0.4, "first_batch": 77}

# Of version 0.1's rule, which knew no indifference: simulate_fixed_confidence("pb-tas", means, epsilon, .05, runs=4,
# seed=11, max_samples=10**9, **parameters): stopping_times, and pulls[3].
BEFORE = [
    ((0.75, 0.7, 0.7, 0.7, 0.7), 2.15, SCHEDULED, [12489, 16132, 22867, 6783], [2367, 952, 1749, 345, 1370]),
    ((0.6, 0.5, 0.55), 0.001, FLOORED, [3094712, 2068611, 2384962, 3009970], [1304450, 401277, 1304243]),
]


@pytest.mark.parametrize("means, epsilon, parameters, times, pulls", BEFORE)
def test_without_indifference_the_runs_are_those_of_before(means, epsilon, parameters, times, pulls):
    how = {"runs": 4, "seed": 11, "max_samples": 10**9, "indifference": 0.0}
    result = simulate_fixed_confidence("pb-tas", means, epsilon, 0.05, **how, **parameters)
    assert result.stopping_times.tolist() == times
    assert result.pulls[3].tolist() == pulls


@pytest.mark.parametrize("evidence", ["mixture", "scheduled"])
@pytest.mark.parametrize(
    "successes, is_low",
    [(0, True), (200, False)],  # nobody says yes: x -> 0; everybody does: x -> 1 - zeta
)
def test_evidence_whose_infimum_lies_at_an_end(evidence, successes, is_low):
    zeta, bets = 0.3, bets_of(evidence, 2.0)
    batches = [(arm, 200, float(successes)) for arm in (0, 1)]
    arguments = ((0, 1), wealth_of(batches, bets, 2.0), bets.weights, zeta, 0.5)
    found = log_evidence(*arguments, -math.inf, NO_CANCEL)
    values = plain_log_evidence(np.linspace(-60, 60, 121), batches, evidence, 2.0, zeta)
    assert np.argmin(values) < 30 if is_low else np.argmin(values) > 90
    assert found == pytest.approx(min(values), abs=1e-9)
    assert 1 < found - 0.1 <= log_evidence(*arguments, found - 0.1, NO_CANCEL) <= found + 1e-9
    assert log_evidence(*arguments, found + 0.1, NO_CANCEL) < found + 0.1


def test_equal_private_means_block_only_where_every_difference_matters():
    bets = bets_of("mixture", 1.0)
    wealth = wealth_of([(0, 4000, 2000.0), (1, 4000, 2000.0)], bets, 1.0)
    for zeta, blocker in ((0.0, 1), (0.2, -1)):
        assert blocking_rival(0, wealth, bets.weights, zeta, math.log(100), 0, NO_CANCEL) == blocker


@pytest.mark.parametrize("evidence", ["mixture", "scheduled"])
@pytest.mark.parametrize("epsilon, most", [(math.inf, 4), (1.0, 4.5), (0.05, 9)])
def test_equal_arms_stop_within_a_few_times_what_is_necessary(evidence, epsilon, most):
    # Two equal arms at 1/2: by symmetry half of the samples each, and the hardest alternative is (1/2 -+ zeta/2).
    zeta, risk = 0.05, 0.01
    result = simulate_fixed_confidence(
        "pb-tas", (0.5, 0.5), epsilon, risk, runs=60, max_samples=10**9, evidence=evidence, indifference=zeta
    )
    assert result.finished.all()
    divergence = 2 * kl_div([0.5, 0.5], [0.5 - zeta / 2, 0.5 + zeta / 2]).sum() / 2
    necessary = 2 * kl_div([risk, 1 - risk], [1 - risk, risk]).sum() / divergence
    assert necessary / 2 < result.stopping_times.mean() < most * necessary


JUST_BAD = (0.7, *[0.5 - 1e-6] * 19)  # 19 arms just outside an indifference of .2


def test_answers_just_outside_are_as_rare_as_proven_and_a_planted_violation_is_caught():
    """False alarms: 1e-6.  Power: the rule with x + 2 zeta names a bad arm in about 16 % of the runs."""
    risk, runs = 0.05, 400
    how = {"runs": runs, "seed": 6, "max_samples": 10**9}
    summary = simulate_fixed_confidence("pb-tas", JUST_BAD, 1.0, risk, indifference=0.2, **how).summary()
    assert summary.capped == 0
    assert summary.errors_finished <= critical_count(runs, risk)
    planted = simulate_fixed_confidence("pb-tas", JUST_BAD, 1.0, risk, indifference=0.4, **how)
    assert np.sum(planted.recommendations != 0) > critical_count(runs, risk)
    assert planted.summary().errors_finished == 0  # good answers, where .4 does not matter


def test_a_result_says_what_matters_and_counts_good_answers():
    result = simulate_fixed_confidence("pb-tas", (0.5, 0.5, 0.48, 0.2), 1.0, runs=40, indifference=0.05)
    assert result.parameters["indifference"] == 0.05
    assert {0, 1} <= set(result.recommendations.tolist()) <= {0, 1, 2}
    assert result.summary().errors_all == 0
    trace = trace_fixed_confidence("pb-tas", (0.5, 0.5, 0.48, 0.2), 1.0, run=3, indifference=0.05)
    assert trace.parameters == result.parameters
    assert (trace.stopping_time, trace.recommendation) == (result.stopping_times[3], result.recommendations[3])
    rivals = np.arange(4) != trace.recommendation
    assert (trace.costs[-1] >= trace.thresholds[-1])[rivals].all()
    with pytest.raises(ValueError, match="parameters differs"):
        result.extended_by(simulate_fixed_confidence("pb-tas", (0.5, 0.6, 0.48, 0.2), 1.0, first_run=40, runs=1))


@pytest.mark.parametrize("name", fixed_confidence_algorithms())
def test_other_algorithms_refuse_an_indifference(name):
    entry = fixed_confidence_algorithms()[name]
    assert entry.takes_indifference == (name in ("pb-tas", "gaussian-pb-tas"))
    if not entry.takes_indifference:
        with pytest.raises(ValueError, match="must find the best arm: indifference must be 0"):
            simulate_fixed_confidence(name, (0.6, 0.5), 1.0, indifference=0.05)
