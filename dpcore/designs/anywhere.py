"""What a design keeps whatever the usual rate is: the minimum over it, certified between the rates that are tried.

With all rivals at p - D, P(right) rises with the best option's rate and falls with the rivals' (by coupling).  So the
best option at p and rivals at p + h - D are a lower bound for all of [p, p + h].  Intervals are halved until theirs is
as high as it is asked to be.
"""

import math

import numpy as np

from dpcore._kernels import kernel
from dpcore.designs.claims import claimed
from dpcore.designs.laws import Floats
from dpcore.designs.searches import right

_FIRST = 32  # intervals to begin with
_MOST_FIRST = 2_000
_MOST_HALVINGS = 40
_MOST_LOOKS = 8_000  # fewer where n is above 10^4, as each then takes longer
_CLOSENESS = (0.5, 0.1, 0.03, 0.01, 3e-3, 1e-3)  # of the bound, in probabilities of failing, as far as looks allow
_EDGE = 1e-15
_GOLDEN = 0.3819660112501051
_NO_CLAIM = -1  # critical value: promise A


@kernel(error_model="numpy")
def kept_at(
    best: float, rival: float, options: int, kept: Floats, n: int, epsilon: float, release: int, critical: int
) -> float:
    """P(right), or with a critical value P(claim), where the best has this rate and all others that one."""
    best = min(max(best * kept[0], _EDGE), 1 - _EDGE)
    if critical != _NO_CLAIM:
        return claimed(best, min(max(rival * kept[0], _EDGE), 1 - _EDGE), n, epsilon, release, critical)
    rates, times = np.empty(kept.size), np.ones(kept.size, np.int64)
    rates[0] = best
    for j in range(1, kept.size):
        rates[j] = min(max(rival * kept[j], _EDGE), 1 - _EDGE)
    if kept.size == 2:  # all rivals are alike
        times[1] = options - 1
    return right(rates, times, n, epsilon, release)


@kernel(error_model="numpy")
def lowest(
    lowest_rate: float, highest_rate: float, lead: float, options: int, kept: Floats, n: int, epsilon: float,
    release: int, critical: int, goal: float,
) -> tuple[float, float, float]:  # fmt: skip
    """(usual rate, probability there, certified lower bound over all usual rates from the lowest to the highest).

    goal: stop as soon as the bound is known to be at least this, or a rate is found with less; above 1: the bound comes
    as close as _MOST_LOOKS allow; 0: no bound is wanted.
    """
    width = (highest_rate - lowest_rate) / _FIRST
    where, least = 0.0, 2.0
    for i in range(_FIRST + 1):
        rate = lowest_rate + i * width
        value = kept_at(rate + lead, rate, options, kept, n, epsilon, release, critical)
        if value < least:
            where, least = rate, value
    low, high = max(where - width, lowest_rate), min(where + width, highest_rate)
    for _ in range(30):  # golden-section search: whatever it finds, the bound holds
        step = _GOLDEN * (high - low)
        left = kept_at(low + step + lead, low + step, options, kept, n, epsilon, release, critical)
        right_value = kept_at(high - step + lead, high - step, options, kept, n, epsilon, release, critical)
        if min(left, right_value) < least:
            least, where = min(left, right_value), low + step if left < right_value else high - step
        low, high = (low, high - step) if left < right_value else (low + step, high)
    if least < goal <= 1 or goal == 0:
        return where, least, 0.0
    if goal <= 1:
        found = _certified(lowest_rate, highest_rate, lead, options, kept, n, epsilon, release, critical, goal)
        return where, least, min(least, found)
    bound = 0.0
    for share in _CLOSENESS:
        enough = least - share * (1 - least)
        found = _certified(lowest_rate, highest_rate, lead, options, kept, n, epsilon, release, critical, enough)
        bound = max(bound, found)
        if found < enough:
            break
    return where, least, min(bound, least)


@kernel(error_model="numpy")
def _certified(
    lowest_rate: float, highest_rate: float, lead: float, options: int, kept: Floats, n: int, epsilon: float,
    release: int, critical: int, enough: float,
) -> float:  # fmt: skip
    """A lower bound over all these usual rates, at least `enough` unless that takes too many looks or is not true.

    Intervals wider than an eighth of the lead say little.
    """
    room = highest_rate - lowest_rate
    first = min(max(math.ceil(8 * room / lead), _FIRST), _MOST_FIRST)
    width = room / first
    starts, widths = np.empty(first + _MOST_HALVINGS + 1), np.empty(first + _MOST_HALVINGS + 1)
    for i in range(first):
        starts[i], widths[i] = lowest_rate + i * width, width
    waiting, bound, looks = first, 1.0, 0
    while waiting > 0:
        waiting -= 1
        start, size = starts[waiting], widths[waiting]
        value = kept_at(start + lead, start + size, options, kept, n, epsilon, release, critical)
        looks += 1
        if value >= enough or looks > first + _MOST_LOOKS * min(1.0, 100 / math.sqrt(n)) or waiting + 2 > starts.size:
            bound = min(bound, value)
            continue
        for half in range(2):
            starts[waiting], widths[waiting] = start + half * size / 2, size / 2
            waiting += 1
    return bound


@kernel(error_model="numpy")
def lowest_claim(
    lead: float, kept: float, n: int, epsilon: float, release: int, critical: int
) -> tuple[float, float, float]:
    """(usual rate, probability of the claim there, certified lower bound over all usual rates)."""
    return lowest(0.0, 1 - lead, lead, 2, np.array((kept, kept)), n, epsilon, release, critical, math.inf)
