"""PRISE with a lead that is to be found: the lemma, fair bets, runs at and around that lead (docs/prise.md)."""

import hashlib
import itertools
import math

import numpy as np
import pytest
from scipy.stats import binom

from dpcore.fixed_confidence import simulate_fixed_confidence, trace_fixed_confidence
from dpcore.fixed_confidence.algorithms.prise.bets import default_bets
from dpcore.fixed_confidence.algorithms.prise.entry import PAYOFF
from dpcore.fixed_confidence.algorithms.prise.far_bets import log_far_bet
from dpcore.fixed_confidence.algorithms.prise.p_value import log_payoff
from tests.dpcore.fixed_confidence.prise import reference
from tests.dpcore.fixed_confidence.prise.test_guarantees import critical_count
from tests.dpcore.fixed_confidence.prise.test_p_value import LEADS, log_p

# Of PRISE before it knew of leads: simulate_fixed_confidence("prise", means, epsilon, .05, runs=len(times), seed=9,
# max_samples=10**9): stopping_times, and the beginning of the SHA-256 of pulls.
BEFORE = [
    ((0.6, 0.5), 0.05, [8437, 10123, 4968, 7062, 1587, 7936, 3203, 6655, 9329, 2635], "64944115bdfb"),
    ((0.8, 0.77, 0.1), 0.1, [16416, 22975, 29802, 45588, 30585, 32513], "c535883c43c8"),
    ((0.38, 0.3, 0.3), 0.3, [6352, 6885, 4477, 3120, 4106, 1652, 6004, 8054, 5751, 2502], "c3760e855a47"),
    ((0.9, 0.5), 5.0, [81, 50, 90, 40, 103, 32, 86, 50, 32, 41], "71fe13f5e94e"),
    ((0.38, 0.3, 0.3), math.inf, [2337, 2309, 3353, 2824, 3035, 1899, 2468, 5233, 1834, 3357], "85f4997720e3"),
]


@pytest.mark.parametrize("means, epsilon, times, pulls", BEFORE)
def test_without_a_lead_the_runs_are_those_of_before(means, epsilon, times, pulls):
    for more in ({}, {"lead": 0.0}):
        how = {"runs": len(times), "seed": 9, "max_samples": 10**9, **more}
        result = simulate_fixed_confidence("prise", means, epsilon, 0.05, **how)
        assert result.stopping_times.tolist() == times
        assert hashlib.sha256(result.pulls.tobytes()).hexdigest()[:12] == pulls


@pytest.mark.parametrize("lead, quoted", [(1, "1"), (1.5, "1.5"), (-0.1, "-0.1"), (math.inf, "inf")])
def test_leads_that_are_refused(lead, quoted):
    with pytest.raises(ValueError, match=f"lead must be at least 0 and less than 1, got {quoted}"):
        simulate_fixed_confidence("prise", (0.6, 0.5), 1.0, runs=1, lead=lead)


@pytest.mark.parametrize("lead", [math.nan, "much", None])
def test_leads_that_are_no_numbers(lead):
    with pytest.raises(ValueError, match="lead must be a number, got"):
        simulate_fixed_confidence("prise", (0.6, 0.5), 1.0, runs=1, lead=lead)


# Cells


@pytest.mark.parametrize("lead", [0.0, *LEADS, 0.9975])
def test_cells_cover_all_means_of_an_arm_that_leads(lead):
    bets = default_bets(lead)
    assert (bets.edges[0], bets.edges[-1], bets.lead) == (lead, 1, lead)
    assert np.all(np.diff(bets.edges) > 0)
    assert set(bets.edges[1:]) <= set(default_bets().edges)
    np.testing.assert_allclose(bets.edges[:-1], reference.cells(lead)[0])


# Bets of mean at most 1: the means exactly a lead apart, all counts of small batches, the noise on a fine grid


def noise_density(u, ratio):
    """Of Lap(1) + Lap(ratio)."""
    w = np.abs(u)
    if ratio == 1:
        return (1 + w) * np.exp(-w) / 4
    return (np.exp(-w) - ratio * np.exp(-w / ratio)) / (2 * (1 - ratio**2))


@pytest.mark.parametrize("sizes", [(3, 2), (2, 2), (12, 20)])
@pytest.mark.parametrize("lead, own_mean", [(0.1, 0.35), (0.3, 0.3), (0.5, 1.0)])
def test_tail_bets_have_mean_at_most_one(lead, own_mean, sizes):
    epsilon, smaller = 0.9, min(sizes)
    step = 0.01
    grid = np.arange(-40, 60, step)
    shares = [binom.pmf(np.arange(n + 1), n, m) for n, m in zip(sizes, (own_mean - lead, own_mean), strict=True)]
    density = np.zeros(grid.size)
    for rival, own in itertools.product(range(sizes[0] + 1), range(sizes[1] + 1)):
        shift = epsilon * smaller * (rival / sizes[0] - own / sizes[1])
        density += shares[0][rival] * shares[1][own] * step * noise_density(grid - shift, smaller / max(sizes))

    def means_of_bets_for(tested, *levels):
        edges = default_bets(tested).edges
        x = max(0, int(np.searchsorted(edges, own_mean)) - 1)
        logs = [log_p(d, *sizes, epsilon, tested)[x] for d in grid]
        return [density @ np.exp([log_payoff(p, math.log(level), PAYOFF) for p in logs]) for level in levels]

    assert density.sum() == pytest.approx(1, abs=1e-6)
    assert max(means_of_bets_for(lead, 1.0, 0.02)) <= 1
    if sizes == (12, 20) and lead == 0.1:
        assert means_of_bets_for(0.9, 0.02)[0] > 1, "a lead that the arm does not have is caught"


def test_likelihood_bets_have_mean_one():
    """The mean of every U_i and D_j after a release of two rewards each, put into the mixture."""
    epsilon, lead, own_mean, size = 1.5, 0.25, 0.6, 2
    step = 0.01
    noise = np.arange(-16, 16, step)
    density = epsilon / 2 * np.exp(-epsilon * np.abs(noise)) * step

    def mean_at(y, tested):
        sides = []
        for is_rival, mean, at in ((True, own_mean - lead, y - tested), (False, own_mean, y)):
            theta = reference.thetas_of(size, epsilon)
            total = np.zeros(24)
            for count in range(size + 1):
                released = (count if is_rival else size - count) + noise
                value = (
                    theta[:, None] * released - size * np.log1p((at if is_rival else 1 - at) * np.expm1(theta))[:, None]
                )
                total += (
                    binom.pmf(count, size, mean) * np.exp(value + reference.penalty(theta, epsilon)[:, None]) @ density
                )
            sides.append(total)
        return sides[0] @ reference.PAIRS @ sides[1]

    assert mean_at(own_mean, lead) == pytest.approx(1, abs=1e-4)
    assert mean_at(own_mean, 2 * lead) > 1.001, "a lead that the arm does not have is caught"


def test_far_bets_for_a_lead_have_mean_at_most_one():
    lead, theta = 0.15, 0.4
    bets = default_bets(lead)

    def mean_of_a_bet(mean, limit):
        counts, noiseless = np.arange(81), 1 / (1 - theta**2)
        return noiseless * binom.pmf(counts, 80, mean) @ np.exp([log_far_bet(theta, 80, c, limit, 1.0) for c in counts])

    for high in bets.edges[1:]:
        assert mean_of_a_bet(high - lead, high - lead) <= 1 + 1e-12
        assert mean_of_a_bet(high - lead, high - 1.1 * lead) > 1, "a lead that the arm does not have is caught"


# Runs at, below and above the lead


@pytest.mark.parametrize("epsilon, runs", [(math.inf, 300), (1.0, 300), (0.1, 300)])
@pytest.mark.parametrize("actual", [0.1, 0.0999, 0.1001, 0.04])
def test_runs_stop_and_wrong_answers_are_as_rare_as_proven(actual, epsilon, runs):
    """At the lead itself or more than that the risk is proven; just below it nothing is, but much cannot change."""
    risk = 0.2
    result = simulate_fixed_confidence(
        "prise", (0.3 + actual, 0.3, 0.3), epsilon, risk, runs=runs, lead=0.1, max_samples=10**9
    )
    assert result.finished.all()
    if actual > 0.05:
        assert np.sum(result.recommendations != 0) <= critical_count(runs, risk)


def test_wrong_answers_show_a_lead_that_the_best_arm_does_not_have():
    result = simulate_fixed_confidence("prise", (0.31, 0.3, 0.3), 1.0, 0.1, runs=300, lead=0.3, max_samples=10**9)
    assert result.finished.all()
    assert np.sum(result.recommendations != 0) > critical_count(300, 0.1)


@pytest.mark.parametrize("means, epsilon", [((0.4, 0.3, 0.3), math.inf), ((0.4, 0.3, 0.3), 0.05), ((0.6, 0.5), 1.0)])
def test_a_lead_that_is_promised_saves_half_of_the_samples(means, epsilon):
    how = {"runs": 60, "max_samples": 10**9}
    times = [simulate_fixed_confidence("prise", means, epsilon, lead=lead, **how).stopping_times for lead in (0.0, 0.1)]
    assert times[1].mean() < 0.5 * times[0].mean()


@pytest.mark.parametrize("lead", [1e-9, 0.6, 0.999])
def test_extreme_leads_stop(lead):
    """1e-9: as without a lead; .999: no arm can lead so far, and the first rounds say so."""
    for epsilon in (0.05, math.inf):
        result = simulate_fixed_confidence("prise", (0.7, 0.5), epsilon, runs=10, lead=lead, max_samples=10**8)
        assert result.finished.all()


# Privacy: a lead changes what is done with releases, not what is released


def test_the_first_releases_are_those_without_a_lead():
    traces = [trace_fixed_confidence("prise", (0.75, 0.7, 0.7), 0.2, seed=3, lead=lead) for lead in (0.0, 0.05, 0.4)]
    for trace in traces[1:]:
        assert np.array_equal(trace.noise[:3], traces[0].noise[:3])
        assert np.array_equal(trace.private_means[2], traces[0].private_means[2])
