"""Evidence for PB-TaS: the steps of its proof (docs/pb-tas.md), its guarantees, and its simulated sample sizes."""

import math
from itertools import pairwise

import numba
import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import minimize_scalar
from scipy.special import logsumexp
from scipy.stats import binom, kstest

from dpcore._engine import run_generator
from dpcore.fixed_confidence import simulate_fixed_confidence, trace_fixed_confidence
from dpcore.fixed_confidence.pb_tas import (
    blocking_rival,
    default_first_batch,
    floored_allocation,
    log_evidence,
    log_wealth,
    pb_tas_kernel,
    plan_pulls,
    theta_grid,
)
from dpcore.fixed_confidence.protocol import trace_columns
from tests.privacy_audit import privacy_loss_lower_bound

FALSE_ALARM_RATE = 1e-6
EASY = (0.95, 0.9, 0.9, 0.9, 0.5)
HARD = (0.75, 0.7, 0.7, 0.7, 0.7)


def critical_count(trials: int, probability: float) -> float:
    """The count that a Binomial(trials, probability) exceeds with probability at most FALSE_ALARM_RATE."""
    return binom.isf(FALSE_ALARM_RATE, trials, probability)


def with_noise_penalty(grid: np.ndarray, factor: float) -> np.ndarray:
    """The grid with its noise penalty scaled: below 1 this is a planted violation of the proof."""
    return np.vstack([grid[:3], factor * grid[3]])


def run_kernel(seed, means, epsilon, risk, grid, rewards=None, noise_epsilon=None, max_samples=10**12, moments=0):
    """One run with any grid, on a table of rewards if given, and with the noise of another epsilon if given.

    Returns finished, stopping time, answer, and the log of the first `moments` releases.
    """
    arms = len(means)
    log = np.zeros((moments, trace_columns(arms)))
    finished, time, answer, rows = pb_tas_kernel(
        run_generator(seed, 0),
        np.array(means, dtype=float),
        np.empty((0, arms)) if rewards is None else rewards,
        noise_epsilon or epsilon,
        math.log((arms - 1) / risk),
        0.5,
        0.2,
        default_first_batch(epsilon),
        grid,
        max_samples,
        np.zeros(1, dtype=np.uint8),
        log,
        np.zeros(arms, dtype=np.int64),
    )
    return finished, time, answer, log[:rows]


# The e-process


@pytest.mark.parametrize("epsilon", [1e-4, 0.1, 4.0, 4.5, 800.0, math.inf])
def test_grid_is_a_probability_on_the_open_interval(epsilon):
    thetas, gains, log_weights, penalties = theta_grid(epsilon)
    assert thetas.size == 26
    assert np.all((thetas > 0) & (thetas < epsilon))
    assert np.exp(log_weights).sum() == pytest.approx(1, abs=1e-14)
    assert gains == pytest.approx(np.exp(thetas) - 1)
    assert penalties == pytest.approx(np.log(1 - (thetas / epsilon) ** 2), rel=1e-9)
    assert thetas.min() == pytest.approx(thetas[0] / 2**12)


def expected_wealth(mean: float, size: int, epsilon: float, grid: np.ndarray, down: bool) -> float:
    """E Wup(mean), or Wdown, after one release of `size` rewards, by quadrature over the Laplace noise."""

    def integrand(noise: float, successes: int) -> float:
        total = successes + noise
        argument = (1 - mean, size - total) if down else (mean, total)
        return epsilon / 2 * math.exp(log_wealth(*argument, size, 1, grid)[0] - epsilon * abs(noise))

    def integral(successes: int) -> float:
        pieces = [-math.inf, *np.linspace(-300 / epsilon, 300 / epsilon, 13), math.inf]
        return sum(quad(integrand, a, b, args=(successes,), limit=200)[0] for a, b in pairwise(pieces))

    return sum(binom.pmf(s, size, mean) * integral(s) for s in range(size + 1))


@pytest.mark.parametrize("epsilon, mean, size", [(0.05, 0.3, 1), (1.0, 0.95, 4), (20.0, 0.5, 3)])
@pytest.mark.parametrize("down", [False, True])
def test_wealth_has_mean_one_against_quadrature(epsilon, mean, size, down):
    grid = theta_grid(epsilon)
    assert expected_wealth(mean, size, epsilon, grid, down) == pytest.approx(1, abs=1e-6)
    assert expected_wealth(mean, size, epsilon, with_noise_penalty(grid, 0.5), down) > 1.001


def largest_evidence(seed: int, mean_b: float, mean_best: float, epsilon: float, grid: np.ndarray) -> float:
    """The largest log E_b of the proof over 80 alternating releases."""
    generator, largest = run_generator(seed, 0), -math.inf
    totals, counts, releases = np.zeros(2), np.full(2, 0), np.zeros(2, dtype=int)
    for release in range(80):
        arm, mean = release % 2, (mean_b, mean_best)[release % 2]
        size = default_first_batch(epsilon) if release < 2 else math.ceil(counts[arm] / 2)
        totals[arm] += generator.binomial(size, mean) + generator.laplace(0, 1 / epsilon)
        counts[arm] += size
        releases[arm] += 1
        up = log_wealth(mean_b, totals[0], counts[0], releases[0], grid)[0]
        down = log_wealth(1 - mean_best, counts[1] - totals[1], counts[1], releases[1], grid)[0]
        largest = max(largest, up + down)
    return largest


def test_evidence_exceeds_its_threshold_as_rarely_as_ville_says():
    epsilon, level, runs = 0.1, 0.1, 2000

    def exceeded(grid):
        return sum(largest_evidence(seed, 0.5, 0.5, epsilon, grid) >= -math.log(level) for seed in range(runs))

    assert 0 < exceeded(theta_grid(epsilon)) <= critical_count(runs, level)
    assert exceeded(with_noise_penalty(theta_grid(epsilon), 0)) > critical_count(runs, level)


def log_wealth_plainly(logit, total, count, releases, epsilon):
    """log Wup(x) for an array of log(x/(1-x)), as docs/pb-tas.md states it, in NumPy."""
    theta, _, log_weights, _ = theta_grid(epsilon)[..., None]
    cumulant = np.logaddexp(-np.logaddexp(0, logit), theta - np.logaddexp(0, -logit))
    return logsumexp(
        log_weights + theta * total - count * cumulant + releases * np.log1p(-((theta / epsilon) ** 2)), axis=0
    )


def random_pairs(count: int) -> list[tuple]:
    """Released states of two arms, from eps 1e-4 to 800 and 11 to 1e8 rewards an arm; a third of them noisy."""
    generator, states = np.random.default_rng(3), []
    for i in range(count):
        epsilon = 10 ** generator.uniform(-4, math.log10(800))
        counts = np.floor(10 ** generator.uniform(1.05, 8, 2)).astype(np.int64)
        means = generator.uniform(0.001, 0.999, 2)
        if i % 3 == 0:
            means[1] = means[0] - min(means[0], 3 / math.sqrt(counts.min()))
        totals = counts * means + (generator.laplace(0, 3 / epsilon, 2) if i % 3 == 1 else 0)
        states.append((epsilon, totals, counts, generator.integers(1, 40, 2)))
    return states


def evidence_by_brute_force(epsilon, totals, counts, releases):
    """The infimum over the whole of (0, 1) by a fine grid and a bounded scalar search around its smallest value."""

    def value(logit):
        up = log_wealth_plainly(logit, totals[0], counts[0], releases[0], epsilon)
        return up + log_wealth_plainly(-logit, counts[1] - totals[1], counts[1], releases[1], epsilon)

    logits = np.linspace(-40, 40, 2001)
    values = value(logits)
    i = np.clip(np.argmin(values), 1, logits.size - 2)
    refined = minimize_scalar(
        lambda logit: value(np.array([logit]))[0],
        bounds=(logits[i - 1], logits[i + 1]),
        method="bounded",
        options={"xatol": 1e-12},
    )
    return min(values.min(), refined.fun)


@pytest.mark.parametrize("state", random_pairs(60))
def test_evidence_against_brute_force(state):
    epsilon, totals, counts, releases = state
    exact = evidence_by_brute_force(*state)
    arguments = (0, 1, totals, counts, releases, theta_grid(epsilon))
    # Terms of size theta n cancel in either method: 1e-15 of them is lost.
    rounding = 1e-6 + 1e-14 * counts.max() * min(epsilon, 6)
    assert log_evidence(*arguments, -math.inf) == pytest.approx(exact, rel=1e-9, abs=rounding)
    assert log_evidence(*arguments, exact - 1 - rounding) == pytest.approx(exact, rel=1e-9, abs=rounding)
    assert log_evidence(*arguments, exact + 1) < exact + 1


@pytest.mark.parametrize("state", random_pairs(12))
def test_wealth_is_convex_and_decreasing_with_exact_derivatives(state):
    epsilon, totals, counts, releases = state
    grid = theta_grid(epsilon)
    for x in (0.0, 0.2, 0.5, 0.999, 1.0):
        value, slope, curvature = log_wealth(x, totals[0], counts[0], releases[0], grid)
        assert slope < 0 < curvature
        for y in (1e-3, 0.3, 0.9):
            tangent = value + slope * (y - x)
            assert log_wealth(y, totals[0], counts[0], releases[0], grid)[0] >= tangent - 1e-6 * (1 + abs(tangent))


def test_derivatives_against_differences():
    grid, step = theta_grid(0.7), 1e-5
    state = (63.0, 100, 3, grid)
    _, slope, curvature = log_wealth(0.4, *state)
    below, above = (log_wealth(0.4 + h, *state) for h in (-step, step))
    assert slope == pytest.approx((above[0] - below[0]) / (2 * step), rel=1e-6)
    assert curvature == pytest.approx((above[1] - below[1]) / (2 * step), rel=1e-6)


def test_stopping_needs_every_rival_whatever_the_order_of_the_tests():
    grid, releases = theta_grid(1.0), np.array([5, 5, 5])
    counts = np.array([1000, 1000, 1000])
    for totals in ([900.0, 500.0, 500.0], [900.0, 500.0, 880.0], [900.0, 880.0, 500.0], [900.0, 880.0, 880.0]):
        state = (np.array(totals), counts, releases, grid)
        evidence = [log_evidence(0, a, *state, -math.inf) for a in (1, 2)]
        for first in range(3):
            blocker = blocking_rival(0, *state, 5.0, first)
            assert (blocker == -1) == (min(evidence) >= 5.0)
            assert blocker == -1 or evidence[blocker - 1] < 5.0


# Plans


def test_allocation_is_optimal_at_the_clipped_means_and_floored():
    allocation = np.zeros(3)
    floored_allocation(np.array([0.8, 0.6, -3.0]), 0, 0.5, 0.2, 0.0, allocation)
    assert allocation.min() >= 0.2 / 3
    assert np.all(allocation > 0)
    for means in ([1.7, 1.6, 1.5], [-0.2, -0.3, -9.0], [0.5, 0.5, 0.5]):
        floored_allocation(np.array(means), 0, 0.5, 0.2, 0.0, allocation)
        assert np.all(np.isfinite(allocation))
        assert np.all(allocation >= 0.2 / 3)


def test_plan_releases_the_arm_that_is_due_first_and_never_takes_back():
    pulls, due, planned = np.array([100, 140, 100]), np.array([150, 150, 150]), np.zeros(3, dtype=np.int64)
    assert plan_pulls(np.array([0.5, 0.25, 0.25]), due, pulls, planned) == 0
    assert planned.tolist() == [150, 140, 100]
    assert plan_pulls(np.array([0.5, 0.49, 0.4]), due, pulls, planned) == 0
    assert planned.tolist() == [150, 147, 120]
    assert plan_pulls(np.array([0.5, 0.5, 0.5]), due, pulls, planned) == 0
    assert planned.tolist() == [150, 149, 149]


# Releases: their noise, their blocks, their privacy


def table_of_rewards(seed: int, length: int, means) -> np.ndarray:
    return np.random.default_rng(seed).binomial(1, means, (length, len(means))).astype(float)


def test_noise_of_every_release_is_laplace_of_scale_one_over_epsilon():
    epsilon = 0.2
    noise = np.concatenate([trace_fixed_confidence("pb-tas", HARD, epsilon, seed=s).noise for s in range(40)])
    assert kstest(epsilon * noise, "laplace").pvalue > FALSE_ALARM_RATE
    assert kstest(epsilon * noise / 2, "laplace").pvalue < FALSE_ALARM_RATE


def test_every_reward_enters_exactly_one_release():
    means, length = (0.6, 0.5, 0.55), 3000
    rewards = np.random.default_rng(5).random((length, 3))
    log = run_kernel(7, means, 1.0, 1e-9, theta_grid(1.0), rewards, max_samples=length, moments=100)[3]
    log = log[log[:, 2] != 0]  # the last moment is the cap: no release, no noise
    pulls = np.vstack([np.zeros(3, dtype=int), log[:, 5 + 2 * 3 : 5 + 3 * 3].astype(int)])
    waiting: list[list[int]] = [[], [], []]
    step = 0
    for row, released in enumerate(log[:, 1].astype(int)):
        for arm in range(3):  # a plan is carried out arm after arm
            new = pulls[row + 1, arm] - pulls[row, arm]
            waiting[arm].extend(range(step, step + new))
            step += new
        assert released_sums(log)[row] == pytest.approx(rewards[waiting[released], released].sum())
        waiting[released] = []
    assert len(log) > 20


@pytest.mark.parametrize("step", [10, 57, 200, 250])
def test_a_release_depends_on_earlier_rewards_only(step):
    rewards = table_of_rewards(5, 400, (0.6, 0.5))
    changed = rewards.copy()
    changed[step:] = 1 - changed[step:]
    logs = [
        run_kernel(7, (0.6, 0.5), 1.0, 1e-9, theta_grid(1.0), table, max_samples=400, moments=60)[3]
        for table in (rewards, changed)
    ]
    before = logs[0][:, 0] <= step
    assert np.array_equal(logs[0][before], logs[1][: before.sum()])
    assert not np.array_equal(logs[0], logs[1])


def released_sums(log: np.ndarray) -> np.ndarray:
    """(E,) the true sum of rewards in each release, from the empirical means and counts of a trace's log."""
    arms = (log.shape[1] - 5) // 6
    totals = log[:, 5 + arms : 5 + 2 * arms] * log[:, 5 + 3 * arms : 5 + 4 * arms]
    return np.diff(np.vstack([np.zeros(arms), totals]), axis=0)[np.arange(len(log)), log[:, 1].astype(int)]


@pytest.mark.parametrize("statistic", ["released sum", "stopping time"])
def test_privacy_on_neighbouring_tables(statistic):
    # Both tables say "arm 0 is better"; the neighbour's first participant on arm 1 is a success instead of a failure.
    epsilon, risk, runs = 1.0, 0.2, 20_000
    rewards = np.zeros((400, 2))
    rewards[:, 0] = 1
    neighbour = rewards.copy()
    neighbour[default_first_batch(epsilon)] = 1
    grid = theta_grid(epsilon)

    def outputs(table, noise_epsilon, first_seed):
        found = np.empty(runs)
        for i in range(runs):
            _, time, _, log = run_kernel(first_seed + i, (0.5, 0.5), epsilon, risk, grid, table, noise_epsilon, 400, 2)
            released = released_sums(log)[1] + log[1, 2]
            found[i] = released if statistic == "released sum" else time
        return found

    def loss(noise_epsilon):
        return privacy_loss_lower_bound(outputs(rewards, noise_epsilon, 0), outputs(neighbour, noise_epsilon, runs))

    assert loss(epsilon) <= epsilon
    if statistic == "released sum":
        assert loss(2 * epsilon) > epsilon


@numba.njit
def draw_binomials(generator, size, mean, out):
    for i in range(out.size):
        out[i] = generator.binomial(size, mean)


@pytest.mark.parametrize("size", [1, 1000, 10**8, 10**12])
@pytest.mark.parametrize("mean", [1e-3, 0.5, 0.999])
def test_compiled_binomial_draws_are_those_of_numpy_at_any_size(size, mean):
    draws = np.empty(5000, dtype=np.int64)
    draw_binomials(run_generator(1, 0), size, mean, draws)
    assert np.array_equal(draws, run_generator(1, 0).binomial(size, mean, draws.size))
    z = (draws.mean() - size * mean) / math.sqrt(size * mean * (1 - mean) / draws.size)
    assert abs(z) < 5
    if size > 1:
        assert draws.var() == pytest.approx(size * mean * (1 - mean), rel=0.15)


# Guarantees and sample sizes


@pytest.mark.parametrize("means, epsilon", [((0.5, 0.45), 0.3), ((0.5, 0.48, 0.48, 0.48), 4.0), ((0.99, 0.98), 0.05)])
@pytest.mark.parametrize("risk", [0.1, 0.3])
def test_wrong_answers_are_as_rare_as_proven(means, epsilon, risk):
    result = simulate_fixed_confidence("pb-tas", means, epsilon, risk, runs=400, max_samples=10**11)
    assert result.finished.all()
    assert np.sum(result.recommendations != 0) <= critical_count(400, risk)


def test_wrong_answers_show_a_planted_violation():
    # No noise penalty, near a tie and with noise much larger than the gap.
    means, epsilon, risk, runs = (0.5, 0.499), 0.01, 0.1, 400
    grid = with_noise_penalty(theta_grid(epsilon), 0)
    wrong = sum(run_kernel(seed, means, epsilon, risk, grid)[2] != 0 for seed in range(runs))
    assert wrong > critical_count(runs, risk)


# Means and standard errors of an independent simulation (200 runs, risk .01) of the same rule.
EXPECTED = [
    (EASY, 215, 5.74e3, 0.13e3),
    (EASY, 2.15, 6.28e3, 0.14e3),
    (EASY, 0.46, 1.04e4, 0.02e4),
    (EASY, 0.1, 3.53e4, 0.06e4),
    (EASY, 0.0215, 1.49e5, 0.02e5),
    (EASY, 0.001, 3.16e6, 0.05e6),
    (HARD, 215, 2.10e4, 0.04e4),
    (HARD, 2.15, 2.24e4, 0.05e4),
    (HARD, 0.46, 2.38e4, 0.05e4),
    (HARD, 0.1, 4.72e4, 0.07e4),
    (HARD, 0.0215, 1.90e5, 0.03e5),
    (HARD, 0.001, 3.85e6, 0.06e6),
]


@pytest.mark.parametrize("means, epsilon, mean, error", EXPECTED)
def test_stopping_times_against_an_independent_simulation(means, epsilon, mean, error):
    times = simulate_fixed_confidence("pb-tas", means, epsilon, runs=300, max_samples=10**9).stopping_times
    # 5.3 standard errors: false-alarm rate 1e-6 over the 12 cells together; `error` is rounded to a digit or two.
    tolerance = 5.3 * math.hypot(1.2 * error, np.std(times, ddof=1) / math.sqrt(times.size))
    assert abs(times.mean() - mean) <= tolerance
    assert tolerance < 0.2 * mean


def test_near_ties_and_extreme_budgets_finish():
    for means, epsilon in [((0.5, 0.499), 1.0), ((0.5, 0.4), 1e-4), ((0.999, 0.5), 800.0), ((0.9, 0.1), math.inf)]:
        result = simulate_fixed_confidence("pb-tas", means, epsilon, runs=20, max_samples=10**12)
        assert result.finished.all()
        assert np.all(result.recommendations == 0)


def test_capped_runs_use_exactly_the_cap():
    result = simulate_fixed_confidence("pb-tas", HARD, 0.1, runs=20, max_samples=20_000)
    assert not result.finished.all()
    assert np.all(result.stopping_times[~result.finished] == 20_000)
    assert np.array_equal(result.pulls.sum(axis=1), result.stopping_times)
    tiny = simulate_fixed_confidence("pb-tas", HARD, 1e-9, runs=1, max_samples=20_000)
    assert tiny.stopping_times.tolist() == [20_000]
    assert not tiny.finished[0]


def test_trace_tells_the_run_that_was_simulated():
    trace = trace_fixed_confidence("pb-tas", EASY, 0.46, seed=4, run=2)
    result = simulate_fixed_confidence("pb-tas", EASY, 0.46, seed=4, runs=3)
    assert trace.stopping_time == result.stopping_times[2] == trace.times[-1]
    assert np.array_equal(trace.pulls, result.pulls[2])
    rivals = np.arange(5) != trace.leaders[-1]
    passed = trace.costs >= math.log(4 / 0.01)
    assert passed[-1, rivals].all()
    for row in range(5, trace.times.size - 1):
        assert not passed[row, np.arange(5) != trace.leaders[row]].all()
    assert trace.challengers[-1] == -1
