"""P(right) against enumeration, long sums and simulation; its laws; its extremes."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from dpcore import designs
from tests.dpcore.designs import reference
from tests.dpcore.statistical import is_plausible

MEANS = (0.4, 0.3, 0.3)


rates = st.floats(0.001, 0.998) | st.sampled_from([0.3, 0.998])  # some of them equal


@settings(max_examples=50)
@given(
    means=st.lists(rates, min_size=1, max_size=5),
    n=st.integers(1, 3000),
    epsilon=st.floats(0.003, 30) | st.just(math.inf),
    release=st.sampled_from(designs.RELEASES),
)
def test_any_design_against_long_sums(means, n, epsilon, release):
    means = (0.999, *means)
    expected = reference.probability_right(means, n, epsilon, release)
    assert designs.probability_right(means, epsilon, n, release) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("release", ["winner", "counts"])
def test_against_brute_force(release):
    """All outcomes of all participants, all values of the noise, and all orders of ties."""
    n, epsilon, means = 3, 2.5, (0.6, 0.4)
    right = sum(
        np.prod(binom.pmf(pair, n, means)) * reference.winner_law(pair, epsilon, release)[0]
        for pair in itertools.product(range(n + 1), repeat=2)
    )
    assert designs.probability_right(means, epsilon, n, release) == pytest.approx(right, abs=1e-12)


def simulated_right(noise_epsilon, runs=200_000):
    """How many runs of the winner's mechanism name option 1, n = 200."""
    generator = np.random.default_rng(1)
    counts = generator.binomial(200, MEANS, (runs, 3))
    noisy = counts + generator.geometric(-np.expm1(-noise_epsilon), (runs, 3)) + generator.random((runs, 3))
    return int((noisy.argmax(axis=1) == 0).sum()), runs


def test_against_simulation():
    """False-alarm rate 1e-6; noise of 1.1 epsilon, as a fault, is found."""
    probability = designs.probability_right(MEANS, 0.1, 200)
    assert is_plausible(*simulated_right(0.1), probability)
    assert not is_plausible(*simulated_right(0.11), probability)


@pytest.mark.parametrize("release", ["counts", "local"])
def test_unequal_numbers_agree_with_equal_ones_and_with_enumeration(release):
    from dpcore.designs.find_lead import check_release
    from dpcore.designs.unequal import rates_right

    equal = rates_right(np.array(MEANS), np.array([90, 90, 90]), 0.2, check_release(release))
    assert equal == pytest.approx(designs.probability_right(MEANS, 0.2, 90, release), abs=1e-13)
    counts, means, epsilon = (4, 6, 3), (0.7, 0.5, 0.4), 0.8
    table = [reference.laws((mean,), n, epsilon, release)[0] for mean, n in zip(means, counts, strict=True)]
    start = reference.noise_law(epsilon, 2)[0] if release == "counts" else 0
    total = 0.0
    values = [(start + np.arange(law.size)) * (12 // n) for law, n in zip(table, counts, strict=True)]
    for value, mass in zip(values[0], table[0], strict=True):
        less = [law[rates < value].sum() for law, rates in zip(table[1:], values[1:], strict=True)]
        same = [law[rates == value].sum() for law, rates in zip(table[1:], values[1:], strict=True)]
        total += mass * (less[0] * less[1] + (less[0] * same[1] + same[0] * less[1]) / 2 + same[0] * same[1] / 3)
    assert designs.probability_right(means, epsilon, counts, release) == pytest.approx(total, abs=1e-12)


@pytest.mark.parametrize("release", designs.RELEASES)
def test_rises_with_epsilon_and_participants(release):
    curve = designs.probability_right_curve(MEANS, np.geomspace(1e-3, 100, 60), 300, release)
    assert (np.diff(curve) >= -1e-13).all()
    pair = [designs.probability_right((0.55, 0.45), 0.2, n, release) for n in range(1, 200)]
    assert (np.diff(pair) >= -1e-13).all()  # proven for two options


def test_limits():
    assert designs.probability_right(MEANS, 1e-9, 10) == pytest.approx(1 / 3, abs=1e-8)
    assert designs.probability_right(MEANS, 1e-9, 10, "counts") == pytest.approx(1 / 3, abs=1e-8)
    assert designs.probability_right(MEANS, 100, 50) == designs.probability_right(MEANS, math.inf, 50)
    assert designs.probability_right((0.6, 0.5), math.inf, 1) == pytest.approx(0.55)
    for release in designs.RELEASES:
        assert designs.probability_right((0.31, 0.3, 0.3), 2.0, 10**7, release) == pytest.approx(1)


@pytest.mark.parametrize("release", ["winner", "counts"])
@pytest.mark.parametrize("epsilon", [1e-4, 1e-3, 3e-3])
def test_long_gaps_between_windows(epsilon, release):
    """Where quadrature replaces the sum between windows, against a sum over all values."""
    n = int(8 / epsilon / 0.4)
    expected = reference.probability_right((0.7, 0.3, 0.29), n, epsilon, release) if epsilon > 5e-4 else None
    found = designs.probability_right((0.7, 0.3, 0.29), epsilon, n, release)
    if expected is not None:
        assert found == pytest.approx(expected, abs=1e-12)
    # Scaled alike, noise and leads are the same, and the counts' own spread vanishes.
    assert found == pytest.approx(designs.probability_right((0.7, 0.3, 0.29), epsilon / 4, 4 * n, release), abs=0.01)


@pytest.mark.parametrize(
    "ask, message",
    [
        (lambda: designs.probability_right((0.5, 0.5), 1, 10), "unique maximum"),
        (lambda: designs.probability_right(MEANS, 1e-10, 10), "epsilon must be at least 1e-09"),
        (lambda: designs.probability_right(MEANS, 1, (500, 600, 600)), "per_option must be the same for all options"),
        (lambda: designs.probability_right(MEANS, 1, 10, missing=[0.1, 0.2]), "one for each option"),
        (lambda: designs.smallest_participants(MEANS, 1, 1e-10), "risk must be at least 1e-09"),
    ],
)
def test_bad_input(ask, message):
    with pytest.raises(ValueError, match=message):
        ask()
