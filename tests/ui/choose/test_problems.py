"""From inputs to the problem that they ask, for every promise and look, and what impossible inputs say and leave."""

from itertools import product

import pytest

from ui.arms import instance
from ui.choose import going_along, own_answers, problems
from ui.choose.fixed import figures
from ui.choose.inputs import DESIGNS
from ui.choose.question import (
    BEAT,
    FIND,
    LOOKS,
    ONCE,
    PROMISES,
    RATES,
    SURE,
    WHATEVER,
    SequentialProblem,
    is_fixed,
    is_sequential,
)
from ui.choose.words import tell

COUNTS = "red, 300, 1000\nblue, 500, 1000\ngreen, 450, 1000"


@pytest.fixture(autouse=True)
def rates_of_all(monkeypatch):
    monkeypatch.setattr(instance, "current", lambda: RATES_OF_ALL)
    monkeypatch.setattr(instance, "refusal", lambda: "")


RATES_OF_ALL = instance.Instance((0.4, 0.6, 0.3), 0.1, 0.02, ("", "new", ""), 0.05)


def asked(inputs, **given):
    inputs |= {name.replace("_", "-"): value for name, value in given.items()}
    question, wrong = problems.asked()
    assert wrong == ""
    return question


@pytest.mark.parametrize("mode", ["a difference", "the rates", "own data"])
@pytest.mark.parametrize("promise, looking", product(PROMISES, LOOKS))
def test_every_promise_and_look_of_every_kind_of_inputs_asks_something(inputs, mode, promise, looking):
    inputs |= {"own-way": "typed counts", "own-counts": COUNTS}
    if promise == BEAT and mode == "own data":
        inputs["own-counts"] = "usual, 300, 1000\nnew, 500, 1000"
    question = asked(inputs, know=mode, promise=promise, looking=looking)
    problem = question.problem
    stops = promise == WHATEVER or ((promise, looking) == (FIND, SURE) and mode != "own data")
    assert is_sequential(question) == stops != is_fixed(question)
    assert problem.promise == promise
    assert (problem.data is not None) == (mode == "own data")
    assert question.mode == mode
    assert len(problem.names) == len(problem.means)
    if stops:
        assert (problem.lead > 0) == (promise == FIND)
        return
    assert problem.looks == (RATES if promise == BEAT else ONCE if looking == SURE else looking)
    assert 0 < problem.difference < problem.largest_difference
    assert (problem.missed > 0) == (promise == BEAT)
    assert (problem.usual is not None) == (mode == "own data")
    if mode != "own data":
        best = 1 if promise == BEAT or mode == "the rates" else 0
        assert problem.means.index(max(problem.means)) == best


def test_a_difference_is_the_hardest_case_of_each_promise(inputs):
    assert asked(inputs, promise=FIND).problem.means == (0.4, 0.3, 0.3)
    assert asked(inputs, promise=WHATEVER).problem.means == (0.4, 0.3, 0.3)
    beats = asked(inputs, promise=BEAT).problem
    assert beats.means == (0.3, 0.4, 0.3)  # the first one is the usual one
    assert (beats.risk, beats.missed) == (0.025, 0.1)


def test_given_rates_have_the_lead_that_they_have(inputs):
    inputs["know"] = "the rates"
    lead = asked(inputs, promise=FIND).problem
    assert (lead.difference, lead.risk, lead.usual) == (0.2, 0.02, None)
    assert lead.names == ("option 1", "new", "option 3")
    gain = asked(inputs, promise=BEAT).problem
    assert (gain.difference, gain.means) == (0.2, (0.4, 0.6, 0.3))
    sequential = asked(inputs, promise=FIND, looking=SURE).problem
    assert (sequential.lead, sequential.indifference, sequential.gaps) == (0.2, 0.0, {"lead": 0.2})
    assert asked(inputs, promise=WHATEVER).problem.gaps == {"indifference": 0.05}


@pytest.mark.parametrize(
    "more", [{}, {"pace": "per week", "weekly": 93.5, "weeks": 12, "look": 0.3, "called": "a, b, c"}]
)
@pytest.mark.parametrize("mode", ["a difference", "the rates"])
@pytest.mark.parametrize("promise, looking", DESIGNS)
def test_the_inputs_of_a_question_ask_it_again(inputs, promise, looking, mode, more):
    opening = dict(inputs)
    how = (
        {"missing": 20.0, "missing-rule": "are waited for", "block": 5, "extra": 25.0, "trust": "local"} if more else {}
    )
    question = asked(inputs, know=mode, promise=promise, looking=looking, **how, **more, **{"any-rate": bool(more)})
    found = going_along.inputs_of(question)
    inputs.clear()
    inputs.update(opening)
    assert asked(inputs, **found) == question
    if mode == "the rates":
        assert {key: found[key] for key in instance.as_texts(RATES_OF_ALL)} == instance.as_texts(RATES_OF_ALL)


def test_own_data_give_the_usual_rates_to_be_prepared_for(inputs):
    inputs |= {"know": "own data", "own-way": "typed counts", "own-counts": COUNTS}
    lead = asked(inputs, promise=FIND).problem
    posterior = own_answers.own_data(FIND).posterior
    each, (red, blue, _) = posterior.intervals(1 - 0.05 / 3), posterior.intervals(0.95)
    all_rates = each[:, 0].min(), each[:, 1].max()
    assert lead.usual[0] < 0.3 < 0.5 < lead.usual[1]
    gain = asked(inputs, promise=BEAT).problem
    assert lead.difference == gain.difference == 0.1
    assert asked(inputs, promise=BEAT, called="Green, Red").problem.names == ("green", "red", "blue")
    inputs["own-usual-" + own_answers.OWN.digest()[-8:]] = "blue"
    other = asked(inputs, promise=BEAT).problem
    assert (other.names, other.data.successes) == (("blue", "red", "green"), (500, 300, 450))
    for usual, (low, high) in ((lead.usual, all_rates), (gain.usual, red), (other.usual, blue)):
        assert usual == pytest.approx((low - 0.0005, high + 0.0005), abs=0.0005), "not outwards, by less than 0.001"
        assert usual == tuple(round(end, 3) for end in usual)
    assert asked(inputs, promise=FIND).problem.names == ("red", "blue", "green")


@pytest.mark.parametrize("promise", [FIND, BEAT])
def test_a_difference_that_own_data_leave_no_room_for_is_one_sentence_and_no_question(inputs, promise):
    inputs |= {"know": "own data", "own-way": "typed counts", "own-counts": "red, 990, 1000\nblue, 980, 1000"}
    inputs |= {"promise": promise, "better": 10.0}
    question, wrong = problems.asked()
    assert question is None
    assert "According to these data, the usual rate is at least 9" in wrong
    assert "the difference of 10 points must add up to less than 100 %." in wrong
    assert asked(inputs, better=0.5).problem.difference == 0.005
    assert asked(inputs, better=10.0, promise=WHATEVER).problem.data is not None


def test_any_usual_rate_and_what_is_missing_are_of_a_study_that_looks_once(inputs):
    given = {"missing": 20.0, "missing-rule": "are waited for", "block": 4, "any-rate": True}
    fixed = asked(inputs, promise=FIND, **given).problem
    assert (fixed.usual, fixed.missing, fixed.waits, fixed.block) == ((0.0, 1.0), 0.2, True, 4)
    assert asked(inputs, know="the rates").problem.usual is None
    inputs["know"] = "a difference"
    assert asked(inputs, missing_rule="count as failures").problem.kept_share == 0.8
    assert isinstance(asked(inputs, looking=SURE).problem, SequentialProblem)


@pytest.mark.parametrize("promise", PROMISES)
@pytest.mark.parametrize("usual, better", [(60.0, 40.0), (99.8, 0.2)])
def test_a_difference_beyond_100_percent_is_one_sentence_and_leaves_the_last_question(inputs, promise, usual, better):
    before = asked(inputs, promise=promise, usual=50.0)
    inputs |= {"usual": usual, "better": better, "people": 77}
    question, wrong = problems.asked()
    assert "together they must stay below 100 %" in wrong
    assert wrong.count(". ") == 0
    assert question == before
    inputs["promise"] = next(other for other in PROMISES if other != promise)
    assert problems.asked()[0] is None  # what another promise was asked is no answer to this one


def test_too_small_a_risk_is_said_and_no_other_risk_taken_for_it(inputs, monkeypatch):
    before = asked(inputs, know="the rates", promise=FIND)
    tiny = instance.Instance(RATES_OF_ALL.means, 0.1, 1e-12)
    monkeypatch.setattr(instance, "current", lambda: tiny)
    assert problems.asked() == (before, tell("risk_too_small"))
    assert problems.risk_of("the rates", FIND) == 1e-12


def test_a_refused_link_is_answered_by_its_sentence_alone(inputs, monkeypatch):
    monkeypatch.setattr(instance, "current", lambda: instance.DEFAULT)
    monkeypatch.setattr(instance, "refusal", lambda: "Means must be strictly between 0 and 1, not 0")
    inputs |= {"know": "the rates", "promise": WHATEVER}
    assert problems.asked() == (None, "Means must be strictly between 0 and 1, not 0.")


def test_rates_that_tie_have_no_lead(inputs, monkeypatch):
    tied = instance.Instance((0.6, 0.6, 0.3), 0.1, 0.02, ("", "", ""), 0.05)
    monkeypatch.setattr(instance, "current", lambda: tied)
    inputs |= {"know": "the rates", "promise": FIND}
    assert problems.asked() == (None, tell("no_lead"))
    assert asked(inputs, promise=WHATEVER).problem.means == tied.means
    inputs["promise"] = BEAT
    assert problems.asked()[1] == tell("not_better")
    usual_best = instance.Instance((0.6, 0.5, 0.3), 0.1, 0.02, ("", "", ""), 0.05)
    monkeypatch.setattr(instance, "current", lambda: usual_best)
    assert problems.asked()[1] == tell("not_better")
    assert asked(inputs, promise=FIND).problem.difference == 0.1


@pytest.mark.parametrize("options", [2, 3, 20])
@pytest.mark.parametrize("promise", PROMISES)
def test_any_number_of_options_up_to_twenty(inputs, promise, options):
    question = asked(inputs, promise=promise, options=options, people=2)
    assert len(question.problem.means) == options
    if promise == FIND:
        assert figures.outcomes_of(question.problem, 2) == (1 if options == 2 else 0)
        if options > 2:
            assert figures.enough_from(question.problem, 2) == float("inf")
        assert 0 < figures.enough_from(question.problem, 500 * options) < 1


@pytest.mark.parametrize("mode", ["a difference", "the rates", "own data"])
def test_what_else_could_be_asked_holds_each_design_once_and_this_plan(inputs, mode):
    inputs |= {"own-way": "typed counts", "own-counts": COUNTS}
    offered = [design for design in problems.DESIGNS if mode != "own data" or design != (FIND, SURE)]
    for promise, looking in offered:
        question = asked(inputs, know=mode, promise=promise, looking=looking)
        found = problems.alternatives(question)
        assert [row[:2] for row in found] == offered
        this = [row[:2] for row in found if row[2] == question.problem]
        assert (promise, looking) in this
        if mode != "own data":
            assert len(this) == 1


@pytest.mark.parametrize(
    "means, lead, gain",
    [
        ((0.4, 0.6, 0.3), "20 points at these rates", "20 points at these rates"),
        ((0.3, 0.6, 0.5), "10 points at these rates", "30 points at these rates"),  # over the second, over the usual
        ((0.6, 0.5, 0.3), "10 points at these rates", "the difference to find"),  # none is better than the usual one
        ((0.3, 0.6, 0.6), "the difference to find", "30 points at these rates"),  # the best two tie
    ],
)
def test_given_rates_say_their_own_lead_if_they_have_one(inputs, monkeypatch, means, lead, gain):
    rates = instance.Instance(means, 0.1, 0.02, ("", "", ""), 0.05)
    monkeypatch.setattr(instance, "current", lambda: rates)
    assert [problems.lead_said("the rates", promise) for promise in (FIND, BEAT)] == [lead, gain]
    inputs["better"] = 7.5
    assert problems.lead_said("a difference", FIND) == "7.5 points"


def test_what_cannot_be_asked_at_these_rates_is_not_offered(inputs, monkeypatch):
    tied = instance.Instance((0.6, 0.6, 0.3), 0.1, 0.02, ("", "", ""), 0.05)
    monkeypatch.setattr(instance, "current", lambda: tied)
    question = asked(inputs, know="the rates", promise=WHATEVER)
    assert [row[:2] for row in problems.alternatives(question)] == [(WHATEVER, SURE)]


def test_participants_a_day_are_as_many_as_the_days_give_up_to_the_most(inputs):
    assert asked(inputs, promise=FIND, pace="per day", daily=10**7, days=36_500).participants == 10**9
