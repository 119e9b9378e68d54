"""Golden numbers of promise A, as the specification states them."""

import math

import numpy as np
import pytest

from dpcore import designs
from dpcore.designs import cases, searches

EPSILONS = (math.inf, 1, 0.3, 0.1, 0.03)
SECOND = (0.4, 0.3, 0.3)
TABLE = [
    ((0.38, 0.3, 0.3), 0.05, "winner", (257, 261, 301, 506, 1352)),
    ((0.38, 0.3, 0.3), 0.05, "counts", (257, 265, 333, 628, 1759)),
    (SECOND, 0.01, "winner", (296, 300, 344, 593, 1645)),
    (SECOND, 0.01, "counts", (296, 304, 378, 726, 2077)),
    ((0.55, 0.45), 0.05, "winner", (135, 139, 170, 304, 830)),
    ((0.95, 0.9, 0.9, 0.9, 0.5), 0.01, "winner", (393, 407, 543, 1159, 3481)),
]


@pytest.mark.parametrize("means, risk, release, numbers", TABLE)
def test_smallest_participants(means, risk, release, numbers):
    assert tuple(designs.smallest_participants(means, epsilon, risk, release) for epsilon in EPSILONS) == numbers
    assert tuple(designs.participants_curve(means, EPSILONS, risk, release)) == numbers


@pytest.mark.parametrize(
    "means, epsilon, release, looks",
    [(SECOND, 0.1, "winner", 300), (SECOND, 0.1, "counts", 300), ((0.4, 0.3), 0.1, "winner", 0),
     (SECOND, math.inf, "winner", 0), (SECOND, 1.0, "local", 0)],
)  # fmt: skip
def test_where_it_is_not_proven_that_more_participants_keep_the_risk_the_next_300_numbers_are_looked_at(
    monkeypatch, means, epsilon, release, looks
):
    looked, log_missed = [], searches.log_missed

    def noting(study, plan):
        looked.append(plan.n)
        return log_missed(study, plan)

    monkeypatch.setattr(searches, "log_missed", noting)  # the search itself is compiled, and is not noted
    monkeypatch.setattr(cases, "checked_number", searches.checked_number.py_func)
    number = designs.smallest_participants(means, epsilon, 0.01, release)
    assert looked == list(range(number + 1, number + 1 + looks))


def test_probabilities():
    assert designs.probability_right(SECOND, 0.1, 300) == pytest.approx(0.9092725, abs=5e-8)
    assert designs.probability_right(SECOND, 0.1, 742, missing=0.2) == pytest.approx(0.98863, abs=5e-6)


@pytest.mark.parametrize(
    "means, risk, per_option, epsilon",
    [(SECOND, 0.01, 10_000 // 3, 0.014263), ((0.38, 0.3, 0.3), 0.05, 4160 // 3, 0.029187)],
)
def test_smallest_epsilon(means, risk, per_option, epsilon):
    found = designs.smallest_epsilon(means, risk, per_option)
    assert found == pytest.approx(epsilon, abs=5e-7)
    assert designs.probability_right(means, found, per_option) >= 1 - risk
    assert designs.probability_right(means, found * (1 - 1e-9), per_option) < 1 - risk


def test_smallest_difference_comes_back():
    number = designs.smallest_participants(SECOND, 0.1, 0.01)
    lead = designs.smallest_difference(3, 0.3, 0.1, 0.01, number)
    assert lead == pytest.approx(0.1, abs=2e-4)
    assert lead <= 0.1
    assert designs.probability_right((0.3 + lead, 0.3, 0.3), 0.1, number) >= 0.99 - 1e-12
    assert np.isinf(designs.smallest_difference(3, 0.3, 0.1, 0.01, 3))
