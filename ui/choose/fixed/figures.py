"""The figures of a study that looks once, at the end: all exact, and found at once."""

import math
from collections.abc import Callable
from concurrent.futures import CancelledError
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpcore import CancelFlag, designs
from dpcore.designs import AnyUsualRate, superiority
from dpcore.designs.find_lead import LARGEST_PER_OPTION, hardest_usual
from dpcore.designs.searches import MOST_PARTICIPANTS
from ui.choose.question import BEAT, FIND, ONCE, RATES, DesignQuestion, FixedDesign, difference_means
from ui.jobs import Job
from ui.look.numbers import rounded_up
from ui.state.keys import EPSILON_RANGE

CURVE_POINTS = 61
EXACT = "exact"  # what a visit remembers figures under
DIGITS = 3  # of the recommended epsilon, which is rounded up
CLOSE = 0.995  # the smallest epsilon of promise C is looked for in steps as large as this one, at least
MANY = 4  # such steps at once, to begin with
INTERVAL = 0.95  # confidence of the interval of a published rate
PRICED = (1.0, 0.3, 0.1)  # epsilons at which the price of privacy is told
COMPLETE = (  # the figures that may take seconds, those of the verdict first
    "without_privacy", "enough_from", "needed", "free_from", "prices", "hardest_usual", "curves", "bound",
    "bound_without_privacy", "possible_from",
)  # fmt: skip
ROUNDING = 1e-12  # of a probability
SLACK = 1e-9  # of a number of outcomes, so that 10 % of 70 are 7
_CANCEL: ContextVar[CancelFlag | None] = ContextVar("cancel", default=None)  # of the figures that are being completed


@dataclass(frozen=True, eq=False)
class DesignCurves:
    """Participants at `epsilons` (E,): those that are enough, and the lower bound, None where there is none.

    second: those that are enough where the rates are published too, or are not: the design's other kind of look.
    """

    epsilons: NDArray[np.float64]
    participants: NDArray[np.float64]
    second: NDArray[np.float64] | None
    bound: NDArray[np.float64] | None


def curve_epsilons() -> NDArray[np.float64]:
    """Where the curves are drawn."""
    return np.geomspace(*EPSILON_RANGE, CURVE_POINTS)


def needed(design: FixedDesign, epsilon: float) -> float:
    """The smallest number of participants, all options together, that keeps the promise; inf where none does."""
    how: dict[str, Any] = {"block": _block(design), "cancel": _CANCEL.get()}
    if design.promise == BEAT:
        asked = (*_gain(design), epsilon, 1 - design.missed, _rule(design))
        found = superiority.smallest_participants(*asked, **how)
    else:
        found = designs.smallest_participants(_means(design), epsilon, design.risk, **_of_lead(design), **how)
    return _keeping(design, found, epsilon)


def enough_from(design: FixedDesign, participants: float) -> float:
    """The smallest epsilon at which so many participants keep the promise, or fewer of them; inf where none does."""
    outcomes = outcomes_of(design, participants)
    if outcomes < 1:
        return math.inf
    if design.promise == BEAT and design.usual is None:
        return _beats_from(design, outcomes)
    return _smallest_epsilon(design, outcomes)


def _smallest_epsilon(design: FixedDesign, outcomes: int) -> float:
    """The smallest epsilon with just so many outcomes of each option."""
    if design.promise == BEAT:
        asked = (*_gain(design), 1 - design.missed, outcomes, _rule(design))
        return superiority.smallest_epsilon(*asked, cancel=_CANCEL.get())
    return designs.smallest_epsilon(_means(design), design.risk, outcomes, **_of_lead(design), cancel=_CANCEL.get())


def _beats_from(design: FixedDesign, outcomes: int) -> float:
    """`enough_from` under promise C, to half a percent: its critical value is a whole number, so fewer can do more."""
    epsilon, steps = _smallest_epsilon(design, outcomes), MANY
    while True:
        number = outcomes_of(design, needed(design, max(CLOSE**steps * epsilon, EPSILON_RANGE[0])))
        found = _smallest_epsilon(design, number) if number < outcomes else math.inf
        if found < epsilon:
            epsilon, steps = found, 2 * steps
        elif steps == 1:
            return epsilon
        else:
            steps = 1


def kept_with(design: FixedDesign, participants: float, epsilon: float) -> float:
    """The probability of finding the option that leads by the difference to find; exact."""
    outcomes = outcomes_of(design, participants)
    if outcomes < 1:
        return 0.0
    if design.promise == BEAT:
        asked = (*_gain(design), epsilon, outcomes, _rule(design))
        return superiority.probability_found(*asked, cancel=_CANCEL.get())
    if design.usual is None:
        return designs.probability_right(design.means, epsilon, outcomes, **_of_lead(design))
    return _worst(design, epsilon, outcomes).lower


def hardest_usual_rate(design: FixedDesign, outcomes: int, epsilon: float) -> float:
    """Of a range of usual rates the one at which so many outcomes of each option find the lead least surely."""
    return _worst(design, epsilon, outcomes).usual


def outcomes_of(design: FixedDesign, participants: float) -> int:
    """The outcomes of each option that so many participants give, in whole blocks; of those that can be computed with.

    More participants than that keep the promise all the better.
    """
    each = whole_blocks(design, min(participants, most_participants(design)))
    return math.floor(each * (1 - design.missing) + SLACK) if design.waits else each


def whole_blocks(design: FixedDesign, participants: float) -> int:
    """Of so many participants those of each option, in whole blocks."""
    return int(participants + SLACK) // design.options // design.block * design.block


def most_participants(design: FixedDesign) -> int:
    """The most participants, all options together, that can be computed with."""
    return design.options * min(MOST_PARTICIPANTS // design.options, LARGEST_PER_OPTION)


def _recruited(design: FixedDesign, outcomes: float) -> float:
    """The participants, all options together, that it takes for so many outcomes of each."""
    if math.isinf(outcomes):
        return math.inf
    each = math.ceil(outcomes / (1 - design.missing) - SLACK) if design.waits else int(outcomes)
    return float(design.options * -(-each // design.block) * design.block)


def _keeping(design: FixedDesign, outcomes: float, epsilon: float) -> float:
    """The smallest number of participants in whole blocks that brings so many outcomes or more and keeps the promise.

    outcomes: of each option, the first that suffice.  Where blocks are filled with outcomes that come in, there are
    some more of them, and under promise C more can do less: its critical value is a whole number.
    """
    participants = _recruited(design, outcomes)
    if design.promise != BEAT or _block(design) == design.block:
        return participants
    while participants <= most_participants(design):
        if kept_with(design, participants, epsilon) >= 1 - design.missed - ROUNDING:
            return participants
        participants += design.options * design.block
    return math.inf


def _curve(design: FixedDesign, epsilons: NDArray[np.float64]) -> NDArray[np.float64]:
    """`needed` at each epsilon, in one compiled call; over a range of usual rates at the one that is hardest."""
    means = hardest_means(design)
    if design.promise == BEAT:
        usual = means[0] if design.usual is None else min(means)
        asked = (usual, design.difference, epsilons, 1 - design.missed, _rule(design))
        found = superiority.participants_curve(*asked, block=_block(design))
        design = replace(design, usual=None, means=(usual, *design.means[1:]))
    else:
        found = designs.participants_curve(means, epsilons, design.risk, **_of_lead(design), block=_block(design))
    return np.array([_keeping(design, *point) for point in zip(found.tolist(), epsilons.tolist(), strict=True)])


@lru_cache(maxsize=32)
def _bounds(means: tuple[float, ...], difference: float, risk: float, trust_model: str) -> NDArray[np.float64]:
    """Kept for all visitors: for rivals of several rates the curve takes seconds, and it depends on these alone."""
    found = designs.lead_bound_curve(means, difference, curve_epsilons(), risk, trust_model)
    found.setflags(write=False)
    return found


def _lead(design: FixedDesign) -> tuple[tuple[float, ...], float]:
    """The rates at which the lower bound is computed, and the lead."""
    return hardest_means(design), design.difference


def hardest_means(design: FixedDesign) -> tuple[float, ...]:
    """Rates that the promise covers: of a range of usual rates those at which counts of successes vary most."""
    if design.usual is None:
        return design.means
    low, high = design.usual
    ends = (max(low, 1e-6), min(high, 1 - design.difference - 1e-6))
    usual = hardest_usual(*ends, design.difference, design.kept_share)
    return difference_means(design.options, usual, design.difference)


def _block(design: FixedDesign) -> int:
    """Of which number the outcomes of each option are a multiple."""
    return 1 if design.waits and design.missing else design.block


def _of_lead(design: FixedDesign) -> dict[str, Any]:
    return {"release": design.release, "missing": 1 - design.kept_share}


def _means(design: FixedDesign) -> tuple[float, ...] | AnyUsualRate:
    """The rates, or the lead whatever the usual rate is."""
    return AnyUsualRate(design.options, design.difference, design.usual) if design.usual else design.means


def _worst(design: FixedDesign, epsilon: float, outcomes: int) -> designs.WorstRate:
    """The usual rate of a range at which a lead is found least surely."""
    asked = AnyUsualRate(design.options, design.difference, design.usual or (0.0, 1.0))
    return designs.worst_usual_rate(asked, epsilon, outcomes, **_of_lead(design), cancel=_CANCEL.get())


def _gain(design: FixedDesign) -> tuple[float | tuple[float, float], float]:
    """The usual rate, or those of a range, and the gain over it."""
    return design.usual or design.means[0], design.difference


def _rule(design: FixedDesign) -> superiority.ClaimRule:
    return superiority.ClaimRule(design.risk, design.options, **_of_lead(design))


def named(question: DesignQuestion) -> tuple[DesignQuestion, tuple[str, ...]]:
    """What a question's figures are remembered by: its words speak of the options by their names."""
    return question, question.problem.names


@dataclass(eq=False)
class Known:
    """The figures of a design that were found so far: none is found twice, whatever N and epsilon are asked for."""

    design: FixedDesign
    found: dict[tuple[Any, ...], float] = field(default_factory=dict)

    @cached_property
    def curves(self) -> DesignCurves:
        """The curves of the picture."""
        design, epsilons, second, bound = self.design, curve_epsilons(), None, None
        if design.promise == FIND:
            bound = _bounds(*_lead(design), design.risk, design.trust_model)
            if not design.is_local:
                second = _curve(replace(design, looks=RATES if design.looks == ONCE else ONCE), epsilons)
        return DesignCurves(epsilons, _curve(design, epsilons), second, bound)

    def knows_enough_from(self, participants: float) -> bool:
        """Whether the smallest epsilon for so many participants is known, or is at once."""
        return self.design.usual is None or (enough_from.__name__, participants) in self.found

    def once(self, find: Callable[..., float], *asked: float) -> float:
        """What `find` says of the design and what is asked."""
        key = (find.__name__, *asked)
        if key not in self.found:
            self.found[key] = find(self.design, *asked)
        return self.found[key]


class Exact:
    """The figures of one question; see ui.choose.answered for what the page asks of them.

    known: what was found of its design before.
    """

    def __init__(self, question: DesignQuestion, known: Known | None = None) -> None:
        self.question, self.known = question, known or Known(question.problem)

    @property
    def design(self) -> FixedDesign:
        """What is planned."""
        return self.question.problem

    @property
    def missing(self) -> int:
        """How many figures that take seconds are not found yet."""
        return sum(name not in vars(self) for name in COMPLETE) if self.design.takes_seconds else 0

    def complete(self, job: Job[None]) -> None:
        """Find them; what was found before a stop stays."""
        before = _CANCEL.set(job.cancel)
        try:
            for name in COMPLETE:
                if name not in vars(self) and not job.stopped:
                    getattr(self, name)
                    job.advance(1)
        except CancelledError:
            return
        finally:
            _CANCEL.reset(before)

    @cached_property
    def curves(self) -> DesignCurves:
        """The curves of the picture."""
        return self.known.curves

    @cached_property
    def kept_at_half(self) -> float:
        """The probability of finding half of the lead, of a known usual rate; else nan."""
        if self.design.usual is not None or self.question.mode == "the rates":
            return math.nan
        half = self.design.with_difference(self.design.difference / 2)
        return kept_with(half, self.planned, self.epsilon or math.inf)

    @cached_property
    def critical(self) -> int | None:
        """By how much a noisy count must lead the usual option's for a claim; None where nothing is claimed so."""
        if self.design.promise != BEAT or self.outcomes < 1:
            return None
        return superiority.critical_value(self.epsilon or math.inf, self.outcomes, _rule(self.design))

    @cached_property
    def hardest_usual(self) -> float:
        """The usual rate of a range at which the promise is hardest to keep, about."""
        design, outcomes = self.design, outcomes_of(self.design, self.question.participants)
        if design.usual is None or design.promise == BEAT or outcomes < 1:
            return min(hardest_means(design))
        return self.known.once(hardest_usual_rate, outcomes, self.epsilon or math.inf)

    @cached_property
    def each(self) -> int:
        """Participants of each option that the study takes, in whole blocks.

        All that there are, but where under promise C fewer keep it and all do not: see `_beats_from`.
        """
        most, needed = whole_blocks(self.design, self.question.participants), self.needed
        if self.design.promise != BEAT or needed is None or needed >= most * self.design.options:
            return most
        keeps = kept_with(self.design, most * self.design.options, self.epsilon or math.inf) >= 1 - self.design.missed
        return most if keeps else int(needed) // self.design.options

    @property
    def outcomes(self) -> int:
        """Outcomes of each option that the study counts."""
        return outcomes_of(self.design, self.planned)

    @property
    def planned(self) -> int:
        """Participants that the study takes, all options together."""
        return self.each * self.design.options

    @cached_property
    def enough_from(self) -> float:
        """The smallest epsilon that the participants allow; inf where none does."""
        return self.known.once(enough_from, self.question.participants)

    @property
    def recommended(self) -> float | None:
        """The smallest epsilon to choose, rounded up, of those that the page shows; None where none is enough."""
        if self.enough_from > EPSILON_RANGE[1]:
            return None
        return max(rounded_up(self.enough_from, DIGITS), EPSILON_RANGE[0])

    @property
    def epsilon(self) -> float | None:
        """The visitor's pick, else the recommended epsilon."""
        return self.recommended if self.question.epsilon is None else self.question.epsilon

    @cached_property
    def without_privacy(self) -> float:
        """Participants that are enough without privacy."""
        return self.known.once(needed, math.inf)

    @cached_property
    def needed(self) -> float | None:
        """Participants that the chosen epsilon takes; over a range of usual rates no more than are certified."""
        if self.epsilon is None:
            return None
        found, all_of_them = (
            self.known.once(needed, self.epsilon),
            whole_blocks(self.design, self.question.participants),
        )
        return min(found, all_of_them * self.design.options) if self.epsilon >= self.enough_from else found

    @cached_property
    def kept(self) -> float:
        """The probability of finding the lead with all participants, at the chosen epsilon, else without privacy.

        nan over a range of usual rates, where it is known to be enough or not alone.
        """
        if self.design.usual is not None:
            return math.nan
        return kept_with(self.design, self.planned, self.epsilon or math.inf)

    @cached_property
    def free_from(self) -> float:
        """The smallest epsilon at which privacy costs at most the accepted extra participants."""
        if math.isinf(self.without_privacy):
            return math.inf
        return self.known.once(enough_from, (1 + self.question.extra) * self.without_privacy)

    @cached_property
    def prices(self) -> list[tuple[float, float]]:
        """How many times the participants without privacy some epsilons take; none where it is not known."""
        if math.isinf(self.without_privacy):
            return []
        return [(epsilon, self.known.once(needed, epsilon) / self.without_privacy) for epsilon in PRICED]

    def _bound_at(self, epsilon: float | None) -> float | None:
        """Participants below which no method keeps the promise to find a lead; None where no bound is known."""
        design = self.design
        if epsilon is None or design.promise != FIND:
            return None
        return designs.lead_lower_bound(*_lead(design), epsilon, design.risk, design.trust_model)

    @cached_property
    def bound(self) -> float | None:
        """The lower bound at the chosen epsilon; None where there is none."""
        return self._bound_at(self.epsilon)

    @cached_property
    def bound_without_privacy(self) -> float | None:
        """The lower bound without privacy."""
        return self._bound_at(math.inf)

    @cached_property
    def possible_from(self) -> float | None:
        """The smallest epsilon that the bound leaves open; None where there is no bound."""
        design, participants = self.design, self.question.participants
        if design.promise != FIND:
            return None
        return designs.lead_possible_epsilon(*_lead(design), design.risk, participants, design.trust_model)

    @cached_property
    def difference(self) -> float:
        """The smallest difference that the participants find at the chosen epsilon, else without privacy.

        inf where none below 1 is found, nan where not asked.
        """
        design, epsilon = self.design, self.epsilon or math.inf
        outcomes = outcomes_of(design, self.question.participants)
        if design.usual is not None or len(set(design.means)) > 2:
            return math.nan
        if outcomes < 1:
            return math.inf
        if design.promise == BEAT:
            asked = (design.means[0], epsilon, 1 - design.missed, outcomes, _rule(design))
            return superiority.smallest_difference(*asked)
        lead = (design.options, min(design.means), epsilon, design.risk, outcomes)
        return designs.smallest_difference(*lead, **_of_lead(design))

    @cached_property
    def interval(self) -> tuple[float, float]:
        """The interval of a rate whose noisy count is what is expected of the lowest one; nan where none is published.

        With all participants, at the chosen epsilon.
        """
        outcomes = self.outcomes
        if self.design.release != "counts" or self.epsilon is None or outcomes < 1:
            return math.nan, math.nan
        expected = round(min(self.design.means) * self.design.kept_share * outcomes)
        return designs.interval_of_noisy_count(expected, outcomes, self.epsilon, INTERVAL)
