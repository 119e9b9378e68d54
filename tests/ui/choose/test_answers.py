"""The answer to any question, and what else its participants could buy."""

import math
from dataclasses import replace

import pytest

from tests.ui.choose.cases import question
from tests.ui.choose.fixed.cases import question as design_question
from ui.choose import alternatives, answers
from ui.choose.question import BEAT, FIND, ONCE, RATES, WHATEVER, SequentialProblem
from ui.choose.sequential.study import achievable_of

NAMES = ("treatment A", "treatment B", "none")


def test_a_question_finds_the_kind_of_answer_that_its_promise_has():
    assert answers.answer_to(design_question()).known == "exact"
    assert "simulated" in answers.answer_to(question()).known
    assert answers.recommended_for(design_question(epsilon=3.0)) == 0.0143  # whatever was picked
    assert answers.recommended_for(design_question(participants=800)) is None
    assert answers.recommended_for(question(risk=0.0421)) is None  # nothing is simulated for it here
    with pytest.raises(TypeError, match="no question of this page"):
        answers.answer_to(replace(question(), problem=None))


def test_an_answer_calls_the_options_by_the_names_that_they_have_now():
    """No figure depends on names, so that what is known is kept when they change; the words must not be."""
    asked = design_question(participants=7654, mode="the rates")
    answers.answer_to(asked)
    renamed = replace(asked, problem=replace(asked.problem, names=NAMES))
    assert "treatment A" in answers.answer_to(renamed).asked
    assert "option 1" in answers.answer_to(asked).asked


def test_a_promise_that_is_simulated_says_what_was_found(monkeypatch):
    problem = SequentialProblem(NAMES, (0.4, 0.3, 0.3), 0.01, "central")
    asked = design_question()
    monkeypatch.setitem(achievable_of(replace(asked, problem=problem)).bands, asked.participants, (0.12, 0.1334))
    shown = alternatives.table(asked, [(WHATEVER, "as soon as sure", problem)]).to_numpy().tolist()[0][2:4]
    assert shown == ["0.134", "simulated, stops in time in 90 of 100 runs"]


@pytest.mark.parametrize("participants", [10_000, 500])
def test_a_study_that_stops_when_it_is_sure_is_said_to_leave_out_the_missing_outcomes(monkeypatch, participants):
    problem = SequentialProblem(NAMES, (0.4, 0.3, 0.3), 0.01, "central")
    designs = [(WHATEVER, "as soon as we are sure", problem), (FIND, ONCE, design_question(missing=0.1).problem)]
    monkeypatch.setattr(alternatives, "given", {"missing": 10.0}.__getitem__)
    asked = design_question(participants=participants, missing=0.1)
    rounds, once = alternatives.table(asked, designs)["how this is known"]
    assert rounds.endswith(", if no outcome is missing")
    assert once == "exact"


def test_a_promise_with_risks_of_its_own_says_them_beside_the_others():
    gain = design_question(promise=BEAT, risk=0.025, missed=0.1)
    designs = [(FIND, ONCE, design_question().problem), (BEAT, RATES, gain.problem)]
    assert [*alternatives.table(gain, designs)["how this is known"]] == [
        "exact",
        "exact, with up to 2.5 % wrong claims and 10 % of real leads missed",
    ]


def test_an_epsilon_that_is_enough_is_rounded_up_and_none_has_a_word(monkeypatch):
    designs = [(FIND, ONCE, design_question().problem)]
    monkeypatch.setattr(alternatives.figures, "enough_from", lambda *key: {4001: 0.012341, 4002: math.inf}[key[1]])
    shown = [alternatives.table(design_question(participants=n), designs)["smallest ε"][0] for n in (4001, 4002)]
    assert shown == ["0.0124", "none"]
