"""Promise C, "prove that a new option beats the usual one": a test with a fixed number of participants.

A claim for option a is made where its noisy count leads the usual option's by at least the critical value, the smallest
whole number with which no false claim is likelier than the level.  Proofs: docs/designs.md.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dpcore._validation import check_choice, check_count, check_open_interval, check_type, quoted
from dpcore.designs.cases import Case, case_over, worst_rate
from dpcore.designs.claims import smallest_critical
from dpcore.designs.find_lead import (
    LARGEST_PER_OPTION,
    MOST_OPTIONS,
    RELEASES,
    SMALLEST_RISK,
    check_curve,
    check_number_per_option,
    check_smallest,
    check_usual_range,
)
from dpcore.designs.laws import Floats
from dpcore.designs.searches import fill_numbers, planned, smallest_lead
from dpcore.designs.studies import Study, found
from dpcore.designs.usual_rates import UsualRates
from dpcore.experiments import CancelFlag, check_cancel

__all__ = [
    "ClaimRule",
    "critical_value",
    "participants_curve",
    "probability_found",
    "smallest_difference",
    "smallest_epsilon",
    "smallest_participants",
]
CLAIM_RELEASES = RELEASES[1:]
Usual = float | tuple[float, float] | None


@dataclass(frozen=True)
class ClaimRule:
    """When a new option is said to beat the usual one, and what is published for it.

    Args:
        level: largest probability of a claim for any option that is not better, in [1e-9, 1/2); it is shared equally by
            all new options (Bonferroni).
        options: K, the usual one included, 2 to 50.
        release: "counts", every count with noise; "local", counts of answers that participants have flipped.
        missing: share of the outcomes, the same for all options, that are missing and count as failures, in [0, 1).
            Where more are missing of the usual option than of a new one, the level does not hold.
    Raises: ValueError when an argument is out of its domain.
    """

    level: float
    options: int = 2
    release: str = "counts"
    missing: float = 0.0

    def __post_init__(self) -> None:
        if check_open_interval("level", self.level, 0, 0.5) < SMALLEST_RISK:
            raise ValueError(f"level must be at least {SMALLEST_RISK:g}, not {quoted(self.level)}")
        check_count("options", self.options, 2, MOST_OPTIONS)
        check_choice("release", self.release, CLAIM_RELEASES)
        if check_open_interval("missing", self.missing, -math.inf, 1) < 0:
            raise ValueError(f"missing must be at least 0, not {quoted(self.missing)}")


def critical_value(epsilon: float, per_option: int, rule: ClaimRule) -> int:
    """Return the smallest lead over the usual option's count from which on a new option is said to beat it.

    Source: this project's own, docs/designs.md.  Deviations: none.  Awan and Slavkovic (AS18) give the best test of one
    rate alone.
    Args: epsilon: budget per outcome, nats, >= 1e-9; inf = no privacy.  per_option: participants of every option, 1 to
        10^8.  rule: the level, among how many options, and what is published.
    Returns: c >= 1, exact: the level holds for all rates.
    Raises: ValueError when an argument is out of its domain.
    Examples:
        >>> critical_value(1.0, 400, ClaimRule(0.025))
        29
    """
    budget, number = check_smallest(epsilon), check_number_per_option(per_option)
    return int(smallest_critical(_study(rule, 0.5, 0.5, 0.5), number, budget, 0.0))


def probability_found(
    usual: Usual,
    difference: float,
    epsilon: float,
    per_option: int,
    rule: ClaimRule,
    *,
    cancel: CancelFlag | None = None,
) -> float:
    """Return the probability (power) of the claim for a new option that leads the usual one by `difference`.

    Source, Deviations, Raises: as critical_value.
    Args:
        usual: success rate of the usual option, in (0, 1 - difference); or the lowest and the highest one that count,
            0 <= low < high; None: all there are.
        difference: D, in (0, 1).  epsilon, per_option, rule: as there.
        cancel: once set, a call about several usual rates ends with a CancelledError (the rule: CancelFlag).
    Returns: probability, exact to 1e-12; the lowest over several usual rates as a certified lower bound, mostly within
        0.1 % of the risk of missing it for leads from .1, less closely for smaller ones.
    Examples:
        >>> round(probability_found(0.3, 0.1, 1.0, 400, rule=ClaimRule(0.025)), 4)
        0.802
    """
    budget, number = check_smallest(epsilon), check_number_per_option(per_option)
    case = _case(usual, difference, 0.5, rule, cancel)
    plan = planned(case.study, number, budget)
    if case.over is None:
        return float(found(case.study, plan))
    return worst_rate(case.over, case.study, plan, math.inf, case.cancel).lower


def smallest_participants(
    usual: Usual,
    difference: float,
    epsilon: float,
    power: float,
    rule: ClaimRule,
    *,
    block: int = 1,
    cancel: CancelFlag | None = None,
) -> int | float:
    """Return how many participants each option needs so that a new option that leads by `difference` is found.

    Source, Deviations, Args, Raises: as probability_found; power: the smallest probability of finding it, in (0, 1), at
        most 1 - 1e-9.  block: the number is a multiple of it.
    Returns: the smallest number with which the option is found, exact; over several usual rates a certified number,
        that of the hardest rate with .05 % of the risk to spare or a little more; inf where not even 10^9
        participants in all suffice.  The critical value is a whole number, so a slightly larger number can miss the
        power narrowly: plan this number itself.
    Examples:
        >>> smallest_participants(0.3, 0.1, 1.0, 0.8, rule=ClaimRule(0.025))
        399
    """
    budget, size = check_smallest(epsilon), check_count("block", block, 1, LARGEST_PER_OPTION)
    return _case(usual, difference, power, rule, cancel).participants(budget, size)


def participants_curve(
    usual: float, difference: float, epsilons: ArrayLike, power: float, rule: ClaimRule, *, block: int = 1
) -> Floats:
    """Return how many participants each option needs at many epsilons, for a picture.

    Source, Deviations, Args, Raises: as smallest_participants, for one usual rate.  epsilons: (E,), E <= 10^4.
    Returns: (E,) participants per option, exact; inf where none suffice.
    Examples:
        >>> participants_curve(0.3, 0.1, [0.1, 1.0], 0.8, rule=ClaimRule(0.025)).tolist()
        [789.0, 399.0]
    """
    budgets, size = check_curve(epsilons), check_count("block", block, 1, LARGEST_PER_OPTION)
    case = _case(check_open_interval("usual", usual, 0, 1), difference, power, rule, None)
    out = np.empty(budgets.size)
    fill_numbers(case.study, budgets, size, case.most, out)
    return out


def smallest_epsilon(
    usual: Usual,
    difference: float,
    power: float,
    per_option: int,
    rule: ClaimRule,
    *,
    cancel: CancelFlag | None = None,
) -> float:
    """Return the smallest epsilon with which a new option that leads by `difference` is found.

    Source, Deviations, Args, Raises: as smallest_participants.
    Returns: nats, exact to 1e-10 and rounded up, so that it has the power itself; inf if even epsilon = inf lacks it.
        Over several usual rates certified as there.  For a power of about a half or less a smaller one may have it,
        too: at the same critical value the power does not always rise with epsilon (docs/designs.md).
    Examples:
        >>> round(smallest_epsilon(0.3, 0.1, 0.8, 400, rule=ClaimRule(0.025)), 4)
        0.7428
    """
    return _case(usual, difference, power, rule, cancel).epsilon(check_number_per_option(per_option))


def smallest_difference(usual: float, epsilon: float, power: float, per_option: int, rule: ClaimRule) -> float:
    """Return the smallest lead over the usual option that is found.

    Source, Deviations, Args, Raises: as smallest_participants; usual: in (0, 1).
    Returns: D in units of rates, exact to 1e-10 and rounded up; inf where none below 1 - usual is found.
    Examples:
        >>> round(smallest_difference(0.3, 1.0, 0.8, 400, rule=ClaimRule(0.025)), 4)
        0.0998
    """
    budget, number = check_smallest(epsilon), check_number_per_option(per_option)
    base = check_open_interval("usual", usual, 0, 1)
    kept = 1 - float(check_type("rule", rule, ClaimRule).missing)
    study = _study(rule, base, kept * base, power)  # whose first rate is where leads begin
    return float(smallest_lead(study, kept, number, budget))


def _study(rule: ClaimRule, new: float, usual: float, power: float) -> Study:
    """What is asked of a study; new, usual: the rates of the option to find and of the usual one."""
    allowed = 1 - check_open_interval("power", power, 0, 1)
    if allowed < SMALLEST_RISK:
        raise ValueError(f"power must be at most 1 - {SMALLEST_RISK:g}, not {quoted(power)}")
    level = float(check_type("rule", rule, ClaimRule).level) / (rule.options - 1)
    return Study(np.array((new, usual)), np.ones(2, np.int64), RELEASES.index(rule.release), allowed, level)


def _case(usual: Usual, difference: float, power: float, rule: ClaimRule, cancel: CancelFlag | None) -> Case:
    """The case that is asked for: success rates of the new option and of the usual one, known or in a range."""
    lead = check_open_interval("difference", difference, 0, 1)
    kept = 1 - float(check_type("rule", rule, ClaimRule).missing)
    if usual is None or isinstance(usual, tuple | list | np.ndarray):
        low, high = check_usual_range((0.0, 1.0) if usual is None else usual, lead, "usual")
        over = UsualRates(low, high, lead, np.full(2, kept))
        return case_over(over, _study(rule, 0.5, 0.5, power), int(rule.options), cancel)
    base = check_open_interval("usual", usual, 0, 1)
    if base + lead >= 1:
        raise ValueError(f"usual + difference must be less than 1, not {quoted(usual)} + {quoted(difference)}")
    return Case(_study(rule, kept * (base + lead), kept * base, power), int(rule.options), None, check_cancel(cancel))


def warm_up() -> None:
    """Compile, or load from the cache, the kernels of promise C."""
    rule = ClaimRule(0.1)
    critical_value(1.0, 10, rule)
    probability_found(None, 0.5, 1.0, 20, rule)
    smallest_participants(0.3, 0.4, 1.0, 0.8, rule)
    participants_curve(0.3, 0.4, (1.0,), 0.8, rule)
    smallest_epsilon(0.3, 0.4, 0.8, 100, rule)
    smallest_difference(0.3, 1.0, 0.8, 100, rule)
