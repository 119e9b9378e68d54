"""EB-TCI: top two with the empirical best as leader and a penalised transportation-cost challenger, without privacy.

Source: JD22, read off JA25's poster with epsilon = inf; the Bernoulli transportation cost is the standard
one (inferred).  Deviations: none; the pairs are tracked, not drawn at random.
"""

from functools import partial
from typing import NamedTuple

import numpy as np

from dpcore._kernels import kernel
from dpcore.experiments import NO_PRIVACY
from dpcore.fixed_confidence._glr import THRESHOLDS, fill_bernoulli_costs, glr_level, show_glr
from dpcore.fixed_confidence._top_two import (
    POLL_MASK,
    draw_reward,
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
    Moment,
    OneRun,
    Problem,
    Record,
    Setting,
    new_shown,
    record_moment,
)


class Options(NamedTuple):
    """The leader's share of the samples, and whether the threshold is the proven one."""

    leader_share: float
    proven: bool


def prepare(setting: Setting) -> OneRun:
    """One run's function for this setting (see protocol.py)."""
    options = Options(setting.parameters["leader_share"], setting.threshold == "proven")
    return partial(_run, setting.problem, options)


@kernel
def _run(
    problem: Problem, options: Options, generator: np.random.Generator, rewards: Floats, cancel: Flag, record: Record
) -> Ending:
    arms, pulls = record.pulls.shape[0], record.pulls
    sums, indices, shown = np.zeros(arms), np.zeros(arms), new_shown(pulls)
    empirical, costs = shown.private_means, shown.costs
    tracking = new_tracking(arms)
    time, rows, recorded, arm = FIRST, FIRST, arms, FIRST
    while True:
        sums[arm] += draw_reward(generator, problem.means, rewards, time, arm)
        pulls[arm] += 1
        empirical[arm] = sums[arm] / pulls[arm]
        time += 1
        if time < arms:
            arm = time
            continue
        leader = largest(empirical)
        level = glr_level(time, arms, problem.risk, options.proven)
        stop = fill_bernoulli_costs(costs, leader, means=empirical, pulls=pulls) > level
        for a in range(arms):
            indices[a] = costs[a] + np.log(pulls[a])
        challenger = smallest_rival(generator, indices, leader)
        ended = stop or time >= problem.max_samples
        if ended or time >= recorded:
            recorded = next_recorded(time)
            show_glr(shown, leader, level)
            moment = Moment(time, arm, 0.0, leader, challenger, shown)
            rows = record_moment(record, rows, moment)
        if ended or (time & POLL_MASK == 0 and cancel[0] != 0):
            return Ending(stop, time, leader, rows)
        arm = track(tracking, leader, challenger, options.leader_share)


ALGORITHM = FixedConfidenceAlgorithm(
    name="eb-tci",
    label="EB-TCI",
    privacy=NO_PRIVACY,
    source="Jourdan, Degenne, Baudry, de Heide, Kaufmann (2022), arXiv:2206.05979; as DP-TT with epsilon = inf",
    thresholds=THRESHOLDS,
    parameters=(LEADER_SHARE,),
    warnings=(),
    prepare=prepare,
)
