"""PRISE with a lead that is to be found: the lemma, fair bets, runs at and around that lead (docs/prise.md)."""

import hashlib
import itertools
import math

import numpy as np
import pytest
from scipy.stats import binom

from dpcore.fixed_confidence import simulate_fixed_confidence, trace_fixed_confidence
from dpcore.fixed_confidence.algorithms.prise.bets import default_bets, log_infimum
from dpcore.fixed_confidence.algorithms.prise.entry import PAYOFF
from dpcore.fixed_confidence.algorithms.prise.evidence import Options, Round, bet_tails, empty_evidence
from dpcore.fixed_confidence.algorithms.prise.far_bets import log_far_bet
from dpcore.fixed_confidence.algorithms.prise.p_value import log_payoff
from dpcore.fixed_confidence.algorithms.prise.sizing import Plans
from tests.dpcore.fixed_confidence.prise import reference
from tests.dpcore.fixed_confidence.prise.test_bets import random_releases, wealth_after
from tests.dpcore.fixed_confidence.prise.test_guarantees import critical_count
from tests.dpcore.fixed_confidence.prise.test_p_value import exact_tail, log_p

LEADS = (0.01, 0.03, 0.1, 0.2, 0.35, 0.5)

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


# The lemma


def random_cases(count):
    """Batches up to 80, a lead, an own mean in a cell, a rival's mean that it leads, and d, which may be negative."""
    generator = np.random.default_rng(3)
    for case in range(count):
        rival_size, own_size = (int(size) for size in generator.integers(1, 81, 2))
        if case % 4 == 0:
            own_size = rival_size
        epsilon = math.exp(generator.uniform(math.log(0.02), math.log(8)))
        lead = float(generator.choice(LEADS))
        edges = default_bets(lead).edges
        x = int(generator.integers(edges.size - 1))
        own_mean = generator.choice([edges[x], edges[x + 1], generator.uniform(edges[x], edges[x + 1])])
        rival_mean = (own_mean - lead) * (1.0 if case % 2 else generator.random())
        centre = reference.moments(1, rival_size, own_size, epsilon, lead)[x]
        d = centre + generator.exponential(1 + epsilon * math.sqrt(min(rival_size, own_size) * 0.5))
        yield d, rival_size, own_size, epsilon, lead, x, rival_mean, own_mean


def ratio(d, rival_size, own_size, epsilon, lead, x, rival_mean, own_mean, tested):
    """The exact tail as a multiple of the bound for a lead of `tested`."""
    exact = exact_tail(d, rival_size, own_size, epsilon, rival_mean, own_mean)
    return exact / math.exp(log_p(d, rival_size, own_size, epsilon, tested)[x])


def test_p_values_bound_exact_tails():
    cases = list(random_cases(2000))
    ratios = np.array([ratio(*case, tested=case[4]) for case in cases])
    assert ratios.max() <= 1 + 1e-9
    assert np.sum([case[0] < 0 for case in cases]) > 300, "differences below 0 are evidence, too"
    assert np.sum(ratios > 0.3) > 100


def test_a_lead_that_the_arm_does_not_have_is_caught():
    """Tested for a third more than the lead, in the last cell, which both have."""
    cases = [case for case in random_cases(2000) if case[4] >= 0.1 and case[7] > 0.995 and case[5] > 0]
    last = -1
    worst = max(ratio(*case[:5], last, *case[6:], tested=4 / 3 * case[4]) for case in cases)
    assert worst > 1.2


def test_p_values_against_the_plain_formula():
    for d, rival_size, own_size, epsilon, lead, *_ in random_cases(400):
        plain = reference.p_values(d, rival_size, own_size, epsilon, lead)
        np.testing.assert_allclose(np.exp(log_p(d, rival_size, own_size, epsilon, lead)), plain, rtol=1e-9)


def test_p_values_decrease_in_the_difference_and_in_the_lead():
    for _, rival_size, own_size, epsilon, *_ in random_cases(40):
        by_lead = []
        for lead in (0.0, *LEADS):
            rows = np.array([log_p(d, rival_size, own_size, epsilon, lead) for d in np.linspace(-30, 30, 40)])
            assert np.all(np.diff(rows, axis=0) <= 1e-12)
            by_lead.append(rows[:, -1])
        assert np.all(np.diff(by_lead, axis=0) <= 1e-12)
    assert np.all(log_p(30.0, 5, 5, 1e4, 0.1) == 0)  # e^(epsilon) overflows: no evidence, not NaN


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

    def mean_of_bets_for(tested, level):
        edges = default_bets(tested).edges
        x = max(0, int(np.searchsorted(edges, own_mean)) - 1)
        paid = [math.exp(log_payoff(log_p(d, *sizes, epsilon, tested)[x], math.log(level), PAYOFF)) for d in grid]
        return density @ np.array(paid)

    assert density.sum() == pytest.approx(1, abs=1e-6)
    assert all(mean_of_bets_for(lead, level) <= 1 for level in (1.0, 0.02))
    if sizes == (12, 20) and lead == 0.1:
        assert mean_of_bets_for(0.9, 0.02) > 1, "a lead that the arm does not have is caught"


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


@pytest.mark.parametrize("seed", range(8))
def test_infimum_against_brute_force(seed):
    generator = np.random.default_rng(seed)
    epsilon, lead = 10 ** generator.uniform(-2, 2), float(generator.choice(LEADS))
    bets, releases = default_bets(lead), random_releases(seed, epsilon)
    rival, own = wealth_after(releases, epsilon)
    for x in (0, (bets.edges.size - 1) // 2, bets.edges.size - 2):
        low, high = bets.edges[x], bets.edges[x + 1]
        exact = reference.infimum(low, high, releases, epsilon, lead)
        for start in (0.0, 0.5, 0.97):
            found = log_infimum(rival, own, 0, x, start, -math.inf, bets)
            assert found == pytest.approx(exact, abs=1e-6 * (1 + abs(exact)))


def test_far_bets_are_charged_where_the_cell_and_the_lead_are_worst_for_them():
    epsilon, lead, sizes, theta = 1.0, 0.15, np.array([80, 90]), 0.4
    bets, released = default_bets(lead), np.array([70.0, 20.0])
    evidence = empty_evidence(2, bets)
    evidence.thetas[1, ::2], evidence.thetas[1, 1::2] = theta, -theta
    this = Round(sizes, released, np.zeros(2), released)
    bet_tails(evidence, 1, 0, this, epsilon, Options(1, 1.0, bets, PAYOFF, Plans()))
    penalty, gain = math.log(1 - theta**2), math.expm1(theta)
    rival = theta * 70 - 80 * np.log1p((bets.edges[1:] - lead) * gain) + penalty
    own = theta * (90 - 20) - 90 * np.log1p((1 - bets.edges[:-1]) * gain) + penalty
    np.testing.assert_allclose(evidence.log_wealth[1], np.where(evidence.thetas[1] > 0, rival, own), rtol=1e-12)

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
