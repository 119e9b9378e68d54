"""Promise A whatever the usual rate is: where it is kept worst, and what suffices there; docs/designs.md."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dpcore._validation import check_count, check_open_interval
from dpcore.designs import searches
from dpcore.designs.anywhere import lowest
from dpcore.designs.brackets import is_open, is_unknown, new_bracket, new_search, next_number, note, proposed
from dpcore.designs.find_lead import (
    LARGEST_PER_OPTION,
    MOST_OPTIONS,
    check_design_risk,
    check_number_per_option,
    check_release,
    check_smallest,
    check_usual_range,
    effective_rates,
    hardest_usual,
)
from dpcore.designs.laws import Floats

ALL = (0.0, 1.0)
_NO_CLAIM = -1
_SPARE = 500  # one in so many participants is added, so that the risk can be certified
_MORE = 2e-3  # by how much a budget is raised, relatively, so that it can be certified


@dataclass(frozen=True)
class WorstRate:
    """Where a design finds a lead least surely.

    usual: the rivals' rate there; the best option has `usual` and the lead.  probability: of naming it there, exact.
    lower: certified for all usual rates, mostly within a thousandth of 1 - probability for leads from .1.
    """

    usual: float
    probability: float
    lower: float


@dataclass(frozen=True, eq=False)
class _Case:
    """A lead over usual rates from `low` to `high`; kept: the share of outcomes that are there, of all or of each."""

    options: int
    lead: float
    kept: Floats
    low: float
    high: float

    def lowest(self, number: int, epsilon: float, code: int, goal: float) -> tuple[float, float, float]:
        """See dpcore.designs.anywhere."""
        setting = (self.lead, self.options, self.kept, number, epsilon, code, _NO_CLAIM, goal)
        where, least, certified = lowest(self.low, self.high, *setting)
        return float(where), float(least), float(certified)

    def excess(self, number: int, epsilon: float, code: int, risk: float) -> float:
        """log(1 - lowest probability / risk) at the worst rate that is found, without a certificate."""
        return math.log(max(1 - self.lowest(number, epsilon, code, 0.0)[1], 1e-300) / risk)

    def is_certified(self, number: int, epsilon: float, code: int, risk: float) -> bool:
        """Whether the risk is kept at all usual rates."""
        return self.lowest(number, epsilon, code, 1 - risk)[2] >= 1 - risk

    @property
    def hardest(self) -> Floats:
        """The best option's and a rival's rate as near to 1/2 as can be, where counts vary most."""
        usual = hardest_usual(self.low, self.high, self.lead, float(self.kept[0]))
        return np.array((max(usual + self.lead, 1e-9), max(usual, 1e-9))) * self.kept[0]


def worst_usual_rate(
    options: int,
    difference: float,
    epsilon: float,
    per_option: int,
    release: str = "winner",
    *,
    missing: ArrayLike = 0.0,
    usual_range: tuple[float, float] = ALL,
) -> WorstRate:
    """Return the usual rate at which one look at the end finds a lead of `difference` least surely.

    Source: this project's own, docs/designs.md.  Deviations: none.
    Args:
        options: K, 2 to 50; all but the best have the usual rate, which is the least favourable case.
        difference: D, in (0, 1).  epsilon, per_option, release, missing: as probability_right.
        usual_range: the lowest and the highest usual rate that count, 0 <= low < high; beyond 1 - D there is none.
    Returns: the rate and its probability, and a lower bound that is certified between the rates that are tried.
    Raises: ValueError when an argument is out of its domain.
    """
    case = _check(options, difference, missing, usual_range)
    budget, code, number = check_smallest(epsilon), check_release(release), check_number_per_option(per_option)
    return WorstRate(*case.lowest(number, budget, code, math.inf))


def smallest_participants_anywhere(
    options: int,
    difference: float,
    epsilon: float,
    risk: float,
    release: str = "winner",
    *,
    missing: ArrayLike = 0.0,
    usual_range: tuple[float, float] = ALL,
    block: int = 1,
) -> int | float:
    """Return how many participants each option needs to find a lead of `difference`, whatever the usual rate is.

    Source, Deviations, Args, Raises: as worst_usual_rate; risk, block: as smallest_participants.
    Returns: participants per option with which the risk is certified for all usual rates: the smallest that suffices at
        the worst rate found, and 0.2 % or, where that is too close to be certified, a little more; inf where not
        even 10^9 participants in all suffice.
    """
    case = _check(options, difference, missing, usual_range)
    budget, code, allowed = check_smallest(epsilon), check_release(release), check_design_risk(risk)
    size = check_count("block", block, 1, LARGEST_PER_OPTION)
    most = min(searches.MOST_PARTICIPANTS // case.options, LARGEST_PER_OPTION) // size
    if most == 0:
        return math.inf

    def excess(number: int) -> float:
        return case.excess(number * size, budget, code, allowed)

    search = new_search(0, math.log((1 - 1 / case.options) / allowed), most)
    guess = searches.guessed_number(case.hardest, budget, code, allowed)
    number = max(math.ceil(min(guess / size, most)), 1)
    while is_unknown(search):
        number = next_number(search, number, excess(number))
    found = int(search[1])
    step = max(found // _SPARE, 1)
    found += found // _SPARE
    while found <= most and not case.is_certified(found * size, budget, code, allowed):
        found, step = found + step, 2 * step
    return found * size if found <= most else math.inf


def smallest_epsilon_anywhere(
    options: int,
    difference: float,
    risk: float,
    per_option: int,
    release: str = "winner",
    *,
    missing: ArrayLike = 0.0,
    usual_range: tuple[float, float] = ALL,
) -> float:
    """Return the smallest epsilon that finds a lead of `difference`, whatever the usual rate is.

    Source, Deviations, Args, Raises: as worst_usual_rate; risk: as smallest_participants.
    Returns: nats, within about 0.2 % and rounded up: the risk is certified for all usual rates; inf where not even no
        privacy suffices.
    """
    case = _check(options, difference, missing, usual_range)
    code, allowed, number = check_release(release), check_design_risk(risk), check_number_per_option(per_option)

    def excess(log_epsilon: float) -> float:
        return case.excess(number, math.exp(log_epsilon), code, allowed)

    low, high = math.log(searches.SMALLEST_EPSILON), math.log(searches.NO_PRIVACY)
    if excess(high) > 0:
        return math.inf
    bracket, x, step = new_bracket(), min(math.log(math.log(case.options / allowed) / (number * case.lead)), high), 0.5
    while not note(bracket, x, excess(x)):
        if x == low:
            return searches.SMALLEST_EPSILON
        x, step = (max(x - step, low) if bracket[3] <= 0 else min(x + step, high)), 2 * step
    while is_open(bracket) and bracket[2] - bracket[0] > _MORE / 10:
        x = proposed(bracket)
        note(bracket, x, excess(x))
    return _raised(float(bracket[2]), lambda value: case.is_certified(number, math.exp(value), code, allowed))


def _raised(log_epsilon: float, is_enough: Callable[[float], bool]) -> float:
    """The first of some budgets, each a little larger than the last, that is enough; inf beyond all that matter."""
    step = _MORE
    while not is_enough(log_epsilon + step):
        step *= 2
        if log_epsilon + step > math.log(searches.NO_PRIVACY):
            return math.inf
    return math.exp(log_epsilon + step)


def _check(options: int, difference: float, missing: ArrayLike, usual_range: tuple[float, float]) -> _Case:
    """The case that is asked for."""
    arms = check_count("options", options, 2, MOST_OPTIONS)
    kept = effective_rates(np.ones(arms), missing)
    lead = check_open_interval("difference", difference, 0, 1)
    ends = check_usual_range(usual_range, lead)
    return _Case(arms, lead, kept[:2] if np.unique(kept[1:]).size == 1 else kept, *ends)
