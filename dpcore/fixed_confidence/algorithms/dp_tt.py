"""DP-TT: a top-two rule on private sums that grow by doubling batches and forget nothing (eps-global DP).

Source: Jourdan & Azize (NeurIPS 2025), arXiv:2510.17348, Algorithm 1 as on its poster.  Deviations: an arm is released
at most once a pull (no empty batches; the same for growth >= 1); a tied challenger is the lowest arm.
"""

import math
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from dpcore.fixed_confidence._thresholds import dp_tt_level
from dpcore.fixed_confidence._top_two import POLL_MASK, largest, release_sum, track
from dpcore.fixed_confidence.protocol import LEADER_SHARE, Algorithm, OneRun, Parameter, Setting, record_moment
from dpcore.times.transport import transportation_cost_kernel


def prepare(setting: Setting) -> OneRun:
    """One run's function for this setting (see protocol.py)."""
    dues = phase_dues(float(setting.parameters["growth"]), setting.max_samples)
    proven = setting.threshold == "proven"
    levels = np.array(
        [dp_tt_level(k, setting.means.size, setting.risk) if proven else 0.0 for k in range(1, dues.size + 1)]
    )
    log_risk = 0.0 if proven else math.log(setting.risk)
    leader_share = float(setting.parameters["leader_share"])

    def one_run(
        generator: np.random.Generator,
        rewards: NDArray[np.float64],
        cancel: NDArray[np.uint8],
        log: NDArray[np.float64],
        pulls: NDArray[np.int64],
    ) -> Any:
        return _run(
            generator,
            setting.means,
            rewards,
            cancel,
            log,
            pulls,
            setting.epsilon,
            dues,
            levels,
            log_risk,
            leader_share,
            setting.max_samples,
        )

    return one_run


def phase_dues(growth: float, max_samples: int) -> NDArray[np.int64]:
    """The pulls at which an arm's releases are due, until beyond max_samples: 1, then (1 + growth)^k rounded up."""
    last = math.ceil(math.log(max_samples) / math.log1p(growth)) + 1
    return np.ceil((1 + growth) ** np.arange(last + 1)).astype(np.int64)


@numba.njit(cache=True, nogil=True)
def _run(  # type: ignore[no-untyped-def]
    generator,
    means,
    rewards,
    cancel,
    log,
    pulls,
    epsilon,
    dues,
    levels,
    log_risk,
    leader_share,
    max_samples,
):
    arms = pulls.shape[0]
    phases, released_pulls = np.zeros(arms, np.int64), np.zeros(arms, np.int64)
    private_sums, true_sums, pending = np.zeros(arms), np.zeros(arms), np.zeros(arms)
    clipped, costs, thresholds = np.zeros(arms), np.zeros(arms), np.zeros(arms)
    indices, evaluated = np.zeros(arms), np.zeros(arms, np.int64)
    times_leader, own_pulls = np.zeros(arms, np.int64), np.zeros(arms, np.int64)
    time, rows, leader, arm = 0, 0, 0, 0
    while True:
        if rewards.shape[0] > 0:
            pending[arm] += rewards[time, arm]
        pulls[arm] += 1
        time += 1
        stop, noise, released = False, 0.0, pulls[arm] >= dues[phases[arm]]
        if released:
            total = release_sum(generator, means, rewards, arm, pulls[arm] - released_pulls[arm], pending)
            noise = generator.laplace(0.0, 1.0 / epsilon)
            true_sums[arm] += total
            private_sums[arm] += total + noise
            released_pulls[arm] = pulls[arm]
            phases[arm] += 1
            clipped[arm] = min(max(private_sums[arm] / pulls[arm], 0.0), 1.0)
            leader = largest(clipped)
            indices[:] = -math.inf
            if time >= arms:
                stop = _test(
                    leader, clipped, released_pulls, phases, epsilon, levels, log_risk, time, costs, thresholds
                )
        ended = stop or time >= max_samples
        if released or ended:
            challenger = -1 if time < arms else _challenger(leader, clipped, pulls, epsilon, indices, evaluated, time)
            rows = record_moment(
                log,
                rows,
                time,
                arm,
                noise,
                leader,
                challenger,
                private_sums / np.maximum(released_pulls, 1),
                true_sums / np.maximum(released_pulls, 1),
                pulls,
                released_pulls,
                costs,
                thresholds,
            )
        if ended or (time & POLL_MASK == 0 and cancel[0] != 0):
            return stop, time, leader, rows
        if time < arms:
            arm = time
        else:
            arm = track(leader, -1, leader_share, times_leader, own_pulls)
            if arm < 0:
                arm = _challenger(leader, clipped, pulls, epsilon, indices, evaluated, time)


@numba.njit(cache=True, nogil=True)
def _test(leader, clipped, weights, phases, epsilon, levels, log_risk, time, costs, thresholds):  # type: ignore[no-untyped-def]
    """Fill costs and thresholds of the leader against each arm; whether every cost exceeds its threshold."""
    stop = True
    for a in range(clipped.shape[0]):
        costs[a], thresholds[a] = 0.0, 0.0
        if a != leader:
            costs[a] = transportation_cost_kernel(
                clipped[leader], clipped[a], float(weights[leader]), float(weights[a]), epsilon
            )
            if log_risk < 0:
                thresholds[a] = math.log(1 + math.log(time)) - log_risk
            else:
                thresholds[a] = levels[phases[leader] - 1] + levels[phases[a] - 1]
            stop = stop and costs[a] > thresholds[a]
    return stop


@numba.njit(cache=True, nogil=True)
def _challenger(leader, clipped, pulls, epsilon, indices, evaluated, time):  # type: ignore[no-untyped-def]
    """The arm with the smallest cost + log(pulls), the lowest number on a tie.

    Between releases an index only grows with the pulls, so an old value is a lower bound: the smallest one is brought
    up to date until the smallest is of now.
    """
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


ALGORITHM = Algorithm(
    name="dp-tt",
    label="DP-TT",
    privacy="eps-global DP",
    source="Jourdan & Azize (NeurIPS 2025), arXiv:2510.17348, Algorithm 1 as on its poster",
    thresholds={
        "proven": "c_k(leader) + c_k(rival), a Chernoff bound for k noises; own derivation (docs/dp-tt-threshold.md); "
        "the paper prints only the order log(1/risk) + log(n) log(1 + eps n / log n)",
        "heuristic": "research-code style, not proven: one test against log((1 + log n)/risk); wrong in a tenth of the "
        "runs for means .95 .9 .9 .9 .5, epsilon .001, risk .01",
    },
    parameters=(
        Parameter("growth", 1.0, "an arm is released when its pulls have grown by this factor (eta)", 0.01, 10.0),
        LEADER_SHARE,
    ),
    warnings=(
        "The guarantee needs pairwise different means. With tied suboptimal arms the best arm can freeze after a few "
        "unlucky noises, and the run does not stop: such runs are capped and counted.",
    ),
    prepare=prepare,
)
