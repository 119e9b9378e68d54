"""PRISE with a lead that is to be found: the lemma, fair bets, runs at and around that lead (docs/prise.md)."""

import itertools
import math

import numpy as np
import pytest
from scipy.stats import binom

from dpcore.fixed_confidence import simulate_fixed_confidence
from dpcore.fixed_confidence.algorithms.prise.bets import default_bets
from dpcore.fixed_confidence.algorithms.prise.entry import PAYOFF
from dpcore.fixed_confidence.algorithms.prise.far_bets import log_far_bet
from dpcore.fixed_confidence.algorithms.prise.p_value import log_payoff
from tests.dpcore.fixed_confidence.prise import reference
from tests.dpcore.fixed_confidence.prise.test_p_value import LEADS, log_p
from tests.dpcore.statistical import critical_count

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


@pytest.mark.parametrize(
    "lead, own_mean, sizes", [(0.1, 0.35, (12, 20)), (0.1, 0.35, (3, 2)), (0.3, 0.3, (2, 2)), (0.5, 1.0, (3, 2))]
)
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
    if sizes == (12, 20):
        assert means_of_bets_for(0.9, 0.02)[0] > 1, "a lead that the arm does not have is caught"


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


@pytest.mark.parametrize("epsilon", [math.inf, 0.1])
@pytest.mark.parametrize("actual", [0.1, 0.04])
def test_runs_stop_and_wrong_answers_are_as_rare_as_proven_where_the_lead_is_there(actual, epsilon):
    how = {"runs": 140, "lead": 0.1, "max_samples": 10**9}
    result = simulate_fixed_confidence("prise", (0.3 + actual, 0.3, 0.3), epsilon, 0.3, **how)
    assert result.finished.all()
    if actual == 0.1:
        assert np.sum(result.recommendations != 0) <= critical_count(140, 0.3)


def test_wrong_answers_show_a_lead_that_the_best_arm_does_not_have():
    result = simulate_fixed_confidence("prise", (0.31, 0.3, 0.3), 1.0, 0.1, runs=100, lead=0.3, max_samples=10**9)
    assert result.finished.all()
    assert np.sum(result.recommendations != 0) > critical_count(100, 0.1)


@pytest.mark.parametrize("lead", [1e-9, 0.6, 0.999])
def test_extreme_leads_stop(lead):
    """1e-9: as without a lead; .999: no arm can lead so far, and the first rounds say so."""
    for epsilon in (0.05, math.inf):
        result = simulate_fixed_confidence("prise", (0.7, 0.5), epsilon, runs=10, lead=lead, max_samples=10**8)
        assert result.finished.all()
