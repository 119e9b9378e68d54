"""The plan that Choose ε hands on is one that a trial can begin with, and that keeps its promise."""

from dataclasses import replace

import pytest

from dpcore.trial import create
from dpcore.trial.keeping import check_keeps
from tests.ui.choose import cases
from tests.ui.choose.fixed.cases import answer, design, question
from ui.choose.question import BEAT, FIND, RATES, WHATEVER
from ui.choose.take_home import trial_plan

PLANS = {
    "the winner": {},
    "the rates": {"looks": RATES},
    "local": {"trust_model": "local", "participants": 100_000},
    "missing outcomes": {"missing": 0.2},
    "a batch that waits": {"missing": 0.2, "waits": True},
    "blocks": {"block": 7},
    "two options beat": {"promise": BEAT, "options": 2},
    "beat, locally": {"promise": BEAT, "options": 2, "trust_model": "local", "participants": 100_000},
    "any usual rate": {"usual": (0.0, 1.0), "options": 2, "difference": 0.2, "risk": 0.1, "participants": 1000},
    "a range of usual rates": {"usual": (0.2, 0.4), "promise": BEAT},
}


@pytest.mark.parametrize("how", PLANS.values(), ids=PLANS)
def test_a_study_with_one_look_becomes_a_plan_that_keeps_its_promise(how, tmp_path):
    told = answer(**how)
    plan = told.trial
    assert plan is not None
    check_keeps(plan)
    assert create(tmp_path / "t", plan).next().sizes == dict(zip(plan.options, plan.per_option, strict=True))
    assert plan.epsilon == told.epsilon
    assert plan.release == told.question.problem.release
    if how.get("waits"):
        assert sum(plan.per_option) < 10_000
    else:
        assert sum(plan.per_option) <= told.question.participants


def test_a_plan_for_given_rates_is_about_these_rates():
    given = replace(design(), means=(0.4, 0.3, 0.25))
    plan = trial_plan.of_one_look(replace(question(), problem=given, mode="the rates"), 0.1, 3333)
    assert (plan.rates, plan.usual) == ((0.4, 0.3, 0.25), ())


def test_participants_a_day_become_a_week():
    assert answer(pace=20.0).trial.a_week == 140
    assert answer(pace=60 / 7).trial.a_week == 60


def test_a_study_that_stops_when_it_is_sure_runs_in_rounds():
    plan = trial_plan.of_rounds(cases.question(), 0.5)
    assert (plan.promise, plan.release, plan.cap, plan.lead) == (WHATEVER, "rounds", 2000, 0)
    with_lead = replace(cases.question().problem, lead=0.1)
    plan = trial_plan.of_rounds(replace(cases.question(), problem=with_lead), 0.5)
    assert (plan.promise, plan.lead) == (FIND, 0.1)


def test_what_no_trial_carries_out_has_no_plan():
    assert trial_plan.of_rounds(cases.question(), None) is None
    assert trial_plan.of_rounds(cases.question(indifference=0.05), 0.5) is None
    assert trial_plan.of_rounds(cases.question(trust_model="local"), 0.5) is None
    assert answer(participants=300).trial is None  # no ε is enough
