"""Evidence for schedules of looks: counted anew from single traces, and against runs that were made without them."""

import math

import numpy as np
import pytest
from scipy.stats import binomtest, norm, sem

from dpcore import CancelFlag, simulate_fixed_confidence, trace_fixed_confidence
from dpcore.choosing import beta_posterior, look_schedule, looks, simulate_achievable
from dpcore.choosing.observed import observed
from tests.dpcore.cancelling import CancelledAfter
from tests.dpcore.refusals import refused

MEANS = (0.7, 0.5, 0.4)
RISK = 0.05
RUNS = 12
PLANS = [
    ("prise", 0.3, "central", {}),
    ("prise", 3.0, "local", {}),
    ("pb-tas", 0.3, "central", {"evidence": "scheduled"}),
    ("pb-tas", 2.0, "local", {}),
]
plans = pytest.mark.parametrize("algorithm, epsilon, trust_model, parameters", PLANS)


def schedule(algorithm="prise", epsilon=0.3, trust_model="central", parameters=None, runs=RUNS, **how):
    plan = {"algorithm": algorithm, **(parameters or {})}
    return look_schedule(MEANS, epsilon, RISK, trust_model, runs, 3, **plan, **how)


def counted_looks(algorithm, trace):
    """(time, pulls) of every look of a run, counted release by release as the algorithms are written down."""
    looks, released = [], set()
    for row, arm in enumerate(trace.arms.tolist()):
        released.add(arm)
        if len(released) < len(MEANS):
            continue
        ends_round = row + 1 == trace.times.size or trace.times[row + 1] > trace.times[row]
        if algorithm == "pb-tas" or ends_round:  # a look after each release, or after each round of them
            looks.append((int(trace.times[row]), trace.counts[row].tolist()))
    return looks


@plans
def test_looks_against_a_count_in_the_trace_of_each_run(algorithm, epsilon, trust_model, parameters):
    found = schedule(algorithm, epsilon, trust_model, parameters)
    means, budget = observed(MEANS, epsilon, trust_model)
    expected = []
    for run in range(RUNS):
        trace = trace_fixed_confidence(algorithm, means, budget, RISK, seed=3, run=run, **parameters)
        expected.append(counted_looks(algorithm, trace))
    assert found.looks.tolist() == [len(looks) for looks in expected]
    assert [(r["samples"], r["pulls"]) for r in found.to_records()] == [look for looks in expected for look in looks]
    numbers = [len(looks) for looks in expected]
    assert found.mean_looks == pytest.approx(np.mean(numbers))
    assert found.mean_looks_interval == pytest.approx(norm.interval(0.95, np.mean(numbers), sem(numbers)), rel=1e-6)


@plans
def test_runs_against_those_made_without_looks(algorithm, epsilon, trust_model, parameters):
    found = schedule(algorithm, epsilon, trust_model, parameters)
    means, budget = observed(MEANS, epsilon, trust_model)
    made = simulate_fixed_confidence(algorithm, means, budget, RISK, runs=RUNS, seed=3, **parameters)
    assert found.finished.all()
    assert found.stopping_times.tolist() == made.stopping_times.tolist()
    assert found.recommendations.tolist() == made.recommendations.tolist()
    last = np.cumsum(found.looks) - 1
    assert found.pulls[last].tolist() == made.pulls.tolist()
    for samples in (1, *made.stopping_times.tolist(), 10**9):  # the empirical distribution of stopping times
        assert found.done_by(samples) == np.sum(made.stopping_times <= samples)
        answers = found.answer_by(samples)
        assert answers.right + answers.wrong + answers.unanswered == RUNS
        assert answers.right == np.sum((made.stopping_times <= samples) & (made.recommendations == 0))
        assert answers.unanswered == np.sum(made.stopping_times > samples)


@pytest.mark.parametrize("trust_model", ["central", "local"])
def test_where_small_differences_do_not_matter_the_runs_are_the_plans_own(trust_model):
    means, plan = (0.6, 0.58, 0.3), (2.0, RISK, trust_model)
    made = simulate_achievable(means, *plan, runs=RUNS, seed=3, indifference=0.1)
    found = look_schedule(means, *plan, RUNS, 3, indifference=0.1)
    assert found.algorithm == made.algorithm == "pb-tas"
    assert found.answer_times.tolist() == made.stopping_times.tolist()
    assert 0 < np.sum(made.recommendations == 1) < RUNS  # the second is as good an answer as the first
    assert found.right.tolist() == (made.recommendations < 2).tolist()
    assert found.answer_by(10**9).right == found.right.sum()


@plans
def test_a_cap_is_no_look(monkeypatch, algorithm, epsilon, trust_model, parameters):
    whole = schedule(algorithm, epsilon, trust_model, parameters)
    cap = int(np.quantile(whole.stopping_times, 0.4))
    monkeypatch.setattr(looks, "LARGEST_MAX_SAMPLES", cap)
    capped = schedule(algorithm, epsilon, trust_model, parameters)
    assert 0 < np.sum(capped.finished) < RUNS
    assert capped.to_records() == [record for record in whole.to_records() if record["samples"] <= cap]


def test_what_happens_at_each_look_against_a_count_in_the_records():
    found = schedule("pb-tas", runs=25)
    by_look, records = found.summary(), found.to_records()
    assert by_look.samples.shape == (3, found.looks.max())
    for place in range(found.looks.max()):
        here = sorted(record["samples"] for record in records if record["look"] == place + 1)
        assert by_look.reached[place] == len(here)
        assert by_look.samples[:, place].tolist() == [here[math.ceil(q * len(here)) - 1] for q in (0.1, 0.5, 0.9)]
        assert by_look.done[place] == sum(looks <= place + 1 for looks in found.looks.tolist())
        for arm in range(3):
            pulls = sorted(record["pulls"][arm] for record in records if record["look"] == place + 1)
            assert by_look.pulls[place, arm] == pulls[math.ceil(len(here) / 2) - 1]
    assert by_look.done[-1] == 25
    exact = [binomtest(done, 25).proportion_ci(0.95, "exact") for done in by_look.done.tolist()]
    assert pytest.approx(np.array([(each.low, each.high) for each in exact]), abs=1e-12) == by_look.done_interval.T


def test_looks_by_a_number_of_samples():
    found = schedule(runs=10)
    for samples in (50, 500, 5000, *found.times.tolist()):
        assert found.looks_by(samples) == sum(r["samples"] <= samples for r in found.to_records()) / 10
    assert found.looks_by(1e12) == found.mean_looks


def test_wrong_answers_are_counted_as_wrong():
    means = (0.505, 0.5)
    made = simulate_achievable(means, 1.0, 0.45, runs=30, seed=1)
    wrong = int(np.sum(made.recommendations == 1))
    assert wrong > 0  # else nothing is tested
    answers = look_schedule(means, 1.0, 0.45, runs=30, seed=1).answer_by(1e9)
    assert (answers.right, answers.wrong) == (30 - wrong, wrong)


def test_intervals_against_scipy():
    answers = schedule(runs=50).answer_by(700)
    assert 0 < answers.unanswered < 50
    for count, interval in [
        (answers.right, answers.right_interval),
        (answers.wrong, answers.wrong_interval),
        (answers.unanswered, answers.unanswered_interval),
    ]:
        exact = binomtest(count, 50).proportion_ci(0.95, "exact")
        assert interval == pytest.approx((exact.low, exact.high), abs=1e-12)


def test_runs_extend_and_do_not_depend_on_workers():
    whole, first = schedule(workers=1), schedule(runs=5, workers=2)
    joined = first.extended_by(schedule(runs=RUNS - 5, first_run=5))
    assert joined.to_records() == whole.to_records()
    assert joined.answer_times.tolist() == whole.answer_times.tolist()
    with pytest.raises(ValueError, match="the next run must be number 5, not 4"):
        first.extended_by(schedule(runs=1, first_run=4))


def test_a_row_of_means_for_each_run_and_ties_without_an_answer():
    draws = beta_posterior((60, 30), (100, 100)).draws(4, seed=0)
    rows = np.array([draws[0], [0.5, 0.5], draws[2]])
    found = look_schedule(rows, 0.5, RISK, runs=3, seed=2)
    alone = look_schedule(rows[2], 0.5, RISK, runs=1, seed=2, first_run=2)
    assert found.looks[1] == 0
    assert not found.finished[1]
    assert found.stopping_times[2] == alone.stopping_times[0]
    assert found.pulls[-alone.looks[0] :].tolist() == alone.pulls.tolist()
    assert found.answer_by(1e12).unanswered == 1
    assert found.mean_looks is None
    with pytest.raises(ValueError, match="means must have a row for each run, not 3 for 4 runs"):
        look_schedule(rows, 0.5, RISK, runs=4)


def test_a_cancelled_schedule_holds_the_runs_completed_before():
    some = schedule(workers=1, cancel=CancelledAfter(3 * 2))  # asked at the end of a trace, and after it
    assert 0 < some.runs < RUNS
    assert some.to_records() == schedule(runs=some.runs).to_records()
    flag = CancelFlag()
    flag.set()
    none = schedule(cancel=flag)
    assert (none.runs, none.mean_looks, none.summary().samples.shape) == (0, None, (3, 0))


test_bad_input = refused(
    lambda changes: look_schedule(**{"means": MEANS, "epsilon": 1.0, "risk": 0.1} | changes),
    ({"algorithm": "dp-tt"}, "algorithm must be one of prise, pb-tas, not 'dp-tt'"),
    ({"runs": 5001}, "runs must be at most 5000, not 5001"),
    ({"means": (0.5, 0.5)}, "arms 1 and 2 tie at 0.5"),
    ({"max_samples": 5}, "'max_samples' is not a parameter here"),
    ({"growth": 0.1}, "PRISE has no parameter 'growth'"),
)


test_bad_numbers_of_samples = refused(
    lambda samples: schedule(runs=1).answer_by(samples),
    *((samples, "samples must") for samples in (0, -1, math.inf, math.nan, 2e12)),
)
