"""DP-TT: a top-two rule on private sums that grow by doubling batches and forget nothing (epsilon-global DP).

Source: JA25 Algorithm 1 as on its poster.  Deviations: an arm is released
at most once per pull, so that no batch is empty (no difference for growth >= 1); among tied challengers the lowest arm
is taken.
"""

import math
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from dpcore._kernels import kernel
from dpcore.experiments import GLOBAL_DP, Number, Parameter
from dpcore.fixed_confidence._noise import drawn_noise
from dpcore.fixed_confidence._thresholds import dp_tt_level
from dpcore.fixed_confidence._top_two import POLL_MASK, largest, new_tracking, release_sum, track
from dpcore.fixed_confidence.protocol import (
    FIRST,
    LEADER_SHARE,
    ArmsShown,
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
from dpcore.times.transport import transportation_cost_kernel

NOBODY: Any = np.int64(-1)


class Options(NamedTuple):
    """dues: pulls at an arm's releases.  levels: an arm's part of the proven threshold by phase (0 for the heuristic).

    log_risk: log(risk) for the heuristic threshold, 0 for the proven one.  steepness: the epsilon of d_epsilon in all
    costs.  deviation: of Gaussian noise, 0 for Laplace's.
    """

    dues: Integers
    levels: Floats
    log_risk: float
    leader_share: float
    steepness: float
    deviation: float


class Releases(NamedTuple):
    """What was released of every arm, all (K,): how often, the pulls in it, sums, the clipped private mean."""

    phases: Integers
    pulls: Integers
    private_sums: Floats
    true_sums: Floats
    clipped: Floats


class Challenges(NamedTuple):
    """Every arm's cost + log(pulls) against the leader (K,), and the time at which it was evaluated (K,)."""

    indices: Floats
    evaluated: Integers


def prepare(setting: Setting) -> OneRun:
    """One run's function for this setting (see protocol.py)."""
    risk, proven = setting.problem.risk, setting.threshold == "proven"
    log_risk = 0.0 if proven else math.log(risk)

    def level(phase: int) -> float:
        return dp_tt_level(phase, setting.arms, risk) if proven else 0.0

    return run_with(level, log_risk, setting.problem.epsilon, 0.0, setting)


def run_with(
    level: Callable[[int], float], log_risk: float, steepness: float, deviation: float, setting: Setting
) -> OneRun:
    """One run with this part of the threshold in each phase; the rest as in Options."""
    dues = phase_dues(setting.parameters["growth"], setting.problem.max_samples)
    levels = np.array([level(phase) for phase in range(1, dues.size + 1)])
    options = Options(dues, levels, log_risk, setting.parameters["leader_share"], steepness, deviation)
    return partial(_run, setting.problem, options)


def phase_dues(growth: float, max_samples: int) -> Integers:
    """The pulls at which an arm's releases are due, until beyond max_samples: 1, then (1 + growth)^k rounded up."""
    last = math.ceil(math.log(max_samples) / math.log1p(growth)) + 1
    dues: Integers = np.ceil((1 + growth) ** np.arange(last + 1)).astype(np.int64)
    return dues


@kernel
def _run(
    problem: Problem, options: Options, generator: np.random.Generator, rewards: Floats, cancel: Flag, record: Record
) -> Ending:
    arms, pulls = record.pulls.shape[0], record.pulls
    releases = Releases(
        phases=np.zeros(arms, np.int64),
        pulls=np.zeros(arms, np.int64),
        private_sums=np.zeros(arms),
        true_sums=np.zeros(arms),
        clipped=np.zeros(arms),
    )
    challenges = Challenges(np.zeros(arms), np.zeros(arms, np.int64))
    shown, tracking, pending = new_shown(releases.pulls), new_tracking(arms), np.zeros(arms)
    time, rows, leader, arm = FIRST, FIRST, FIRST, FIRST
    while True:
        if rewards.shape[0] > 0:
            pending[arm] += rewards[time, arm]
        pulls[arm] += 1
        time += 1
        stop, noise, released = False, 0.0, pulls[arm] >= options.dues[releases.phases[arm]]
        if released:
            total = release_sum(generator, problem.means, rewards, arm, pulls[arm] - releases.pulls[arm], pending)
            noise = drawn_noise(generator, problem.epsilon, options.deviation)
            releases.true_sums[arm] += total
            releases.private_sums[arm] += total + noise
            releases.pulls[arm] = pulls[arm]
            releases.phases[arm] += 1
            shown.private_means[arm] = releases.private_sums[arm] / pulls[arm]
            shown.empirical_means[arm] = releases.true_sums[arm] / pulls[arm]
            releases.clipped[arm] = min(max(shown.private_means[arm], 0.0), 1.0)
            leader = largest(releases.clipped)
            challenges.indices[:] = -math.inf
            if time >= arms:
                stop = _is_passed(shown, options, leader, releases, time)
        ended = stop or time >= problem.max_samples
        if released or ended:
            challenger = -1
            if time >= arms:
                challenger = _challenger(challenges, leader, releases.clipped, pulls, options.steepness, time)
            moment = Moment(time, arm, noise, leader, challenger, shown)
            rows = record_moment(record, rows, moment)
        if ended or (time & POLL_MASK == 0 and cancel[0] != 0):
            return Ending(stop, time, leader, rows)
        if time < arms:
            arm = time
        else:
            arm = track(tracking, leader, NOBODY, options.leader_share)
            if arm < 0:
                arm = _challenger(challenges, leader, releases.clipped, pulls, options.steepness, time)


@kernel
def _is_passed(shown: ArmsShown, options: Options, leader: int, releases: Releases, time: int) -> bool:
    """Fill the test of the leader against each arm; whether every cost exceeds its threshold."""
    stop, clipped = True, releases.clipped
    for a in range(clipped.shape[0]):
        shown.costs[a], shown.thresholds[a] = 0.0, 0.0
        if a != leader:
            shown.costs[a] = transportation_cost_kernel(
                clipped[leader], clipped[a], float(releases.pulls[leader]), float(releases.pulls[a]), options.steepness
            )
            if options.log_risk < 0:
                shown.thresholds[a] = math.log(1 + math.log(time)) - options.log_risk
            else:
                levels, phases = options.levels, releases.phases
                shown.thresholds[a] = levels[phases[leader] - 1] + levels[phases[a] - 1]
            stop = stop and shown.costs[a] > shown.thresholds[a]
    return stop


@kernel
def _challenger(
    challenges: Challenges, leader: int, clipped: Floats, pulls: Integers, epsilon: float, time: int
) -> int:
    """The arm with the smallest cost + log(pulls), the lowest number on a tie.

    Between releases an index only grows with the pulls, so an old value is a lower bound.  The smallest one is updated,
    again and again, until the smallest one is up to date.
    """
    indices, evaluated = challenges.indices, challenges.evaluated
    while True:
        choice = 1 if leader == 0 else 0
        for a in range(choice + 1, clipped.shape[0]):
            if a != leader and indices[a] < indices[choice]:
                choice = a
        if evaluated[choice] == time and indices[choice] > -math.inf:
            return choice
        cost = transportation_cost_kernel(
            clipped[leader], clipped[choice], float(pulls[leader]), float(pulls[choice]), epsilon
        )
        indices[choice], evaluated[choice] = cost + math.log(pulls[choice]), time


GROWTH = Parameter("growth", 1.0, "an arm is released when its pulls have grown by this factor (eta)", Number(0.01, 10))
FREEZING = (
    "With the proven threshold the bound on the risk holds for every instance with one best arm, but runs are "
    "proven to stop only where all means differ. With tied suboptimal arms the best arm can get stuck after a few "
    "unlucky draws of noise, and the run does not stop: such runs are capped and counted."
)
ALGORITHM = FixedConfidenceAlgorithm(
    name="dp-tt",
    label="DP-TT",
    privacy=GLOBAL_DP,
    source="Jourdan & Azize (NeurIPS 2025), arXiv:2510.17348, Algorithm 1 as on its poster",
    thresholds={
        "proven": "c_k(leader) + c_k(rival), a Chernoff bound for k noises, derived in docs/dp-tt-threshold.md; "
        "the paper prints only the order log(1/risk) + log(n) log(1 + eps n / log n)",
        "heuristic": "research-code style, not proven: one test against log((1 + log n)/risk); wrong in a tenth of the "
        "runs for means .95 .9 .9 .9 .5, epsilon .001, risk .01",
    },
    parameters=(GROWTH, LEADER_SHARE),
    warnings=(FREEZING,),
    prepare=prepare,
)
