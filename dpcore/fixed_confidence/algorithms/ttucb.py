"""TTUCB: top two with a UCB leader and a transportation-cost challenger, without privacy.

Source: PT; TH 2.2.9.  Deviations: none; where the sources differ, the
leader's bonus is the one for rewards in [0, 1], sqrt(log n / N_a), and the pairs are tracked, not drawn at random.
"""

import math
from functools import partial
from typing import NamedTuple

import numpy as np

from dpcore._kernels import kernel
from dpcore.experiments import NO_PRIVACY
from dpcore.fixed_confidence._thresholds import gaussian_calibration
from dpcore.fixed_confidence._top_two import (
    POLL_MASK,
    draw_reward,
    fill_gaussian_costs,
    largest,
    new_tracking,
    next_recorded,
    smallest_rival,
    track,
)
from dpcore.fixed_confidence.protocol import (
    FIRST,
    LEADER_SHARE,
    Ending,
    FixedConfidenceAlgorithm,
    Flag,
    Floats,
    Integers,
    Moment,
    OneRun,
    Problem,
    Record,
    Setting,
    new_shown,
    record_moment,
)

PROVEN = (
    "pairwise Gaussian threshold, TH Eq. 5.10: 2 C_G(log((K-1)/risk)/2) + 2 log(4 + log N_a) + 2 log(4 + log N_b), "
    "valid for rewards in [0, 1] at every time"
)
HEURISTIC = (
    "not proven: log((1 + log n)/risk), as in research code, but on the cost of rewards in [0, 1] (variance 1/4): "
    "that code's unit variance would make it stricter than the proven threshold"
)


class Options(NamedTuple):
    """truth_weight: see prepare_on_responses.  level: the part of the threshold that does not grow with the pulls."""

    truth_weight: float
    leader_share: float
    level: float
    proven: bool


def prepare(setting: Setting) -> OneRun:
    """One run's function for this setting (see protocol.py)."""
    return prepare_on_responses(setting, truth_weight=1.0)


def prepare_on_responses(setting: Setting, truth_weight: float) -> OneRun:
    """TTUCB on answers drawn from Bernoulli((1 - truth_weight)/2 + truth_weight * reward), or on the rewards (1)."""
    proven, risk = setting.threshold == "proven", setting.problem.risk
    level = gaussian_calibration(math.log((setting.arms - 1) / risk)) if proven else -math.log(risk)
    options = Options(truth_weight, setting.parameters["leader_share"], level, proven)
    return partial(_run, setting.problem, options)


@kernel
def _run(
    problem: Problem, options: Options, generator: np.random.Generator, rewards: Floats, cancel: Flag, record: Record
) -> Ending:
    arms, pulls, truth_weight = record.pulls.shape[0], record.pulls, options.truth_weight
    sums, observed_sums, observed_means = np.zeros(arms), np.zeros(arms), np.zeros(arms)
    rival_costs, indices, tracking, shown = np.zeros(arms), np.zeros(arms), new_tracking(arms), new_shown(pulls)
    costs = shown.costs
    time, rows, recorded, arm = FIRST, FIRST, arms, FIRST
    while True:
        reward = draw_reward(generator, problem.means, rewards, time, arm)
        response = reward
        if truth_weight < 1:
            response = 1.0 if generator.random() < 0.5 * (1 - truth_weight) + truth_weight * reward else 0.0
        sums[arm] += reward
        observed_sums[arm] += response
        pulls[arm] += 1
        observed_means[arm] = observed_sums[arm] / pulls[arm]
        time += 1
        if time < arms:
            arm = time
            continue
        answer = largest(observed_means)
        fill_gaussian_costs(costs, answer, means=observed_means, weights=pulls, truncation=math.inf)
        stop = _all_exceed(options, costs, answer, pulls, time)
        for a in range(arms):
            indices[a] = observed_means[a] + math.sqrt(math.log(time + 1.0) / pulls[a])
        leader = largest(indices)
        fill_gaussian_costs(rival_costs, leader, means=observed_means, weights=pulls, truncation=math.inf)
        challenger = smallest_rival(generator, rival_costs, leader)
        ended = stop or time >= problem.max_samples
        if ended or time >= recorded:
            recorded = next_recorded(time)
            for a in range(arms):
                shown.private_means[a] = (observed_means[a] - 0.5 * (1 - truth_weight)) / truth_weight
                shown.empirical_means[a] = sums[a] / pulls[a]
                shown.thresholds[a] = 0.0 if a == answer else _threshold(options, pulls[answer], pulls[a], time)
            moment = Moment(time, arm, 0.0, leader, challenger, shown)
            rows = record_moment(record, rows, moment)
        if ended or (time & POLL_MASK == 0 and cancel[0] != 0):
            return Ending(stop, time, answer, rows)
        arm = track(tracking, leader, challenger, options.leader_share)


@kernel
def _threshold(options: Options, answer_pulls: int, other_pulls: int, time: int) -> float:
    if options.proven:
        return options.level + 2 * math.log(4 + math.log(answer_pulls)) + 2 * math.log(4 + math.log(other_pulls))
    return options.level + math.log(1 + math.log(time))


@kernel
def _all_exceed(options: Options, costs: Floats, answer: int, pulls: Integers, time: int) -> bool:
    for a in range(costs.shape[0]):  # the level alone settles most cases without a logarithm
        if a != answer and costs[a] <= options.level:
            return False
    for a in range(costs.shape[0]):
        if a != answer and costs[a] <= _threshold(options, pulls[answer], pulls[a], time):
            return False
    return True


ALGORITHM = FixedConfidenceAlgorithm(
    name="ttucb",
    label="TTUCB",
    privacy=NO_PRIVACY,
    source="Jourdan & Degenne (2023), arXiv:2210.05431; TH 2.2.9, threshold TH Eq. 5.10",
    thresholds={"proven": PROVEN, "heuristic": HEURISTIC},
    parameters=(LEADER_SHARE,),
    warnings=(
        "Though it is not private, it may need more participants than PRISE, which is: its proven threshold is higher "
        "than PRISE's log(1/risk), and its costs take every variance for 1/4, the largest of rewards in [0, 1].",
    ),
    prepare=prepare,
)
