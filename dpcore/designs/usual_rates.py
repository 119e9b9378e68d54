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
    effective_rates,
)
from dpcore.designs.laws import Floats

_NO_CLAIM = -1
_SPARE = 2000  # one in so many participants is added, so that the risk can be certified
_MORE = 3e-4  # by how much a budget is raised, relatively, until it is certified


@dataclass(frozen=True)
class WorstRate:
    """Where a design finds a lead least surely.

    usual: the rivals' rate there; the best option has `usual` and the lead.  probability: of naming it there, exact.
    lower: certified for all usual rates, mostly within a thousandth of 1 - probability for leads from .1.
    """

    usual: float
    probability: float
    lower: float


def worst_usual_rate(
    options: int,
    difference: float,
    epsilon: float,
    per_option: int,
    release: str = "winner",
    *,
    missing: ArrayLike = 0.0,
) -> WorstRate:
    """Return the usual rate at which one look at the end finds a lead of `difference` least surely.

    Source: this project's own, docs/designs.md.  Deviations: none.
    Args:
        options: K, 2 to 50; all but the best have the usual rate, which is the least favourable case.
        difference: D, in (0, 1).  epsilon, per_option, release, missing: as probability_right.
    Returns: the rate and its probability, and a lower bound that is certified between the rates that are tried.
    Raises: ValueError when an argument is out of its domain.
    """
    arms, lead, kept = _check(options, difference, missing)
    budget, code, number = check_smallest(epsilon), check_release(release), check_number_per_option(per_option)
    return WorstRate(*map(float, lowest(lead, arms, kept, number, budget, code, _NO_CLAIM, math.inf)))


def smallest_participants_anywhere(
    options: int,
    difference: float,
    epsilon: float,
    risk: float,
    release: str = "winner",
    *,
    missing: ArrayLike = 0.0,
    block: int = 1,
) -> int | float:
    """Return how many participants each option needs to find a lead of `difference`, whatever the usual rate is.

    Source, Deviations, Args, Raises: as worst_usual_rate; risk, block: as smallest_participants.
    Returns: participants per option with which the risk is certified for all usual rates: the smallest that suffices at
        the worst rate found, and 0.05 % or, where that is too close to be certified, a little more; inf where not
        even 10^9 participants in all suffice.
    """
    arms, lead, kept = _check(options, difference, missing)
    budget, code, allowed = check_smallest(epsilon), check_release(release), check_design_risk(risk)
    size = check_count("block", block, 1, LARGEST_PER_OPTION)
    most = min(searches.MOST_PARTICIPANTS // arms, LARGEST_PER_OPTION) // size
    if most == 0:
        return math.inf

    def excess(number: int) -> float:
        return _excess(lead, arms, kept, number * size, budget, code, allowed)

    search = new_search(0, math.log((1 - 1 / arms) / allowed), most)
    guess = searches.guessed_number(_middle(lead, kept), budget, code, allowed)
    number = max(math.ceil(min(guess / size, most)), 1)
    while is_unknown(search):
        number = next_number(search, number, excess(number))
    found = int(search[1])
    step = max(found // _SPARE, 1)
    found += found // _SPARE
    while found <= most and not _is_certified(lead, arms, kept, found * size, budget, code, allowed):
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
) -> float:
    """Return the smallest epsilon that finds a lead of `difference`, whatever the usual rate is.

    Source, Deviations, Args, Raises: as worst_usual_rate; risk: as smallest_participants.
    Returns: nats, exact to 0.1 % and rounded up: the risk is certified for all usual rates; inf where not even no
        privacy suffices.
    """
    arms, lead, kept = _check(options, difference, missing)
    code, allowed, number = check_release(release), check_design_risk(risk), check_number_per_option(per_option)

    def excess(log_epsilon: float) -> float:
        return _excess(lead, arms, kept, number, math.exp(log_epsilon), code, allowed)

    low, high = math.log(searches.SMALLEST_EPSILON), math.log(searches.NO_PRIVACY)
    if excess(high) > 0:
        return math.inf
    bracket, x, step = new_bracket(), min(math.log(math.log(arms / allowed) / (number * lead)), high), 0.5
    while not note(bracket, x, excess(x)):
        if x == low:
            return searches.SMALLEST_EPSILON
        x, step = (max(x - step, low) if bracket[3] <= 0 else min(x + step, high)), 2 * step
    while is_open(bracket) and bracket[2] - bracket[0] > _MORE / 10:
        x = proposed(bracket)
        note(bracket, x, excess(x))
    return _raised(
        float(bracket[2]), lambda value: _is_certified(lead, arms, kept, number, math.exp(value), code, allowed)
    )


def _raised(log_epsilon: float, is_enough: Callable[[float], bool]) -> float:
    """The first of some budgets, each a little larger than the last, that is enough; inf beyond all that matter."""
    step = _MORE
    while not is_enough(log_epsilon + step):
        step *= 2
        if log_epsilon + step > math.log(searches.NO_PRIVACY):
            return math.inf
    return math.exp(log_epsilon + step)


def _excess(lead: float, arms: int, kept: Floats, number: int, epsilon: float, code: int, risk: float) -> float:
    """log(1 - lowest probability / risk) at the worst rate that is found, without a certificate."""
    probability = lowest(lead, arms, kept, number, epsilon, code, _NO_CLAIM, 0.0)[1]
    return math.log(max(1 - probability, 1e-300) / risk)


def _is_certified(lead: float, arms: int, kept: Floats, number: int, epsilon: float, code: int, risk: float) -> bool:
    return bool(lowest(lead, arms, kept, number, epsilon, code, _NO_CLAIM, 1 - risk)[2] >= 1 - risk)


def _middle(lead: float, kept: Floats) -> Floats:
    """The best option's and a rival's rate around 1/2, where counts vary most."""
    return np.array(((1 + lead) / 2 * kept[0], (1 - lead) / 2 * kept[0]))


def _check(options: int, difference: float, missing: ArrayLike) -> tuple[int, float, Floats]:
    """The number of options, the lead, and the share of outcomes that are there: of all options, or of each."""
    arms = check_count("options", options, 2, MOST_OPTIONS)
    kept = effective_rates(np.ones(arms), missing)
    lead = check_open_interval("difference", difference, 0, 1)
    return arms, lead, kept[:2] if np.unique(kept[1:]).size == 1 else kept
