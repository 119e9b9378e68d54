"""Evidence for PB-TaS: the steps of its proof (docs/pb-tas.md), its guarantees, and its simulated sample sizes."""

import math
import threading
from itertools import pairwise

import numba
import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import minimize_scalar
from scipy.special import logsumexp
from scipy.stats import binom, kstest

from dpcore.experiments import run_generator
from dpcore.fixed_confidence import simulate_fixed_confidence, trace_fixed_confidence
from dpcore.fixed_confidence.algorithms.pb_tas import evidence as evidence_module
from dpcore.fixed_confidence.algorithms.pb_tas.bets import Bets, batch_theta, mixture_bets, scheduled_bets
from dpcore.fixed_confidence.algorithms.pb_tas.entry import default_first_batch
from dpcore.fixed_confidence.algorithms.pb_tas.evidence import (
    Wealth,
    add_release,
    blocking_rival,
    empty_wealth,
    log_evidence,
    log_mixture,
    log_wealths,
)
from dpcore.fixed_confidence.algorithms.pb_tas.kernel import (
    Options,
    Plan,
    floored_allocation,
    pb_tas_kernel,
    plan_pulls,
)
from dpcore.fixed_confidence.protocol import Problem, new_record, no_rewards
from dpcore.times.characteristic import characteristic_time
from tests.dpcore.privacy_audit import privacy_loss_lower_bound

FALSE_ALARM_RATE = 1e-6
EASY = (0.95, 0.9, 0.9, 0.9, 0.5)
HARD = (0.75, 0.7, 0.7, 0.7, 0.7)
NO_CANCEL = np.zeros(1, dtype=np.uint8)


def critical_count(trials: int, probability: float) -> float:
    """The count that a Binomial(trials, probability) exceeds with probability at most FALSE_ALARM_RATE."""
    return binom.isf(FALSE_ALARM_RATE, trials, probability)


def bets_of(evidence: str, epsilon: float) -> Bets:
    return scheduled_bets() if evidence == "scheduled" else mixture_bets(epsilon)


def run_kernel(seed, means, epsilon, risk, bets=None, rewards=None, max_samples=10**12, moments=0, first_batch=None):
    """One run with any bets, on a table of rewards if given.

    Returns finished, stopping time, answer, and the log of the first `moments` moments.
    """
    arms, bets = len(means), bets or mixture_bets(epsilon)
    threshold, record = math.log((arms - 1) / risk), new_record(arms, moments)
    ending = pb_tas_kernel(
        Problem(np.array(means, dtype=float), epsilon, risk, max_samples),
        Options(threshold, 0.5, 0.2, first_batch or default_first_batch(epsilon), bets),
        empty_wealth(arms, bets.points.size, 100),
        run_generator(seed, 0),
        no_rewards(arms) if rewards is None else rewards,
        NO_CANCEL,
        record,
    )
    return ending.stopped, ending.time, ending.answer, record.log[: ending.moments]


# The e-process


@pytest.mark.parametrize("epsilon", [1e-4, 0.1, 4.0, 4.5, 800.0, math.inf])
@pytest.mark.parametrize("evidence", ["mixture", "scheduled"])
def test_bets_are_a_probability_on_thetas_below_epsilon(evidence, epsilon):
    bets = bets_of(evidence, epsilon)
    assert bets.weights.sum() == pytest.approx(1, abs=1e-14)
    assert np.all(bets.weights > 0)
    for size in (1, 1000, 10**8):
        thetas = np.array([batch_theta(size, point, bets.scheduled, epsilon) for point in bets.points])
        assert np.all((thetas > 0) & (thetas < epsilon) & (thetas <= 6))
    if evidence == "mixture":
        assert bets.points.size == 26
        assert bets.points.min() == pytest.approx(bets.points[13] / 2**12)


def wealth_of(batches, bets: Bets, epsilon: float) -> Wealth:
    """The wealth of two arms after releases (arm, size, released sum)."""
    wealth = empty_wealth(2, bets.points.size, len(batches))
    for arm, size, released in batches:
        add_release(wealth, bets, epsilon, arm, size, released)
    return wealth


def log_wealths_of(wealth: Wealth, arm: int, x: float, down: bool) -> np.ndarray:
    """log M(j, x), or Mdown, of an arm at every point."""
    out = np.empty((3, wealth.up.shape[1]))
    log_wealths(out, wealth, wealth.down if down else wealth.up, arm, 1 - x if down else x)
    return out


def expected_wealth(mean: float, size: int, epsilon: float, bets: Bets, down: bool, accounted: float) -> float:
    """The mean over points of E M(j, mean) after a release, by quadrature; `accounted`: the penalty's epsilon."""

    def integrand(noise: float, successes: int) -> float:
        wealth = wealth_of([(0, size, successes + noise)], bets, accounted)
        logs = log_wealths_of(wealth, 0, mean, down)[0] - epsilon * abs(noise)
        return epsilon / 2 * np.exp(logs).mean()

    def integral(successes: int) -> float:
        pieces = [-math.inf, *np.linspace(-300 / epsilon, 300 / epsilon, 7), math.inf]
        return sum(quad(integrand, a, b, args=(successes,), limit=200)[0] for a, b in pairwise(pieces))

    return sum(binom.pmf(s, size, mean) * integral(s) for s in range(size + 1))


@pytest.mark.parametrize("evidence", ["mixture", "scheduled"])
@pytest.mark.parametrize("epsilon, mean, size", [(0.05, 0.3, 1), (1.0, 0.95, 4), (20.0, 0.5, 3)])
@pytest.mark.parametrize("down", [False, True])
def test_wealth_has_mean_one_against_quadrature(evidence, epsilon, mean, size, down):
    bets = bets_of(evidence, epsilon)
    assert expected_wealth(mean, size, epsilon, bets, down, accounted=epsilon) == pytest.approx(1, abs=1e-6)
    if evidence == "mixture":  # half the noise accounted for
        assert expected_wealth(mean, size, epsilon, bets, down, accounted=2 * epsilon) > 1.001


def largest_evidence(seed: int, mean: float, epsilon: float, bets: Bets, accounted: float) -> float:
    """The largest log E_b of the proof over 60 alternating releases of two arms with this mean."""
    generator, wealth = run_generator(seed, 0), empty_wealth(2, bets.points.size, 30)
    largest, counts = -math.inf, [0, 0]
    for release in range(60):
        arm = release % 2
        size = default_first_batch(epsilon) if release < 2 else math.ceil(counts[arm] / 2)
        released = generator.binomial(size, mean) + generator.laplace(0, 1 / epsilon)
        add_release(wealth, bets, accounted, arm, size, released)
        counts[arm] += size
        up, down = log_wealths_of(wealth, 0, mean, False), log_wealths_of(wealth, 1, mean, True)
        largest = max(largest, log_mixture(up, down, bets.weights)[0])
    return largest


@pytest.mark.parametrize("evidence", ["mixture", "scheduled"])
def test_evidence_exceeds_its_threshold_as_rarely_as_ville_says(evidence):
    epsilon, level, runs = 0.1, 0.1, 600
    bets = bets_of(evidence, epsilon)

    def exceeded(accounted):
        return sum(largest_evidence(seed, 0.5, epsilon, bets, accounted) >= -math.log(level) for seed in range(runs))

    assert 0 < exceeded(epsilon) <= critical_count(runs, level)
    assert exceeded(5 * epsilon) > critical_count(runs, level)  # a fifth of the noise accounted for


def plain_log_evidence(logit, batches, evidence: str, epsilon: float):
    """The function of x that the stopping test minimises, at log(x/(1-x)), as docs/pb-tas.md states it, in NumPy."""
    bets = bets_of(evidence, epsilon)
    logs = np.zeros((2, bets.points.size))
    for arm, size, released in batches:
        theta = bets.points
        if evidence == "scheduled":
            signal = size * bets.points * epsilon
            theta = np.minimum(10 * bets.points, (np.hypot(1, signal) - 1) / (size * bets.points))
        total, side = (released, logit) if arm == 0 else (size - released, -logit)
        cumulant = np.logaddexp(-np.logaddexp(0, side), theta - np.logaddexp(0, -side))
        logs[arm] += theta * total - size * cumulant + np.log1p(-((theta / epsilon) ** 2))
    return logsumexp(logs[0][:, None] + logs[1][None, :], b=bets.weights)


def random_states(count: int) -> list[tuple]:
    """Releases of two arms, from eps 1e-4 to 800 and 11 to 1e8 rewards an arm; some of them noisy, some near a tie."""
    generator, states = np.random.default_rng(3), []
    for i in range(count):
        epsilon = 10 ** generator.uniform(-4, math.log10(800))
        means = generator.uniform(0.001, 0.999, 2)
        if i % 3 == 0:
            means[1] = means[0] * 0.99
        batches = []
        for arm in (0, 1):
            size = int(10 ** generator.uniform(1.05, 7))
            for _ in range(generator.integers(1, 7)):
                noise = generator.laplace(0, 1 / epsilon) if i % 3 == 1 else 0.0
                batches.append((arm, size, size * means[arm] + noise))
                size = math.ceil(size * 1.5)
        states.append((("mixture", "scheduled")[i % 2], epsilon, batches))
    return states


@pytest.mark.parametrize("evidence, epsilon, batches", random_states(40))
def test_evidence_against_brute_force_over_the_whole_interval(evidence, epsilon, batches):
    logits = np.linspace(-40, 40, 801)
    values = [plain_log_evidence(logit, batches, evidence, epsilon) for logit in logits]
    i = np.clip(np.argmin(values), 1, logits.size - 2)
    refined = minimize_scalar(
        plain_log_evidence,
        args=(batches, evidence, epsilon),
        bounds=(logits[i - 1], logits[i + 1]),
        method="bounded",
        options={"xatol": 1e-12},
    )
    exact = min(*values, refined.fun)
    # Terms of size theta n cancel in either method: 1e-15 of them is lost.
    rounding = 1e-6 + 1e-14 * sum(size for _, size, _ in batches) * min(epsilon, 6)
    bets = bets_of(evidence, epsilon)
    arguments = (0, 1, wealth_of(batches, bets, epsilon), bets.weights)
    for start in (0.5, 1e-9, 7.0):
        assert log_evidence(*arguments, start, -math.inf, NO_CANCEL) == pytest.approx(exact, rel=1e-9, abs=rounding)
    assert log_evidence(*arguments, 0.5, exact - 1 - rounding, NO_CANCEL) == pytest.approx(
        exact, rel=1e-9, abs=rounding
    )
    assert log_evidence(*arguments, 0.5, exact + 1, NO_CANCEL) < exact + 1


@pytest.mark.parametrize("evidence, epsilon, batches", random_states(12))
def test_evidence_is_convex_with_exact_derivatives_and_wealth_monotone(evidence, epsilon, batches):
    bets = bets_of(evidence, epsilon)
    wealth = wealth_of(batches, bets, epsilon)

    def at(x):
        up, down = log_wealths_of(wealth, 0, x, False), log_wealths_of(wealth, 1, x, True)
        assert np.all(up[1] < 0)
        assert np.all(down[1] < 0)
        return log_mixture(up, down, bets.weights)

    for x in (0.001, 0.2, 0.5, 0.999):
        value, slope, curvature = at(x)
        assert curvature > 0
        for y in (1e-3, 0.3, 0.9):
            tangent = value + slope * (y - x)
            assert at(y)[0] >= tangent - 1e-6 * (1 + abs(tangent))


@pytest.mark.parametrize("evidence", ["mixture", "scheduled"])
def test_derivatives_against_differences(evidence):
    bets, step = bets_of(evidence, 0.7), 1e-5
    wealth = wealth_of([(0, 60, 40.0), (0, 40, 23.0), (1, 90, 30.0)], bets, 0.7)

    def at(x):
        up, down = log_wealths_of(wealth, 0, x, False), log_wealths_of(wealth, 1, x, True)
        return log_mixture(up, down, bets.weights)

    below, (_, slope, curvature), above = at(0.4 - step), at(0.4), at(0.4 + step)
    assert slope == pytest.approx((above[0] - below[0]) / (2 * step), rel=1e-6)
    assert curvature == pytest.approx((above[1] - below[1]) / (2 * step), rel=1e-6)


def test_evidence_ends_whatever_the_wealth():
    """Numbers that no search can settle: what comes back, and at once, is no evidence."""
    bets, answers = mixture_bets(1.0), []
    wealth = wealth_of([(0, 10, 5.0), (1, 10, 5.0)], bets, 1.0)
    wealth.up[:] = math.nan
    arguments = (0, 1, wealth, bets.weights, 0.5, -math.inf, NO_CANCEL)
    worker = threading.Thread(target=lambda: answers.append(log_evidence(*arguments)), daemon=True)
    worker.start()
    worker.join(timeout=600)
    assert answers == [-math.inf]


@pytest.mark.parametrize("evidence_kind, epsilon, batches", random_states(6))
def test_evidence_cut_short_is_a_lower_bound(evidence_kind, epsilon, batches, monkeypatch):
    bets = bets_of(evidence_kind, epsilon)
    arguments = (0, 1, wealth_of(batches, bets, epsilon), bets.weights, 0.3, -math.inf, NO_CANCEL)
    exact, bounds = log_evidence(*arguments), []
    for steps in (1, 2, 4, 8, 16):
        monkeypatch.setattr(evidence_module, "MOST_NEWTON_STEPS", steps)
        bounds.append(log_evidence.py_func(*arguments))
    assert np.all(np.diff(bounds) >= -1e-9 * abs(exact))
    assert np.all(np.array(bounds) <= exact + 1e-6 + 1e-9 * abs(exact))
    assert bounds[0] < exact - 1e-3


def test_a_cancelled_search_finds_no_evidence():
    bets, cancelled = mixture_bets(1.0), np.ones(1, dtype=np.uint8)
    wealth = wealth_of([(0, 1000, 900.0), (1, 1000, 100.0)], bets, 1.0)
    assert blocking_rival(0, wealth, bets.weights, 5.0, 0, NO_CANCEL) == -1
    assert blocking_rival(0, wealth, bets.weights, 5.0, 0, cancelled) == 1
    assert log_evidence(0, 1, wealth, bets.weights, 0.5, -math.inf, cancelled) == -math.inf


def test_stopping_needs_every_rival_whatever_the_order_of_the_tests():
    bets = mixture_bets(1.0)
    for totals in ([900.0, 500.0, 500.0], [900.0, 500.0, 880.0], [900.0, 880.0, 500.0], [900.0, 880.0, 880.0]):
        wealth = empty_wealth(3, bets.points.size, 1)
        for arm in range(3):
            add_release(wealth, bets, 1.0, arm, 1000, totals[arm])
        evidence = [log_evidence(0, rival, wealth, bets.weights, 0.7, -math.inf, NO_CANCEL) for rival in (1, 2)]
        for first in range(3):
            blocker = blocking_rival(0, wealth, bets.weights, 5.0, first, NO_CANCEL)
            assert (blocker == -1) == (min(evidence) >= 5.0)
            assert blocker == -1 or evidence[blocker - 1] < 5.0


# Plans


def test_allocation_is_optimal_at_the_clipped_means_and_floored():
    allocation = np.zeros(3)
    floored_allocation(allocation, np.array([0.8, 0.6, -3.0]), 0, 0.5, 0.2, 0.0)
    optimal = characteristic_time([0.8, 0.6, 0.001], "private", 0.5).allocation
    assert allocation == pytest.approx(np.maximum(optimal, 0.2 / 3), rel=1e-6)
    assert allocation.min() == 0.2 / 3 > optimal.min()
    floored_allocation(allocation, np.array([1.7, 1.7, 0.6]), 1, 0.5, 0.0, 0.0)
    optimal = characteristic_time([0.998, 0.999, 0.6], "private", 0.5).allocation
    assert allocation == pytest.approx(optimal, rel=1e-6)
    for means in ([1.7, 1.6, 1.5], [-0.2, -0.3, -9.0], [0.5, 0.5, 0.5]):
        floored_allocation(allocation, np.array(means), 0, 0.5, 0.2, 0.0)
        assert np.all(np.isfinite(allocation))
        assert np.all(allocation >= 0.2 / 3)


def test_plan_releases_the_arm_that_is_due_first_and_never_takes_back():
    plan = Plan(np.array([100, 140, 100]), np.array([150, 150, 150]), np.zeros(3, dtype=np.int64))
    assert plan_pulls(plan, np.array([0.5, 0.25, 0.25])) == 0
    assert plan.planned.tolist() == [150, 140, 100]
    assert plan_pulls(plan, np.array([0.5, 0.49, 0.4])) == 0
    assert plan.planned.tolist() == [150, 147, 120]
    assert plan_pulls(plan, np.array([0.5, 0.5, 0.5])) == 0
    assert plan.planned.tolist() == [150, 149, 149]


def plain_run(seed, rewards, epsilon, risk, evidence):
    """PB-TaS as docs/pb-tas.md states it, one participant after another: (stopping time, answer)."""
    generator, arms, time = run_generator(seed, 0), rewards.shape[1], 0
    pulled, batches = [[] for _ in range(arms)], [[] for _ in range(arms)]
    due, sizes = [math.ceil(10 + 20 / epsilon)] * arms, [0] * arms
    targets, next_arm = [0] * arms, 0
    while True:
        targets[next_arm] = due[next_arm]
        for arm in range(arms):
            while len(pulled[arm]) < targets[arm]:
                pulled[arm].append(rewards[time, arm])
                time += 1
        batch = pulled[next_arm][sizes[next_arm] :]
        batches[next_arm].append((len(batch), sum(batch) + generator.laplace(0, 1 / epsilon)))
        sizes[next_arm] = len(pulled[next_arm])
        due[next_arm] = max(sizes[next_arm] + 1, math.ceil(sizes[next_arm] * 1.5))
        if 0 in sizes:
            next_arm += 1
            targets = [len(pulled[arm]) for arm in range(arms)]
            continue
        means = np.array([sum(released for _, released in batches[arm]) / sizes[arm] for arm in range(arms)])
        best = int(np.argmax(means))

        def decided(rival, best=best):
            pair = [(0, *b) for b in batches[best]] + [(1, *b) for b in batches[rival]]
            search = {"bounds": (-15, 15), "method": "bounded", "options": {"xatol": 1e-9}}
            found = minimize_scalar(plain_log_evidence, args=(pair, evidence, epsilon), **search)
            return found.fun >= math.log((arms - 1) / risk)

        if all(decided(rival) for rival in range(arms) if rival != best):
            return time, best
        top = np.clip(means[best], 0.002, 0.999)
        clipped = np.clip(means, 0.001, top - 0.001)
        clipped[best] = top
        share = np.maximum(characteristic_time(clipped, "private", epsilon).allocation, 0.2 / arms)
        next_arm = int(np.argmin(np.array(due) / share))
        level = due[next_arm] / share[next_arm]
        targets = [max(len(pulled[a]), min(math.floor(share[a] * level), due[a] - 1)) for a in range(arms)]


@pytest.mark.parametrize("evidence", ["mixture", "scheduled"])
@pytest.mark.parametrize("seed", [0, 1])
def test_a_run_against_a_plain_loop(evidence, seed):
    means, epsilon, risk = (0.6, 0.45, 0.4), 0.7, 0.05
    rewards = table_of_rewards(seed, 20_000, means)
    _, time, answer, _ = run_kernel(seed, means, epsilon, risk, bets_of(evidence, epsilon), rewards, 20_000)
    assert (time, answer) == plain_run(seed, rewards, epsilon, risk, evidence)


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
    log = run_kernel(7, means, 1.0, 1e-9, None, rewards, max_samples=length, moments=100)[3]
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
        run_kernel(7, (0.6, 0.5), 1.0, 1e-9, None, table, max_samples=400, moments=60)[3]
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
    epsilon, risk, runs, bets = 1.0, 0.2, 6000, mixture_bets(1.0)
    rewards = np.zeros((400, 2))
    rewards[:, 0] = 1
    neighbour = rewards.copy()
    neighbour[default_first_batch(epsilon)] = 1

    def outputs(table, noise_epsilon, first_seed):
        found = np.empty(runs)
        for i in range(runs):
            _, time, _, log = run_kernel(
                first_seed + i, (0.5, 0.5), noise_epsilon, risk, bets, table, 400, 2, default_first_batch(epsilon)
            )
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
@pytest.mark.parametrize("evidence", ["mixture", "scheduled"])
def test_wrong_answers_are_as_rare_as_proven(evidence, means, epsilon, risk):
    result = simulate_fixed_confidence("pb-tas", means, epsilon, risk, runs=400, max_samples=10**11, evidence=evidence)
    assert result.finished.all()
    assert np.sum(result.recommendations != 0) <= critical_count(400, risk)


def test_wrong_answers_show_a_planted_violation():
    # Weights that sum to 20 instead of 1, near a tie and with noise much larger than the gap.
    means, epsilon, risk, runs = (0.5, 0.499), 0.01, 0.1, 400
    bets = mixture_bets(epsilon)
    broken = bets._replace(weights=20 * bets.weights)
    wrong = sum(run_kernel(seed, means, epsilon, risk, broken)[2] != 0 for seed in range(runs))
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


@pytest.mark.parametrize("means, epsilon, mean, error", [cell for cell in EXPECTED if cell[1] <= 0.1])
def test_scheduled_bets_need_fewer_samples_where_privacy_dominates(means, epsilon, mean, error):
    result = simulate_fixed_confidence("pb-tas", means, epsilon, runs=300, max_samples=10**9, evidence="scheduled")
    assert result.stopping_times.mean() < 0.97 * mean


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
