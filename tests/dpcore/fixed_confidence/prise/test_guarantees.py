"""What PRISE guarantees: the e-process of a best arm, wrong answers near ties, privacy; each with planted faults."""

import math

import numpy as np
import pytest
from scipy.stats import binom, kstest

from dpcore.experiments import run_generator
from dpcore.fixed_confidence import simulate_fixed_confidence, trace_fixed_confidence
from dpcore.fixed_confidence.algorithms.prise.bets import default_bets
from dpcore.fixed_confidence.algorithms.prise.entry import PAYOFF
from dpcore.fixed_confidence.algorithms.prise.kernel import Options, empty_evidence, prise_kernel
from dpcore.fixed_confidence.algorithms.prise.sizing import Plans
from dpcore.fixed_confidence.protocol import Problem, new_record, no_rewards
from tests.dpcore.fixed_confidence.prise import reference
from tests.dpcore.privacy_audit import privacy_loss_lower_bound

FALSE_ALARM_RATE = 1e-6
NO_CANCEL = np.zeros(1, dtype=np.uint8)


def critical_count(trials: int, probability: float) -> float:
    """The count that a Binomial(trials, probability) exceeds with probability at most FALSE_ALARM_RATE."""
    return binom.isf(FALSE_ALARM_RATE, trials, probability)


# The e-process of one best arm among ties, in rounds of tail bets


def exceeds(seed: int, fault: str, needed: float) -> bool:
    """Whether the wealth against arm 0, one of four equal arms, reaches `needed` in its true cell within six rounds."""
    generator, epsilon, mean, arms, cell, log_wealth = run_generator(seed, 0), 0.05, 0.45, 4, 12, 0.0
    rival = 1
    for size in (600, 600, 900, 1500, 2500, 4000):
        released = generator.binomial(size, mean, arms) + generator.laplace(0, 1 / epsilon, arms)
        if fault == "rival chosen after the release":
            rival = 1 + int(np.argmax(released[1:]))
        p = reference.p_values(epsilon * (released[rival] - released[0]), size, size, epsilon)[cell]
        level = reference.level_for(needed - log_wealth)
        if fault == "level chosen after the release":
            level = min(1.0, p)
        log_wealth += math.log(reference.payoff(p, level))
        if fault == "one release for both kinds of bets":
            single = [(True, size, released[rival]), (False, size, released[0])]
            log_wealth += reference.log_likelihood_wealth(mean, single, epsilon)
        if log_wealth >= needed:
            return True
        rival = 1 + int(np.argmax(released[1:]))
    return False


RUNS, LEVEL = 1500, 0.1


def test_wealth_exceeds_its_threshold_as_rarely_as_ville_says():
    count = sum(exceeds(seed, "", math.log(1 / LEVEL)) for seed in range(RUNS))
    assert 0 < count <= critical_count(RUNS, LEVEL)


@pytest.mark.parametrize("fault", ["rival chosen after the release", "level chosen after the release"])
def test_planted_faults_of_tail_bets_are_caught(fault):
    assert sum(exceeds(seed, fault, math.log(1 / LEVEL)) for seed in range(RUNS)) > critical_count(RUNS, LEVEL)


def test_a_release_used_by_both_kinds_of_bets_is_caught():
    """One reward an arm, both means 1/2: the mean of each bet by quadrature over both noises, and of their product."""
    epsilon, cell, step, half = 2.0, 13, 0.02, 700
    noise = step * np.arange(-half, half + 1)
    density = epsilon / 2 * np.exp(-epsilon * np.abs(noise)) * step
    theta = reference.thetas_of(1, epsilon)
    distance = np.arange(2 * half + 1)[:, None] - np.arange(2 * half + 1)[None, :] + 2 * half

    def wealth(total):
        return np.exp(theta * total[:, None] - np.log1p(0.5 * np.expm1(theta)) + reference.penalty(theta, epsilon))

    tail = likelihood = product = 0.0
    for rival in (0, 1):
        for own in (0, 1):
            mass = 0.25 * np.outer(density, density)
            differences = epsilon * (rival - own + step * np.arange(-2 * half, 2 * half + 1))
            paid = [reference.payoff(reference.p_values(d, 1, 1, epsilon)[cell], 0.05) for d in differences]
            paid = np.array(paid)[distance]
            bet = wealth(rival + noise) @ reference.PAIRS @ wealth(1 - own - noise).T
            tail += np.sum(mass * paid)
            likelihood += np.sum(mass * bet)
            product += np.sum(mass * paid * bet)
    assert tail <= 1
    assert likelihood == pytest.approx(1, abs=1e-3)
    assert 0.5 * tail + 0.5 * likelihood <= 1
    assert product > 2


# Wrong answers


@pytest.mark.parametrize(
    "means, epsilon",
    [((0.52, 0.5, 0.5), 0.02), ((0.95, 0.93), 0.3), ((0.6, 0.55, 0.5, 0.5, 0.5), 0.05), ((0.52, 0.5, 0.5), 2.0)],
)
@pytest.mark.parametrize("risk", [0.1, 0.3])
def test_wrong_answers_are_as_rare_as_proven(means, epsilon, risk):
    result = simulate_fixed_confidence("prise", means, epsilon, risk, runs=2000, max_samples=10**11)
    assert result.finished.all()
    assert np.sum(result.recommendations != 0) <= critical_count(2000, risk)


def wrong_answers(means, epsilon, needed, runs):
    """The wrong answers of runs that rule a hypothesis out with this evidence."""
    wrong, bets = 0, default_bets()
    for seed in range(runs):
        ending = prise_kernel(
            Problem(np.array(means), epsilon, 0.1, 10**11),
            Options(math.ceil(10 + 30 / epsilon), needed, bets, PAYOFF, Plans()),
            empty_evidence(len(means), bets),
            run_generator(seed, 0),
            no_rewards(len(means)),
            NO_CANCEL,
            new_record(len(means)),
        )
        wrong += ending.answer != 0
    return wrong


def test_wrong_answers_show_a_planted_violation():
    assert wrong_answers((0.5, 0.499), 0.01, 0.2, 400) > critical_count(400, 0.1)


# Privacy


def test_noise_of_every_release_is_laplace_of_scale_one_over_epsilon():
    epsilon = 0.2
    means = (0.75, 0.7, 0.7, 0.7, 0.7)
    traces = [trace_fixed_confidence("prise", means, epsilon, seed=s, max_samples=10**9) for s in range(60)]
    noise = np.concatenate([trace.noise for trace in traces])
    assert kstest(epsilon * noise, "laplace").pvalue > FALSE_ALARM_RATE
    assert kstest(epsilon * noise / 2, "laplace").pvalue < FALSE_ALARM_RATE


def kernel_log(seed, rewards, epsilon, first_batch):
    """The moments of a run on a table of rewards that needs more evidence than the table has."""
    arms, bets = rewards.shape[1], default_bets()
    record = new_record(arms, 400)
    ending = prise_kernel(
        Problem(np.full(arms, 0.5), epsilon, 0.1, len(rewards)),
        Options(first_batch, 1e4, bets, PAYOFF, Plans()),
        empty_evidence(arms, bets),
        run_generator(seed, 0),
        rewards,
        NO_CANCEL,
        record,
    )
    log = record.log[: ending.moments]
    return log[log[:, 2] != 0]  # the last moment is the cap: no release, no noise


def table_of_rewards(seed, length, means):
    return np.random.default_rng(seed).binomial(1, means, (length, len(means))).astype(float)


@pytest.mark.parametrize("epsilon", [0.5, 20.0])
def test_every_reward_enters_exactly_one_release(epsilon):
    rewards = np.random.default_rng(5).random((4000, 3))
    log = kernel_log(7, rewards, epsilon, 50)
    step, released = 0, np.zeros(3)
    pulls = np.zeros(3, dtype=int)
    for time in np.unique(log[:, 0]):
        rows = log[log[:, 0] == time]
        after = rows[0, 5 + 2 * 3 : 5 + 3 * 3].astype(int)
        for arm in range(3):  # a round is carried out arm after arm
            size = after[arm] - pulls[arm]
            released[arm] += rewards[step : step + size, arm].sum()
            step += size
        assert sorted(rows[:, 1].astype(int)) == np.flatnonzero(after - pulls).tolist()
        np.testing.assert_allclose(rows[0, 5 + 3 : 5 + 2 * 3] * after, released)
        pulls = after
    assert len(np.unique(log[:, 0])) >= 4


@pytest.mark.parametrize("step", [10, 157, 400, 900])
def test_a_release_depends_on_earlier_rewards_only(step):
    rewards = table_of_rewards(5, 3000, (0.6, 0.5))
    changed = rewards.copy()
    changed[step:] = 1 - changed[step:]
    logs = [kernel_log(7, table, 5.0, 40) for table in (rewards, changed)]
    before = logs[0][:, 0] <= step
    assert np.array_equal(logs[0][before], logs[1][: before.sum()])
    assert not np.array_equal(logs[0], logs[1])


@pytest.mark.parametrize("statistic", ["released sum", "size of the second round"])
def test_privacy_on_neighbouring_tables(statistic):
    epsilon, runs, first_batch = 1.0, 3000, 3
    rewards = np.zeros((8, 2) if statistic == "released sum" else (30, 2))
    rewards[:, 0] = 1
    neighbour = rewards.copy()
    neighbour[first_batch, 1] = 1  # the first participant on arm 1

    def outputs(table, noise_epsilon, first_seed):
        found = np.empty(runs)
        for i in range(runs):
            log = kernel_log(first_seed + i, table, noise_epsilon, first_batch)
            if statistic == "released sum":
                found[i] = log[1, 5 + 2 + 1] * first_batch + log[1, 2]
            else:
                found[i] = log[2, 0] if len(log) > 2 else len(table) + 1
        return found

    def loss(noise_epsilon):
        return privacy_loss_lower_bound(outputs(rewards, noise_epsilon, 0), outputs(neighbour, noise_epsilon, runs))

    assert loss(epsilon) <= epsilon
    if statistic == "released sum":
        assert loss(2 * epsilon) > epsilon
