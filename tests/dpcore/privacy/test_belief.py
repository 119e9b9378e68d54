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


@pytest.mark.parametrize("epsilon", [0.01, 0.1, 1.0, 10.0])
def test_even_odds_against_closed_form(epsilon):
    assert dpcore.largest_belief(0.5, epsilon) == pytest.approx(math.exp(epsilon) / (1 + math.exp(epsilon)), rel=1e-15)


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0])
@pytest.mark.parametrize("prior", [0.01, 0.5, 0.9])
def test_attained_by_randomised_response_against_bayes(prior, epsilon):
    # The answer "yes" is true with probability e^eps/(1+e^eps): Bayes' rule by enumeration of both worlds.
    honest = 1 / (1 + math.exp(-epsilon))
    said_yes = prior * honest / (prior * honest + (1 - prior) * (1 - honest))
    assert dpcore.largest_belief(prior, epsilon) == pytest.approx(said_yes, rel=1e-12)


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


def test_who_does_not_know_the_others_can_learn_more():
    # 2000 people, all with success rate .05 or all with .95, even odds; their count is released at epsilon .01.
    everyone_else, epsilon = 2000, 0.01
    count = 0.95 * everyone_else
    log_odds = epsilon * (abs(count - 0.05 * everyone_else) - abs(count - 0.95 * everyone_else))
    rate_is_high = 1 / (1 + math.exp(-log_odds))
    belief = 0.95 * rate_is_high + 0.05 * (1 - rate_is_high)
    assert belief > 0.949
    assert dpcore.largest_belief(0.5, epsilon) < 0.503
