"""What these participants and this epsilon still show: the question of each mode, and its sentence to the safe side."""

import math
from dataclasses import replace

import pytest

from tests.ui.choose.cases import question
from ui.choose.sequential.difference import asked_of, sentence

PLANNED = asked_of(replace(question(means=(0.4, 0.3, 0.3)), mode="a difference"), 0.5)
GIVEN = asked_of(replace(question(means=(0.6, 0.6, 0.3)), mode="the rates"), 0.5)


def test_a_planned_difference_is_asked_above_the_usual_rate_and_of_given_rates_what_matters():
    assert (PLANNED.means, PLANNED.options) == (0.3, 3)
    assert (GIVEN.means, GIVEN.options) == ((0.6, 0.6, 0.3), None)
    assert (PLANNED.epsilon, PLANNED.participants, PLANNED.risk) == (0.5, 2000, 0.05)


@pytest.mark.parametrize(
    "asked, bound, band, expected",
    [
        (
            PLANNED,
            0.0219,
            None,
            "above a usual rate of 30 % of 3 options: the lower bound for methods that are right whatever the rates "
            "are rules out differences below",
        ),
        (PLANNED, 0.02199, None, "below **2.19 points**."),
        (PLANNED, 0.0219, (0.0383, 0.0422), "PRISE finds **4.22 points** in 90 of 100 simulated runs (3.83 points is"),
        (PLANNED, 0.0, (0.0, math.inf), "rules out no difference; PRISE finds none of those that were tried."),
        (
            PLANNED,
            math.inf,
            None,
            "the lower bound for methods that are right whatever the rates are rules out every difference.",
        ),
        (
            GIVEN,
            0.02,
            (0.01, 0.05),
            "below **2.00 points**, which is proven as the risk goes to 0; PB-TaS needs no more",
        ),
        (replace(GIVEN, trust_model="local"), 0.02, (0.0, 0.05), "PB-TaS on randomised answers needs no more"),
    ],
)
def test_the_sentence(asked, bound, band, expected):
    said = sentence(asked, bound, band)
    assert said.startswith("With **2,000 participants** at ε = 0.5 and risk 5 %, ")
    assert expected in said


def test_with_one_good_answer_the_bound_is_for_every_risk():
    one = replace(GIVEN, means=(0.6, 0.5, 0.3))
    assert "goes to 0" not in sentence(one, 0.02, None)
    assert "goes to 0" in sentence(one, 0.12, None)
