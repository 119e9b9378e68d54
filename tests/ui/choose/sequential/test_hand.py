"""What is read off between the simulated points while a line is dragged."""

import math
from dataclasses import replace

import pytest

from tests.ui.choose.cases import answer
from ui.choose.sequential import words
from ui.choose.sequential.findings import Point
from ui.choose.sequential.stage import needed_at, smallest_fitting, under_hand
from ui.components.lines import Moved

POINTS = tuple(Point(epsilon, 1000 / epsilon, 0, 0, 20, 0, 0) for epsilon in (0.001, 0.1, 1.0, 100.0))


def test_a_power_law_is_read_off_exactly():
    assert needed_at(POINTS, 0.03) == pytest.approx(1000 / 0.03)
    assert needed_at(POINTS[1:], 0.03) is None
    assert needed_at((), 0.03) is None
    assert smallest_fitting(POINTS, 5000) == 0.2
    assert smallest_fitting(POINTS, 10**9) == 0.001
    assert smallest_fitting(POINTS, 9) == math.inf
    assert smallest_fitting(POINTS[:3], 5000) is None


def test_what_fits_from_some_epsilon_on_fits_at_every_larger_one():
    wave = (*POINTS[:2], Point(0.3, 90_000, 0, 0, 20, 0, 0), *POINTS[2:])
    assert 0.3 < smallest_fitting(wave, 50_000) < 1.0


def with_points(**asked):
    findings = answer(**asked)
    return replace(findings, simulated=replace(findings.simulated, points=POINTS))


def test_the_budget_under_the_hand_moves_the_epsilon_that_fits():
    now = under_hand(with_points(epsilon=None), Moved("participants", 5000.4))
    assert now.epsilon == 0.2
    assert now.question.participants == 5000
    assert "An ε of about **0.2** works with 5,000 participants. Given" in words.told("verdict", now)
    assert "becomes **at most 55 % likely**" in words.told("verdict", now)


def test_the_epsilon_under_the_hand_moves_what_it_takes_and_what_it_means():
    now = under_hand(with_points(epsilon=None), Moved("epsilon", 0.5))
    assert "At **ε = 0.5** the study takes about **2,000** participants, and you have 2,000. Given" in words.told(
        "verdict", now
    )
    assert "becomes **at most 62.3 % likely**" in words.told("verdict", now)
    assert now.bounds.at_epsilon.median == under_hand(with_points(), Moved("epsilon", 0.5)).bounds.at_epsilon.median
    bare = replace(now, simulated=replace(now.simulated, at_epsilon=None))
    assert "every method needs at least" in words.told("verdict", bare)
