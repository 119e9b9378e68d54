"""The privacy of Gaussian noise against mpmath, an accountant's values, and the ends of the range of doubles."""

import csv
import math
from pathlib import Path

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpcore import privacy

budgets = st.floats(1e-6, 50)
deltas = st.floats(1e-12, 0.5)


def test_delta_against_mpmath():
    for rho in (1e-14, 1e-9, 1e-6, 0.01, 0.5, 40.0, 900.0, 5000.0):
        for epsilon in (1e-9, 1e-6, 1e-3, 0.5, 3.0, 900.0):
            with mpmath.workdps(400):
                shift = mpmath.sqrt(2 * mpmath.mpf(rho))
                middle = mpmath.mpf(epsilon) / shift
                second = mpmath.exp(epsilon) * mpmath.ncdf(-shift / 2 - middle)
                exact = float(mpmath.ncdf(shift / 2 - middle) - second)
            assert privacy.gaussian_delta(rho, epsilon) == pytest.approx(exact, rel=1e-10, abs=1e-307)


def test_against_an_accountant():
    with (Path(__file__).parent / "accountant.csv").open() as file:
        rows = [row for row in csv.DictReader(file) if row["question"].startswith("gaussian")]
    assert len(rows) == 52
    for row in rows:
        ours = getattr(privacy, row["question"])(float(row["first"]), float(row["second"]))
        assert ours == pytest.approx(float(row["answer"]), rel=1e-11)


@given(epsilon=budgets, delta=deltas)
def test_inverses_return_to_the_start(epsilon, delta):
    rho = privacy.gaussian_rho(epsilon, delta)
    assert privacy.gaussian_delta(rho, epsilon) == pytest.approx(delta, rel=1e-9)
    assert privacy.gaussian_epsilon(rho, delta) == pytest.approx(epsilon, rel=1e-7)


def test_without_noise_and_with_more_than_delta_asks_for():
    assert privacy.gaussian_delta(math.inf, 1.0) == 1.0
    assert privacy.gaussian_delta(1.0, math.inf) == 0.0
    assert privacy.gaussian_epsilon(math.inf, 0.1) == privacy.gaussian_epsilon(1e305, 0.1) == math.inf
    assert privacy.gaussian_rho(math.inf, 0.1) == math.inf
    assert privacy.gaussian_epsilon(1e-4, 0.1) == 0.0
