"""Beta posteriors: closed forms, and reproducible draws."""

import numpy as np
import pytest
from scipy.special import betainc, betaincinv

import dpcore
from tests.dpcore.refusals import refused
from tests.dpcore.statistical import is_plausible

REPETITIONS = 3000
LEVEL = 0.9


def test_intervals_against_the_distribution_function():
    posterior = dpcore.beta_posterior([0, 7, 40], [10, 10, 40])
    low, high = posterior.intervals(LEVEL).T
    assert betainc(posterior.alpha, posterior.beta, low) == pytest.approx(np.full(3, 0.05), abs=1e-10)
    assert betainc(posterior.alpha, posterior.beta, high) == pytest.approx(np.full(3, 0.95), abs=1e-10)
    assert posterior.means == pytest.approx([1 / 12, 8 / 12, 41 / 42])


def test_draws_are_reproducible_and_extend():
    posterior = dpcore.beta_posterior([3, 5], [10, 10])
    many = posterior.draws(50, seed=3)
    assert (posterior.draws(20, seed=3) == many[:20]).all()
    assert (posterior.draws(20, seed=4) != many[:20]).any()


def test_draws_stay_inside_the_open_interval():
    draws = dpcore.beta_posterior([0, 10**15], [10**15, 10**15]).draws(200)
    assert ((draws > 0) & (draws < 1)).all()


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_draws_follow_the_posterior_statistical(share):
    # Each draw lies below the posterior's quantile with probability `share`: exact binomial test, false alarm 1e-6.
    posterior = dpcore.beta_posterior([12], [40])
    quantile = betaincinv(posterior.alpha, posterior.beta, share)
    below = int((posterior.draws(REPETITIONS, seed=11) < quantile).sum())
    assert is_plausible(below, REPETITIONS, share)


test_bad_counts = refused(
    dpcore.beta_posterior,
    ([1, 2], [3], "same shape"),
    ([], [], r"shape \(K,\)"),
    ([[1]], [[2]], r"shape \(K,\)"),
    ([4, 1], [3, 3], "arm 1 has 4 of 3"),
    ([0, -1], [3, 3], "successes must be whole numbers of at least 0, not -1 for arm 2"),
    ([0, 1], [3, 2.5], "trials must be whole numbers of at least 0, not 2.5 for arm 2"),
    ([0, float("nan")], [3, 3], "not nan for arm 2"),
    ([0, 0], [3, 2**53], "trials must be below 2\\^53, not"),
)


def test_where_small_differences_do_not_matter_tied_draws_have_an_answer():
    draws, setting = [(0.6, 0.6), (0.7, 0.2)], (1.0, 0.05)
    found = dpcore.choosing.posterior_samples(draws, *setting, indifference=0.1)
    assert (found.algorithm, found.tied) == ("pb-tas", 1)
    for place, means in enumerate(draws):
        run = dpcore.choosing.simulate_achievable(means, *setting, runs=1, first_run=place, indifference=0.1)
        assert found.stopping_times[place] == run.stopping_times[0]
        assert found.lower_bounds[place] == dpcore.necessary_samples(means, *setting, indifference=0.1)
    without = dpcore.choosing.posterior_samples(draws, *setting)
    assert np.isinf([without.lower_bounds[0], without.stopping_times[0]]).all()
    band = {"samples": 5000.0, "confidence": None}
    ties = np.tile(draws[0], (20, 1))
    assert dpcore.choosing.posterior_epsilon_band(ties, 0.05, **band, indifference=0.1)[1] < 100
    assert np.isinf(dpcore.choosing.posterior_epsilon_band(ties, 0.05, **band)[1])
