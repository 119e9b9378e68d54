"""How far one person's privacy budget lets a belief move."""

import math

import mpmath
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from mpmath import mpf

import dpcore

priors = st.floats(1e-6, 1 - 1e-6)
epsilons = st.floats(1e-3, 50)


@given(priors, epsilons)
@example(0.9999989999999999, 11.0)  # 4e-12 off while 1 - prior was taken from odds + 1
@example(math.nextafter(1, 0), 36.0)
def test_belief_moves_by_exactly_epsilon_in_log_odds(prior, epsilon):
    belief = dpcore.largest_belief(prior, epsilon)
    assert prior < belief <= 1
    odds = mpf(prior) / (1 - mpf(prior)) * mpmath.exp(mpf(epsilon))
    assert abs(belief / (odds / (1 + odds)) - 1) < 1e-15
    assert dpcore.largest_belief(prior, 2 * epsilon) >= belief


def test_limits():
    assert dpcore.largest_belief(0.01, math.inf) == 1
    assert dpcore.largest_belief(0.3, 1e-12) == pytest.approx(0.3, rel=1e-11)
