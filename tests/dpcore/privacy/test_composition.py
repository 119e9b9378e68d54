"""What analyses promise together against closed forms and an accountant's exact values, and its inverse."""

import csv
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpcore import privacy

epsilons = st.lists(st.floats(1e-4, 5), min_size=1, max_size=30)
deltas = st.floats(1e-12, 0.4)


@given(epsilons=epsilons, delta=deltas)
def test_the_smaller_of_both_ways(epsilons, delta):
    assert privacy.composed_epsilon(epsilons) == math.fsum(epsilons)
    rho = sum(epsilon * math.tanh(epsilon / 2) for epsilon in epsilons)
    both = min(sum(epsilons), privacy.epsilon_from_rho(rho, delta))
    assert privacy.composed_epsilon(epsilons, delta) == pytest.approx(both, rel=1e-9, abs=1e-12)


def test_composed_randomised_responses_keep_the_promise_and_an_accountant_knows_how_exactly():
    with (Path(__file__).parent / "accountant.csv").open() as file:
        rows = [row for row in csv.DictReader(file) if row["question"] == "composed_responses"]
    assert len(rows) == 6
    for row in rows:
        exact = float(row["answer"])  # rounded up to the accountant's grid of 1e-4
        promised = privacy.composed_epsilon(np.full(int(row["second"]), float(row["first"])), 1e-6)
        assert exact - 1e-3 <= promised <= 1.3 * exact


@given(epsilon=st.floats(0.01, 20), runs=st.integers(1, 500), delta=deltas | st.none())
def test_equal_shares_use_the_whole_budget(epsilon, runs, delta):
    share = privacy.equal_epsilon(epsilon, runs, delta)
    assert privacy.composed_epsilon(np.full(runs, share), delta) == pytest.approx(epsilon, rel=1e-9)
    assert share >= epsilon / runs


def test_delta_pays_for_many_runs_only():
    assert privacy.equal_epsilon(1.0, 12, 1e-6) == 1 / 12
    assert privacy.equal_epsilon(1.0, 100, 1e-6) > 2 / 100
    assert privacy.equal_epsilon(math.inf, 5) == math.inf


def test_a_sum_beyond_the_largest_double_is_infinite():
    assert privacy.composed_epsilon([1e308, 1e308]) == math.inf
    assert privacy.composed_epsilon([1e308, 1e308], 1e-6) == math.inf
