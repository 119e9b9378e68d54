"""What PRISE guarantees: the e-process of a best arm, wrong answers near ties, privacy; each with planted faults."""

import math

import numpy as np
import pytest
from scipy.stats import binom

from dpcore.audit import privacy_loss_lower_bound
from dpcore.experiments import run_generator
from dpcore.fixed_confidence import simulate_fixed_confidence
from dpcore.fixed_confidence.algorithms.prise.bets import default_bets
from dpcore.fixed_confidence.algorithms.prise.entry import PAYOFF
from dpcore.fixed_confidence.algorithms.prise.evidence import Options, empty_evidence, refusing_cell
from dpcore.fixed_confidence.algorithms.prise.kernel import prise_kernel
from dpcore.fixed_confidence.algorithms.prise.sizing import Beliefs, Plans
from dpcore.fixed_confidence.protocol import Problem, new_record, no_rewards
from tests.dpcore.fixed_confidence.prise import reference

FALSE_ALARM_RATE = 1e-6
NO_CANCEL = np.zeros(1, dtype=np.uint8)


def critical_count(trials: int, probability: float) -> float:
    """The count that a Binomial(trials, probability) exceeds with probability at most FALSE_ALARM_RATE."""
    return binom.isf(FALSE_ALARM_RATE, trials, probability)


# The e-process of one best arm among ties, in rounds of tail bets


RUNS, LEVEL = 2400, 0.1  # the planted faults exceed the threshold in 15 %: they are caught with probability .995


def exceeding(fault: str) -> int:
    """In how many of RUNS the wealth against arm 0, one of four equal arms, reaches 1 / LEVEL in its true cell.

    Six rounds of all runs at once.
    """
    generator, epsilon, mean, arms, cell = run_generator(0, 0), 0.05, 0.45, 4, 12
    needed, log_wealth, rival = math.log(1 / LEVEL), np.zeros(RUNS), np.ones(RUNS, dtype=int)
    reached = np.zeros(RUNS, dtype=bool)
    for size in (600, 600, 900, 1500, 2500, 4000):
        released = generator.binomial(size, mean, (RUNS, arms)) + generator.laplace(0, 1 / epsilon, (RUNS, arms))
        largest = 1 + np.argmax(released[:, 1:], axis=1)
        if fault == "rival chosen after the release":
            rival = largest
        differences = released[np.arange(RUNS), rival] - released[:, 0]
        p = reference.p_values(epsilon * differences, size, size, epsilon)[:, cell]
        level = np.array([reference.level_for(missing) for missing in needed - log_wealth])
        if fault == "level chosen after the release":
            level = np.minimum(1, p)
        log_wealth += np.log(reference.payoff(p, level))
        reached |= log_wealth >= needed
        rival = largest
    return int(reached.sum())


def test_wealth_exceeds_its_threshold_as_rarely_as_ville_says():
    assert 0 < exceeding("") <= critical_count(RUNS, LEVEL)


@pytest.mark.parametrize("fault", ["rival chosen after the release", "level chosen after the release"])
def test_planted_faults_of_tail_bets_are_caught(fault):
    assert exceeding(fault) > critical_count(RUNS, LEVEL)


def test_a_release_used_by_both_kinds_of_bets_is_caught():
    """One reward an arm, both means 1/2: the mean of each bet by quadrature over both noises, and of their product."""
    epsilon, cell, step, half = 2.0, 13, 0.025, 560
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
            paid = reference.payoff(reference.p_values(differences, 1, 1, epsilon)[:, cell], 0.05)[distance]
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
    [((0.52, 0.5, 0.5), 0.02), ((0.53, 0.5), 2.0), ((0.95, 0.93), 0.3), ((0.6, 0.55, 0.5, 0.5, 0.5), 0.05)],
)
@pytest.mark.parametrize("risk, runs", [(0.1, 600), (0.3, 200)])
def test_wrong_answers_are_as_rare_as_proven(means, epsilon, runs, risk):
    """Twice the risk passes with probability below .013 at .1 and 1e-4 at .3."""
    result = simulate_fixed_confidence("prise", means, epsilon, risk, runs=runs, max_samples=10**11)
    assert result.finished.all()
    assert np.sum(result.recommendations != 0) <= critical_count(runs, risk)


def wrong_answers(means, epsilon, needed, runs):
    """The wrong answers of runs that rule a hypothesis out with this evidence."""
    wrong, bets = 0, default_bets()
    for seed in range(runs):
        ending = prise_kernel(
            Problem(np.array(means), epsilon, 0.1, 10**11),
            Options(math.ceil(10 + 30 / epsilon), needed, bets, PAYOFF, Plans()),
            run_generator(seed, 0),
            no_rewards(len(means)),
            NO_CANCEL,
            new_record(len(means)),
        )
        wrong += ending.answer != 0
    return wrong


def test_wrong_answers_show_a_planted_violation():
    assert wrong_answers((0.5, 0.499), 0.01, 0.2, 400) > critical_count(400, 0.1)


def test_a_hypothesis_passes_only_with_enough_evidence_in_every_cell():
    bets, needed = default_bets(), 2.0
    options = Options(50, needed, bets, PAYOFF, Plans())
    beliefs = Beliefs(np.full(2, 0.5), np.ones(2), np.full(2, 0.5))
    for x, lacking in ((0, 1.999), (13, math.nan), (25, -math.inf)):
        evidence = empty_evidence(2, bets)
        evidence.log_wealth[:] = needed
        assert refusing_cell(evidence, 1, beliefs, 0, options) == -1
        evidence.log_wealth[1, x] = lacking
        assert refusing_cell(evidence, 1, beliefs, 0, options) == x


# Privacy


BETS = default_bets()


def kernel_log(seed, rewards, epsilon, first_batch, needed=1e4, bets=BETS):
    """The moments of a run on a table of rewards; with the usual `needed` it ends with the table."""
    arms = rewards.shape[1]
    record = new_record(arms, 400)
    ending = prise_kernel(
        Problem(np.full(arms, 0.5), epsilon, 0.1, len(rewards)),
        Options(first_batch, needed, bets, PAYOFF, Plans()),
        run_generator(seed, 0),
        rewards,
        NO_CANCEL,
        record,
    )
    log = record.log[: ending.moments]
    return log[log[:, 2] != 0]  # the last moment is the cap: no release, no noise


def table_of_rewards(seed, length, means):
    return np.random.default_rng(seed).binomial(1, means, (length, len(means))).astype(float)


@pytest.mark.parametrize("epsilon, lead", [(0.5, 0.0), (20.0, 0.0), (0.5, 0.1)])
def test_every_reward_enters_exactly_one_release(epsilon, lead):
    rewards = np.random.default_rng(5).random((4000, 3))
    log = kernel_log(7, rewards, epsilon, 50, bets=default_bets(lead))
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


AUDITED, FIRST_BATCH = np.array([[1.0, 0.0]] * 30), 3


def seen_by_an_outsider(table, epsilon, first_seed, runs):
    """(runs, 3): the first released sum of arm 1, when the second round ended, and the ending: answer and time."""
    generator, record = np.random.default_rng(first_seed), new_record(2, 60)
    problem = Problem(np.full(2, 0.5), epsilon, 0.1, len(table))
    options = Options(FIRST_BATCH, 2.0, BETS, PAYOFF, Plans())
    found = np.empty((runs, 3))
    for run in range(runs):
        record.pulls[:] = 0
        ending = prise_kernel(problem, options, generator, table, NO_CANCEL, record)
        first, last = record.log[1], record.log[ending.moments - 1]
        second = record.log[2, 0] if ending.moments > 2 else 0
        found[run] = first[5 + 1] * FIRST_BATCH, second, ending.answer + 2 * last[0]
    return found


def test_privacy_audit_on_neighbouring_tables():
    epsilon, runs = 1.0, 800
    neighbour = AUDITED.copy()
    neighbour[FIRST_BATCH, 1] = 1  # the first participant on arm 1

    def losses(noise_epsilon):
        ours = seen_by_an_outsider(AUDITED, noise_epsilon, 1, runs)
        theirs = seen_by_an_outsider(neighbour, noise_epsilon, 2, runs)
        assert all(np.unique(ours[:, column]).size > 2 for column in range(3))
        return [privacy_loss_lower_bound(ours[:, column], theirs[:, column]) for column in range(3)]

    assert max(losses(epsilon)) < epsilon
    assert losses(2 * epsilon)[0] > epsilon, "half the noise is caught"
