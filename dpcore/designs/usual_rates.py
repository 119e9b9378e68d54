"""What a design keeps whatever the usual rate is: the minimum over it, certified between the rates that are tried.

With all rivals at p - D, P(right) rises with the best option's rate and falls with the rivals' (by coupling), and so
does the power under promise C.  So the best option at p and rivals at p + h - D are a lower bound for all of
[p, p + h].  Intervals are halved until theirs is as high as it is asked to be.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dpcore._kernels import kernel
from dpcore.designs.laws import Floats
from dpcore.designs.studies import Plan, Study, found

_FIRST = 32  # intervals to begin with
_MOST_FIRST = 8_000
_MOST_LOOKS = 20_000  # fewer where n is above 10^4, as each then takes longer
_CLOSE = 1e-3  # of the bound, in probabilities of failing, as far as looks allow
_EDGE = 1e-15
_GOLDEN = 0.3819660112501051
Flag = NDArray[np.uint8]


class UsualRates(NamedTuple):
    """Usual rates from `low` to `high`, and the lead over them; kept: the share of outcomes that each option keeps."""

    low: float
    high: float
    lead: float
    kept: Floats


@kernel(error_model="numpy")
def study_over(rates: UsualRates, study: Study, low: float, high: float) -> Study:
    """The study where the best option leads the usual rate `low`, and its rivals have the rate `high`."""
    seen = np.empty(rates.kept.size)
    for j in range(seen.size):
        rate = low + rates.lead if j == 0 else high
        seen[j] = min(max(rate * rates.kept[j], _EDGE), 1 - _EDGE)
    return Study(seen, study.times, study.release, study.allowed, study.level)


@kernel(error_model="numpy")
def lowest(rates: UsualRates, study: Study, plan: Plan, goal: float, cancel: Flag) -> tuple[float, float, float]:
    """(usual rate, probability there, certified lower bound over all usual rates).

    goal: stop as soon as the bound is known to be at least this, or a rate is found with less; above 1: the bound comes
    as close as _MOST_LOOKS allow; 0: no bound is wanted.  cancel: once it is set, the bound is 0.
    """
    width = (rates.high - rates.low) / _FIRST
    where, least = 0.0, 2.0
    for i in range(_FIRST + 1):
        rate = rates.low + i * width
        value = found(study_over(rates, study, rate, rate), plan)
        if value < least:
            where, least = rate, value
    low, high = max(where - width, rates.low), min(where + width, rates.high)
    for _ in range(30):  # golden-section search: whatever it finds, the bound holds
        step = _GOLDEN * (high - low)
        left = found(study_over(rates, study, low + step, low + step), plan)
        right = found(study_over(rates, study, high - step, high - step), plan)
        if min(left, right) < least:
            least, where = min(left, right), low + step if left < right else high - step
        low, high = (low, high - step) if left < right else (low + step, high)
        if cancel[0] != 0:
            break
    if least < goal <= 1 or goal == 0:
        return where, least, 0.0
    enough = goal if goal <= 1 else least - _CLOSE * (1 - least)
    return where, least, min(least, _certified(rates, study, plan, enough, goal <= 1, cancel))


@kernel(error_model="numpy")
def _certified(rates: UsualRates, study: Study, plan: Plan, enough: float, no_less: bool, cancel: Flag) -> float:
    """A lower bound over all usual rates, at least `enough` unless that takes too many looks or is not true.

    Intervals wider than an eighth of the lead say little.  The widest are halved first.  no_less: a lower bound than
    `enough` is of no use, and 0 is returned for it.
    """
    room = rates.high - rates.low
    first = min(max(math.ceil(8 * room / rates.lead), _FIRST), _MOST_FIRST)
    most = first + int(_MOST_LOOKS * min(1.0, 100 / math.sqrt(plan.n)))
    starts, widths = np.empty(most), np.full(most, room / first)
    for i in range(first):
        starts[i] = rates.low + i * widths[i]
    bound, place, asked = 1.0, 0, first
    while place < asked:
        if cancel[0] != 0:
            return 0.0
        start, width = starts[place], widths[place]
        value = found(study_over(rates, study, start, start + width), plan)
        if value >= enough or asked + 2 > most:
            bound = min(bound, value)
            if no_less and value < enough:
                return 0.0
        else:
            starts[asked], starts[asked + 1] = start, start + width / 2
            widths[asked : asked + 2] = width / 2
            asked += 2
        place += 1
    return bound
