"""What is known about the answer of a study that stops as soon as it is sure: bounds, and what is simulated."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

import numpy as np
from numpy.typing import ArrayLike, NDArray

import dpcore
from ui.choose.question import BAND, SequentialProblem, SequentialQuestion
from ui.state.keys import EPSILON_RANGE

CURVE_POINTS = 41
CONFIDENCE = 0.95  # that the participants are enough at the epsilon found
QUANTILE = 0.9  # "in 90 of 100 runs"
NEARLY_ALL = 0.99
LEAST_BUDGET = 1e-300  # participants; none are needed where a run may err more often than it must stop


@dataclass(frozen=True)
class Reading:
    """A figure; with own data its median over the posterior and the BAND around it, else low = median = high."""

    median: float
    low: float
    high: float

    @property
    def is_wide(self) -> bool:
        """Whether the data leave the figure open by more than a factor of 3."""
        return self.high > 3 * self.low


@dataclass(frozen=True)
class BoundCurve:
    """Participants within which no method of the risk stops in QUANTILE of its runs, at `epsilons` (E,).

    participants (3, E): low, middle and high of this lower bound.
    """

    epsilons: NDArray[np.float64]
    participants: NDArray[np.float64]
    without_privacy: Reading


@dataclass(frozen=True)
class Bounds:
    """What the lower bounds say about a question.

    at_epsilon: at the chosen epsilon; None while there is none.
    possible: smallest epsilon that the budget does not rule out, inf if it rules out every one.
    almost_free: smallest epsilon at which the bound exceeds the one without privacy by at most the accepted extra.
    ruled_out: at which share of the rates the budget rules out every epsilon.
    """

    curve: BoundCurve
    at_epsilon: Reading | None
    possible: Reading
    almost_free: Reading
    ruled_out: float


@dataclass(frozen=True)
class Point:
    """Participants that are enough to stop in QUANTILE of the simulated runs at an epsilon; low, high: see Simulated.

    half, nearly_all: those that are enough in half of the runs, and in NEARLY_ALL.
    """

    epsilon: float
    participants: float
    low: float
    high: float
    runs: int
    half: float
    nearly_all: float


@dataclass(frozen=True)
class Simulated:
    """What the proven method achieves, as far as it is simulated; a figure not yet known is None.

    points: by increasing finite epsilon; low and high are the 95 % interval of the simulated figure, with own data the
    BAND of the runs, one run per draw.  achievable: smallest epsilon known to fit the budget, with CONFIDENCE; inf if
    none is.  too_small: the largest below it known not to fit, 0 if none is.  at_epsilon: at the chosen epsilon;
    spread: those that are enough there in half of the runs, and in NEARLY_ALL.
    """

    points: tuple[Point, ...] = ()
    without_privacy: float | None = None
    at_epsilon: float | None = None
    achievable: float | None = None
    too_small: float | None = None
    spread: tuple[float, float] | None = None

    @property
    def recommended(self) -> float | None:
        """The epsilon to choose: the smallest that fits, of those the pages show; None if none does, or none yet."""
        if self.achievable is None or math.isinf(self.achievable):
            return None
        return max(self.achievable, EPSILON_RANGE[0])


@dataclass(frozen=True)
class Findings:
    """The question and the answer so far; an estimate while a line of the picture is dragged."""

    question: SequentialQuestion
    bounds: Bounds
    simulated: Simulated
    is_estimate: bool = False

    @property
    def epsilon(self) -> float | None:
        """The chosen epsilon: the visitor's pick, else the recommended one; None while there is neither."""
        return chosen_epsilon(self.question, self.simulated)

    @property
    def is_complete(self) -> bool:
        """Whether every figure is known; where no epsilon is chosen, there is none to know at it."""
        known = self.simulated
        figures = (known.without_privacy, known.achievable)
        return None not in figures and (self.epsilon is None or known.at_epsilon is not None)


def chosen_epsilon(question: SequentialQuestion, known: Simulated) -> float | None:
    """The visitor's pick, else the recommended epsilon; None while there is neither."""
    return known.recommended if question.epsilon is None else question.epsilon


def find_bound_curve(problem: SequentialProblem, cancel: dpcore.CancelFlag | None = None) -> BoundCurve:
    """The lower bound over epsilon, for every draw of the rates; once cancelled, over the epsilons done before."""
    epsilons = np.geomspace(*EPSILON_RANGE, CURVE_POINTS)
    if problem.lead:
        lead, how = (problem.means, problem.lead), (problem.trust_model, QUANTILE)
        needed = dpcore.designs.lead_bound_curve(*lead, epsilons, problem.risk, *how)
        points = [read([each]) for each in needed.tolist()]
    else:
        in_time = takewhile(lambda _: cancel is None or not cancel.is_set(), epsilons.tolist())
        points = [read(_necessary(problem, epsilon)) for epsilon in in_time]
    return BoundCurve(
        epsilons=epsilons[: len(points)],
        participants=np.array([[point.low, point.median, point.high] for point in points]).T,
        without_privacy=read(_necessary(problem, math.inf)),
    )


def find_bounds(question: SequentialQuestion, curve: BoundCurve) -> Bounds:
    """What the lower bounds say about the question, at its epsilon too; `curve` is that of its problem."""
    problem, epsilon = question.problem, question.epsilon
    allowed = [(1 + question.extra) * needed for needed in _necessary(problem, math.inf)]
    possible = _possible(problem, [question.participants] * len(allowed))
    return Bounds(
        curve=curve,
        at_epsilon=None if epsilon is None else read(_necessary(problem, epsilon)),
        possible=read(possible),
        almost_free=read(_possible(problem, allowed)),
        ruled_out=float(np.isinf(possible).mean()),
    )


def find_possible(question: SequentialQuestion) -> float:
    """The smallest epsilon that the budget does not rule out; with own data the median."""
    problem = question.problem
    return read(_possible(problem, [question.participants] * len(problem.rates))).median


def _necessary(problem: SequentialProblem, epsilon: float) -> list[float]:
    """The lower bound for each draw of the rates; inf where the best options tie."""
    setting, zeta = (epsilon, problem.risk, problem.trust_model), problem.indifference
    if problem.lead:
        return [dpcore.designs.lead_lower_bound(problem.means, problem.lead, *setting, quantile=QUANTILE)]
    return [
        dpcore.necessary_samples(row, *setting, QUANTILE, indifference=zeta) if _has_answer(row, zeta) else math.inf
        for row in problem.rates
    ]


def _possible(problem: SequentialProblem, participants: Sequence[float]) -> list[float]:
    """For each draw the smallest epsilon whose bound is at most its participants; inf where there is none."""
    how, zeta = (problem.trust_model, QUANTILE), problem.indifference
    if problem.lead:
        lead = (problem.means, problem.lead, problem.risk)
        return [dpcore.designs.lead_possible_epsilon(*lead, each, *how) for each in participants]
    return [
        dpcore.smallest_epsilon(row, problem.risk, max(budget, LEAST_BUDGET), *how, indifference=zeta)
        if _has_answer(row, zeta)
        else math.inf
        for row, budget in zip(problem.rates, participants, strict=True)
    ]


def _has_answer(rates: NDArray[np.float64], indifference: float) -> bool:
    return indifference > 0 or int(np.sum(rates == rates.max())) == 1


def read(values: ArrayLike) -> Reading:
    """The median and the BAND of one value per draw; a value may be infinite."""
    tail = (1 - BAND) / 2
    low, middle, high = np.quantile(np.asarray(values), [tail, 0.5, 1 - tail], method="inverted_cdf")
    return Reading(float(middle), float(low), float(high))
