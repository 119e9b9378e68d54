"""One epsilon shared by many best-arm analyses of the same people: what each gets, and how many people that takes.

A lower bound says what each analysis takes at least; the best split makes the largest of these bounds as small as it
can be.  Where a person gives several samples it is for algorithms that protect each sample with its part of epsilon.
Proof: docs/privacy-budgets.md.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from dpcore._validation import check_count, check_epsilon, check_means, check_open_interval, check_risk, length, quoted
from dpcore.choosing.bounds import necessary_samples, possible_epsilon
from dpcore.privacy.composition import equal_epsilon
from dpcore.privacy.conversions import rho_for_epsilon_delta, rho_from_epsilon

MOST_ANALYSES = 100
MOST_RUNS_OF_ONE = 10**6
MOST_ARMS_OF_ALL = 2000
SMALLEST_EPSILON = 1e-12  # as of the algorithms
_ROOM = 1e-9  # relative: this much above the least participants, so that rounding overspends nothing


@dataclass(frozen=True)
class Analysis:
    """A best-arm question that is asked of the same people again and again.

    means: (K,) of its arms, strictly between 0 and 1, one unique maximum.  runs: how many of its runs one person can be
    in.  rows: how many samples one person can be in one run.     Raises: ValueError otherwise.
    """

    means: Sequence[float]
    runs: int = 1
    rows: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "means", tuple(check_means(self.means).tolist()))
        check_count("runs", self.runs, 1, MOST_RUNS_OF_ONE)
        check_count("rows", self.rows, 1, MOST_RUNS_OF_ONE)


@dataclass(frozen=True, eq=False)
class SharedEpsilon:
    """What each run of each analysis gets and needs, in the order of the analyses.

    epsilons (A,): of one person, nats; row_epsilons (A,): of one sample, with which an algorithm runs;
    participants (A,): lower bounds.  by_rho: whether they keep the budget by the sum of their rho, not of epsilons.
    """

    epsilons: NDArray[np.float64]
    row_epsilons: NDArray[np.float64]
    participants: NDArray[np.float64]
    by_rho: bool

    @property
    def largest(self) -> float:
        """Participants of the largest run, lower bound."""
        return float(self.participants.max())


def share_equally(
    analyses: Sequence[Analysis],
    epsilon: float,
    risk: float,
    delta: float | None = None,
    *,
    quantile: float = 0.9,
) -> SharedEpsilon:
    """Return the equal split: every run of every analysis gets the same epsilon.

    Participants: a lower bound for any risk-correct algorithm that stops in a share `quantile` of its runs and is
    (epsilon/rows)-DP in each sample, of which one person gives at most `rows`.  That is enough to protect a person with
    the run's epsilon; with rows > 1 an algorithm could protect people in another way, and need fewer of them.

    Source: composed_epsilon; group privacy (TH, before Eq. 2.5); necessary_samples.  Deviations: none.
    Args:    analyses: 1 to 100 of `Analysis`, of at most 2000 arms in all.
             epsilon: of one person in all runs together, nats, >= 1e-12, finite.
             risk: in (0, 1/2), of each run.  delta: strictly between 0 and 1: the promise of all together is
             (epsilon, delta)-DP; None: epsilon-DP.  quantile: above 2 risk, below 1.
    Returns: `SharedEpsilon`.     Raises: ValueError when an argument is out of its domain.
    Examples:
        >>> share_equally([Analysis([0.6, 0.5])] * 2, 1.0, 0.01).epsilons.tolist()
        [0.5, 0.5]
    """
    asked, epsilon, risk, quantile = _checked(analyses, epsilon, risk, quantile)
    runs = sum(analysis.runs for analysis in asked)
    share = equal_epsilon(epsilon, runs, delta)
    return _shared(asked, np.full(len(asked), share), risk, quantile, share * runs > epsilon * (1 + 1e-12))


def share_best(
    analyses: Sequence[Analysis],
    epsilon: float,
    risk: float,
    delta: float | None = None,
    *,
    quantile: float = 0.9,
) -> SharedEpsilon:
    """Return the split that makes the largest run's lower bound on participants smallest, of those the sums allow.

    All runs then need the same number of participants, to 1e-9.  Where the largest run would need as many without
    privacy, part of epsilon is left over.

    Source: this project's own, by monotonicity (docs/privacy-budgets.md).  Deviations: none.
    Args, Raises: as share_equally.  Returns: `SharedEpsilon`; with delta by the better of both sums.
    Examples:
        >>> share_best([Analysis([0.6, 0.5])] * 2, 1.0, 0.01).epsilons.round(3).tolist()
        [0.204, 0.204]
    """
    asked, epsilon, risk, quantile = _checked(analyses, epsilon, risk, quantile)
    start = share_equally(asked, epsilon, risk, delta, quantile=quantile).largest
    ways: list[tuple[bool, Callable[[float], float], float]] = [(False, float, epsilon)]
    if delta is not None:
        ways.append((True, rho_from_epsilon, rho_for_epsilon_delta(epsilon, delta)))
    found = [
        _shared(asked, _least(asked, cost, budget, risk, quantile, start), risk, quantile, by_rho)
        for by_rho, cost, budget in ways
    ]
    return min(found, key=lambda shared: shared.largest)


def _least(
    analyses: list[Analysis], cost: Callable[[float], float], budget: float, risk: float, quantile: float, start: float
) -> NDArray[np.float64]:
    """The epsilons of the runs at the fewest participants, the same for all, at which their costs keep the budget."""

    def epsilons(participants: float) -> list[float]:
        return [
            each.rows * possible_epsilon(np.array(each.means), risk, participants * each.rows, "central", quantile)
            for each in analyses
        ]

    def excess(log_participants: float) -> float:
        spent = [
            each.runs * cost(share) for each, share in zip(analyses, epsilons(math.exp(log_participants)), strict=True)
        ]
        return math.log(math.fsum(spent) / budget)

    floors = [necessary_samples(each.means, math.inf, risk, quantile=quantile) / each.rows for each in analyses]
    low = math.log(max(floors)) + _ROOM
    high = max(math.log(start), low)
    while excess(high) > 0:  # the other way's budget may be the smaller one
        high += 1
    if excess(low) > 0:
        low = brentq(excess, low, high, xtol=_ROOM / 10)
    return np.array(epsilons(math.exp(low + _ROOM)))


def _shared(
    analyses: list[Analysis], epsilons: NDArray[np.float64], risk: float, quantile: float, by_rho: bool
) -> SharedEpsilon:
    rows = np.array([each.rows for each in analyses])
    row_epsilons = epsilons / rows
    samples = [
        necessary_samples(each.means, share, risk, quantile=quantile)
        for each, share in zip(analyses, row_epsilons.tolist(), strict=True)
    ]
    return SharedEpsilon(epsilons, row_epsilons, np.array(samples) / rows, by_rho)


def _checked(
    analyses: Sequence[Analysis], epsilon: float, risk: float, quantile: float
) -> tuple[list[Analysis], float, float, float]:
    if not isinstance(analyses, Sequence) or not 1 <= length(analyses) <= MOST_ANALYSES:
        raise ValueError(f"analyses must be a list of 1 to {MOST_ANALYSES} of Analysis, not {quoted(analyses)}")
    for each in analyses:
        if not isinstance(each, Analysis):
            raise ValueError(f"analyses must hold Analysis only, not {quoted(each)}")
    risk = check_risk(risk)
    epsilon = check_open_interval("epsilon", check_epsilon(epsilon), 0, math.inf)
    if epsilon < SMALLEST_EPSILON:
        raise ValueError(f"epsilon must be at least {SMALLEST_EPSILON:g} to be shared, not {epsilon:g}")
    arms = sum(len(each.means) for each in analyses)
    if arms > MOST_ARMS_OF_ALL:
        raise ValueError(f"analyses must have at most {MOST_ARMS_OF_ALL} arms in all, not {arms}")
    return list(analyses), epsilon, risk, check_open_interval("quantile", quantile, 2 * risk, 1)
