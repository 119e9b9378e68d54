"""Where no epsilon is enough: each change on offer makes the plan possible, with the epsilon that its button says."""

import re
from dataclasses import replace

import pytest

from tests.ui.choose.fixed.cases import question
from ui.choose import advice
from ui.choose.question import BEAT


@pytest.fixture(autouse=True)
def no_others(monkeypatch):
    """The other promises are asked for in the boxes of a page."""
    monkeypatch.setattr(advice.problems, "alternatives", lambda question: [])


def offered(**how):
    return [words for words, _ in advice.enough(question(**how))]


def test_where_participants_lack_more_of_them_a_larger_lead_and_a_larger_risk_are_offered():
    people, lead, risk = offered(participants=800)
    assert people.startswith("975 participants, 175 more: ε = 0.3")
    assert re.fullmatch(r"a lead of 10\.6 points: ε = [.\d]+", lead)
    assert re.fullmatch(r"a risk of 1\.\d+ %: ε = [.\d]+", risk)
    days, *_ = offered(participants=800, pace=100.0)
    assert days.startswith("10 days of recruitment, 2 more: ε = 0.3")
    ((weeks, change), *_) = advice.enough(replace(question(participants=800, pace=100.0), in_weeks=True))
    assert weeks.startswith("10 weeks of recruitment, 2 more: ε = 0.3")
    assert change == {"weeks": 10}


def test_a_gain_is_missed_more_often_or_is_larger():
    people, gain = offered(promise=BEAT, participants=800)  # more than half of real leads would be missed
    assert people.startswith("2,397 participants, 1,597 more: ε = 0.33")
    assert gain.startswith("a gain of 16.8 points: ε = ")
    *_, missed = offered(promise=BEAT, participants=1500)
    assert re.fullmatch(r"[.\d]+ % of real leads missed: ε = [.\d]+", missed)


def test_with_fewer_participants_than_options_only_more_of_them_help():
    (people,) = offered(participants=2)
    assert people.startswith("975 participants, 973 more")


def test_of_figures_that_take_seconds_only_the_known_are_said():
    assert offered(participants=800, usual=(0.0, 1.0)) == []
