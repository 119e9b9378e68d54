"""Runs of fixed-confidence algorithms on two neighbouring tables of rewards, and the batch sums that they release."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np

from dpcore.audit.evidence import Floats, Integers
from dpcore.audit.faults import FIRST, NEXT, OTHER, Sums
from dpcore.experiments import CancelFlag
from dpcore.fixed_confidence import fixed_confidence_algorithms
from dpcore.fixed_confidence.algorithms.pb_tas.entry import default_first_batch as pb_tas_batch
from dpcore.fixed_confidence.algorithms.prise.entry import default_first_batch as prise_batch
from dpcore.fixed_confidence.algorithms.prise.sizing import REWARD_VARIANCE
from dpcore.fixed_confidence.protocol import OneRun, Problem, Record, Setting, new_record, trace_columns
from dpcore.successive_elimination import epoch_pulls

ARMS = 2
RISK = 0.01
_CAPACITY = 24  # moments of a run that are kept: those of the first releases
_AT_ONCE = 256  # runs between two looks at the cancel flag

Weight = Callable[[Floats], Floats]


def auditable_algorithms() -> dict[str, str]:
    """Name and label of the algorithms whose released batch sums an audit can look at.

    They are the fixed-confidence algorithms with epsilon-global DP that _RELEASES lists: each release is a batch sum
    with Laplace noise, and everything else that leaves them is computed from releases.
    Examples:
        >>> list(auditable_algorithms())
        ['pb-tas', 'dp-tt', 'dp-se', 'adap-tt', 'adap-tt-star', 'prise']
    """
    entries = fixed_confidence_algorithms()
    return {name: entries[name].label for name in _RELEASES}


@dataclass(frozen=True)
class Subject:
    """An algorithm prepared for an audit.

    weight: of a batch in the arm's private mean, by its size.  table: (T, 2) rewards, all 1/2.  row: of the participant
    in whom the data sets differ, the last one in the first batch of arm 1.  least: that batch's exact sum without this
    reward.
    """

    one_run: OneRun
    weight: Weight
    table: Floats
    row: int
    least: float

    def sums(self, generator: np.random.Generator, reward: float, runs: int, cancel: CancelFlag) -> Sums | None:
        """The sums of `runs` runs on the table with this reward in its row; None once cancelled."""
        table = self.table.copy()
        table[self.row, 0] = reward
        parts = []
        for start in range(0, runs, _AT_ONCE):
            logs, moments = _logs(self.one_run, table, generator, min(_AT_ONCE, runs - start), cancel)
            if cancel.is_set():
                return None
            parts.append(_read(logs, moments, self.weight))
        return Sums(*(np.concatenate(column) for column in zip(*parts, strict=True)))


@lru_cache(maxsize=16)
def prepared(algorithm: str, epsilon: float, overspend: float) -> Subject:
    """The algorithm with the noise of overspend epsilon, and the batches of epsilon where it can be told them."""
    entry = fixed_confidence_algorithms()[algorithm]
    sizes, weight = _RELEASES[algorithm]
    parameters, rows = sizes(epsilon, overspend)
    problem = Problem(np.array([0.5, 0.4]), overspend * epsilon, RISK, rows)  # the means are not used with a table
    threshold = next(iter(entry.thresholds))
    one_run = entry.prepare(Setting(problem, threshold, entry.check_parameters(parameters)))
    row, first_sum = _first_batch(one_run, rows)
    return Subject(one_run, partial(weight, problem.epsilon), np.full((rows, ARMS), 0.5), row, first_sum - 0.5)


def _size(epsilon: float, sizes: Floats) -> Floats:
    """A batch's weight where all rewards in a private mean count alike."""
    return sizes


def _precision(epsilon: float, sizes: Floats) -> Floats:
    """PRISE's weight of a batch: see `update_belief`."""
    return sizes**2 / (REWARD_VARIANCE * sizes + 2 / (epsilon * epsilon))


def _pb_tas(epsilon: float, overspend: float) -> tuple[dict[str, int], int]:
    batch = pb_tas_batch(epsilon)
    return {"first_batch": batch}, 4 * batch


def _prise(epsilon: float, overspend: float) -> tuple[dict[str, int], int]:
    batch = prise_batch(epsilon)
    return {"first_batch": batch}, math.ceil(2.5 * batch)


def _dp_se(epsilon: float, overspend: float) -> tuple[dict[str, int], int]:
    pulls = [math.ceil(epoch_pulls(ARMS, epoch, RISK, overspend * epsilon)) for epoch in (1, 2)]
    return {}, ARMS * sum(pulls)


def _doubling(epsilon: float, overspend: float) -> tuple[dict[str, int], int]:
    return {}, 8


# What an algorithm must be told so that the batches do not depend on the fault, with rewards for the audited releases,
# and the weight of a batch in the arm's private mean.
# DP-SE cannot be told: its batches are those of the budget whose noise it adds.
_RELEASES: dict[str, tuple[Callable[[float, float], tuple[dict[str, int], int]], Callable[[float, Floats], Floats]]] = {
    "pb-tas": (_pb_tas, _size),
    "dp-tt": (_doubling, _size),
    "dp-se": (_dp_se, _size),
    "adap-tt": (_doubling, _size),
    "adap-tt-star": (_doubling, _size),
    "prise": (_prise, _precision),
}


def _first_batch(one_run: OneRun, rows: int) -> tuple[int, float]:
    """The last row whose reward is in the first batch of arm 1, and the batch's sum if all rewards are 1/2.

    By bisection: runs on tables of 0 and then 1.
    """

    def total(table: Floats) -> float:
        logs, moments = _logs(one_run, table, np.random.default_rng(0), 1, CancelFlag())
        return float(_read(logs, moments, partial(_size, math.inf)).exact[0, FIRST])

    low, high = 0, rows
    while high - low > 1:
        middle, table = (low + high) // 2, np.zeros((rows, ARMS))
        table[middle:] = 1.0
        low, high = (middle, high) if total(table) > 0 else (low, middle)
    return low, total(np.full((rows, ARMS), 0.5))


def _logs(
    one_run: OneRun, table: Floats, generator: np.random.Generator, runs: int, cancel: CancelFlag
) -> tuple[Floats, Integers]:
    """What some runs record: their logs (R, moments, columns), and how many moments each had."""
    logs, moments = np.empty((runs, _CAPACITY, trace_columns(ARMS))), np.empty(runs, np.int64)
    for run in range(runs):
        pulls = new_record(ARMS).pulls
        moments[run] = one_run(generator, table, cancel.array, Record(logs[run], pulls)).moments
    return logs, moments


def _read(logs: Floats, moments: Integers, weight: Weight) -> Sums:
    """The audited sums in the moments of runs, (R, moments, columns): see protocol.Moment.

    The released ones are computed from the private means, with which the run decides, and from how many rewards are in
    them: not from the noise that the run says it has added.
    """
    vectors = logs[:, :, 5:].reshape(*logs.shape[:2], 6, ARMS)
    is_made = np.arange(_CAPACITY) < moments[:, None]
    sums = Sums(*np.full((3, len(logs), 3), np.nan))
    for arm, numbers in ((0, (FIRST, NEXT)), (1, (OTHER,))):
        is_of_arm = is_made & (logs[:, :, 1] == arm)
        order = np.cumsum(is_of_arm, axis=1)
        before = np.zeros((5, len(logs)))
        for place, number in enumerate(numbers):
            run, moment = np.nonzero(is_of_arm & (order == place + 1))
            private, exact, pulls, counts = vectors[run, moment, :4, arm].T
            # An algorithm that forgets shows the last batch alone, and its rewards are then fewer than its pulls.
            keeps = counts == pulls
            # At the end of a run an arm may have been pulled without a release.
            is_release = (pulls > before[2, run]) & (keeps | (counts + before[3, run] == pulls))
            run, keeps = run[is_release], keeps[is_release]
            private, exact, pulls, counts = (each[is_release] for each in (private, exact, pulls, counts))
            old_private, old_exact, _, old_counts, old_weight = np.where(keeps, before[:, run], 0.0)
            sizes = counts - old_counts
            new_weight = weight(sizes)
            total = (old_weight + new_weight) * private - old_weight * old_private
            sums.released[run, number] = sizes * total / new_weight
            sums.exact[run, number] = counts * exact - old_counts * old_exact
            sums.sizes[run, number] = sizes
            before[:, run] = private, exact, pulls, counts, old_weight + new_weight
    return sums
