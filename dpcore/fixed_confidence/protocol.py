"""What one fixed-confidence algorithm declares, and how one run of it is called.

An algorithm is one file that defines

    ALGORITHM = Algorithm(name="dp-tt", ..., prepare=prepare)

and is listed with one line in registry.py.  `prepare(setting)` does the work that is shared by all runs (threshold
tables) and returns `one_run`, a function called once per run, from several threads at once:

    finished, stopping_time, recommendation, rows = one_run(generator, rewards, cancel, log, pulls)

    generator  the run's only source of randomness
    rewards    (T, K) float64, or (0, K) in production.  With T > 0 (tests: privacy audits, an independent loop) step t
               (0-based) of arm a yields rewards[t, a] instead of a Bernoulli draw: row t is the t-th participant.
    cancel     (1,) uint8: poll it at least every 10 000 steps; once non-zero return at once, the run is dropped
    log        (capacity, trace_columns(K)) float64: one row per moment, written with `record_moment`; capacity 0 in
               simulations.  A run with more moments than the capacity goes on counting rows without writing them.
    pulls      (K,) int64, zeros on entry: the run counts its pulls here

    finished        whether the stopping rule fired before more than setting.max_samples samples were needed
    stopping_time   samples used, = pulls.sum(), <= setting.max_samples
    recommendation  the answer (0-based); the current leader when not finished
    rows            moments of the trace, also when log has no room

`one_run` calls one nogil kernel; recording must not change the run: it draws nothing and decides nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from dpcore._validation import check_choice, check_count, check_open_interval

OneRun = Callable[
    [np.random.Generator, NDArray[np.float64], NDArray[np.uint8], NDArray[np.float64], NDArray[np.int64]],
    tuple[bool, int, int, int],
]


@dataclass(frozen=True)
class Setting:
    """A validated problem: everything that all runs of one experiment share.

    epsilon is inf for an algorithm without privacy.  parameters holds every parameter of the algorithm, defaults filled
    in.  means are not used by a run on a table of rewards, except for their number.
    """

    means: NDArray[np.float64]
    epsilon: float
    risk: float
    threshold: str
    max_samples: int
    parameters: Mapping[str, Any]


@dataclass(frozen=True)
class Parameter:
    """One parameter of an algorithm: a name among `choices`, a whole number in [low, high] or a number in (low, high).

    A default of None means that the algorithm chooses, as `meaning` says.
    """

    name: str
    default: float | int | str | None
    meaning: str
    low: float = 0.0
    high: float = 1.0
    whole: bool = False
    choices: tuple[str, ...] = ()

    def check(self, value: Any) -> float | int | str | None:
        """The validated value; ValueError quotes a bad one."""
        if value is None and self.default is None:
            return None
        if self.choices:
            return check_choice(self.name, value, self.choices)
        if self.whole:
            return check_count(self.name, value, int(self.low), int(self.high))
        return check_open_interval(self.name, value, self.low, self.high)


@dataclass(frozen=True)
class Algorithm:
    """The registry entry of an algorithm: what a page says about it, and how to run it.

    privacy: "none", "eps-local DP" or "eps-global DP".  thresholds: threshold name ("proven", "heuristic") to what it
    is and where it comes from, in the order offered.  warnings: sentences that a page shows beside the results.
    """

    name: str
    label: str
    privacy: str
    source: str
    thresholds: Mapping[str, str]
    parameters: tuple[Parameter, ...]
    warnings: tuple[str, ...]
    prepare: Callable[[Setting], OneRun]

    @property
    def is_private(self) -> bool:
        """Whether the algorithm needs an epsilon."""
        return self.privacy != "none"


LEADER_SHARE = Parameter("leader_share", 0.5, "share of the samples that goes to the leader (beta)")


def trace_columns(arms: int) -> int:
    """The width of a trace's log: five numbers and six vectors, in the order of record_moment's arguments."""
    return 5 + 6 * arms


@numba.njit(cache=True, nogil=True, inline="never")
def record_moment(  # type: ignore[no-untyped-def]
    log,
    row,
    time,
    arm,
    noise,
    leader,
    challenger,
    private_means,
    empirical_means,
    counts,
    private_counts,
    costs,
    thresholds,
):
    """Write one moment of a run into row `row` of the log if it has room, and return the next row's number.

    time: samples used so far.  arm: whose release (or pull) this is.  noise: added to the released SUM of rewards, 0
    without a release.  leader, challenger: after the moment; challenger -1 where there is none.  private_means,
    private_counts: what the algorithm decides with, and how many rewards are in it.  empirical_means: of the true
    rewards behind private_means.  counts: pulls.  costs, thresholds: per arm, the stopping test of the answer (the
    arm that would be recommended now) against it, passed when the cost reaches the threshold; 0 at the answer itself
    and where there is no test yet.
    """
    if row < log.shape[0]:
        arms = counts.shape[0]
        cells = log[row]
        cells[0], cells[1], cells[2], cells[3], cells[4] = time, arm, noise, leader, challenger
        for a in range(arms):
            cells[5 + a] = private_means[a]
            cells[5 + arms + a] = empirical_means[a]
            cells[5 + 2 * arms + a] = counts[a]
            cells[5 + 3 * arms + a] = private_counts[a]
            cells[5 + 4 * arms + a] = costs[a]
            cells[5 + 5 * arms + a] = thresholds[a]
    return row + 1
