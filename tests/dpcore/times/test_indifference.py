"""Characteristic times with a smallest difference that matters, against independent minimisers and closed forms."""

import math

import numpy as np
import pytest
from scipy.optimize import linprog, minimize_scalar

import dpcore
from dpcore.times import is_asymptotic, price_overview, private_divergence
from tests.dpcore.refusals import refused

GRID = np.linspace(0, 1, 4001)
INSTANCES = [
    ((0.7, 0.6), 0.05), ((0.5, 0.5), 0.02), ((0.03, 0.02), 0.1), ((0.97, 0.96), 0.1), ((0.5, 0.49, 0.4), 0.02),
    ((0.9, 0.88, 0.2), 0.15), ((0.05, 0.04, 0.3), 0.2), ((0.3, 0.3, 0.3, 0.1), 0.05), ((0.6, 0.35), 0.6),
]  # fmt: skip


def divergence(name, m, x, epsilon):
    return np.abs(m - x) if name == "tv" else private_divergence(m, x, math.inf if name == "kl" else epsilon)


def largest_rate(table, arms):
    """max r over shares w with table @ (w, r) <= 0, of whose rows those that matter are looked for as it goes."""
    scale = -table[:, :arms].min(axis=1).max()  # at least the rate: the solver's tolerances are for numbers near 1
    table = table / np.array([*[scale] * arms, 1.0])
    chosen = set(range(0, len(table), 40))
    while True:
        rows = table[sorted(chosen)]
        objective, total = [*[0] * arms, -1], [[*[1] * arms, 0]]
        found = linprog(objective, rows, np.zeros(len(rows)), total, [1], method="highs")
        excess = table @ found.x
        broken = {row for row in np.argsort(excess)[-20:] if excess[row] > 0} - chosen
        if not broken:
            return scale * found.x[-1]
        chosen |= broken


def by_linear_program(means, zeta, name, epsilon):
    """max over good b and w of the min over a and a grid of x: a linear program, and an upper bound on the rate."""
    means = np.array(means)
    best = 0.0
    for b in np.flatnonzero(means >= means.max() - zeta):
        x = GRID * (1 - zeta)
        leader = np.where(x < means[b], divergence(name, means[b], x, epsilon), 0)
        rows = []
        for a in range(means.size):
            if a != b:
                y = np.minimum(x + zeta, 1)
                arm = np.where(y > means[a], divergence(name, means[a], y, epsilon), 0)
                row = np.zeros((x.size, means.size + 1))
                row[:, b], row[:, a], row[:, -1] = -leader, -arm, 1
                rows.append(row[np.isfinite(row).all(axis=1)])
        best = max(best, largest_rate(np.concatenate(rows), means.size))
    return 1 / best


@pytest.mark.parametrize("means, zeta", INSTANCES)
@pytest.mark.parametrize("name, epsilon", [("kl", None), ("tv", None), ("private", 0.1), ("private", 2.0)])
def test_against_a_linear_program_on_a_grid(means, zeta, name, epsilon):
    found = dpcore.characteristic_time(means, name, epsilon, indifference=zeta)
    assert found.lower <= found.time <= found.upper <= found.lower * (1 + 1e-6)
    assert means[found.best_arm] >= max(means) - zeta
    assert found.allocation.sum() == pytest.approx(1)
    coarse = by_linear_program(means, zeta, name, epsilon)
    assert coarse * (1 - 1e-7) <= found.time <= coarse * (1 + 1e-4)


def test_a_shift_of_the_indifference_by_a_hundredth_is_caught():
    right = by_linear_program((0.5, 0.49, 0.4), 0.02, "private", 0.1)
    wrong = dpcore.characteristic_time((0.5, 0.49, 0.4), "private", 0.1, indifference=0.0202).time
    assert wrong < right * (1 - 1e-3)


def test_the_allocation_attains_the_upper_bound():
    for means, zeta in INSTANCES:
        found = dpcore.characteristic_time(means, "private", 0.5, indifference=zeta)
        b, w = found.best_arm, found.allocation
        for a in set(range(len(means))) - {b}:

            def cost(x, a=a, b=b, w=w, means=means, zeta=zeta):
                leader = private_divergence(means[b], x, 0.5) if x < means[b] else 0.0
                arm = private_divergence(means[a], min(x + zeta, 1), 0.5) if x + zeta > means[a] else 0.0
                return w[b] * leader + w[a] * arm

            inner = minimize_scalar(cost, bounds=(0, 1 - zeta), method="bounded", options={"xatol": 1e-12}).fun
            assert min(inner, cost(0.0), cost(1 - zeta)) >= (1 - 1e-8) / found.upper


def test_two_arms_in_closed_form():
    """TV with both ends free: weight 1 each and cost p - q + zeta; equal arms of 1/2: by symmetry both weigh 1/2."""
    assert dpcore.characteristic_time((0.6, 0.5), "tv", indifference=0.1).time == pytest.approx(2 / 0.2, rel=1e-12)
    # q < zeta: arm a alone costs zeta - q a sample; p > 1 - zeta: the leader alone p - (1 - zeta).
    assert dpcore.characteristic_time((0.2, 0.1), "tv", indifference=0.7).time == pytest.approx(1 / 0.6, rel=1e-12)
    assert dpcore.characteristic_time((0.9, 0.8), "tv", indifference=0.7).time == pytest.approx(1 / 0.6, rel=1e-12)
    zeta = 0.1
    expected = 2 / private_divergence(0.5, 0.5 + zeta / 2, math.inf) / 2
    assert dpcore.characteristic_time((0.5, 0.5), "kl", indifference=zeta).time == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("epsilon", [0.01, 1.0, math.inf])
def test_a_vanishing_indifference_is_none(epsilon):
    for means in ((0.95, 0.9, 0.9, 0.9, 0.5), (0.3, 0.28, 0.1)):
        none = dpcore.characteristic_time(means, "private", epsilon)
        assert dpcore.characteristic_time(means, "private", epsilon, indifference=0.0).time == none.time
        tiny = dpcore.characteristic_time(means, "private", epsilon, indifference=1e-12)
        assert tiny.time == pytest.approx(none.time, rel=1e-9)
        np.testing.assert_allclose(tiny.allocation, none.allocation, atol=1e-4)


def test_times_fall_with_the_indifference_and_with_epsilon():
    rng = np.random.default_rng(5)
    for _ in range(40):
        means = rng.uniform(0.02, 0.98, int(rng.integers(2, 7)))
        epsilon = 10 ** rng.uniform(-3, 1)
        times = [
            dpcore.characteristic_time(means, "private", epsilon, indifference=z).time for z in (1e-4, 0.01, 0.1, 0.4)
        ]
        assert (np.diff(times) <= 1e-9 * np.array(times[:-1])).all()
        epsilons = np.geomspace(1e-4, 20, 25)
        curve = dpcore.characteristic_time_curve(means, epsilons, indifference=0.05).times
        assert (np.diff(curve) <= 1e-8 * curve[:-1]).all()
        assert (np.diff(epsilons * curve) >= -1e-8 * (epsilons * curve)[:-1]).all()
        kl, tv = (dpcore.characteristic_time(means, name, indifference=0.05).time for name in ("kl", "tv"))
        assert (curve >= np.maximum(kl, tv / epsilons) * (1 - 1e-8)).all()


def test_boundaries_separate_the_regimes():
    means, zeta = (0.5, 0.49, 0.4), 0.02
    found = price_overview(means, 0.1, 0.01, 0.05, [0.1], indifference=zeta)
    kl, tv, ends = found.kl.time, found.tv.time, found.boundaries

    def private(epsilon):
        return dpcore.characteristic_time(means, "private", epsilon, indifference=zeta).time

    assert private(ends.almost_free) == pytest.approx(1.05 * kl, rel=1e-6)
    assert private(ends.price_dominated) == pytest.approx(1.05 * tv / ends.price_dominated, rel=1e-6)
    assert private(ends.exact * 1.001) == pytest.approx(kl, rel=1e-9)
    assert private(ends.exact * 0.9) > kl * (1 + 1e-7)
    assert math.isnan(ends.allocation_independent)
    assert found.curve.times[0] == pytest.approx(found.private.time, rel=1e-9)


@pytest.mark.parametrize("kind", range(5))
def test_brackets_stay_narrow_on_odd_instances(kind):
    rng = np.random.default_rng(kind)
    for _ in range(150):
        means = rng.uniform(0.001, 0.999, int(rng.integers(2, 21)))
        means = [means, 0.4 + means / 5, means * 1e-4, 1 - means * 1e-4, np.full(means.size, means[0])][kind]
        epsilon = (math.inf, 10 ** rng.uniform(-6, 1), rng.uniform(20, 720))[int(rng.integers(3))]
        found = dpcore.characteristic_time(means, "private", epsilon, indifference=10 ** rng.uniform(-5, -0.05))
        assert 0 < found.lower <= found.upper <= found.lower * (1 + 1e-8)


def test_which_bounds_are_asymptotic():
    assert not is_asymptotic((0.6, 0.5))
    assert not is_asymptotic((0.6, 0.5), 0.05)
    assert is_asymptotic((0.6, 0.5), 0.2)
    assert is_asymptotic((0.5, 0.5), 0.01)


test_characteristic_time_iv = refused(
    lambda changes: dpcore.characteristic_time(**{"means": (0.6, 0.5), "epsilon": 1.0} | changes),
    ({"indifference": 0.1, "leader_share": 0.5}, "leader_share must be None where indifference is above 0"),
    ({"indifference": 0.1, "means": [0.5] * 101}, "at most 100 means where indifference is above 0, not 101"),
)


@pytest.mark.parametrize(
    "means, zeta, epsilon",
    [((0.2, 0.33, 0.06), 0.99, 92.72495254850755), ((0.3, 0.2, 0.2), 0.999999, 57.3), ((0.4, 1e-25, 1e-20), 0.4, 70.0)],
)
def test_brackets_hold_where_points_are_within_rounding_of_the_end_of_kl(means, zeta, epsilon):
    found = dpcore.characteristic_time(means, epsilon=epsilon, indifference=zeta)
    assert found.lower <= found.time <= found.upper
    without = dpcore.characteristic_time(means, epsilon=math.inf, indifference=zeta)
    assert found.time == pytest.approx(without.time, rel=1e-6)  # privacy is all but absent


def test_means_that_are_no_normal_numbers_end_with_a_sentence():
    with pytest.raises(ValueError, match="is only known to lie in"):
        dpcore.times.regime_boundaries([1e-312, 0.5], indifference=0.01)
