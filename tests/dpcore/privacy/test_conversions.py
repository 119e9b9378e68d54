import math
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.special import ndtr

from dpcore.privacy import conversions as convert

budgets = st.floats(1e-4, 50)
deltas = st.floats(1e-12, 0.5)


def test_values_worked_by_hand():
    assert convert.rho_from_epsilon(2.0) == 2.0
    assert convert.epsilon_at_rho(0.5) == 1.0
    assert convert.epsilon_from_rho(1.0, math.exp(-4)) == pytest.approx(5.0, rel=1e-15)
    assert convert.rho_for_epsilon_delta(5.0, math.exp(-4)) == pytest.approx(1.0, rel=1e-15)
    assert convert.delta_from_rho(1.0, 5.0) == pytest.approx(math.exp(-4), rel=1e-15)
    assert convert.delta_from_rho(1.0, 1.0) == 1.0
    assert convert.group_epsilon(0.25, 4) == 1.0
    assert convert.group_rho(0.25, 4) == 4.0
    assert convert.group_delta(0.5, 1e-6, 3) == pytest.approx(3e-6 * math.e, rel=1e-12)
    assert convert.group_delta(0.5, 1e-6, 1) == 1e-6


@given(epsilon=budgets, delta=deltas)
def test_inverses_return_to_the_start(epsilon, delta):
    rho = convert.rho_for_epsilon_delta(epsilon, delta)
    assert convert.epsilon_from_rho(rho, delta) == pytest.approx(epsilon, rel=1e-9)
    assert convert.delta_from_rho(rho, epsilon) == pytest.approx(delta, rel=1e-9)
    assert convert.epsilon_at_rho(convert.rho_from_epsilon(epsilon)) == pytest.approx(epsilon, rel=1e-12)


def test_inverse_keeps_its_digits_at_a_tiny_epsilon_against_mpmath():
    import mpmath

    with mpmath.workdps(60):
        log_term = mpmath.log(1 / mpmath.mpf(1e-6))
        exact = (mpmath.sqrt(mpmath.mpf(1e-12) + log_term) - mpmath.sqrt(log_term)) ** 2
    assert convert.rho_for_epsilon_delta(1e-12, 1e-6) == pytest.approx(float(exact), rel=1e-13)


@pytest.mark.parametrize("rho", [0.01, 0.1, 1.0])
def test_promise_covers_the_exact_delta_of_the_gaussian_mechanism(rho):
    # N(0, 1/(2 rho)) at sensitivity 1 is rho-zCDP; its exact delta is known (Balle & Wang 2018, Theorem 8).
    sigma = 1 / math.sqrt(2 * rho)
    for delta in (1e-3, 1e-6):
        epsilon = convert.epsilon_from_rho(rho, delta)
        low, high = 0.5 / sigma - epsilon * sigma, -0.5 / sigma - epsilon * sigma
        exact = float(ndtr(low) - math.exp(epsilon) * ndtr(high))
        assert 0 < exact < delta


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 3.0])
def test_pure_budget_covers_the_renyi_divergence_of_the_laplace_mechanism(epsilon):
    for order in (1.5, 3.0, 10.0):

        def integrand(x, order=order):
            return epsilon / 2 * math.exp(-order * epsilon * abs(x) + (order - 1) * epsilon * abs(x - 1))

        divergence = math.log(quad(integrand, -40 / epsilon, 40 / epsilon, points=[0, 1], limit=500)[0]) / (order - 1)
        assert 0 < divergence <= convert.rho_from_epsilon(epsilon) * order


def test_group_promise_covers_the_gaussian_mechanism_moved_by_d():
    # Means d apart at variance 1/(2 rho): the Renyi divergence is rho d^2 order, with equality.
    assert convert.group_rho(0.3, 3) == pytest.approx(3**2 / (2 * (1 / (2 * 0.3))))


def test_limits_without_privacy():
    assert convert.rho_from_epsilon(math.inf) == math.inf
    assert convert.epsilon_at_rho(math.inf) == math.inf
    assert convert.epsilon_from_rho(math.inf, 1e-6) == math.inf
    assert convert.rho_for_epsilon_delta(math.inf, 1e-6) == math.inf
    assert convert.delta_from_rho(math.inf, 1.0) == 1.0
    assert convert.delta_from_rho(1.0, math.inf) == 0.0
    assert convert.group_delta(5.0, 1e-3, 10) == 1.0


@given(rho=budgets, delta=deltas)
def test_a_larger_budget_promises_less(rho, delta):
    assert convert.epsilon_from_rho(2 * rho, delta) > convert.epsilon_from_rho(rho, delta)
    assert convert.epsilon_from_rho(rho, delta / 2) > convert.epsilon_from_rho(rho, delta)
    assert convert.delta_from_rho(2 * rho, 1.0) >= convert.delta_from_rho(rho, 1.0)


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: convert.rho_from_epsilon(0), "epsilon must be > 0, got 0"),
        (lambda: convert.epsilon_at_rho(-1), "rho must lie strictly between 0 and inf, got -1"),
        (lambda: convert.epsilon_at_rho(np.nan), "rho must be a number, got NaN"),
        (lambda: convert.epsilon_from_rho(1.0, 1.0), "delta must lie strictly between 0 and 1, got 1.0"),
        (lambda: convert.rho_for_epsilon_delta(1.0, 0.0), "delta must lie strictly between 0 and 1, got 0.0"),
        (lambda: convert.group_rho(1.0, 0), "people must be at least 1, got 0"),
        (lambda: convert.group_delta(1.0, 0.1, 1.5), "people must be a whole number, got 1.5"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        call()


@pytest.mark.parametrize(
    "value, expected",
    [
        (convert.rho_from_epsilon(1e160), sys.float_info.max),  # 5e319 is no double; 1e160 is true
        (convert.rho_from_epsilon(1e-200), sys.float_info.min),  # 0 would promise perfect privacy
        (convert.epsilon_at_rho(1e308), math.sqrt(2) * 1e154),
        (convert.epsilon_from_rho(1e307, 1e-300), 1e307),
        (convert.rho_for_epsilon_delta(1.7e308, 1 - 1e-16), 1.7e308),
        (convert.delta_from_rho(1e-300, 1e300), 0.0),
        (convert.delta_from_rho(1.0, 1e200), 0.0),
        (convert.delta_from_rho(5e-324, 1e-320), 1.0),
        (convert.group_epsilon(1e300, 2**62), math.inf),
        (convert.group_rho(1e300, 2**62), math.inf),
        (convert.group_delta(1e308, 1e-300, 2**62), 1.0),
    ],
)
def test_the_ends_of_the_range_of_doubles(value, expected):
    assert value == pytest.approx(expected, rel=1e-15)


@pytest.mark.parametrize("epsilon", [1e160, 1.7e308])
def test_a_finite_epsilon_promises_a_finite_rho(epsilon):
    # Every Renyi divergence is at most epsilon, so that rho = epsilon is true as well.
    assert epsilon <= convert.rho_from_epsilon(epsilon) < math.inf
    assert convert.rho_from_epsilon(math.inf) == math.inf
