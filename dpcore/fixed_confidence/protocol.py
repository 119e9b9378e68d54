"""What one fixed-confidence algorithm declares, and how one run of it is called.

An algorithm is one file that defines

    ALGORITHM = FixedConfidenceAlgorithm(name="dp-tt", ..., prepare=prepare)

and is listed with one line in registry.py.  `prepare(setting)` does the work that is shared by all runs (threshold
tables) and returns `one_run`, a function called once per run, from several threads at once:

    stopped, time, answer, moments = one_run(generator, rewards, cancel, record)

    generator  the run's only source of randomness
    rewards    (T, K) float64, or (0, K) in production.  With T > 0 (tests: privacy audits, an independent loop) step t
               (0-based) of arm a yields rewards[t, a] instead of a Bernoulli draw: row t is the t-th participant.
    cancel     (1,) uint8: poll it at least every 10 000 steps; once non-zero return at once, the run is dropped
    record     a Record, filled by the run
    Ending     what it returns

`one_run` is partial(kernel, setting.problem, options): one nogil kernel, whose options are a NamedTuple of its own.
Recording must not change the run: it draws nothing and decides nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dpcore._kernels import kernel
from dpcore.experiments import Algorithm, Number, Parameter

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Flag = NDArray[np.uint8]


class Problem(NamedTuple):
    """What every kernel needs: means (K,), whose values a run on a table of rewards does not use; the rest is checked.

    epsilon: inf for an algorithm without privacy; for one that is rho-zCDP the epsilon with epsilon tanh(epsilon/2) =
    rho, by which it only allocates.
    """

    means: Floats
    epsilon: float
    risk: float
    max_samples: int


class Record(NamedTuple):
    """What a run fills in: log (capacity, trace_columns(K)) by `record_moment`, pulls (K,), zeros on entry.

    The capacity is 0 in simulations.  A run with more moments goes on counting them without writing.
    """

    log: Floats
    pulls: Integers


class Ending(NamedTuple):
    """How a run ended.

    stopped: whether the stopping rule fired before more than max_samples were needed.  time: samples used,
    = pulls.sum(), <= max_samples.  answer: the recommended arm (0-based), the current leader when not stopped.
    moments: of the trace, also when the log has no room.
    """

    stopped: bool
    time: int
    answer: int
    moments: int


OneRun = Callable[[np.random.Generator, Floats, Flag, Record], Ending]


class ArmsShown(NamedTuple):
    """What a trace shows of every arm, all (K,).

    private_means, private_counts: what the algorithm decides with, and how many rewards are in it.  empirical_means: of
    the true rewards behind private_means.  costs, thresholds: the stopping test of the answer (the arm that would be
    recommended now) against each arm, passed when the cost reaches the threshold; 0 at the answer itself and where
    there is no test yet.
    """

    private_means: Floats
    empirical_means: Floats
    private_counts: Integers
    costs: Floats
    thresholds: Floats


class Moment(NamedTuple):
    """One moment of a trace.

    time: samples used so far.  arm: whose release (or pull) this is.  noise: added to the released SUM of rewards, 0
    without a release.  leader, challenger: after the moment; challenger -1 where there is none.
    """

    time: int
    arm: int
    noise: float
    leader: int
    challenger: int
    shown: ArmsShown


@dataclass(frozen=True)
class Setting:
    """A validated experiment: the problem, the threshold's name, every parameter with defaults filled in.

    indifference: the smallest difference that matters, 0 where the algorithm does not take it.
    """

    problem: Problem
    threshold: str
    parameters: Mapping[str, Any]
    indifference: float = 0.0

    @property
    def arms(self) -> int:
        """The number of arms K."""
        return self.problem.means.size


@dataclass(frozen=True, kw_only=True)
class FixedConfidenceAlgorithm(Algorithm):
    """A registry entry.

    thresholds: threshold name ("proven", "heuristic") to what it is and where it comes from, in the order offered.
    takes_indifference: whether it may be told the smallest difference that matters; it then stops with a good answer
    (dpcore.good_answers), and means may tie.
    """

    thresholds: Mapping[str, str]
    prepare: Callable[[Setting], OneRun]
    takes_indifference: bool = False


# Where a kernel begins to count: with a plain 0 numba compiles what the kernel calls once more, for a constant.
FIRST: Any = np.int64(0)

LEADER_SHARE = Parameter("leader_share", 0.5, "share of the samples that goes to the leader (beta)", Number(0, 1))


def trace_columns(arms: int) -> int:
    """The width of a trace's log: the five numbers of a Moment, and the pulls and the five vectors of its ArmsShown."""
    return 5 + 6 * arms


def no_rewards(arms: int) -> Floats:
    """The empty table of rewards of a run that draws its own."""
    return np.empty((0, arms))


def new_record(arms: int, capacity: int = 0) -> Record:
    """The record of a new run with room for `capacity` moments."""
    return Record(np.empty((capacity, trace_columns(arms))), np.zeros(arms, dtype=np.int64))


@kernel
def new_shown(private_counts: Integers) -> ArmsShown:
    """Nothing to show yet but the counts, which the algorithm keeps."""
    arms = private_counts.shape[0]
    return ArmsShown(np.zeros(arms), np.zeros(arms), private_counts, np.zeros(arms), np.zeros(arms))


@kernel(inline="never")
def record_moment(record: Record, row: int, moment: Moment) -> int:
    """Write a moment and the pulls into row `row` of the log if it has room, and return the next row's number."""
    if row < record.log.shape[0]:
        arms, cells, shown = record.pulls.shape[0], record.log[row], moment.shown
        cells[0], cells[1], cells[2] = moment.time, moment.arm, moment.noise
        cells[3], cells[4] = moment.leader, moment.challenger
        for a in range(arms):
            cells[5 + a] = shown.private_means[a]
            cells[5 + arms + a] = shown.empirical_means[a]
            cells[5 + 2 * arms + a] = record.pulls[a]
            cells[5 + 3 * arms + a] = shown.private_counts[a]
            cells[5 + 4 * arms + a] = shown.costs[a]
            cells[5 + 5 * arms + a] = shown.thresholds[a]
    return row + 1
