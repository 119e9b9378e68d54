"""What is achievable where a lead is to be found: PRISE, told of it, under both trust models."""

import pytest

from dpcore import achievable_samples
from dpcore.choosing import look_schedule, simulate_achievable, simulated_epsilon_band
from tests.dpcore.refusals import refused

MEANS, LEAD = (0.4, 0.3, 0.3), 0.1


@pytest.mark.parametrize("trust_model, epsilon", [("central", 0.1), ("local", 1.0)])
def test_a_lead_needs_fewer_samples_and_samples_answer_the_other_way_round(trust_model, epsilon):
    how = {"runs": 10, "seed": 1}
    needed, without = (achievable_samples(MEANS, epsilon, 0.05, trust_model, lead=lead, **how) for lead in (LEAD, 0.0))
    assert needed < 0.5 * without
    by, plain = (
        look_schedule(MEANS, epsilon, 0.05, trust_model, lead=lead, **how).answer_by(needed) for lead in (LEAD, 0.0)
    )
    assert by.right + by.wrong == 9, "nine runs of ten have an answer by then"
    assert plain.unanswered > by.unanswered


def test_the_band_of_epsilon_for_a_budget_brackets_what_its_runs_need():
    how = {"runs": 20, "seed": 1, "lead": LEAD}
    too_small, enough = simulated_epsilon_band(MEANS, 0.05, 4000, confidence=None, **how)
    assert achievable_samples(MEANS, enough, 0.05, **how) <= 4000 < achievable_samples(MEANS, too_small, 0.05, **how)
    assert simulated_epsilon_band(MEANS, 0.05, 4000, confidence=None, runs=20, seed=1)[1] > 2 * enough


def test_looks_of_both_methods():
    ours = look_schedule(MEANS, 0.7, 0.05, runs=4, lead=LEAD)
    made = simulate_achievable(MEANS, 0.7, 0.05, runs=4, lead=LEAD)
    assert ours.stopping_times.tolist() == made.stopping_times.tolist()
    assert ours.parameters["lead"] == LEAD
    theirs = look_schedule(MEANS, 0.7, 0.05, runs=4, algorithm="pb-tas", lead=LEAD)
    zeta = look_schedule(MEANS, 0.7, 0.05, runs=4, algorithm="pb-tas", indifference=LEAD)
    assert theirs.stopping_times.tolist() == zeta.stopping_times.tolist()
    local = look_schedule(MEANS, 1.0, 0.05, "local", runs=2, lead=LEAD)
    of_responses = simulate_achievable(MEANS, 1.0, 0.05, "local", runs=2, lead=LEAD)
    assert local.stopping_times.tolist() == of_responses.stopping_times.tolist()


BOTH = r"indifference or lead must be 0, because they are two different promises, but they are 0\.1 and 0\.2"
test_two_promises_at_once_are_refused = refused(
    lambda door, *given: door(MEANS, *given, indifference=0.1, lead=0.2),
    (simulated_epsilon_band, 0.05, 1000, BOTH),
    (simulate_achievable, 1.0, 0.05, BOTH),
    (achievable_samples, 1.0, 0.05, BOTH),
    (look_schedule, 1.0, 0.05, BOTH),
)
