"""Runs on bounded outcomes: sums against the exact law, risk and yes/no runs against the Bernoulli ones."""

import math

import numpy as np
import pytest
from scipy.stats import chi2

from dpcore import CancelFlag, bounded
from dpcore.bounded.simulate import law_table
from dpcore.fixed_confidence import simulate_fixed_confidence
from dpcore.fixed_confidence.algorithms.pb_tas.kernel import drawn_sum
from tests.dpcore.bounded.cases import laws_of, revenue, yes_no
from tests.dpcore.statistical import FALSE_ALARM_RATE, critical_count

SHARES = np.array([[0.5, 0.2, 0.0, 0.3], [0.0, 0.0, 1.0, 0.0], [0.1, 0.0, 0.9, 0.0]])
VALUES = np.arange(4) / 3
TABLE = law_table(bounded.BoundedLaws(0, 1, VALUES, SHARES, False, ()))


def chi_square_exceeded(arm, size, shares, draws=5000):
    """Whether draws of a sum differ from the exact law, by convolution, at FALSE_ALARM_RATE."""
    generator = np.random.default_rng(5)
    sums = np.array([drawn_sum(TABLE, arm, size, generator) for _ in range(draws)])
    law = np.ones(1)
    for _ in range(size):
        law = np.convolve(law, shares)
    counts = np.bincount(np.round(3 * sums).astype(int), minlength=law.size)
    kept = law * draws > 8
    observed, expected = np.append(counts[kept], counts[~kept].sum()), np.append(law[kept], law[~kept].sum()) * draws
    positive = expected > 1e-9
    assert observed[~positive].sum() == 0 or not kept.all()
    statistic = np.sum((observed[positive] - expected[positive]) ** 2 / expected[positive])
    return statistic > chi2.isf(FALSE_ALARM_RATE, max(positive.sum() - 1, 1))


@pytest.mark.parametrize("arm", [0, 2])
@pytest.mark.parametrize("size", [3, 4, 60])
def test_sums_have_the_law_of_a_multinomial(arm, size):
    assert not chi_square_exceeded(arm, size, SHARES[arm])


@pytest.mark.parametrize("size", [3, 60])
def test_a_slightly_different_law_would_be_noticed(size):
    assert chi_square_exceeded(0, size, np.array([0.44, 0.26, 0.0, 0.3]))


def test_a_constant_is_summed_exactly():
    generator = np.random.default_rng(0)
    assert [drawn_sum(TABLE, 1, size, generator) for size in (0, 2, 9)] == pytest.approx([0, 4 / 3, 6])


def test_yes_and_no_take_as_many_as_the_bernoulli_runs():
    means, epsilon, runs = (0.6, 0.5), 0.01, 400  # where the two kinds of bets differ most
    ours = bounded.simulate_outcomes(yes_no(*means), epsilon, runs=runs).stopping_times
    scheduled, mixture = (
        simulate_fixed_confidence("pb-tas", means, epsilon, runs=runs, seed=9, evidence=bets).stopping_times
        for bets in ("scheduled", "mixture")
    )
    error = math.sqrt((ours.var() + scheduled.var()) / runs)
    assert abs(ours.mean() - scheduled.mean()) < 5 * error
    assert abs(ours.mean() - mixture.mean()) > 5 * error


@pytest.mark.parametrize("epsilon", [0.3, math.inf])
def test_wrong_answers_are_as_rare_as_proven(epsilon):
    risk, runs = 0.3, 300
    often, rarely_much = [0.25] * 52 + [0] * 48, [0] * 88 + [1] * 12  # means .13 and .12
    result = bounded.simulate_outcomes(laws_of(often, rarely_much), epsilon, risk, runs=runs)
    assert result.finished.all()
    assert np.sum(result.recommendations != 0) <= critical_count(runs, risk)


def test_runs_are_above_the_bound_and_depend_on_seed_and_number_alone():
    laws = bounded.clip_outcomes(bounded.tabulate_outcomes(revenue()), 0, 50)
    all_runs = bounded.simulate_outcomes(laws, 0.5, runs=6, seed=3, workers=2)
    later = bounded.simulate_outcomes(laws, 0.5, runs=3, seed=3, first_run=3, workers=1)
    assert all_runs.stopping_times[3:].tolist() == later.stopping_times.tolist()
    assert all_runs.extended_by(bounded.simulate_outcomes(laws, 0.5, runs=1, seed=3, first_run=6)).runs == 7
    assert all_runs.stopping_times.mean() > bounded.necessary_participants(laws, 0.5)
    assert (all_runs.recommendations == laws.best_arm).all()
    assert all_runs.summary().errors_all == 0


def test_cancelled_runs_end_and_a_cap_holds():
    flag = CancelFlag()
    flag.set()
    laws = laws_of([0, 0.5, 1], [0, 0.5, 0.9])
    assert bounded.simulate_outcomes(laws, 1.0, runs=5, cancel=flag).runs == 0
    capped = bounded.simulate_outcomes(laws, 1.0, runs=5, max_samples=100)
    assert not capped.finished.any()
    assert capped.stopping_times.max() <= 100


@pytest.mark.parametrize("arms, epsilon, message", [([0, 1], 1.0, "same mean"), ([1, 1], 1e-13, "epsilon must be at")])
def test_bad_arguments_are_refused(arms, epsilon, message):
    with pytest.raises(ValueError, match=message):
        bounded.simulate_outcomes(laws_of([0, 1], arms), epsilon)
