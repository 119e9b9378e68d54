"""The stakeholder's question about epsilon, and what is known about the answer."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

import dpcore
from ui.arms.method import label_of
from ui.choose.own_data import OwnData
from ui.state.keys import EPSILON_RANGE

MOST_PARTICIPANTS = 10**9
MOST_A_DAY = 10**7
EXTRA_PERCENT_RANGE = (1.0, 1000.0)
CURVE_POINTS = 41
RUNS = 200  # with own data one run per draw from the posterior
SEARCHED_DRAWS = 5  # times RUNS: the draws behind the epsilon that own data allow
CONFIDENCE = 0.95  # that the participants are enough at the epsilon found
SEED = 0
QUANTILE = 0.9  # "in 90 of 100 runs"
BAND = 0.9  # probability of every band that comes from own data
TRUST_MODELS = ("central", "local")


@dataclass(frozen=True)
class ChoiceProblem:
    """What decides how many participants are needed: rates, risk, and whom participants trust.

    means: the options' success rates; with own data their posterior means, shown but not computed with.
    indifference: the smallest difference that matters, in the rates' unit.
    """

    names: tuple[str, ...] = field(compare=False)  # simulated runs do not depend on them
    means: tuple[float, ...]
    risk: float
    trust_model: str
    data: OwnData | None = None
    indifference: float = 0.0

    @property
    def algorithm(self) -> str:
        """The proven method that shows what is achievable: its name in dpcore's registry."""
        return dpcore.choosing.achieving_algorithm(self.indifference)

    @property
    def method(self) -> str:
        """What people call it."""
        label = label_of(self.indifference)
        return label if self.trust_model == "central" else f"{label} on randomised answers"

    @cached_property
    def is_asymptotic(self) -> bool:
        """Whether lower bounds are proven as the risk goes to 0 only: several options are good at some rates."""
        zeta = self.indifference
        return zeta > 0 and any(dpcore.good_answers(row, zeta).sum() > 1 for row in self.rates)

    @cached_property
    def rates(self) -> NDArray[np.float64]:
        """The rates to answer for, (D, K): one row, or with own data RUNS draws from the posterior."""
        return np.array([self.means]) if self.data is None else self.data.posterior.draws(RUNS, SEED)

    @cached_property
    def searched_rates(self) -> NDArray[np.float64]:
        """More draws, which begin with `rates`, for the epsilon that own data allow."""
        return self.rates if self.data is None else self.data.posterior.draws(SEARCHED_DRAWS * RUNS, SEED)

    @property
    def likely_best(self) -> tuple[str, float]:
        """The option that is best with the largest probability, and that probability."""
        shares = np.bincount(self.rates.argmax(axis=1), minlength=len(self.names)) / len(self.rates)
        return self.names[int(shares.argmax())], float(shares.max())


@dataclass(frozen=True)
class Question:
    """The problem with the budget and what privacy may cost.

    mode: where the rates come from: "a difference", "the rates" or "own data".  per_day: participants a day, if given.
    extra: acceptable share of extra participants for privacy.  epsilon: the visitor's pick; None: the recommended one.
    """

    mode: str
    problem: ChoiceProblem
    participants: int
    per_day: float | None
    extra: float
    epsilon: float | None = None


@dataclass(frozen=True)
class Reading:
    """A figure; with own data its median over the posterior and the BAND around it, else low = middle = high."""

    middle: float
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
    """

    curve: BoundCurve
    at_epsilon: Reading | None
    possible: Reading
    almost_free: Reading


@dataclass(frozen=True)
class Point:
    """Participants that suffice in QUANTILE of the simulated runs at an epsilon; low, high: see Simulated."""

    epsilon: float
    participants: float
    low: float
    high: float
    runs: int


@dataclass(frozen=True)
class Simulated:
    """What the proven method achieves, as far as it is simulated; a figure not yet known is None.

    points: by increasing finite epsilon; low and high are the 95 % interval of the simulated figure, with own data the
    BAND of the runs, one run per draw.  achievable: smallest epsilon known to fit the budget, with CONFIDENCE; inf if
    none is.  too_small: the largest below it known not to fit, 0 if none is.  at_epsilon: at the chosen epsilon.
    change_of_regime: smallest epsilon at which the method needs at most the accepted extra.
    """

    points: tuple[Point, ...] = ()
    without_privacy: float | None = None
    at_epsilon: float | None = None
    achievable: float | None = None
    too_small: float | None = None
    change_of_regime: float | None = None

    @property
    def recommended(self) -> float | None:
        """The epsilon to choose: the smallest that fits, of those the pages show; None if none does, or none yet."""
        if self.achievable is None or math.isinf(self.achievable):
            return None
        return max(self.achievable, EPSILON_RANGE[0])


@dataclass(frozen=True)
class Findings:
    """The question and the answer so far; an estimate while a line of the picture is dragged."""

    question: Question
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
        figures = (known.without_privacy, known.achievable, known.change_of_regime)
        return None not in figures and (self.epsilon is None or known.at_epsilon is not None)


def chosen_epsilon(question: Question, known: Simulated) -> float | None:
    """The visitor's pick, else the recommended epsilon; None while there is neither."""
    return known.recommended if question.epsilon is None else question.epsilon


def find_bound_curve(problem: ChoiceProblem, cancel: dpcore.CancelFlag | None = None) -> BoundCurve:
    """The lower bound over epsilon, for every draw of the rates; once cancelled, over the epsilons done before."""
    epsilons, points = np.geomspace(*EPSILON_RANGE, CURVE_POINTS), []
    for epsilon in epsilons:
        if cancel is not None and cancel.is_set():
            break
        points.append(read(_necessary(problem, float(epsilon))))
    return BoundCurve(
        epsilons=epsilons[: len(points)],
        participants=np.array([[point.low, point.middle, point.high] for point in points]).T,
        without_privacy=read(_necessary(problem, math.inf)),
    )


def find_bounds(question: Question, curve: BoundCurve) -> Bounds:
    """What the lower bounds say about the question, at its epsilon too; `curve` is that of its problem."""
    problem, epsilon = question.problem, question.epsilon
    allowed = [(1 + question.extra) * needed for needed in _necessary(problem, math.inf)]
    return Bounds(
        curve=curve,
        at_epsilon=None if epsilon is None else read(_necessary(problem, epsilon)),
        possible=read(_possible(problem, [question.participants] * len(allowed))),
        almost_free=read(_possible(problem, allowed)),
    )


def _necessary(problem: ChoiceProblem, epsilon: float) -> list[float]:
    """The lower bound for each draw of the rates; inf where the best options tie."""
    setting, zeta = (epsilon, problem.risk, problem.trust_model, QUANTILE), problem.indifference
    return [
        dpcore.necessary_samples(row, *setting, indifference=zeta) if _has_answer(row, zeta) else math.inf
        for row in problem.rates
    ]


def _possible(problem: ChoiceProblem, participants: Sequence[float]) -> list[float]:
    """For each draw the smallest epsilon whose bound is at most its participants; inf where there is none."""
    return [_possible_at(problem, row, budget) for row, budget in zip(problem.rates, participants, strict=True)]


def _possible_at(problem: ChoiceProblem, rates: NDArray[np.float64], participants: float) -> float:
    if not _has_answer(rates, problem.indifference):
        return math.inf
    if participants == 0:  # no bound at all, where a run may err more often than it must stop
        return 0.0
    epsilon = dpcore.smallest_epsilon(
        rates,
        problem.risk,
        participants,
        trust_model=problem.trust_model,
        quantile=QUANTILE,
        indifference=problem.indifference,
    )
    assert epsilon is not None  # None only for a cancelled search, and nobody can cancel this one
    return epsilon


def _has_answer(rates: NDArray[np.float64], indifference: float) -> bool:
    return indifference > 0 or int(np.sum(rates == rates.max())) == 1


def read(values: ArrayLike) -> Reading:
    """The median and the BAND of one value per draw; a value may be infinite."""
    tail = (1 - BAND) / 2
    low, middle, high = np.quantile(np.asarray(values), [tail, 0.5, 1 - tail], method="inverted_cdf")
    return Reading(float(middle), float(low), float(high))


def difference_means(options: int, usual: float, difference: float) -> tuple[float, ...]:
    """One option better than the usual rate by the difference that matters, all others at the usual rate.

    Raises: ValueError when the better rate is not below 1.
    """
    if not usual + difference < 1:
        raise ValueError(
            f"A usual success rate of {100 * usual:g} % and a difference of {100 * difference:g} points add up to "
            f"{100 * (usual + difference):g} %; together they must stay below 100 %."
        )
    return (round(usual + difference, 12), *[usual] * (options - 1))
