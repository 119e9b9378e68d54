"""The noise of a trial has the law that the proofs speak of, and no fault of the library shows a count."""

import math
import traceback

import numpy as np
import pytest
from scipy.stats import chisquare, kstest, laplace

from dpcore.designs import probability_right
from dpcore.trial import TrialError, noise

EPSILON, DRAWS = 0.7, 4000
FALSE_ALARM = 1e-6  # of each statistical test here


SOURCES = pytest.mark.parametrize("source", [noise.VETTED, noise.simulated(np.random.default_rng(7))])


@SOURCES
def test_sums_have_laplace_noise_and_the_integers_alone_would_be_noticed(source):
    drawn = np.array(source.sums([100] * DRAWS, EPSILON)) - 100
    law = laplace(scale=1 / EPSILON)
    assert kstest(drawn, law.cdf).pvalue > FALSE_ALARM
    assert kstest(np.round(drawn), law.cdf).pvalue < FALSE_ALARM


@SOURCES
def test_counts_have_two_sided_geometric_noise_and_a_wrong_epsilon_would_be_noticed(source):
    drawn, values = np.array(source.counts([7] * DRAWS, EPSILON)) - 7, np.arange(-6, 7)
    observed = np.array([*(np.count_nonzero(drawn == k) for k in values), np.count_nonzero(np.abs(drawn) > 6)])

    def p_value(epsilon):
        shares = np.tanh(epsilon / 2) * np.exp(-epsilon * np.abs(values))
        return chisquare(observed, DRAWS * np.array([*shares, 1 - shares.sum()])).pvalue

    assert p_value(EPSILON) > FALSE_ALARM > p_value(1.3 * EPSILON)


def test_the_winner_is_named_as_often_as_the_design_says():
    rates, number, runs, epsilon = (0.6, 0.3, 0.3), 60, 2000, 0.08
    generator = np.random.default_rng(5)
    counts = generator.binomial(number, rates, (runs, 3)).tolist()
    right = sum(noise.noisy_winner(row, epsilon) == 0 for row in counts)
    wanted = probability_right(rates, epsilon, number)
    tolerance = 5 * math.sqrt(wanted * (1 - wanted) / runs)  # 6e-7
    assert abs(right / runs - wanted) < tolerance
    assert abs(right / runs - probability_right(rates, epsilon, number, "counts")) > tolerance


@pytest.mark.parametrize("epsilon", [1e-4, 0.0143, 1 / 3, 1.0, 20.0])
def test_the_library_promises_no_more_than_epsilon(epsilon):
    library = pytest.importorskip("opendp.prelude")
    library.enable_features("contrib")
    for mechanism in (noise._counts_mechanism, noise._winner_mechanism):
        assert noise._calibrated(mechanism, library, epsilon).map(1) <= epsilon
    noise.check_library(epsilon)


def test_sums_beyond_32_bits_keep_their_value():
    assert noise.noisy_counts([2**40], 20.0)[0] == pytest.approx(2**40, abs=10)


@pytest.mark.parametrize("draw", [noise.noisy_counts, noise.noisy_winner, noise.noisy_sums])
def test_no_fault_of_the_library_shows_a_count(draw):
    secret = 2**63 + 271_828  # too large for the library, whose own message quotes it
    with pytest.raises(TrialError) as caught:
        draw([secret, 1], EPSILON)
    told = "".join(traceback.TracebackException.from_exception(caught.value).format())
    assert str(secret) not in told
    assert caught.value.__context__ is None
