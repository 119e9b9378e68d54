"""The six boundaries: bad input, the published instances, and what each one promises."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import findroot, mp, mpf

import dpcore
from dpcore.times.boundaries import exact_boundary
from tests.dpcore.times.test_characteristic import FIRST, SECOND, instances, private

SETTINGS = settings(deadline=None, max_examples=50)
tolerances = st.floats(0.001, 2)


def times(means):
    return (dpcore.characteristic_time(means, name).time for name in ("kl", "tv"))


def test_boundaries_of_the_published_instances():
    first, second = dpcore.regime_boundaries(FIRST), dpcore.regime_boundaries(SECOND)
    assert first.first == pytest.approx(740 / 9 / 395.5415490290905 / 6, rel=1e-9)
    assert first.improved == pytest.approx(740 / 9 / 395.5415490290905, rel=1e-9)
    assert second.improved == pytest.approx(100 / 1424.7467958627665, rel=1e-9)
    assert first.allocation_independent == pytest.approx(math.log(0.95 * 0.5 / (0.5 * 0.05)), rel=1e-12)
    assert [first.exact, second.exact] == pytest.approx([2.87, 0.165], abs=0.005)
    assert [first.almost_free, second.almost_free] == pytest.approx([0.340, 0.123], abs=6e-4)
    assert [first.price_dominated, second.price_dominated] == pytest.approx([0.0413, 0.0124], abs=6e-5)
    one_percent = [dpcore.regime_boundaries(means, 0.01).almost_free for means in (FIRST, SECOND)]
    assert one_percent == pytest.approx([0.441, 0.146], abs=6e-4)


@SETTINGS
@given(instances(), st.floats(1, 100))
def test_privacy_is_free_exactly_from_the_exact_boundary_on(means, factor):
    boundaries = dpcore.regime_boundaries(means)
    kl, _ = times(means)
    assert boundaries.exact <= boundaries.allocation_independent * (1 + 1e-9)
    assert private(means, boundaries.exact * factor * (1 + 1e-9)).time == pytest.approx(kl, rel=2e-12)
    assert private(means, boundaries.allocation_independent).time == pytest.approx(kl, rel=2e-12)


@pytest.mark.parametrize("means", [FIRST, SECOND, (0.6, 0.4), (0.5, 0.3, 0.1), (0.99, 0.5, 0.01)])
def test_privacy_costs_below_the_exact_boundary(means):
    kl, _ = times(means)
    below = private(means, 0.99 * dpcore.regime_boundaries(means).exact)
    assert below.lower > kl * (1 + 1e-9)


@SETTINGS
@given(instances(), tolerances)
def test_almost_free_and_price_dominated_are_where_the_excess_is_the_tolerance(means, tolerance):
    boundaries = dpcore.regime_boundaries(means, tolerance)
    (kl, tv), epsilon = times(means), boundaries.price_dominated
    assert private(means, epsilon).time * epsilon == pytest.approx((1 + tolerance) * tv, rel=1e-9)
    assert private(means, boundaries.almost_free).time == pytest.approx((1 + tolerance) * kl, rel=1e-9)
    assert boundaries.improved / (1 + tolerance) <= boundaries.almost_free * (1 + 1e-9)
    assert boundaries.almost_free <= boundaries.exact * (1 + 1e-9)


def test_price_dominated_of_two_arms_may_be_an_end_of_its_bracket():
    """With wide tolerances it lies where T*_epsilon = T*_KL already: at the end, which rounding may hit exactly."""
    rng = np.random.default_rng(0)
    for best, share, tolerance in rng.uniform((0.1, 0.01, 1.2), (0.9, 0.99, 2), (100, 3)):
        means = (best, best * share)
        epsilon = dpcore.regime_boundaries(means, tolerance).price_dominated
        _, tv = times(means)
        assert private(means, epsilon).time * epsilon == pytest.approx((1 + tolerance) * tv, rel=1e-9)


def exact_of_two(best, other):
    """The boundary `exact` of two arms to many digits: the point between them at which both divergences are equal."""
    with mp.workdps(60):
        p, q = mpf(best), mpf(other)

        def kl(m, x):
            return m * mp.log(m / x) + (1 - m) * mp.log((1 - m) / (1 - x))

        def odds(m):
            return mp.log(m / (1 - m))

        def excess(place):
            x = q + place * (p - q)
            return kl(p, x) - kl(q, x)

        x = q + (p - q) * findroot(excess, (mpf("0.3"), mpf("0.7")), solver="anderson", tol=1e-50)
        return float(max(odds(x) - odds(q), odds(p) - odds(x)))


NEAR_ONE = [(1 - x, 1 - 3 * x) for x in (1e-3, 1e-6, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12)]


@pytest.mark.parametrize("means", [(0.6, 0.5), (0.999, 0.001), (0.500001, 0.5), (3e-12, 1e-12), *NEAR_ONE])
def test_exact_is_as_accurate_as_its_docstring_says(means):
    found, right = exact_boundary(np.array(means)), exact_of_two(*means)
    assert found == dpcore.regime_boundaries(means).exact
    assert found == pytest.approx(right, rel=max(1e-9, 1e-16 / (1 - max(means))))
    if 1 - max(means) < 1.5e-12:
        assert abs(found / right - 1) > 1e-5  # so that the docstring's warning is needed
