"""Characteristic times: bad input, the published table, laws, and two independent algorithms."""

import math
import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

import dpcore
from dpcore.fixed_confidence._allocation import optimal_allocation_kernel
from dpcore.times import characteristic
from dpcore.times.one_instance import note_bracket
from tests.dpcore import brute_force
from tests.dpcore.refusals import refused

FIRST = (0.95, 0.9, 0.9, 0.9, 0.5)
SECOND = (0.75, 0.7, 0.7, 0.7, 0.7)
GOLDEN = [
    (FIRST, math.inf, 395.5415490290905),
    (FIRST, 1.0, 396.7130494743702),
    (FIRST, 0.1, 931.1513196762318),
    (FIRST, 0.001, 82316.23311543211),
    (SECOND, math.inf, 1424.7467958627665),
    (SECOND, 0.1, 1620.349646684291),
    (SECOND, 0.0215, 5072.075556714681),
    ((0.5, 0.4999, 0.3), 0.05, 200000100.89212974),
    ((0.999, 0.998, 0.001), 0.5, 11718.715457237372),
]
SETTINGS = settings(deadline=None, max_examples=50)
mean = (
    st.floats(0.001, 0.999) | st.floats(-12, -0.1).map(lambda e: 10**e) | st.floats(-12, -0.1).map(lambda e: 1 - 10**e)
)
epsilons = st.floats(-6, 3).map(lambda exponent: 10**exponent)


@st.composite
def instances(draw):
    """2 to 8 arms anywhere in (0, 1), or huddled together within 1e-9 to 0.1; the best one unique.

    Nearer than 1e-9 at the edge of (0, 1), some times are refused: they are not known to ten digits.
    """
    if draw(st.booleans()):
        means = draw(st.lists(mean, min_size=2, max_size=8))
        assume(max(means) - sorted(means)[-2] > 1e-9)
    else:
        top, width = draw(st.floats(0.15, 0.95)), 10 ** draw(st.floats(-9, -1))
        shares = draw(st.lists(st.floats(1e-3, 1), min_size=1, max_size=7))
        means = [top, *(top - width * share for share in shares)]
    assume(means.count(max(means)) == 1)
    return means


def private(means, epsilon, **options):
    return dpcore.characteristic_time(means, "private", epsilon, **options)


def assert_certified(result, means):
    assert 0 < result.lower <= result.time <= result.upper <= result.lower * (1 + 1e-9)
    assert result.allocation.shape == (len(means),)
    assert result.allocation.min() > 0
    assert result.allocation.sum() == pytest.approx(1, rel=1e-13)
    assert result.best_arm == int(np.argmax(means))


# Bad input


test_bad_input = refused(
    lambda ask, *asked: ask((0.5, 0.4), *asked),
    (dpcore.characteristic_time, "hellinger", "divergence must be one of private, kl, tv, not 'hellinger'"),
    (dpcore.characteristic_time, "private", "epsilon must be given"),
    (dpcore.characteristic_time, "private", 1e-300, "epsilon must be at least 1e-100 .* not 1e-300"),
    (dpcore.characteristic_time, "kl", 1.0, "epsilon is for the private divergence only, but it is 1.0 with 'kl'"),
    (dpcore.characteristic_time_curve, [0.1, 1e-200], "at least 1e-100"),
)


# Golden values and closed forms


@pytest.mark.parametrize("means, epsilon, time", GOLDEN)
def test_private_time_and_kernel_against_golden_values(means, epsilon, time):
    result = private(means, epsilon)
    assert result.time == pytest.approx(time, rel=1e-9)
    assert_certified(result, means)
    allocation, level = np.empty(len(means)), 0.0
    for _ in range(2):  # the second one begins near the solution
        solved, level = optimal_allocation_kernel(np.array(means), 0, epsilon, 3 * level, allocation)
        assert solved == pytest.approx(time, rel=1e-11)
        assert allocation.sum() == pytest.approx(1, rel=1e-14)


@given(instances())
@SETTINGS
def test_the_bracket_of_total_variation_encloses_the_exact_value(means):
    """In fractions, which have no rounding: 1/smallest gap + the sum of 1/gap."""
    best, *others = sorted(map(Fraction, means), reverse=True)
    gaps = [best - other for other in others]
    exact = 1 / min(gaps) + sum(1 / gap for gap in gaps)
    found = dpcore.characteristic_time(means, "tv")
    assert Fraction(found.lower) <= exact <= Fraction(found.upper)


def test_infinite_epsilon_is_kl():
    assert private(FIRST, math.inf).time == dpcore.characteristic_time(FIRST, "kl").time
    assert private(FIRST, 800).time == dpcore.characteristic_time(FIRST, "kl").time


# Independent algorithms


def random_instance(rng):
    arms, kind = int(rng.integers(2, 51)), rng.integers(3)
    if kind == 0:
        means = rng.uniform(1e-4, 1 - 1e-4, arms)
    elif kind == 1:
        means = rng.uniform(0.1, 0.9) + 10 ** rng.uniform(-3, -1.1) * rng.uniform(0, 1, arms)
    else:
        means = 1 / (1 + np.exp(rng.uniform(-9, 9, arms)))
    second, best = np.sort(means)[-2:]
    return means if best - second >= 1e-4 else random_instance(rng)


def test_private_time_against_derivative_free_search():
    rng = np.random.default_rng(4)
    for case in range(6):
        means = random_instance(rng)
        epsilon = math.inf if case == 0 else 10 ** rng.uniform(-4, math.log10(50))
        result = private(means, epsilon)
        assert result.time == pytest.approx(brute_force.characteristic_time(means, epsilon), rel=1e-10)
        assert_certified(result, means)


@pytest.mark.parametrize(
    "means, epsilon",
    [
        ((0.5, 0.5 - 1e-9), 1e-3),
        ((0.5, 0.5 - 1e-6), math.inf),
        ((1e-12, 3e-12, 5e-13), 0.5),
        ((1 - 1e-12, 0.3), 30.0),
        ((0.95, 0.5), 1e-6),
    ],
)
def test_bracket_encloses_the_value_at_60_digits(means, epsilon):
    exact = brute_force.characteristic_time_exact(means, epsilon)
    result = private(means, epsilon)
    assert result.lower <= exact <= result.upper
    assert result.time == pytest.approx(float(exact), rel=1e-11)


def test_bracket_at_a_fixed_share_encloses_the_value_at_60_digits():
    """The optimal share of arms whose costs hardly tell their odds: a loose first sweep misses by less than it errs."""
    means, epsilon = (0.5, 0.49802357646239476, 0.4990117882311974), 1e-4
    optimal = private(means, epsilon)
    exact = brute_force.characteristic_time_exact(means, epsilon)
    same = private(means, epsilon, leader_share=float(optimal.allocation[optimal.best_arm]))
    assert same.lower <= exact <= same.upper <= same.lower * (1 + 1e-11)


def test_leader_share_against_its_definition():
    """1 / T*_share: the largest common cost of the others, each weight and then the cost found by bisection."""
    for means, epsilon, share in ((FIRST, math.inf, 0.3), ((0.6, 0.5, 0.2), 0.02, 0.7)):
        others = np.array(means[1:])

        def weights_at(cost, means=means, epsilon=epsilon, share=share, others=others):
            low, high = np.zeros(others.size), np.ones(others.size)
            for _ in range(45):
                middle = (low + high) / 2
                enough = dpcore.times.transportation_cost(means[0], others, share, middle, epsilon) > cost
                low, high = np.where(enough, low, middle), np.where(enough, middle, high)
            return high.sum()

        low, high = 0.0, float(np.min(dpcore.times.transportation_cost(means[0], others, share, 1.0, epsilon)))
        for _ in range(45):
            cost = (low + high) / 2
            low, high = (cost, high) if weights_at(cost) < 1 - share else (low, cost)
        assert private(means, epsilon, leader_share=share).time == pytest.approx(1 / low, rel=1e-10)


# Laws


@SETTINGS
@given(instances(), epsilons)
@example([0.5, 0.5 - 1e-9], 1e-6)
@example([1e-12, 2e-12], 1e3)
@example([1 - 1e-12, 1 - 2e-12, 1e-12], 30.0)
@example([0.5, 0.4], 1e-100)
def test_bracket_and_asymptotes(means, epsilon):
    result = private(means, epsilon)
    assert_certified(result, means)
    kl, tv = (dpcore.characteristic_time(means, name).time for name in ("kl", "tv"))
    assert max(kl, tv / epsilon) <= result.time * (1 + 1e-11)
    assert result.time <= (kl + tv / epsilon) * (1 + 1e-11)  # observed on every instance, not proven


@SETTINGS
@given(instances(), epsilons)
def test_allocation_attains_the_upper_bound(means, epsilon):
    result = private(means, epsilon)
    leader = result.best_arm
    others = np.arange(len(means)) != leader
    allocation = result.allocation
    costs = dpcore.times.transportation_cost(
        means[leader], np.array(means)[others], allocation[leader], allocation[others], epsilon
    )
    assert 1 / costs.min() <= result.upper * (1 + 1e-11)


@SETTINGS
@given(instances(), epsilons, st.floats(1, 30))
def test_time_decreases_and_epsilon_times_time_increases(means, epsilon, factor):
    small, large = private(means, epsilon).time, private(means, epsilon * factor).time
    assert large <= small * (1 + 1e-11)
    assert small <= large * factor * (1 + 1e-11)


@SETTINGS
@given(instances(), epsilons, st.integers(0, 1000))
def test_time_is_permutation_equivariant(means, epsilon, seed):
    order = list(range(len(means)))
    random.Random(seed).shuffle(order)
    straight, shuffled = private(means, epsilon), private([means[arm] for arm in order], epsilon)
    assert shuffled.time == pytest.approx(straight.time, rel=1e-11)
    np.testing.assert_allclose(shuffled.allocation, straight.allocation[order], rtol=1e-5, atol=1e-9)


@SETTINGS
@given(instances(), epsilons)
@example([0.5, 0.49802357646239476, 0.4990117882311974], 1e-4)
def test_half_the_samples_on_the_leader_at_most_doubles_the_time(means, epsilon):
    optimal, half = private(means, epsilon), private(means, epsilon, leader_share=0.5)
    assert_certified(half, means)
    assert half.allocation[half.best_arm] == pytest.approx(0.5)
    assert optimal.time * (1 - 1e-11) <= half.time <= 2 * optimal.time * (1 + 1e-11)
    same = private(means, epsilon, leader_share=float(optimal.allocation[optimal.best_arm]))
    assert same.time == pytest.approx(optimal.time, rel=1e-9)


@SETTINGS
@given(instances(), st.floats(0.01, 0.99), st.sampled_from(["kl", "tv"]))
def test_leader_share_never_helps(means, share, divergence):
    fixed = dpcore.characteristic_time(means, divergence, leader_share=share)
    assert_certified(fixed, means)
    assert fixed.allocation[fixed.best_arm] == pytest.approx(share)
    if divergence == "tv":
        gaps = max(means) - np.sort(means)[:-1]
        assert fixed.time == pytest.approx(max(1 / (share * gaps.min()), np.sum(1 / gaps) / (1 - share)), rel=1e-11)
    assert fixed.time >= dpcore.characteristic_time(means, divergence).time * (1 - 1e-11)


@SETTINGS
@given(instances(), st.lists(epsilons, min_size=1, max_size=20))
def test_curve_agrees_with_single_solves(means, budgets):
    curve = dpcore.characteristic_time_curve(means, budgets)
    singles = [private(means, epsilon) for epsilon in budgets]
    np.testing.assert_array_equal(curve.epsilons, budgets)
    np.testing.assert_allclose(curve.times, [single.time for single in singles], rtol=1e-11)
    np.testing.assert_allclose(curve.allocations, [single.allocation for single in singles], rtol=1e-5, atol=1e-9)


@pytest.mark.parametrize("epsilon", [1e-6, 0.01, 1.0, math.inf])
@pytest.mark.parametrize("spread", [0.8, 1e-4])
def test_a_thousand_arms(epsilon, spread):
    means = 0.1 + spread * np.random.default_rng(0).uniform(size=1000)
    assert_certified(private(means, epsilon), means)
    assert_certified(private(means, epsilon, leader_share=0.5), means)
    equal = np.full(1000, 0.1)
    equal[17] += spread
    assert_certified(private(equal, epsilon), equal)


def test_what_rounding_forbids_is_refused_not_guessed():
    rng = np.random.default_rng(5)
    for _ in range(200):
        gap = 10 ** rng.uniform(-4, -1)
        means = [0.8, *(0.8 - gap * (1 + 10 ** rng.uniform(-15, -12, 8)))]
        try:
            result = private(means, 10 ** rng.uniform(-16, -12), leader_share=0.1)
        except ValueError as refusal:
            assert "only known to lie in" in str(refusal)  # noqa: PT017
        else:
            assert_certified(result, means)


def test_a_curve_is_refused_for_the_widest_of_its_brackets(monkeypatch):
    widths = {0.1: 1e-12, 0.2: 1e-6, 0.3: 1e-8}

    def solve(means, answer, indifference, epsilon, level, work, allocation):
        note_bracket(work.widest, 9.0, 9.0 * (1 + widths[epsilon]), epsilon)
        return 9.0, 9.0, 9.0 * (1 + widths[epsilon]), level, answer

    monkeypatch.setattr(characteristic, "solve_instance", solve)
    with pytest.raises(ValueError, match=r"at epsilon 0\.2 is only known to lie in \[9, 9\.00001\]"):
        dpcore.characteristic_time_curve((0.6, 0.5), list(widths))
