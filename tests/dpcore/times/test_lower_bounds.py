"""The four lower bounds: bad input, closed form, their order."""

import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dpcore
from tests.dpcore.times.test_characteristic import epsilons, instances
from tests.dpcore.times.test_solver import FIRST


@pytest.mark.parametrize(
    "arguments, message",
    [
        (((0.5, 0.5), 1.0, 0.01), "arms 1 and 2 tie"),
        ((FIRST, 0.0, 0.01), "epsilon must be > 0, got 0.0"),
        ((FIRST, 1.0, 0.5), "risk must lie strictly between 0 and 1/2, got 0.5"),
        ((FIRST, 1.0, math.nan), "risk must be a number, got NaN"),
    ],
)
def test_sample_lower_bounds_iv(arguments, message):
    with pytest.raises(ValueError, match=message):
        dpcore.sample_lower_bounds(*arguments)


@pytest.mark.parametrize("risk", [0.4, 0.01, 1e-300, 5e-324])
def test_the_tightest_bound_is_the_necessary_number_of_samples(risk):
    """One kl(risk, 1 - risk) in both, finite at the smallest risk, where (1 - risk) / risk is not."""
    bounds = dpcore.sample_lower_bounds(FIRST, 1.0, risk)
    assert bounds["tightest_private"] == dpcore.necessary_samples(FIRST, 1.0, risk) < math.inf


def test_sample_lower_bounds_against_golden_values():
    information = 0.01 * math.log(0.01 / 0.99) + 0.99 * math.log(0.99 / 0.01)
    expected = {
        "non_private": 395.5415490290905,
        "first_private": 740 / 9 / (6 * 0.02),
        "improved_private": 740 / 9 / 0.02,
        "tightest_private": dpcore.characteristic_time(FIRST, "private", 0.02).time,
    }
    bounds = dpcore.sample_lower_bounds(FIRST, 0.02, 0.01)
    assert list(bounds) == list(expected)
    assert bounds == pytest.approx({key: time * information for key, time in expected.items()}, rel=1e-9)


def test_extreme_risks():
    kl = dpcore.characteristic_time(FIRST, "kl").time
    tiny = dpcore.sample_lower_bounds(FIRST, math.inf, 1e-300)
    assert list(tiny.values()) == pytest.approx(4 * [kl * 300 * math.log(10)])
    almost_half = dpcore.sample_lower_bounds(FIRST, math.inf, 0.5 - 1e-9)["non_private"]
    assert almost_half == pytest.approx(kl * 8e-18, rel=1e-6)


@settings(deadline=None, max_examples=100)
@given(instances(), epsilons, st.floats(1e-12, 0.499))
def test_bounds_are_ordered_from_loosest_to_tightest(means, epsilon, risk):
    values = list(dpcore.sample_lower_bounds(means, epsilon, risk).values())
    assert all(looser <= tighter * (1 + 1e-11) for looser, tighter in itertools.pairwise(values))
