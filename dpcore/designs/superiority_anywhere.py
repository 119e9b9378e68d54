"""Promise C over a range of usual rates: what suffices at every one of them, certified; docs/designs.md."""

import math
from typing import Any

import numpy as np

from dpcore._validation import check_open_interval
from dpcore.designs import searches, superiority
from dpcore.designs.anywhere import lowest
from dpcore.designs.find_lead import (
    LARGEST_PER_OPTION,
    RELEASES,
    check_number_per_option,
    check_smallest,
    check_usual_range,
    hardest_usual,
)

__all__ = ["probability_found_anywhere", "smallest_epsilon_anywhere", "smallest_participants_anywhere"]
_MORE = 1e-2  # by how much a budget is raised, so that it can be certified
_SPARE = 100  # one in so many participants is added, so that the power can be certified
_EDGE = 1e-9


def probability_found_anywhere(
    usual_range: tuple[float, float],
    difference: float,
    epsilon: float,
    per_option: int,
    level: float,
    options: int = 2,
    release: str = "counts",
    *,
    missing: float = 0.0,
) -> float:
    """Return the lowest probability of finding a lead of `difference` over usual rates in a range.

    Source: this project's own, docs/designs.md.  Deviations: none.
    Args: usual_range: the lowest and the highest usual rate, 0 <= low < high; beyond 1 - difference there is none.
        Others: as superiority.probability_found.
    Returns: probability, a certified lower bound, within 0.1 % of the risk of missing the lead.
    Raises: ValueError when an argument is out of its domain.
    """
    superiority.probability_found(  # whose door checks all arguments
        _hardest(usual_range, difference, missing),
        difference,
        epsilon,
        per_option,
        level,
        options,
        release,
        missing=missing,
    )
    return _certified(usual_range, difference, epsilon, per_option, level, options, release, missing, math.inf)


def smallest_participants_anywhere(
    usual_range: tuple[float, float],
    difference: float,
    epsilon: float,
    level: float,
    power: float,
    options: int = 2,
    release: str = "counts",
    *,
    missing: float = 0.0,
    block: int = 1,
) -> int | float:
    """Return how many participants each option needs to find a lead of `difference` at every usual rate of a range.

    Source, Deviations, Args, Raises: as probability_found_anywhere; power, block: as
        superiority.smallest_participants.
    Returns: a certified number: that of the hardest rate, or a little more; inf where there is none.
    """
    how: dict[str, Any] = {"options": options, "release": release, "missing": missing}
    usual = _hardest(usual_range, difference, missing)
    number = superiority.smallest_participants(usual, difference, epsilon, level, power, **how, block=block)
    step = (1 + int(min(number, LARGEST_PER_OPTION)) // (_SPARE * block)) * block
    while math.isfinite(number) and int(number) <= LARGEST_PER_OPTION:
        asked = (difference, epsilon, int(number), level, options, release, missing)
        if _certified(usual_range, *asked, power) >= float(power):
            return int(number)
        number, step = number + step, 2 * step
    return math.inf


def smallest_epsilon_anywhere(
    usual_range: tuple[float, float],
    difference: float,
    level: float,
    power: float,
    per_option: int,
    options: int = 2,
    release: str = "counts",
    *,
    missing: float = 0.0,
) -> float:
    """Return the smallest epsilon that finds a lead of `difference` at every usual rate of a range.

    Source, Deviations, Args, Raises: as smallest_participants_anywhere.
    Returns: nats, certified, that of the hardest rate or a little more; inf where not even no privacy suffices.
    """
    how: dict[str, Any] = {"options": options, "release": release, "missing": missing}
    usual = _hardest(usual_range, difference, missing)
    more, epsilon = _MORE, superiority.smallest_epsilon(usual, difference, level, power, per_option, **how)
    while epsilon < searches.NO_PRIVACY:
        if _certified(usual_range, difference, epsilon, per_option, level, options, release, missing, power) >= float(
            power
        ):
            return epsilon
        epsilon, more = epsilon * (1 + more), 2 * more
    return math.inf


def _certified(
    usual_range: tuple[float, float],
    difference: float,
    epsilon: float,
    number: int,
    level: float,
    options: int,
    release: str,
    missing: float,
    goal: float,
) -> float:
    """A lower bound on the power over all usual rates in the range; goal: see dpcore.designs.anywhere."""
    lead, kept = float(difference), np.full(2, 1 - float(missing))
    critical = superiority.critical_value(epsilon, number, level, options, release)
    setting = (check_number_per_option(number), check_smallest(epsilon), RELEASES.index(release), critical, float(goal))
    low, high = check_usual_range(usual_range, lead)
    return float(lowest(low, high, lead, 2, kept, *setting)[2])


def _hardest(usual_range: tuple[float, float], difference: float, missing: float) -> float:
    """The usual rate in the range at which both counts vary most."""
    lead = check_open_interval("difference", difference, 0, 1)
    kept = 1 - check_open_interval("missing", missing, -math.inf, 1)
    low, high = check_usual_range(usual_range, lead)
    return float(hardest_usual(low + _EDGE, high - _EDGE, lead, kept))
