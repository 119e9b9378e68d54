"""An audit of a private algorithm: the lower bound on its privacy loss, batch after batch of runs."""

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from dpcore._validation import check_choice, check_epsilon, check_seed, quoted
from dpcore.audit.evidence import Floats, Integers, LossBound, cell_edges, counts_by_cell, likely_tails, new_bound
from dpcore.audit.faults import Fault, audit_faults, statistics
from dpcore.audit.releases import auditable_algorithms, prepared
from dpcore.audit.samples import FALSE_ALARM_RATE
from dpcore.experiments import CancelFlag, check_cancel
from dpcore.experiments.runs import child_generator

EPSILON_LIMITS = (0.01, 20.0)
FIRST_PAIRS = 1000  # runs on either data set before the first bet: they say where to bet
_LARGEST_BATCH = 4000
_STEP = 50  # levels up to epsilon, and as many for each further epsilon
_REACH = 10  # the largest level, in epsilons
_REWARDS = (1.0, 0.0)  # of the participant in whom the two data sets differ


@dataclass(frozen=True)
class Cells:
    """What has been seen of the statistics: edges of the cells, and the outputs by cell of either data set."""

    edges: tuple[Floats, ...]
    ours: tuple[Integers, ...]
    theirs: tuple[Integers, ...]


@dataclass(frozen=True)
class Audit:
    """An audit so far.

    pairs: (M,) how many runs on either data set had been made at each moment.  bounds: (M,) the loss was then known to
    be more than this, nats.  alarm: the number of pairs at which the loss was first known to be more than epsilon.
    """

    algorithm: str
    epsilon: float
    fault: Fault
    seed: int
    bound: LossBound
    pairs: Integers
    bounds: Floats
    alarm: int | None = None
    cells: Cells | None = None

    @property
    def made(self) -> int:
        """How many pairs of runs there are."""
        return int(self.pairs[-1]) if self.pairs.size else 0

    @property
    def lower_bound(self) -> float:
        """The loss is more than this, with probability 1 - FALSE_ALARM_RATE at all moments together."""
        return self.bound.value

    def continued(self, cancel: CancelFlag | None = None) -> "Audit":
        """The audit after one more batch of pairs, at most 4000; the same audit once `cancel` is set.

        The runs depend on the seed, the algorithm, epsilon and the fault alone.
        """
        flag, batch = check_cancel(cancel), self.pairs.size
        size = next_batch(self.made)
        seen = self._statistics(batch, size, flag)
        if seen is None:
            return self
        if self.cells is None:
            edges = tuple(cell_edges(np.concatenate(pair)) for pair in zip(*seen, strict=True))
            ours, theirs = (_counted(each, edges) for each in seen)
            bound = self.bound
        else:
            edges = self.cells.edges
            more, others = (_counted(each, edges) for each in seen)
            bound = self._after_bets(more, others)
            ours = tuple(a + b for a, b in zip(self.cells.ours, more, strict=True))
            theirs = tuple(a + b for a, b in zip(self.cells.theirs, others, strict=True))
        pairs = self.made + size
        is_alarm = self.alarm is None and bound.value >= self.epsilon
        return replace(
            self,
            bound=bound,
            pairs=np.append(self.pairs, pairs),
            bounds=np.append(self.bounds, bound.value),
            alarm=pairs if is_alarm else self.alarm,
            cells=Cells(edges, ours, theirs),
        )

    def _after_bets(self, more: Sequence[Integers], others: Sequence[Integers]) -> LossBound:
        """The bound after a batch, bet on in the statistic that has told the data sets apart most surely so far."""
        assert self.cells is not None
        tails = [likely_tails(a, b) for a, b in zip(self.cells.ours, self.cells.theirs, strict=True)]
        best = max(range(len(tails)), key=lambda i: float(tails[i].scores.max()))
        chosen = tails[best]
        return self.bound.after(chosen.guesses, chosen.counts(more[best]), chosen.counts(others[best]))

    def _statistics(self, batch: int, size: int, cancel: CancelFlag) -> list[list[Floats]] | None:
        """The statistics of a batch of runs on either data set; None once cancelled."""
        subject = prepared(self.algorithm, self.epsilon, self.fault.overspend)

        def side(number: int) -> list[Floats] | None:
            reward = _REWARDS[number]
            sums = subject.sums(child_generator(self.seed, batch, number), reward, size, cancel)
            if sums is None:
                return None
            return statistics(self.fault.release(sums, reward), sums.sizes, subject.least)

        with ThreadPoolExecutor(len(_REWARDS)) as pool:
            sides = list(pool.map(side, range(len(_REWARDS))))
        return None if None in sides else sides  # type: ignore[return-value]


def begin_audit(algorithm: str, epsilon: float, fault: str = "none", seed: int = 0) -> Audit:
    """Return an audit that has made no runs yet; `audit.continued()` is the same audit after a batch of runs.

    Source: this project's own, docs/audit.md.  Deviations: none.
    Args:
        algorithm: a name in auditable_algorithms().
        epsilon: the promised budget, nats, in EPSILON_LIMITS.
        fault: a name in audit_faults(), planted in what the algorithm releases.
        seed: >= 0.
    Returns: an audit whose .lower_bound, nats, is proven at all moments at once, except with probability
            FALSE_ALARM_RATE: a multiple of epsilon/50 up to 10 epsilon.  A bound below epsilon proves nothing about
            the algorithm.
    Raises: ValueError when an argument is out of its domain.
    Examples:
        >>> begin_audit("dp-tt", 1.0).continued().pairs.size > 0
        True
    """
    check_choice("algorithm", algorithm, tuple(auditable_algorithms()))
    budget = check_budget(epsilon)
    planted = audit_faults()[check_choice("fault", fault, tuple(audit_faults()))]
    levels = np.arange(1, _REACH * _STEP + 1) * (budget / _STEP)
    levels[_STEP - 1] = budget
    bound = new_bound(levels, FALSE_ALARM_RATE)
    return Audit(algorithm, budget, planted, check_seed(seed), bound, np.empty(0, np.int64), np.empty(0))


def next_batch(made: int) -> int:
    """The number of pairs of runs in the batch that follows `made` pairs."""
    return FIRST_PAIRS if made == 0 else min(_LARGEST_BATCH, math.ceil(made / 10))


def check_budget(epsilon: float) -> float:
    """The promised budget as a float in EPSILON_LIMITS."""
    low, high = EPSILON_LIMITS
    budget = check_epsilon(epsilon)
    if not low <= budget <= high:
        raise ValueError(f"epsilon must be from {low:g} to {high:g} in an audit, not {quoted(epsilon)}")
    return budget


def _counted(values: Sequence[Floats], edges: Sequence[Floats]) -> tuple[Integers, ...]:
    return tuple(counts_by_cell(each, edge) for each, edge in zip(values, edges, strict=True))
