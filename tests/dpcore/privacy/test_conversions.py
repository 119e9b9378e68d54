import csv
import math
import sys
from pathlib import Path

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import logsumexp

from dpcore.privacy import conversions as convert
from dpcore.privacy import gaussian_delta, gaussian_epsilon

budgets = st.floats(1e-4, 50)
deltas = st.floats(1e-12, 0.5)


def test_values_worked_by_hand():
    assert convert.rho_from_epsilon(2 * math.log(3)) == pytest.approx(1.6 * math.log(3), rel=1e-15)  # tanh = 8/10
    assert convert.epsilon_at_rho(1.6 * math.log(3)) == pytest.approx(2 * math.log(3), rel=1e-15)
    # Order 2 is the best one: epsilon = 3 rho - log 2, delta = exp(-rho)/2.
    assert convert.epsilon_from_rho(1.0, math.exp(-1) / 2) == pytest.approx(3 - math.log(2), rel=1e-14)
    assert convert.rho_for_epsilon_delta(3 - math.log(2), math.exp(-1) / 2) == pytest.approx(1.0, rel=1e-14)
    assert convert.delta_from_rho(1.0, 3 - math.log(2)) == pytest.approx(math.exp(-1) / 2, rel=1e-14)
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


def best_over_all_orders(rho, epsilon):
    """log delta of CKS20, Proposition 12, as printed, minimised by thirds over the order alpha."""
    rho, epsilon = mpmath.mpf(rho), mpmath.mpf(epsilon)

    def log_delta(log_b):
        b = mpmath.exp(log_b)
        return b * ((1 + b) * rho - epsilon) - log_b + (1 + b) * mpmath.log(b / (1 + b))

    low, high = mpmath.mpf(-80), mpmath.mpf(80)
    while high - low > 1e-12:
        third = (high - low) / 3
        left, right = low + third, high - third
        low, high = (low, right) if log_delta(left) < log_delta(right) else (left, high)
    return log_delta((low + high) / 2)


@pytest.mark.parametrize(
    "rho, epsilon",
    [(0.01, 0.5), (0.01, 1e-9), (1e-9, 1e-4), (1e-9, 1e-3), (0.3, 0.01), (2.0, 1.5), (5.0, 40.0), (30.0, 25.0)],
)
def test_delta_is_that_of_the_best_order_against_mpmath(rho, epsilon):
    with mpmath.workdps(50):
        log_delta = best_over_all_orders(rho, epsilon)
        exact = float(mpmath.exp(log_delta))
    assert convert.delta_from_rho(rho, epsilon) == pytest.approx(exact, rel=1e-11)
    assert convert.epsilon_from_rho(rho, exact) == pytest.approx(epsilon, rel=1e-9, abs=1e-13)
    assert convert.rho_for_epsilon_delta(epsilon, exact) == pytest.approx(rho, rel=1e-9)


def test_against_an_accountant():
    with (Path(__file__).parent / "accountant.csv").open() as file:
        rows = [row for row in csv.DictReader(file) if row["question"].endswith("from_rho")]
    assert len(rows) == 72
    for row in rows:
        ours = getattr(convert, row["question"])(float(row["first"]), float(row["second"]))
        theirs = float(row["answer"])  # over a grid of orders above 1.01: never better, and hardly worse
        assert theirs * (1 - 2e-3) <= ours <= theirs * (1 + 1e-12) or theirs < 1e-300
    assert convert.delta_from_rho(0.01, 0.5) == pytest.approx(3.5058780600525e-05, rel=1e-12)
    assert convert.epsilon_from_rho(1 / 32, 1e-3) == pytest.approx(0.6880024554878086, rel=1e-14)  # OpenDP 0.14's test


@given(rho=budgets, epsilon=budgets, delta=deltas)
def test_never_worse_than_the_thesis(rho, epsilon, delta):
    assert convert.rho_from_epsilon(epsilon) <= epsilon * epsilon / 2 * (1 + 1e-15)
    assert convert.epsilon_from_rho(rho, delta) <= rho + 2 * math.sqrt(rho * -math.log(delta))
    printed = math.exp(-((epsilon - rho) ** 2) / (4 * rho)) if epsilon > rho else 1.0
    assert convert.delta_from_rho(rho, epsilon) <= max(printed, convert.SMALLEST)


def renyi(p, q, order):
    return float(logsumexp(order * np.log(p) + (1 - order) * np.log(q)) / (order - 1))


@pytest.mark.parametrize("epsilon", [0.01, 1.0, 5.0, 30.0])
def test_randomised_response_needs_all_of_its_rho_and_no_more(epsilon):
    truth = 1 / (1 + math.exp(-epsilon))
    p, q = np.array([truth, 1 - truth]), np.array([1 - truth, truth])
    rho = convert.rho_from_epsilon(epsilon)
    for order in (1.001, 1.1, 2.0, 10.0, 1000.0):
        assert renyi(p, q, order) <= rho * order * (1 + 1e-9)
    assert renyi(p, q, 1.00001) > 0.999 * rho * 1.00001  # a smaller rho would be no promise


@given(epsilon=st.floats(0.01, 8), seed=st.integers(0, 1000), order=st.floats(1.01, 50))
def test_every_private_pair_keeps_the_rho(epsilon, seed, order):
    rng = np.random.default_rng(seed)
    q = rng.dirichlet(np.full(6, 0.5)) + 1e-12
    ratio = np.exp(rng.choice([-1.0, 1.0, 0.3], 6) * epsilon)
    # Mixed with q so that the ratios have mean 1, as ratios of two laws have, and stay within e^-epsilon and e^epsilon.
    mean = float(q @ ratio) / q.sum()
    other = math.exp(-epsilon) if mean > 1 else math.exp(epsilon)
    weight = (mean - 1) / (mean - other)
    q, ratio = np.append(q / q.sum() * (1 - weight), weight), np.append(ratio, other)
    assert renyi(q * ratio, q, order) <= convert.rho_from_epsilon(epsilon) * order * (1 + 1e-9) + 1e-12


@given(epsilon=st.floats(0.01, 8), share=st.floats(0.01, 0.99))
def test_delta_covers_the_exact_one_of_randomised_response(epsilon, share):
    exact = (math.exp(epsilon) - math.exp(share * epsilon)) / (1 + math.exp(epsilon))
    assert exact <= convert.delta_from_rho(convert.rho_from_epsilon(epsilon), share * epsilon)


@pytest.mark.parametrize("rho", [1e-4, 0.01, 1.0, 20.0])
def test_delta_covers_the_exact_one_of_gaussian_noise(rho):
    for epsilon in (0.01, 0.1, 1.0, 5.0):
        assert gaussian_delta(rho, epsilon) <= convert.delta_from_rho(rho, epsilon)
    for delta in (1e-3, 1e-6):
        assert gaussian_epsilon(rho, delta) <= convert.epsilon_from_rho(rho, delta)


@given(rho=st.floats(1e-300, 1e300))
def test_both_scales_are_one(rho):
    assert convert.rho_from_epsilon(convert.epsilon_at_rho(rho)) == pytest.approx(rho, rel=1e-13)


def test_limits_without_privacy():
    assert convert.rho_from_epsilon(math.inf) == math.inf
    assert convert.epsilon_at_rho(math.inf) == math.inf
    assert convert.epsilon_from_rho(math.inf, 1e-6) == math.inf
    assert convert.rho_for_epsilon_delta(math.inf, 1e-6) == math.inf
    assert convert.delta_from_rho(math.inf, 1.0) == 1.0
    assert convert.delta_from_rho(1.0, math.inf) == 0.0
    assert convert.group_delta(5.0, 1e-3, 10) == 1.0


def test_a_tiny_rho_moves_no_probability_by_delta():
    assert convert.epsilon_from_rho(1e-4, 0.1) == 0.0
    assert convert.rho_for_epsilon_delta(1e-12, 0.1) > 1e-4


@pytest.mark.parametrize(
    "value, expected",
    [
        (convert.rho_from_epsilon(1e160), 1e160),  # a promise, as no Renyi divergence exceeds epsilon
        (convert.rho_from_epsilon(1.7e308), 1.7e308),
        (convert.rho_from_epsilon(1e-200), sys.float_info.min),  # 0 would promise perfect privacy
        (convert.epsilon_at_rho(1e308), 1e308),
        (convert.epsilon_from_rho(1e307, 1e-300), 1e307),
        (convert.rho_for_epsilon_delta(1.7e308, 1 - 1e-16), 1.7e308),
        (convert.epsilon_from_rho(5e-324, 0.5), 0.0),
        (convert.epsilon_at_rho(5e-324), math.sqrt(2 * 5e-324)),
        (convert.delta_from_rho(1.7e308, 1.0), 1.0),
        (convert.group_epsilon(1e300, 2**62), math.inf),
        (convert.group_rho(1e300, 2**62), math.inf),
        (convert.group_delta(1e308, 1e-300, 2**62), 1.0),
    ],
)
def test_the_ends_of_the_range_of_doubles(value, expected):
    assert value == pytest.approx(expected, rel=1e-15)


@pytest.mark.parametrize("rho, epsilon", [(1e-300, 1e300), (1.0, 1e200), (5e-324, 1e-3)])
def test_no_rho_promises_pure_privacy(rho, epsilon):
    assert 0 < convert.delta_from_rho(rho, epsilon) < 1e-300
    assert 0 < gaussian_delta(rho, epsilon) < 1e-300
