"""The stakeholder's question about epsilon: what the study promises about its answer, at which rates, with how many."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Generic, TypeGuard, TypeVar

import numpy as np
from numpy.typing import NDArray

import dpcore
from ui.arms.method import label_of
from ui.choose.own_data import OwnData
from ui.look.numbers import plural

P = TypeVar("P", bound="ChoiceProblem", covariant=True)

MOST_PARTICIPANTS = 10**9
TRUST_MODELS = ("central", "local")
FIND, WHATEVER, BEAT = PROMISES = ("find a lead", "be right whatever the rates are", "beat the usual option")
ONCE, RATES, SURE = LOOKS = ("once, at the end", "once, with the rates", "as soon as we are sure")

RUNS = 200  # with own data one run per draw from the posterior
SEARCHED_DRAWS = 5  # times RUNS: the draws behind the epsilon that own data allow
SEED = 0
BAND = 0.9  # probability of every band that comes from own data


@dataclass(frozen=True)
class ChoiceProblem:
    """What decides how many participants are needed: rates, risk, and whom participants trust.

    means: the options' success rates; with own data their posterior means, shown but not computed with.
    """

    names: tuple[str, ...] = field(compare=False)  # no figure depends on them
    means: tuple[float, ...]
    risk: float
    trust_model: str
    data: OwnData | None = None

    @property
    def options(self) -> int:
        """How many options there are."""
        return len(self.means)

    @property
    def is_local(self) -> bool:
        """Whether participants randomise their answers."""
        return self.trust_model == "local"

    @cached_property
    def rates(self) -> NDArray[np.float64]:
        """The rates to answer for, (D, K): one row, or with own data RUNS draws from the posterior."""
        return np.array([self.means]) if self.data is None else self.data.posterior.draws(RUNS, SEED)

    @property
    def likely_best(self) -> tuple[str, float]:
        """The option that is best with the largest probability, and that probability."""
        shares = np.bincount(self.rates.argmax(axis=1), minlength=len(self.names)) / len(self.rates)
        return self.names[int(shares.argmax())], float(shares.max())


@dataclass(frozen=True)
class SequentialProblem(ChoiceProblem):
    """A study that stops as soon as it is sure.

    indifference: the smallest difference that matters, in the rates' unit.  lead: the difference to find where the
    promise is to find one; 0 where the answer is to be right whatever the rates are.
    """

    indifference: float = 0.0
    lead: float = 0.0

    @property
    def promise(self) -> str:
        """What the study promises about its answer."""
        return FIND if self.lead else WHATEVER

    @property
    def gaps(self) -> dict[str, Any]:
        """What dpcore's functions are told of differences: none that is not asked for."""
        told = {"indifference": self.indifference, "lead": self.lead}
        return {name: gap for name, gap in told.items() if gap}

    @property
    def method(self) -> str:
        """What people call it."""
        return method_on(label_of(self.indifference), self.trust_model)

    @cached_property
    def is_asymptotic(self) -> bool:
        """Whether lower bounds are proven as the risk goes to 0 only: several options are good at some rates."""
        zeta = self.indifference
        return zeta > 0 and any(dpcore.good_answers(row, zeta).sum() > 1 for row in self.rates)


@dataclass(frozen=True)
class FixedDesign(ChoiceProblem):
    """A study that looks once, at the end: the same number of participants for every option, fixed beforehand.

    The first of `means` is the best option where the promise is to find a lead of `difference`, and the usual option
    where it is to beat that one.
    looks: ONCE, where only the answer is published, or RATES, where the noisy counts are.
    usual: None where the rates are those in `means`; else the lowest and the highest usual rate to be prepared for.
    missed: the probability of missing a real lead of an option over the usual one; 0 where the risk says it.
    missing: the share of outcomes that will be missing.  waits: whether the study waits until the planned number of
    outcomes is in, else a missing outcome counts as a failure.  block: participants of each option in a block.
    """

    promise: str = FIND
    looks: str = ONCE
    difference: float = 0.0
    usual: tuple[float, float] | None = None
    missed: float = 0.0
    missing: float = 0.0
    waits: bool = False
    block: int = 1

    @property
    def release(self) -> str:
        """What is published, in dpcore's word for it."""
        if self.is_local:
            return "local"
        return "counts" if self.looks == RATES else "winner"

    @property
    def publishes_rates(self) -> bool:
        """Whether success rates are published."""
        return self.release != "winner"

    @property
    def kept_share(self) -> float:
        """The success probability goes down by this factor where a missing outcome counts as a failure."""
        return 1.0 if self.waits else 1.0 - self.missing

    @property
    def takes_seconds(self) -> bool:
        """Whether figures take long: to certify them over usual rates, or to bound them for rivals of several rates."""
        return self.usual is not None or len(set(self.means)) > 2

    @property
    def largest_difference(self) -> float:
        """Differences must stay below this one: the better rate would not be one."""
        return 1.0 - (min(self.means) if self.usual is None else self.usual[0])

    def with_difference(self, difference: float) -> "FixedDesign":
        """The same where one option is better than the usual rate by another difference."""
        if self.usual is not None:
            return replace(self, difference=difference)
        means = difference_means(self.options, min(self.means), difference, self.promise)
        return replace(self, difference=difference, means=means)


@dataclass(frozen=True)
class Question(Generic[P]):
    """The problem with the budget and what privacy may cost.

    mode: where the rates come from: "a difference", "the rates" or "own data".
    pace: participants a day, or a week where `in_weeks`: time is then given, and said, in weeks; None if not given.
    extra: acceptable share of extra participants for privacy.  epsilon: the visitor's pick; None: the recommended one.
    """

    mode: str
    problem: P
    participants: int
    pace: float | None
    extra: float
    epsilon: float | None = None
    in_weeks: bool = False

    @property
    def span(self) -> str:
        """The span in which time is counted: "day" or "week"."""
        return "week" if self.in_weeks else "day"

    @property
    def a_week(self) -> float:
        """Participants a week; 0 if the pace is not given."""
        return round((self.pace or 0.0) * (1 if self.in_weeks else 7), 9)

    def spans(self, participants: float) -> int:
        """After how many days, or weeks, so many have come; 0 if the pace is not given."""
        return math.ceil(round(participants / (self.pace or math.inf), 6))


def come(pace: float, spans: float) -> int:
    """How many come in so many days, or weeks, at this pace: at 5.7 a day 57 in ten days, not 56.99..."""
    return math.floor(round(pace * spans, 6))


SequentialQuestion = Question[SequentialProblem]
DesignQuestion = Question[FixedDesign]


def is_fixed(question: Question[ChoiceProblem]) -> TypeGuard[Question[FixedDesign]]:
    """Whether the study looks once."""
    return isinstance(question.problem, FixedDesign)


def is_sequential(question: Question[ChoiceProblem]) -> TypeGuard[Question[SequentialProblem]]:
    """Whether the study stops as soon as it is sure."""
    return isinstance(question.problem, SequentialProblem)


def method_on(label: str, trust_model: str) -> str:
    """What people call a method in a trust model."""
    return label if trust_model == "central" else f"{label} on randomised answers"


def lead_of(promise: str, means: Sequence[float]) -> float:
    """By how much the best option leads the second, or, where the usual one is to be beaten, that one."""
    return round(max(means) - (means[0] if promise == BEAT else sorted(means)[-2]), 12)


def difference_means(options: int, usual: float, difference: float, promise: str = FIND) -> tuple[float, ...]:
    """One option better than the usual rate by the difference that matters, all others at the usual rate.

    The better one stands first, or where the usual one is to be beaten, right after that.
    Raises: ValueError when the better rate is not below 1.
    """
    points = round(100 * difference, 12)
    if not usual + difference < 1:
        raise ValueError(
            f"A usual success rate of {100 * usual:g} % and a difference of {points:g} point{plural(points)} add up to "
            f"{100 * (usual + difference):g} %; together they must stay below 100 %."
        )
    best, others = round(usual + difference, 12), (usual,) * (options - 1)
    return (usual, best, *others[1:]) if promise == BEAT else (best, *others)
