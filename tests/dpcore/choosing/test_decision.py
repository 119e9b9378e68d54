"""Decisions with and without noise: brute force, exact probabilities, common random numbers, and ties."""

import math
from itertools import product
from operator import call

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.special import bdtr

from dpcore._intervals import bounded_mean_interval
from dpcore.choosing import RepeatedStudies, decision_probabilities, simulate_studies
from tests.dpcore.refusals import refused
from tests.dpcore.statistical import is_plausible

RUNS = 20_000
MEANS = (0.95, 0.9, 0.9, 0.9, 0.5)


def chosen_one_by_one(studies, epsilon):
    """The largest noisy count, of equal ones that with the largest noise: in loops."""
    return [
        max(range(len(counts)), key=lambda arm: (counts[arm] + noises[arm] / epsilon, noises[arm]))
        for counts, noises in zip(studies.successes.tolist(), studies.noises.tolist(), strict=True)
    ]


@pytest.mark.parametrize("epsilon", [0.003, 0.1, 2.0, math.inf])
def test_choices_against_bruteforce(epsilon):
    studies = simulate_studies(MEANS, 60, runs=300, seed=2)
    without, with_noise = chosen_one_by_one(studies, math.inf), chosen_one_by_one(studies, epsilon)
    assert studies.chosen(epsilon).tolist() == with_noise
    found = studies.compare(epsilon)
    pairs = [(MEANS[a], MEANS[b]) for a, b in zip(without, with_noise, strict=True)]
    assert found.changed == sum(a != b for a, b in zip(without, with_noise, strict=True))
    assert found.to_worse == sum(a > b for a, b in pairs)
    assert found.to_better == sum(a < b for a, b in pairs)
    assert found.not_best_without == sum(a < 0.95 for a, _ in pairs)
    assert found.not_best_with == sum(b < 0.95 for _, b in pairs)
    assert found.extra_loss == pytest.approx(np.mean([a - b for a, b in pairs]), abs=1e-12)
    extra = np.array([a - b for a, b in pairs])
    assert found.extra_loss_interval == pytest.approx(bounded_mean_interval(extra, -0.45, 0.45), abs=1e-12)


def test_the_interval_of_the_extra_loss_holds_the_exact_one_where_no_study_changed():
    means, epsilon, participants = (0.5, 0.48), 0.3, 20_000
    found = simulate_studies(means, participants).compare(epsilon)
    exact = decision_probabilities(means, epsilon, participants)
    low, high = found.extra_loss_interval
    assert found.changed == 0
    assert low < 0 < 0.02 * (exact.not_best_with - exact.not_best_without) < high < 0.0002


@settings(deadline=None, max_examples=40)
@given(counts=st.lists(st.integers(0, 12), min_size=2, max_size=5), data=st.data(), epsilon=st.floats(1e-3, 1e2))
def test_the_turning_epsilon_parts_other_choices_from_the_same_law(counts, data, epsilon):
    noises = data.draw(st.lists(st.floats(-8, 8), min_size=len(counts), max_size=len(counts), unique=True))
    studies = RepeatedStudies(np.linspace(0.2, 0.8, len(counts)), 12, 0, np.array([counts]), np.array([noises]))
    (turn,) = studies.turning_epsilons()
    if abs(turn - epsilon) > 1e-9 * epsilon:
        assert (studies.chosen(epsilon) != studies.chosen()).item() == (epsilon < turn)


def test_the_share_changed_is_that_of_the_choices_and_falls_with_epsilon():
    studies = simulate_studies(MEANS, 2000, runs=400, seed=5)
    epsilons = np.geomspace(1e-3, 1e2, 40)
    shares = studies.share_changed(epsilons)
    assert shares.tolist() == pytest.approx([studies.compare(epsilon).changed / 400 for epsilon in epsilons])
    assert (np.diff(shares) <= 0).all()
    assert shares[0] > 0.7
    assert shares[-1] == 0
    assert studies.share_changed([0.0, math.inf]).tolist() == [
        pytest.approx((studies.turning_epsilons() > 0).mean()),
        0,
    ]


def exceeds(t):
    """P(Z1 - Z2 > t) for Laplace numbers of scale 1 and t >= 0: the integral over Z2."""

    def term(z):
        tail = 0.5 * math.exp(-abs(z + t))
        return 0.5 * math.exp(-abs(z)) * (tail if z + t > 0 else 1 - tail)

    return quad(term, -60 - t, 60, points=(-t, 0))[0]


@pytest.mark.parametrize(
    ("means", "epsilon", "size"), [((0.7, 0.4), 0.5, 6), ((0.1, 0.12), 0.05, 9), ((0.5, 0.4), 3, 1)]
)
def test_two_arms_against_bruteforce(means, epsilon, size):
    changed = wrong_without = wrong_with = 0.0
    best, other = max(means), min(means)
    for a, b in product(range(size + 1), repeat=2):
        weight = math.prod(math.comb(size, k) * p**k * (1 - p) ** (size - k) for k, p in ((a, best), (b, other)))
        beyond = exceeds(epsilon * abs(a - b))
        changed += weight * beyond * (a != b)
        wrong_without += weight * (0.5 if a == b else a < b)
        wrong_with += weight * (1 - beyond if a < b else beyond)
    found = decision_probabilities(means, epsilon, 2 * size + 1)
    assert (found.changed, found.not_best_without, found.not_best_with) == pytest.approx(
        (changed, wrong_without, wrong_with), abs=1e-9
    )


@pytest.mark.parametrize("participants", [2, 400, 5000, 10**6])
def test_exact_probabilities_in_their_limits(participants):
    means = (0.52, 0.5)
    none, all_noise = (decision_probabilities(means, epsilon, participants) for epsilon in (math.inf, 1e-300))
    assert none.changed == 0
    assert none.not_best_with == none.not_best_without
    assert all_noise.not_best_with == pytest.approx(0.5, abs=1e-12)
    ties = 2 * (none.not_best_without - decision_probabilities(means, 1e3, participants).changed)
    assert all_noise.changed <= 0.5
    assert ties >= 0


CASES = [((0.55, 0.5), 0.02, 2000), ((0.3, 0.02), 0.4, 30), ((0.5001, 0.5), 0.05, 200), ((0.96, 0.99), 0.01, 3000)]


def counts_and_probabilities(means, epsilon, participants, epsilon_of_the_noise):
    found = simulate_studies(means, participants, runs=RUNS, seed=7).compare(epsilon_of_the_noise)
    exact = decision_probabilities(means, epsilon, participants)
    return [(getattr(found, name), getattr(exact, name)) for name in ("changed", "not_best_without", "not_best_with")]


@pytest.mark.parametrize(("means", "epsilon", "participants"), CASES)
def test_simulated_studies_follow_the_exact_law_statistical(means, epsilon, participants):
    # Exact binomial tests of three counts in four cases: false alarm at most 12 * FALSE_ALARM_RATE.
    for count, probability in counts_and_probabilities(means, epsilon, participants, epsilon):
        assert is_plausible(count, RUNS, probability)


def test_noise_of_another_scale_is_caught():
    (changed, probability), *_ = counts_and_probabilities((0.55, 0.5), 0.02, 2000, epsilon_of_the_noise=0.024)
    assert not is_plausible(changed, RUNS, probability)


def test_outcomes_are_binomial_quantiles_against_the_distribution_function():
    for size, mean in product((1, 7, 500, 200_000), (1e-6, 0.03, 0.5, 0.999)):
        studies = simulate_studies((mean, mean / 2), 2 * size, runs=50, seed=1)
        levels = 1 - np.random.Generator(np.random.SFC64(np.random.SeedSequence(1, spawn_key=(0, 1)))).random(50)
        counts = studies.successes[:, 0].astype(float)
        assert (bdtr(counts, size, mean) >= levels).all()
        assert (bdtr(counts[counts > 0] - 1, size, mean) < levels[counts > 0]).all()


def test_the_same_random_numbers_at_every_size_and_number_of_runs():
    small, large = (simulate_studies(MEANS, n, runs=200, seed=3) for n in (500, 5000))
    assert (small.noises == large.noises).all()
    assert (small.successes <= large.successes).all()
    more = simulate_studies(MEANS, 500, runs=300, seed=3)
    assert (more.successes[:200] == small.successes).all()
    assert (more.noises[:200] == small.noises).all()
    assert (simulate_studies(MEANS, 504, runs=200, seed=3).successes == small.successes).all()  # 4 are left out
    assert (simulate_studies(MEANS, 500, runs=200, seed=4).successes != small.successes).any()


def test_published_shares_have_noise_of_scale_one_over_epsilon_and_the_group_statistical():
    # |Laplace| exceeds scale * log 2 with probability 1/2: exact binomial test, false alarm 1e-6; a scale wrong by 5 %
    # shifts this by .017, or 7 standard errors.
    studies = simulate_studies((0.6, 0.5), 200, runs=RUNS, seed=11)
    noise = studies.published(0.5) - studies.published()
    assert is_plausible(int((np.abs(noise) > math.log(2) / (0.5 * 100)).sum()), 2 * RUNS, 0.5)
    assert not is_plausible(int((np.abs(noise) > math.log(2) / (0.525 * 100)).sum()), 2 * RUNS, 0.5)


test_bad_input = refused(
    call,
    (lambda: simulate_studies(MEANS, 4), "participants must be at least 5, not 4"),
    (lambda: simulate_studies(MEANS, 10**6 + 1), "participants must be at most 1000000, not 1000001"),
    (lambda: simulate_studies((0.5, 0.5), 20), "means must have one unique maximum"),
    (lambda: simulate_studies(MEANS, 20, runs=0), "runs must be at least 1"),
    (lambda: decision_probabilities(MEANS, 1.0, 20), "there must be 2 means if probabilities are to be exact, not 5"),
)
