"""What these participants and this epsilon still show: the question of each mode, and its sentence to the safe side."""

import math
from dataclasses import replace

import pytest

import dpcore
from tests.ui.choose.cases import question
from ui.choose.sequential import difference
from ui.choose.sequential.difference import ruled_out, sentence

PLANNED = replace(question(means=(0.4, 0.3, 0.3)), mode="a difference")
GIVEN = replace(question(means=(0.6, 0.6, 0.3)), mode="the rates")


def test_a_planned_difference_is_asked_above_the_usual_rate_and_of_given_rates_what_matters():
    assert ruled_out(PLANNED) == dpcore.smallest_difference(0.3, 0.5, 0.05, 2000, arms=3)
    assert ruled_out(GIVEN) == dpcore.smallest_difference((0.6, 0.6, 0.3), 0.5, 0.05, 2000)


def test_a_difference_is_remembered_by_what_it_depends_on():
    for alike in (
        replace(PLANNED, pace=20.0, extra=0.5),
        replace(PLANNED, problem=replace(PLANNED.problem, means=(0.5, 0.3, 0.3), indifference=0.1)),
    ):
        assert difference._key(alike) == difference._key(PLANNED)
    for other in (replace(PLANNED, epsilon=1.0), replace(PLANNED, mode="the rates"), replace(PLANNED, participants=9)):
        assert difference._key(other) != difference._key(PLANNED)


@pytest.mark.parametrize(
    "asked, bound, band, expected",
    [
        (
            PLANNED,
            0.0219,
            None,
            "for 3 options and a usual rate of 30 %, differences below **2.19 points** are ruled out by the lower "
            "bound for methods that are right whatever the rates are.",
        ),
        (PLANNED, 0.02199, None, "below **2.19 points** are"),
        (
            PLANNED,
            0.0219,
            (0.0383, 0.0422),
            "PRISE finds a difference of **4.22 points** in 90 of 100 studies (tested in up to 100 simulated runs). A "
            "difference of 3.83 points is too small.",
        ),
        (
            PLANNED,
            0.0,
            (0.0, math.inf),
            "no difference is ruled out by the lower bound for methods that are right whatever the rates are. PRISE "
            "finds none of the differences that were tried in simulated runs.",
        ),
        (
            PLANNED,
            math.inf,
            None,
            "every difference is ruled out by the lower bound for methods that are right whatever the rates are.",
        ),
        (
            GIVEN,
            0.02,
            (0.01, 0.05),
            "whatever the rates are; that bound is proven for risk → 0. These participants are enough for PB-TaS",
        ),
        (
            replace(GIVEN, problem=replace(GIVEN.problem, trust_model="local")),
            0.02,
            (0.0, 0.05),
            "These participants are enough for PB-TaS on randomised answers",
        ),
    ],
)
def test_the_sentence(asked, bound, band, expected):
    said = sentence(asked, bound, band)
    assert said.startswith("With **2,000 participants** at ε = 0.5 and a risk of 5 %, ")
    assert expected in said


def test_with_one_good_answer_the_bound_is_for_every_risk():
    one = replace(GIVEN, problem=replace(GIVEN.problem, means=(0.6, 0.5, 0.3)))
    assert "→ 0" not in sentence(one, 0.02, None)
    assert "→ 0" in sentence(one, 0.12, None)
