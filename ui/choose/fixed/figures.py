"""The figures of designs that look once, at the end: all exact."""

import math
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpcore import CancelFlag, designs
from dpcore.designs import AnyUsualRate, superiority
from dpcore.designs.find_lead import LARGEST_PER_OPTION, hardest_usual
from dpcore.designs.searches import MOST_PARTICIPANTS
from ui.choose.question import BEAT, FIND, ONCE, RATES, FixedDesign, difference_means
from ui.state.keys import EPSILON_RANGE

CURVE_POINTS = 61
CLOSE = 0.995  # the smallest epsilon of promise C is looked for in steps as large as this one, at least
MANY = 4  # such steps at once, to begin with
INTERVAL = 0.95  # confidence of the interval of a published rate
ROUNDING = 1e-12  # of a probability
SLACK = 1e-9  # of a number of outcomes, so that 10 % of 70 are 7
CANCEL: ContextVar[CancelFlag | None] = ContextVar("cancel", default=None)  # of the figures that are being completed


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
    how: dict[str, Any] = {"block": _block(design), "cancel": CANCEL.get()}
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
        return superiority.smallest_epsilon(*asked, cancel=CANCEL.get())
    return designs.smallest_epsilon(_means(design), design.risk, outcomes, **_of_lead(design), cancel=CANCEL.get())


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
        return superiority.probability_found(*asked, cancel=CANCEL.get())
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
    return designs.worst_usual_rate(asked, epsilon, outcomes, **_of_lead(design), cancel=CANCEL.get())


def _gain(design: FixedDesign) -> tuple[float | tuple[float, float], float]:
    """The usual rate, or those of a range, and the gain over it."""
    return design.usual or design.means[0], design.difference


def _rule(design: FixedDesign) -> superiority.ClaimRule:
    return superiority.ClaimRule(design.risk, design.options, **_of_lead(design))


def critical_value(design: FixedDesign, outcomes: int, epsilon: float) -> int:
    """By how much a noisy count must lead the usual option's for a claim."""
    return superiority.critical_value(epsilon, outcomes, _rule(design))


def smallest_difference(design: FixedDesign, outcomes: int, epsilon: float) -> float:
    """The smallest difference that so many outcomes of each option find at a known usual rate; inf where none does."""
    if design.promise == BEAT:
        return superiority.smallest_difference(design.means[0], epsilon, 1 - design.missed, outcomes, _rule(design))
    lead = (design.options, min(design.means), epsilon, design.risk, outcomes)
    return designs.smallest_difference(*lead, **_of_lead(design))


def lower_bound(design: FixedDesign, epsilon: float) -> float | None:
    """Participants below which no method keeps the promise to find a lead; None for another promise."""
    if design.promise != FIND:
        return None
    return designs.lead_lower_bound(hardest_means(design), design.difference, epsilon, design.risk, design.trust_model)


def possible_from(design: FixedDesign, participants: float) -> float | None:
    """The smallest epsilon that this bound leaves open; None for another promise."""
    if design.promise != FIND:
        return None
    lead = (hardest_means(design), design.difference, design.risk)
    return designs.lead_possible_epsilon(*lead, participants, design.trust_model)


def curves_of(design: FixedDesign) -> DesignCurves:
    """The curves of the picture."""
    epsilons, second, bound = curve_epsilons(), None, None
    if design.promise == FIND:
        bound = _bounds(hardest_means(design), design.difference, design.risk, design.trust_model)
        if not design.is_local:
            second = _curve(replace(design, looks=RATES if design.looks == ONCE else ONCE), epsilons)
    return DesignCurves(epsilons, _curve(design, epsilons), second, bound)
