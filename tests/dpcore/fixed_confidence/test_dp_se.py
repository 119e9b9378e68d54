"""Evidence for DP-SE as a best-arm algorithm: its published numbers, its guarantees, its privacy."""

import math

import numpy as np
import pytest
from scipy.stats import binom

from dpcore.audit import privacy_loss_lower_bound
from dpcore.experiments import run_generator
from dpcore.fixed_confidence import simulate_fixed_confidence
from dpcore.fixed_confidence.algorithms.dp_se import dp_se_kernel
from dpcore.fixed_confidence.protocol import Problem, new_record, no_rewards
from dpcore.successive_elimination import confidence_width, privacy_width

FALSE_ALARM_RATE = 1e-6
NO_CANCEL = np.zeros(1, dtype=np.uint8)
EASY = (0.95, 0.9, 0.9, 0.9, 0.5)
HARD = (0.75, 0.7, 0.7, 0.7, 0.7)
QUADRATIC = (0.75, 0.53125, 0.375, 0.28125, 0.25)


def run_kernel(seed, means, epsilon, risk, rewards=None, max_samples=10**12, moments=0):
    """One run, on a table of rewards if given: finished, stopping time, answer, log of the first `moments` releases."""
    arms = len(means)
    record = new_record(arms, moments)
    ending = dp_se_kernel(
        Problem(np.array(means, dtype=float), epsilon, risk, max_samples),
        run_generator(seed, 0),
        no_rewards(arms) if rewards is None else rewards,
        NO_CANCEL,
        record,
    )
    return ending.stopped, ending.time, ending.answer, record.log[: ending.moments]


@pytest.mark.parametrize("epsilon, pulls", [(math.inf, 1063), (10.0, 1063), (1e-3, 121_616)])
def test_first_epoch_against_the_published_numbers(epsilon, pulls):
    # Gaps of .4 and more: one epoch decides.  5.3e3 and 6.08e5 samples in all.
    result = simulate_fixed_confidence("dp-se", (0.9, 0.5, 0.5, 0.1, 0.1), epsilon, 0.01, runs=5)
    assert np.all(result.pulls == pulls)
    assert np.all(result.stopping_times == 5 * pulls)
    assert np.all(result.recommendations == 0)


# Levels of an independent simulation of the same algorithm (risk .01), printed to two or three digits.
EXPECTED = [
    (EASY, 1e-3, 4.2e6),
    (EASY, 5e-3, 9.2e5),
    (EASY, 0.02, 5.4e5),
    (EASY, 0.1, 1.10e5),
    (EASY, 0.5, 1.09e5),
    (HARD, 1e-3, 5.2e6),
    (HARD, 5e-3, 1.1e6),
    (HARD, 0.02, 6.8e5),
    (HARD, 0.1, 1.5e5),
    (HARD, 0.5, 1.35e5),
    (QUADRATIC, 1e-3, 6.1e5),
    (QUADRATIC, 5e-3, 1.2e5),
    (QUADRATIC, 0.02, 3.1e4),
    (QUADRATIC, 0.1, 1.35e4),
    (QUADRATIC, 0.5, 5.3e3),
]


@pytest.mark.parametrize("means, epsilon, level", EXPECTED)
def test_stopping_times_against_an_independent_simulation(means, epsilon, level):
    times = simulate_fixed_confidence("dp-se", means, epsilon, runs=1000, max_samples=10**9).stopping_times
    # The printed levels are rounded and come from about 30 runs: 5.3 standard errors of both, plus half a digit.
    error = times.std() * math.sqrt(1 / 1000 + 1 / 30)
    assert abs(times.mean() - level) <= 5.3 * error + 0.5 * 10 ** (math.floor(math.log10(level)) - 1)


def test_published_implementation_slip_is_not_copied():
    # Dividing an epoch's sum by the pulls of all epochs gives 9.3e6 here.
    times = simulate_fixed_confidence("dp-se", EASY, 1e-3, runs=200, max_samples=10**9).stopping_times
    assert times.mean() < 5e6


@pytest.mark.parametrize("means, epsilon", [((0.5, 0.3), 1.0), ((0.5, 0.45, 0.45, 0.45), 0.05)])
def test_wrong_answers_are_as_rare_as_proven(means, epsilon):
    risk, runs = 0.1, 2000
    critical = binom.isf(FALSE_ALARM_RATE, runs, risk)
    result = simulate_fixed_confidence("dp-se", means, epsilon, risk, runs=runs, max_samples=10**10)
    assert result.finished.all()
    assert np.sum(result.recommendations != 0) <= critical


def test_wrong_answers_show_a_planted_violation():
    # Margins for an allowed risk of 14 instead of .1, on a close pair.
    risk, runs = 0.1, 500
    wrong = sum(run_kernel(seed, (0.5, 0.49), 0.05, 14.0)[2] != 0 for seed in range(runs))
    assert wrong > binom.isf(FALSE_ALARM_RATE, runs, risk)


def test_every_reward_enters_exactly_one_epochs_mean_against_a_plain_loop():
    means, epsilon, risk = (0.5, 0.45, 0.1), 2.0, 0.3
    rewards = np.random.default_rng(2).random((400_000, 3)) * 0.05 + np.array(means)
    finished, time, answer, log = run_kernel(1, means, epsilon, risk, rewards, 400_000, 100)
    active, step, row, epoch = [0, 1, 2], 0, 0, 0
    while len(active) > 1:
        epoch += 1
        sums = dict.fromkeys(active, 0.0)
        pulls = int(log[row, 5 + 3 * 3 + active[0]])
        for _ in range(pulls):
            for arm in active:
                sums[arm] += rewards[step, arm]
                step += 1
        private = {}
        for arm in active:
            assert log[row, 1] == arm
            private[arm] = (sums[arm] + log[row, 2]) / pulls
            assert log[row, 5 + arm] == pytest.approx(private[arm])
            row += 1
        margin = 2 * confidence_width(len(active), epoch, risk, epsilon)
        margin += 2 * privacy_width(len(active), epoch, risk, epsilon)
        active = [arm for arm in active if max(private.values()) - private[arm] <= margin]
    assert epoch > 1
    assert (finished, time, answer, len(log)) == (True, step, active[0], row)


def test_privacy_on_neighbouring_tables():
    # All rewards .5, except one participant's of arm 1: 0 or 1.  What is released of arm 1 differs by one noise scale.
    epsilon, risk, runs = 0.5, 0.45, 6000
    rewards = np.full((2000, 2), 0.5)
    rewards[1] = 0
    neighbour = rewards.copy()
    neighbour[1] = 1

    def outputs(table, noise_epsilon, seed):
        # Noise for a larger epsilon and margins for that epsilon: a run that pretends to be epsilon-DP.
        generator, record = run_generator(seed, 0), new_record(2, 2)
        problem, released = Problem(np.full(2, 0.5), noise_epsilon, risk, len(table)), np.empty(runs)
        for run in range(runs):
            record.pulls[:] = 0
            dp_se_kernel(problem, generator, table, NO_CANCEL, record)
            released[run] = record.log[1, 6]
        return released

    def loss(noise_epsilon):
        return privacy_loss_lower_bound(outputs(rewards, noise_epsilon, 0), outputs(neighbour, noise_epsilon, 1))

    assert loss(epsilon) < epsilon < loss(2 * epsilon)


def test_a_cap_that_no_loop_could_reach_is_shared_out_at_once():
    tiny = simulate_fixed_confidence("dp-se", HARD, 1e-11, runs=1, max_samples=10**12)
    assert tiny.pulls.tolist() == [[2 * 10**11] * 5]
