"""DP-UCB: epsilon-DP upper confidence bounds on running sums released by the tree mechanism."""

import math
from functools import partial
from typing import NamedTuple

import numpy as np

from dpcore._kernels import kernel
from dpcore._validation import check_count, check_epsilon, check_open_interval
from dpcore.experiments import GLOBAL_DP, Number, Parameter, Switch
from dpcore.regret.protocol import Flag, Floats, OneRun, Record, RegretAlgorithm, Setting


def dp_ucb_penalty(
    arms: int, horizon: int, epsilon: float, *, failure_probability: float = 0.1, split: bool = True
) -> float:
    """Return Gamma of the index r_a/n_a + sqrt(2 log t/n_a) + Gamma/n_a, what an arm's bonus pays for its tree's noise.

    (log T)^2 log(K T log T/gamma)/eps0 with eps0 = epsilon/K when the budget is split, epsilon otherwise.  About
    (K - 1) Gamma is also the order of DP-UCB's regret.
    Source: MT15, Algorithm 1, line 3 (split).  Deviations: without the split it is the same
    formula at eps0 = epsilon, an inferred choice.
    Args:    arms: K >= 2.  horizon: T, at least K.  epsilon: budget per person, nats, > 0; inf = no privacy.
             failure_probability: gamma, strictly between 0 and 1.  split: whether every tree gets epsilon/K only.
    Returns: pulls (added to a sum of rewards).     Raises: ValueError outside these domains.
    Examples:
        >>> round(dp_ucb_penalty(3, 10**6, 0.1))
        113619
    """
    arms = check_count("arms", arms, 2)
    horizon = check_count("horizon", horizon, arms)
    gamma = check_open_interval("failure_probability", failure_probability, 0, 1)
    log_horizon = math.log(horizon)
    per_tree = check_epsilon(epsilon) / (arms if Switch().check("split", split) else 1)
    bonus = log_horizon**2 * math.log(arms * horizon * log_horizon / gamma)
    return bonus / per_tree if per_tree > 0 else math.inf


@kernel
def insert_reward(
    generator: np.random.Generator, sums: Floats, noisy_sums: Floats, count: int, reward: float, scale: float
) -> float:
    """Insert reward number `count` (1-based) and return the change of the private running total.

    sums, noisy_sums: (levels,) the open tree: exact and released sum of the dyadic block of each level, 0 where closed.
    Reward number n completes one block, at the level of n's lowest set bit; it swallows all lower levels and is
    released once, with Lap(scale).
    """
    change, level = 0.0, 0
    while not count >> level & 1:
        reward += sums[level]
        change -= noisy_sums[level]
        sums[level] = noisy_sums[level] = 0.0
        level += 1
    sums[level] = reward
    noisy_sums[level] = reward + generator.laplace(0.0, scale)
    return change + float(noisy_sums[level])


class Options(NamedTuple):
    """scale: of the noise of a tree's node.  penalty: dp_ucb_penalty.  levels: of a tree."""

    scale: float
    penalty: float
    levels: int


@kernel
def _run(
    means: Floats, options: Options, generator: np.random.Generator, rewards: Floats, cancel: Flag, record: Record
) -> None:
    steps, regret, pulls = record
    arms, horizon, gaps = means.size, steps[-1], means.max() - means
    sums, noisy_sums = np.zeros((arms, options.levels)), np.zeros((arms, options.levels))
    totals = np.zeros(arms)
    # The index of an arm is centre + sqrt(2 log t) * spread; both change only when the arm is pulled.
    centres, spreads = np.empty(arms), np.empty(arms)
    row = 0
    for time in range(horizon):
        if time & 8191 == 0 and cancel[0] != 0:
            return
        if time < arms:
            arm = time
        else:
            arm, highest, bonus = 0, -math.inf, math.sqrt(2 * math.log(time + 1))
            for a in range(arms):
                index = centres[a] + bonus * spreads[a]
                if index > highest:
                    arm, highest = a, index
        if rewards.shape[0] > 0:
            reward = rewards[time, arm]
        else:
            reward = 1.0 if generator.random() < means[arm] else 0.0
        pulls[arm] += 1
        count = pulls[arm]
        totals[arm] += insert_reward(generator, sums[arm], noisy_sums[arm], count, reward, options.scale)
        centres[arm], spreads[arm] = (totals[arm] + options.penalty) / count, 1 / math.sqrt(count)
        if time + 1 == steps[row]:
            regret[row] = (gaps * pulls).sum()
            row += 1


def _prepare(setting: Setting) -> OneRun:
    # One of T rewards is in as many nodes of a streaming tree: the dyadic blocks of lengths 1, 2, 4, ... <= T.
    arms, levels = setting.environment.size, setting.horizon.bit_length()
    gamma, split = setting.parameters["failure_probability"], setting.parameters["split"]
    scale = levels / (setting.budget / (arms if split else 1))
    penalty = dp_ucb_penalty(arms, setting.horizon, setting.budget, failure_probability=gamma, split=split)
    return partial(_run, setting.environment, Options(scale, penalty, levels))


ALGORITHM = RegretAlgorithm(
    name="dp-ucb",
    label="DP-UCB",
    privacy=GLOBAL_DP,
    source="Mishra & Thakurta (UAI 2015), Algorithm 1, with the streaming binary tree mechanism",
    inferred=(
        "A tree node's noise scale counts the tree's exact number of levels (bit length of T), so that epsilon-DP is "
        "exact; the printed log T is a little smaller.",
        "Without the split, the bonus is the printed one at the full budget per arm.",
        "The failure probability is 0.1, as in Azize & Basu (NeurIPS 2022); Sajed & Sheffet do not say theirs.",
    ),
    warnings=(
        "Splitting epsilon over the arms is the source's choice; each reward is in one arm's tree only, so that "
        "no split is needed for epsilon-DP.",
        "Its published regret theorem is not drawn: as printed its dimensions do not agree.",
    ),
    parameters=(
        Parameter("split", True, "whether each arm's tree gets epsilon/K only, as published", Switch()),
        Parameter(
            "failure_probability", 0.1, "allowed probability that the bonus misses the noise (gamma)", Number(0, 1)
        ),
    ),
    prepare=_prepare,
    works_every_pull=True,
)
