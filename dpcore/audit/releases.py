"""Runs of fixed-confidence algorithms on two neighbouring tables of rewards, and the batch sums that they release."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from dpcore.audit.evidence import Floats
from dpcore.audit.faults import FIRST, NEXT, OTHER, Sums
from dpcore.experiments import GLOBAL_DP, CancelFlag
from dpcore.fixed_confidence import fixed_confidence_algorithms
from dpcore.fixed_confidence.algorithms.pb_tas.entry import default_first_batch as pb_tas_batch
from dpcore.fixed_confidence.algorithms.prise.entry import default_first_batch as prise_batch
from dpcore.fixed_confidence.protocol import OneRun, Problem, Record, Setting, new_record, trace_columns
from dpcore.successive_elimination import epoch_pulls

ARMS = 2
RISK = 0.01
_CAPACITY = 24  # moments of a run that are kept: those of the first releases
_AT_ONCE = 256  # runs between two looks at the cancel flag


def auditable_algorithms() -> dict[str, str]:
    """Name and label of the algorithms whose released batch sums an audit can look at.

    Those of fixed confidence with epsilon-global DP: each release is a batch sum with Laplace noise, and all else that
    leaves them is computed from releases.
    """
    entries = fixed_confidence_algorithms()
    first = [name for name in ("pb-tas", "dp-tt") if name in entries]
    others = [name for name, entry in entries.items() if entry.privacy == GLOBAL_DP and name not in first]
    return {name: entries[name].label for name in (*first, *others)}


@dataclass(frozen=True)
class Subject:
    """An algorithm prepared for an audit.

    table: (T, 2) rewards, all 1/2.  row: of the participant in whom the data sets differ, the last one in the first
    batch of arm 1.  least: that batch's exact sum without this reward.
    """

    one_run: OneRun
    table: Floats
    row: int
    least: float

    def sums(self, generator: np.random.Generator, reward: float, runs: int, cancel: CancelFlag) -> Sums | None:
        """The sums of `runs` runs on the table with this reward in its row; None once cancelled."""
        table = self.table.copy()
        table[self.row, 0] = reward
        parts = []
        for start in range(0, runs, _AT_ONCE):
            parts.append(_made(self.one_run, table, generator, min(_AT_ONCE, runs - start), cancel))
            if cancel.is_set():
                return None
        return Sums(*(np.concatenate(column) for column in zip(*parts, strict=True)))


@lru_cache(maxsize=16)
def prepared(algorithm: str, epsilon: float, overspend: float) -> Subject:
    """The algorithm with the batches of the budget epsilon and the noise of overspend epsilon."""
    entry = fixed_confidence_algorithms()[algorithm]
    parameters, rows = _SIZES.get(algorithm, _doubling)(epsilon, overspend)
    problem = Problem(np.array([0.5, 0.4]), overspend * epsilon, RISK, rows)  # the means are not used with a table
    threshold = next(iter(entry.thresholds))
    one_run = entry.prepare(Setting(problem, threshold, entry.check_parameters(parameters)))
    table = np.full((rows, ARMS), 0.5)
    row = _last_of_first_batch(one_run, rows)
    first = _made(one_run, table, np.random.default_rng(0), 1, CancelFlag())
    return Subject(one_run, table, row, float(first.exact[0, FIRST]) - 0.5)


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


# What an algorithm must be told so that the batches do not depend on the fault, and rewards for the audited releases.
_SIZES: dict[str, Callable[[float, float], tuple[dict[str, int], int]]] = {
    "pb-tas": _pb_tas,
    "prise": _prise,
    "dp-se": _dp_se,
}


def _last_of_first_batch(one_run: OneRun, rows: int) -> int:
    """The last row whose reward is in the first release of arm 1, by bisection: runs on tables of 0 and then 1."""
    low, high = 0, rows
    while high - low > 1:
        middle, table = (low + high) // 2, np.zeros((rows, ARMS))
        table[middle:] = 1.0
        found = _made(one_run, table, np.random.default_rng(0), 1, CancelFlag())
        low, high = (middle, high) if found.exact[0, FIRST] > 0 else (low, middle)
    return low


def _made(one_run: OneRun, table: Floats, generator: np.random.Generator, runs: int, cancel: CancelFlag) -> Sums:
    """The audited sums of some runs, read from what they have recorded."""
    logs, moments = np.empty((runs, _CAPACITY, trace_columns(ARMS))), np.empty(runs, np.int64)
    for run in range(runs):
        pulls = new_record(ARMS).pulls
        moments[run] = one_run(generator, table, cancel.array, Record(logs[run], pulls)).moments
    return _read(logs, moments)


def _read(logs: Floats, moments: np.ndarray) -> Sums:
    """The sums in the moments of runs, (R, moments, columns): see protocol.Moment."""
    vectors = logs[:, :, 5:].reshape(*logs.shape[:2], 6, ARMS)
    is_release = (np.arange(_CAPACITY) < moments[:, None]) & (logs[:, :, 2] != 0)
    sums = Sums(*np.full((3, len(logs), 3), np.nan))
    for arm, numbers in ((0, (FIRST, NEXT)), (1, (OTHER,))):
        is_of_arm = is_release & (logs[:, :, 1] == arm)
        order = np.cumsum(is_of_arm, axis=1)
        before_count, before_total = np.zeros(len(logs)), np.zeros(len(logs))
        for place, number in enumerate(numbers):
            hit = is_of_arm & (order == place + 1)
            run, moment = np.nonzero(hit)
            counts = vectors[run, moment, 3, arm]
            totals = counts * vectors[run, moment, 1, arm]
            # An algorithm that forgets shows the last batch alone, and its rewards are then fewer than its pulls.
            keeps = counts == vectors[run, moment, 2, arm]
            sums.sizes[run, number] = counts - np.where(keeps, before_count[run], 0)
            sums.exact[run, number] = totals - np.where(keeps, before_total[run], 0)
            sums.noise[run, number] = logs[run, moment, 2]
            before_count[run], before_total[run] = counts, totals
    return sums
