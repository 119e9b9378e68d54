"""The private divergence: bad input, limits, laws, and minimisation of its definition."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar

import dpcore

SETTINGS = settings(deadline=None, max_examples=50)
inside = st.floats(1e-12, 1 - 1e-12) | st.floats(1e-12, 1e-6) | st.floats(1 - 1e-6, 1 - 1e-12)
budget = st.floats(-100, 3).map(lambda exponent: 10**exponent) | st.sampled_from([math.inf, 700.0, 701.0, 800.0])


def kl(m, x):
    return float(dpcore.times.private_divergence(m, x, math.inf))


@pytest.mark.parametrize(
    "m, x, epsilon, expected",
    [
        (0.5, 0.5, 1.0, 0.0),
        (0.3, 0.9, math.inf, 0.3 * math.log(0.3 / 0.9) + 0.7 * math.log(0.7 / 0.1)),
        (0.9, 0.3, math.inf, 0.9 * math.log(0.9 / 0.3) + 0.1 * math.log(0.1 / 0.7)),
        (0.3, 0.9, 1.0, -math.log(1 - (1 - math.exp(-1)) * 0.9) - 0.3),
        (0.9, 0.3, 1.0, -math.log(1 - (1 - math.exp(-1)) * 0.7) - 0.1),
        (0.0, 0.4, 2.0, -math.log(1 - (1 - math.exp(-2)) * 0.4)),
        (0.0, 1.0, 800.0, 800.0),
        (0.2, 1.0, 3.0, 3.0 * 0.8),
        (0.2, 0.0, math.inf, math.inf),
        (1.0, 1.0, 1.0, 0.0),
        (0.0, 0.4, math.inf, -math.log(0.6)),
        (0.5, 0.5 + 1e-9, math.inf, 2e-18 * (1 + 1.65e-7)),
        (0.3, 0.7, 1e-100, 0.4e-100),
        (0.3, 1e-300, 60.0, 60 * 0.3),  # so near the end that 0.3 - x is the reach of kl to all digits
        (0.7, 1e-20, 92.0, 0.7 * math.log(0.7 / 1e-20) + 0.3 * math.log(0.3)),
    ],
)
def test_private_divergence_in_closed_form(m, x, epsilon, expected):
    assert dpcore.times.private_divergence(m, x, epsilon) == pytest.approx(
        expected, rel=1e-6 if expected < 1e-17 else 1e-13
    )


def test_private_divergence_broadcasts():
    values = dpcore.times.private_divergence([[0.2], [0.6]], [0.3, 0.4, 0.5], 0.5)
    assert values.shape == (2, 3)
    assert values[1, 2] == dpcore.times.private_divergence(0.6, 0.5, 0.5)
    assert isinstance(dpcore.times.private_divergence(0.2, 0.3, 1), float)


def test_private_divergence_against_its_definition():
    rng = np.random.default_rng(0)
    for m, x in rng.uniform(0.001, 0.999, (200, 2)):
        epsilon = 10 ** rng.uniform(-2, 1.5)
        low, high = min(m, x), max(m, x)

        def objective(z, m=m, x=x, epsilon=epsilon):
            return epsilon * abs(m - z) + kl(z, x)

        inner = minimize_scalar(objective, bounds=(low, high), method="bounded", options={"xatol": 1e-11}).fun
        least = min(objective(m), objective(x), inner)
        assert dpcore.times.private_divergence(m, x, epsilon) == pytest.approx(least, rel=1e-7)


@SETTINGS
@given(inside, inside, budget)
def test_private_divergence_is_at_most_kl_and_epsilon_tv(m, x, epsilon):
    value = dpcore.times.private_divergence(m, x, epsilon)
    assert 0 <= value <= min(kl(m, x), epsilon * abs(m - x)) * (1 + 1e-13)
    assert (value > 0) == (m != x)


@SETTINGS
@given(inside, inside, budget, st.floats(1, 100))
def test_private_divergence_is_monotone_and_concave_in_epsilon(m, x, epsilon, factor):
    small, large = (dpcore.times.private_divergence(m, x, e) for e in (epsilon, epsilon * factor))
    assert small <= large * (1 + 1e-13)
    if epsilon * factor < 1e300:
        assert large <= factor * small * (1 + 1e-13)


@SETTINGS
@given(inside, inside, inside, budget)
def test_private_divergence_increases_with_distance(m, x, y, epsilon):
    near, far = sorted((x, y), key=lambda value: abs(value - m))
    if (near - m) * (far - m) > 0:
        near_value, far_value = (dpcore.times.private_divergence(m, value, epsilon) for value in (near, far))
        assert near_value <= far_value * (1 + 1e-13)
