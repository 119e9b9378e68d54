"""Under promise A, how many participants, which budget or which difference is enough; docs/designs.md."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dpcore._validation import check_count, check_open_interval, check_type
from dpcore.designs.cases import Case, WorstRate, case_over, worst_rate
from dpcore.designs.find_lead import (
    LARGEST_PER_OPTION,
    MOST_OPTIONS,
    check_curve,
    check_design_risk,
    check_number_per_option,
    check_release,
    check_smallest,
    check_usual_range,
    effective_rates,
    grouped,
    grouped_problem,
)
from dpcore.designs.laws import Floats
from dpcore.designs.searches import fill_numbers, planned, smallest_lead
from dpcore.designs.studies import Study
from dpcore.designs.usual_rates import UsualRates
from dpcore.experiments import CancelFlag, check_cancel


@dataclass(frozen=True)
class AnyUsualRate:
    """A lead of `difference` whatever the usual rate is, in place of means.

    Args:
        options: K, 2 to 50; all but the best have the usual rate, which is the least favourable case.
        difference: D, in (0, 1).
        usual_range: the lowest and the highest usual rate that count, 0 <= low < high; above 1 - D no rate is possible.
    Raises: ValueError when an argument is out of its domain.
    """

    options: int
    difference: float
    usual_range: tuple[float, float] = (0.0, 1.0)

    def __post_init__(self) -> None:
        check_count("options", self.options, 2, MOST_OPTIONS)
        check_usual_range(self.usual_range, check_open_interval("difference", self.difference, 0, 1))


def worst_usual_rate(
    rates: AnyUsualRate,
    epsilon: float,
    per_option: int,
    release: str = "winner",
    *,
    missing: ArrayLike = 0.0,
    cancel: CancelFlag | None = None,
) -> WorstRate:
    """Return the usual rate at which one look at the end is least likely to find a lead.

    Source: this project's own, docs/designs.md.  Deviations: none.
    Args: rates: the lead and the usual rates that count.  epsilon, per_option, release, missing: as probability_right.
        cancel: once set, the call ends with a CancelledError (the rule: CancelFlag).
    Returns: the rate, its probability, and a certified lower bound, which also holds between the rates that were tried.
    Raises: ValueError when an argument is out of its domain.
    Examples:
        >>> round(worst_usual_rate(AnyUsualRate(3, 0.1), 0.0143, 3333).usual, 2)
        0.45
    """
    budget, number = check_smallest(epsilon), check_number_per_option(per_option)
    case = _case(check_type("rates", rates, AnyUsualRate), 1.0, release, missing, cancel)
    assert case.over is not None
    return worst_rate(case.over, case.study, planned(case.study, number, budget), math.inf, case.cancel)


def smallest_participants(
    means: ArrayLike | AnyUsualRate,
    epsilon: float,
    risk: float,
    release: str = "winner",
    *,
    missing: ArrayLike = 0.0,
    block: int = 1,
    cancel: CancelFlag | None = None,
) -> int | float:
    """Return how many participants each option needs so that one look at the end names the best option.

    Source, Deviations: as probability_right.
    Args: means: as there, or AnyUsualRate.  epsilon, release, missing: as there.  risk: allowed probability of not
        naming the best option, in [1e-9, 1/2).  block: the number is a multiple of it.  cancel: as worst_usual_rate.
    Returns: participants per option, exact: with this number the risk is kept, with one block fewer it is not.  With
        more it is kept as well: this is proven without privacy and for two options, and otherwise checked for the next
        300 numbers (fewer above 20,000 participants).  Over usual rates a number whose risk is certified: the smallest
        that keeps a risk .05 % lower at the worst rate found or, where that is too close to be certified, a
        little more.  inf where not even 10^9 participants in all, or 10^8 of each option, suffice.
    Raises: ValueError when an argument is out of its domain.
    Examples:
        >>> smallest_participants([0.4, 0.3, 0.3], 0.0143, 0.01)
        3325
    """
    budget, size = check_smallest(epsilon), check_count("block", block, 1, LARGEST_PER_OPTION)
    return _case(means, check_design_risk(risk), release, missing, cancel).participants(budget, size)


def participants_curve(
    means: ArrayLike,
    epsilons: ArrayLike,
    risk: float,
    release: str = "winner",
    *,
    missing: ArrayLike = 0.0,
    block: int = 1,
) -> Floats:
    """Return how many participants each option needs at many epsilons, for a picture.

    Source, Deviations, Args, Raises: as smallest_participants.  epsilons: (E,), E <= 10^4.
    Returns: (E,) participants per option, exact as there, but larger numbers are not checked; inf where none suffice.
    Examples:
        >>> participants_curve([0.4, 0.3, 0.3], [0.01, 1.0], 0.01).tolist()
        [4708.0, 300.0]
    """
    budgets, size = check_curve(epsilons), check_count("block", block, 1, LARGEST_PER_OPTION)
    case = _case(means, check_design_risk(risk), release, missing, None)
    out = np.empty(budgets.size)
    fill_numbers(case.study, budgets, size, case.most, out)
    return out


def smallest_epsilon(
    means: ArrayLike | AnyUsualRate,
    risk: float,
    per_option: int,
    release: str = "winner",
    *,
    missing: ArrayLike = 0.0,
    cancel: CancelFlag | None = None,
) -> float:
    """Return the smallest epsilon with which one look at the end names the best option.

    Source, Deviations, Args, Raises: as smallest_participants and probability_right; per_option: a whole number.
    Returns: nats, exact to 1e-10 and rounded up, so that it keeps the risk itself; inf if even epsilon = inf
        does not suffice; 1e-9, the smallest epsilon that designs accept, if that does.  Over usual rates certified as
        there.
    Examples:
        >>> round(smallest_epsilon([0.4, 0.3, 0.3], 0.01, 3333), 4)
        0.0143
    """
    return _case(means, check_design_risk(risk), release, missing, cancel).epsilon(check_number_per_option(per_option))


def smallest_difference(
    options: int,
    usual: float,
    epsilon: float,
    risk: float,
    per_option: int,
    release: str = "winner",
    *,
    missing: ArrayLike = 0.0,
) -> float:
    """Return the smallest lead D that one look at the end finds, where all other options have the usual rate.

    Source, Deviations: as probability_right.
    Args: options: K, 2 to 50.  usual: success rate of all options but the best, in (0, 1).  Others as there.
    Returns: D in units of rates, exact to 1e-10 and rounded up; inf where none below 1 - usual is found.
    Raises: ValueError when an argument is out of its domain.
    Examples:
        >>> round(smallest_difference(3, 0.3, 0.0143, 0.01, 3333), 4)
        0.0998
    """
    arms = check_count("options", options, 2, MOST_OPTIONS)
    base = check_open_interval("usual", usual, 0, 1)
    budget, code, allowed = check_smallest(epsilon), check_release(release), check_design_risk(risk)
    number = check_number_per_option(per_option)
    rates, times = grouped(effective_rates(np.full(arms, base), missing), 0)
    kept = float(rates[0] / base)
    rates[0] = base
    return float(smallest_lead(Study(rates, times, code, allowed, 0.0), kept, number, budget))


def _case(
    means: ArrayLike | AnyUsualRate, allowed: float, release: str, missing: ArrayLike, cancel: CancelFlag | None
) -> Case:
    """The case that is asked for, at known means or over usual rates."""
    code = check_release(release)
    if not isinstance(means, AnyUsualRate):
        rates, times = grouped_problem(means, missing)
        return Case(Study(rates, times, code, allowed, 0.0), int(times.sum()), None, check_cancel(cancel))
    options = int(means.options)
    kept, times = effective_rates(np.ones(options), missing), np.ones(options, np.int64)
    if np.unique(kept[1:]).size == 1:
        kept, times = kept[:2], np.array((1, options - 1))
    over = UsualRates(*check_usual_range(means.usual_range, means.difference), float(means.difference), kept)
    return case_over(over, Study(kept, times, code, allowed, 0.0), options, cancel)
