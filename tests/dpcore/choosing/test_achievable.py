"""Evidence for the choice of epsilon: exact inversions, brute force, coverage, and consistency of what is simulated."""

import math
import threading
import time

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dpcore import CancelFlag, characteristic_time, regime_boundaries
from dpcore.choosing.achievable import achievable_samples, simulate_achievable, simulated_epsilon_band
from dpcore.choosing.bounds import _central_epsilon, necessary_samples, smallest_epsilon
from dpcore.choosing.posterior import posterior_samples
from dpcore.choosing.search import COARSE, EPSILON_GRID
from tests.dpcore.refusals import refused

EASY = (0.95, 0.9, 0.9, 0.9, 0.5)
HARD = (0.75, 0.7, 0.7, 0.7, 0.7)
RISK_DIVERGENCE = 0.98 * math.log(99)  # kl(.01, .99)

instances = st.lists(st.integers(20, 980), min_size=2, max_size=6, unique=True).map(lambda xs: [x / 1000 for x in xs])


BAD = [
    ({"samples": math.inf}, "samples must be strictly between 0 and inf, not inf"),
    ({"risk": 0.5}, "risk must be strictly between 0 and 1/2, not 0.5"),
    ({"means": (0.5, 0.5)}, "arms 1 and 2 tie at 0.5"),
]
test_bad_input_of_both_ways_to_an_epsilon = refused(
    lambda door, changes: door(**{"means": EASY, "risk": 0.01, "samples": 1000, **changes}),
    *((smallest_epsilon, *bad) for bad in BAD),
    *((simulated_epsilon_band, *bad) for bad in [*BAD, ({"runs": 0}, "runs must be at least 1, not 0")]),
)


test_bad_draws = refused(
    lambda draws: posterior_samples(draws, 1, 0.01),
    (EASY, r"draws must have shape \(D, K\)"),
    ([[0.5, 1.0]], r"not 1\.0 for arm 2 of draw 1"),
    ([[0.5, 0.4], [0.0, 0.5]], r"not 0\.0 for arm 1 of draw 2"),
)


# Lower bounds


@pytest.mark.parametrize(
    "means, epsilon, characteristic_time",
    [
        (EASY, math.inf, 395.5415490290905),
        (EASY, 1, 396.7130494743702),
        (EASY, 0.001, 82316.23311543211),
        (HARD, 0.1, 1620.349646684291),
    ],
)
def test_central_lower_bound_against_reference_values(means, epsilon, characteristic_time):
    bound = necessary_samples(means, epsilon, 0.01)
    assert bound == pytest.approx(characteristic_time * RISK_DIVERGENCE, rel=1e-9)


def test_local_lower_bound_against_reference_values():
    # T*_TV2 is 2990.6 and 3600; two arms: 4/gap^2.  c(.5) is e (e^.5 - 1)^2, c(1) is 4 (e - 1)^2.
    for means, tv_time in ((EASY, 2990.6), (HARD, 3600), ((0.5, 0.4), 400)):
        for epsilon, factor in ((0.5, math.e * math.expm1(0.5) ** 2), (1e-3, math.exp(2e-3) * math.expm1(1e-3) ** 2)):
            bound = necessary_samples(means, epsilon, 0.01, "local")
            assert bound == pytest.approx(tv_time / factor * RISK_DIVERGENCE, rel=2e-5)
    narrow = necessary_samples((0.5, 0.4), 1.0, 0.01, "local")
    assert narrow == pytest.approx(necessary_samples((0.5, 0.4), math.inf, 0.01), rel=1e-12)
    assert necessary_samples(EASY, 800, 0.01, "local") == necessary_samples(EASY, math.inf, 0.01)


@settings(max_examples=40, deadline=None)
@given(instances, st.floats(1e-4, 0.49), st.floats(-4, 1.5), st.sampled_from([None, 0.9]))
@example([0.9, 0.1], 0.05, math.log10(0.7), None)  # 7.2 without the central bound
def test_nobody_sees_raw_outcomes_for_less_than_a_trusted_team(means, risk, log_epsilon, quantile):
    central, local = (
        necessary_samples(means, 10**log_epsilon, risk, trust_model, quantile) for trust_model in ("central", "local")
    )
    assert local >= central
    if quantile is None and means == [0.9, 0.1]:
        assert local == pytest.approx(12.05, abs=0.005)


@pytest.mark.parametrize("trust_model", ["central", "local"])
@settings(max_examples=40, deadline=None)
@given(instances, st.floats(1e-4, 0.49), st.floats(-4, 1.5))
def test_lower_bound_inversion_round_trip(trust_model, means, risk, log_epsilon):
    epsilon, quantile = 10**log_epsilon, 0.99
    samples = necessary_samples(means, epsilon, risk, trust_model, quantile)
    free = necessary_samples(means, math.inf, risk, trust_model, quantile)
    found = smallest_epsilon(means, risk, samples, trust_model=trust_model, quantile=quantile)
    assert necessary_samples(means, found, risk, trust_model, quantile) == pytest.approx(samples, rel=1e-9)
    if samples > 1.001 * free:
        assert found == pytest.approx(epsilon, rel=1e-6)
    assert smallest_epsilon(means, risk, 0.999 * free, trust_model=trust_model, quantile=quantile) == math.inf
    more = smallest_epsilon(means, risk, 1.5 * samples, trust_model=trust_model, quantile=quantile)
    assert more < found
    assert necessary_samples(means, more, risk, trust_model, quantile) == pytest.approx(1.5 * samples, rel=1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_as_many_samples_as_without_privacy_leave_the_exact_boundary(seed):
    generator = np.random.default_rng(seed)
    means = generator.uniform(0.02, 0.98, generator.integers(2, 8))
    free, boundary = necessary_samples(means, math.inf, 0.01, quantile=0.9), regime_boundaries(means).exact
    if free == necessary_samples(means, boundary, 0.01, quantile=0.9):  # where group privacy asks for no more
        assert smallest_epsilon(means, 0.01, free) == pytest.approx(boundary, rel=1e-9)
    time = characteristic_time(means, "kl").time
    for rounded in (time, np.nextafter(time, 0), np.nextafter(time, math.inf), time * (1 - 1e-12)):
        assert _central_epsilon(means, float(rounded), 0.0) == pytest.approx(boundary, rel=1e-9)
    assert _central_epsilon(means, time * (1 - 1e-8), 0.0) == math.inf
    assert 0.5 * boundary < _central_epsilon(means, time * (1 + 1e-7), 0.0) < boundary


def test_guessing_rules_no_epsilon_out():
    assert necessary_samples(EASY, 0.1, 0.45, quantile=0.9) == 0
    assert smallest_epsilon(EASY, 0.45, 10) == 0
    assert smallest_epsilon(EASY, 0.44, 10) > 0


# What is achievable


@pytest.mark.parametrize("trust_model, samples", [("central", 9e3), ("local", 4e4)])
def test_without_confidence_the_choice_is_the_smallest_from_which_the_grid_fits(trust_model, samples):
    means, how = (0.8, 0.7, 0.5), {"trust_model": trust_model, "runs": 10, "seed": 3}
    below, found = simulated_epsilon_band(means, 0.05, samples, **how, confidence=None)
    place = int(np.flatnonzero(found == EPSILON_GRID)[0])
    assert below == EPSILON_GRID[place - 1]
    assert achievable_samples(means, below, 0.05, **how) > samples
    assert necessary_samples(means, found, 0.05, trust_model) < samples
    above = range(place, EPSILON_GRID.size)
    for index in [*above[: -place % COARSE], *above[-place % COARSE :: COARSE]]:
        first = simulate_achievable(means, EPSILON_GRID[index], 0.05, trust_model, 4, 3).stopping_times
        assert (first <= samples).all() or achievable_samples(means, EPSILON_GRID[index], 0.05, **how) <= samples


def test_part_of_a_sample_is_no_sample():
    band = {"means": (0.8, 0.7, 0.5), "risk": 0.05, "runs": 10, "confidence": None}
    found = simulated_epsilon_band(samples=9e3, **band)[1]
    enough = achievable_samples((0.8, 0.7, 0.5), found, 0.05, runs=10)
    assert simulated_epsilon_band(samples=enough, **band)[1] < simulated_epsilon_band(samples=enough - 0.5, **band)[1]


def test_achievable_samples_is_the_smallest_number_enough_for_the_quantile():
    times = simulate_achievable(EASY, 0.5, 0.01, runs=30, seed=5).stopping_times
    for quantile, needed in ((0.9, 27), (0.5, 15), (0.001, 1), (0.999, 30)):
        enough = achievable_samples(EASY, 0.5, 0.01, quantile=quantile, runs=30, seed=5)
        assert np.sum(times <= enough) >= needed
        assert np.sum(times < enough) < needed


@pytest.mark.parametrize("call", [
    lambda flag: simulated_epsilon_band(HARD, 0.01, 1e6, runs=100_000, cancel=flag),
    lambda flag: achievable_samples(HARD, 0.1, 0.01, runs=100_000, cancel=flag),
    lambda flag: posterior_samples(np.tile((*HARD, 0.74), (100_000, 1)), 0.1, 0.01, cancel=flag),
])  # fmt: skip
def test_cancel_returns_nothing(call):
    flag = CancelFlag()
    threading.Timer(0.05, flag.set).start()
    start = time.process_time()
    assert call(flag) is None
    assert time.process_time() - start < 5  # the whole work takes half a minute


# Own data


def test_posterior_samples_are_one_run_and_one_bound_per_draw():
    draws = np.array([[0.6, 0.4], [0.3, 0.5], [0.5, 0.5], [0.2, 0.9]])
    for trust_model in ("central", "local"):
        found = posterior_samples(draws, 0.8, 0.05, trust_model, seed=4)
        assert found.tied == 1
        assert found.lower_bounds[2] == found.stopping_times[2] == math.inf
        for i in (0, 1, 3):
            assert found.lower_bounds[i] == necessary_samples(draws[i], 0.8, 0.05, trust_model)
            run = simulate_achievable(draws[i], 0.8, 0.05, trust_model, 1, 4, first_run=i)
            assert found.stopping_times[i] == run.stopping_times[0]
        low, high = found.quantiles((0.5, 1.0))
        assert low[0] == np.sort(found.lower_bounds)[1]
        assert low[1] == high[1] == math.inf
        assert np.all(low <= high)


def test_a_near_tie_is_huge_but_moves_no_quantile():
    draws = np.tile([0.7, 0.5], (50, 1))
    draws[7], draws[8] = [0.5 + 1e-9, 0.5], [0.5, np.nextafter(0.5, 0)]
    found = posterior_samples(draws, 1.0, 0.05)
    assert found.tied == 0
    assert np.all(found.lower_bounds[7:9] > 1e15)
    assert np.all(found.stopping_times[7:9] == math.inf)
    assert np.all(np.isfinite(found.quantiles((0.05, 0.5, 0.95))))


def test_means_whose_randomised_answers_cannot_be_told_apart_need_endless_many():
    for means, epsilon in (((0.5, 0.5 + 1e-13), 0.001), ((0.5 + 1e-15, 0.5, 0.4), 0.05), ((0.9, 0.5, 0.4), 1e-17)):
        assert achievable_samples(means, epsilon, 0.05, "local", runs=3) == math.inf
    with pytest.raises(ValueError, match="arms 1 and 2 tie"):
        achievable_samples((0.5, 0.5, 0.4), 1.0, 0.05, "local", runs=3)


@pytest.mark.parametrize("indifference", [0.0, 0.02])
def test_with_ever_more_samples_the_smallest_epsilon_falls_as_one_over_them(indifference):
    found = [samples * smallest_epsilon((0.5, 0.4), 0.01, samples, indifference=indifference)
             for samples in (1e90, 1e101, 1e150, 1e300)]  # fmt: skip
    assert found == pytest.approx([found[0]] * 4, rel=1e-9)
