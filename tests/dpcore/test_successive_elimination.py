import math

import numpy as np
import pytest

from dpcore.successive_elimination import confidence_width, eliminate, epoch_pulls, privacy_width, round_robin_sums


def test_epoch_pulls_against_the_published_numbers():
    assert epoch_pulls(5, 1, 0.01, math.inf) == pytest.approx(32 * math.log(4000) * 4 + 1)
    assert epoch_pulls(5, 1, 0.01, math.inf) == pytest.approx(1062.64, abs=0.005)
    assert epoch_pulls(5, 1, 0.01, 1e-3) == pytest.approx(121615.4, abs=0.05)


def test_widths_are_the_hoeffding_and_laplace_tails():
    # P(|mean error| > h) <= 2 exp(-2 R h^2) and P(|Lap(1/(eps R))| > c) = exp(-eps R c), each beta/(4 |S| e^2).
    count, epoch, risk, epsilon = 7, 3, 0.02, 0.05
    pulls = epoch_pulls(count, epoch, risk, epsilon)
    share = risk / (4 * count * epoch**2)
    hoeffding = 2 * math.exp(-2 * pulls * confidence_width(count, epoch, risk, epsilon) ** 2)
    laplace = math.exp(-epsilon * pulls * privacy_width(count, epoch, risk, epsilon))
    assert hoeffding == pytest.approx(share)
    assert laplace == pytest.approx(share)


def test_elimination_without_privacy_removes_exactly_the_arms_beyond_the_margin():
    active = np.array([True, True, True, False])
    pulls = math.ceil(epoch_pulls(3, 2, 0.05, math.inf))
    margin = 2 * confidence_width(3, 2, 0.05, math.inf)
    sums = pulls * np.array([0.6, 0.6 - 0.999 * margin, 0.6 - 1.001 * margin, 0.9])
    noise = np.full(4, np.nan)
    eliminate(np.random.default_rng(0), sums, noise, active, 2, 0.05, math.inf)
    assert noise[:3].tolist() == [0, 0, 0]
    assert active.tolist() == [True, True, False, False]


def test_round_robin_sums_against_a_loop():
    table = np.random.default_rng(2).random((40, 4))
    arms = np.array([0, 2, 3])
    for count in (12, 13, 14):
        expected = np.zeros(4)
        for step in range(5, 5 + count):
            arm = arms[(step - 5) % 3]
            expected[arm] += table[step, arm]
        sums = round_robin_sums(np.random.default_rng(0), np.full(4, 0.5), table, 5, arms, count)
        assert sums == pytest.approx(expected)


def test_round_robin_sums_without_a_table_count_the_pulls():
    sums = round_robin_sums(np.random.default_rng(0), np.array([1.0, 0, 1]), np.empty((0, 3)), 0, np.array([0, 2]), 7)
    assert sums.tolist() == [4, 0, 3]
