"""The probability that one noisy count comes out on top of others with equally many participants, exactly.

Counts lie close together around their means, so the sum over their values runs over windows of O(sqrt(n)) values.
Outside all windows noise has no memory: every law falls by the same factor a step, and all steps are one step, in
which the options tie.  Between windows the sum runs over the steps that matter, at most 45/epsilon.
"""

import math
from typing import NamedTuple

import numpy as np

from dpcore._kernels import kernel
from dpcore.designs.laws import (
    NEGLIGIBLE,
    NO_NOISE,
    TWO_SIDED,
    Counts,
    Floats,
    Integers,
    binomial_window,
    fill_binomial,
    fill_law,
    noise_slope,
    noise_tails,
)

_SLOW = 4e-3  # where terms change less from one value to the next, sums between windows are integrals
# Gauss-Legendre quadrature with eight nodes: half of them, the others are their mirror images.
_NODES = (0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363)
_WEIGHTS = (0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763)


class Laws(NamedTuple):
    """The options' counts, option 0 first: the window of each, where it stands in `pmfs`, and its noise_tails."""

    firsts: Integers
    lasts: Integers
    places: Integers
    pmfs: Floats
    above: Floats
    below: Floats
    times: Integers


@kernel(error_model="numpy")
def equals_share(below: float, tie: float, rivals: int, tie_share: float) -> float:
    """`top_share` where all rivals have one law.  With a single one, tie_share is the share of ties that count."""
    if rivals == 1:
        return below + tie_share * tie
    total = power = 1.0
    for _ in range(rivals):
        power *= below + tie
        total = total * below + power
    return total / (rivals + 1)


@kernel(error_model="numpy")
def top_share(before: Floats, step: Floats, times: Integers, powers: Floats, tie_share: float) -> float:
    """P(all rivals lie below, or tie and lose the draw): before_j = P(below), step_j = P(tie) of rivals 1, 2, ...

    It is the integral of the product of (before_j + t step_j)^times_j over t from 0 to 1: among j options that tie each
    comes first with probability 1 / (j + 1).  powers: room for one number more than there are rivals.
    """
    if before.size == 2:
        return equals_share(before[1], step[1], times[1], tie_share)
    powers[0], degree = 1.0, 0
    for j in range(1, before.size):
        for _ in range(times[j]):
            powers[degree + 1] = powers[degree] * step[j]
            for i in range(degree, 0, -1):
                powers[i] = powers[i] * before[j] + powers[i - 1] * step[j]
            powers[0] *= before[j]
            degree += 1
    total = 0.0
    for i in range(degree + 1):
        total += powers[i] / (i + 1)
    return total


@kernel(error_model="numpy")
def laws_of(rates: Floats, times: Integers, n: int, noise_falls: float) -> Laws:
    """The laws of counts with these rates of success; noise_falls: noise_slope, 1 without noise."""
    options = rates.size
    firsts, lasts = np.empty(options, np.int64), np.empty(options, np.int64)
    places = np.zeros(options + 1, np.int64)
    for j in range(options):
        firsts[j], lasts[j] = binomial_window(n, rates[j])
        places[j + 1] = places[j] + lasts[j] - firsts[j] + 1
    pmfs, above, below = np.empty(places[options]), np.zeros(options), np.zeros(options)
    for j in range(options):
        pmf = pmfs[places[j] : places[j + 1]]
        fill_binomial(n, rates[j], firsts[j], pmf)
        if noise_falls < 1:
            above[j], below[j] = noise_tails(pmf, noise_falls)
    return Laws(firsts, lasts, places, pmfs, above, below, times)


@kernel(error_model="numpy")
def probability_on_top(
    rates: Floats, times: Integers, n: int, epsilon: float, sides: int, lead: int, tie_share: float
) -> float:
    """P(the noisy count of option 0 is the largest), ties drawn by lot.

    rates: of option 0 and its distinct rivals, strictly inside (0, 1).  times: how many options have each rate (1 for
    option 0).  n: participants per option.  sides: of the noise, NO_NOISE, ONE_SIDED or TWO_SIDED.  lead: what is
    added to every rival's count.  tie_share: with a single rival, the share of ties in which option 0 wins (1/2).
    """
    options, slope = rates.size, noise_slope(epsilon, sides)
    a, both = 1 - slope, 2 - slope
    laws = laws_of(rates, times, n, slope)
    firsts, lasts, places, above, below = laws.firsts, laws.lasts, laws.places, laws.above, laws.below
    lowest, highest = firsts[0], firsts[0]
    for j in range(1, options):
        firsts[j] += lead
        lasts[j] += lead
        lowest, highest = min(lowest, firsts[j]), max(highest, firsts[j])
    if sides == NO_NOISE and options == 2:
        return without_noise(laws, tie_share)
    before, step, powers = np.zeros(options), np.empty(options), np.empty(times.sum())
    # All values up to `place` are done: far enough below the highest window, the product of all laws vanishes.
    place = max(lowest - 1, highest - 1 - (math.ceil(NEGLIGIBLE / epsilon) if sides == TWO_SIDED else 0))
    right = 0.0
    if sides == TWO_SIDED and place == lowest - 1:
        for j in range(options):
            step[j] = below[j] * math.exp(-epsilon * (firsts[j] - place)) / both
        right = step[0] * top_share(before, step, times, powers, 0.5)
        right += (tie_share - 0.5) * step[0] * step[1] * slope / both
    while True:
        start = 2**62  # of the next stretch of values that windows cover without a gap
        for j in range(options):
            if lasts[j] > place:
                start = min(start, firsts[j])
        if start == 2**62:
            break
        end, grown = start, True
        while grown:
            grown = False
            for j in range(options):
                if firsts[j] <= end + 1 and lasts[j] > end:
                    end, grown = lasts[j], True
        if start > place + 1:
            right += between(place + 1, start - 1, laws, epsilon, tie_share)
        start = max(start - 1, place)
        f, F = np.empty((options, end - start + 1)), np.empty((options, end - start + 1))  # noqa: N806
        for j in range(options):
            count = Counts(laws.pmfs[places[j] : places[j + 1]], firsts[j], above[j], below[j])
            fill_law(count, epsilon, sides, start, f[j], F[j])
        right += covered(f, F, times, tie_share)
        place = end
        for j in range(options):
            before[j], step[j] = F[j, end - start], f[j, end - start]
    if sides != NO_NOISE:
        right += (tie_share - 0.5) * step[0] * step[1] * a * a / (slope * both)
        for j in range(options):
            step[j] = 1 - before[j]
        right += step[0] * top_share(before, step, times, powers, 0.5)
    return min(right, 1.0)


@kernel(error_model="numpy")
def without_noise(laws: Laws, tie_share: float) -> float:
    """The probability without noise where all rivals have one rate: no law of theirs is kept."""
    first, last, rival = laws.firsts[1], laws.lasts[1], laws.places[1]
    right = below = 0.0
    for x in range(first, min(laws.firsts[0], last + 1)):
        below += laws.pmfs[rival + x - first]
    for i in range(rival):
        x = laws.firsts[0] + i
        tie = laws.pmfs[rival + x - first] if first <= x <= last else 0.0
        right += laws.pmfs[i] * equals_share(below, tie, laws.times[1], tie_share)
        below += tie
    return min(right, 1.0)


@kernel(error_model="numpy")
def covered(f: Floats, F: Floats, times: Integers, tie_share: float) -> float:  # noqa: N803
    """The sum over all values but the first, whose laws `f` and `F` are (K, values)."""
    options, values = f.shape
    right = 0.0
    if options == 2:
        for i in range(1, values):
            right += f[0, i] * equals_share(F[1, i - 1], f[1, i], times[1], tie_share)
        return right
    before, step, powers = np.empty(options), np.empty(options), np.empty(times.sum())
    for i in range(1, values):
        if f[0, i] > 0:
            for j in range(1, options):
                before[j], step[j] = F[j, i - 1], f[j, i]
            right += f[0, i] * top_share(before, step, times, powers, tie_share)
    return right


@kernel(error_model="numpy")
def between(start: int, end: int, laws: Laws, epsilon: float, tie_share: float) -> float:
    """The sum over start <= x <= end, where no window lies and noise has two sides; by quadrature where it is long.

    There every law is an exponential of x.  The sum of a function over 1, ..., m is the integral from 1/2 to m + 1/2
    of it less a 24th of its second difference, but for its fourth derivative times 17/5760, below 1e-13 here.
    """
    arms, options = laws.times.sum(), laws.times.size
    room = (np.empty(options), np.empty(options), np.empty(arms))
    panels = math.ceil((end - start + 1) * epsilon * arms / 2)
    total = 0.0
    if epsilon * arms > _SLOW or 48 * panels > end - start + 1:
        for count in range(start, end + 1):
            total += _term_between(float(count), laws, epsilon, tie_share, room)
        return total
    width = (end - start + 1) / panels
    for panel in range(panels):
        middle = start - 0.5 + (panel + 0.5) * width
        for i in range(len(_NODES)):
            for sign in (-1, 1):
                x = middle + sign * _NODES[i] * width / 2
                value = 13 / 12 * _term_between(x, laws, epsilon, tie_share, room)
                value -= _term_between(x - 1, laws, epsilon, tie_share, room) / 24
                value -= _term_between(x + 1, laws, epsilon, tie_share, room) / 24
                total += _WEIGHTS[i] * width / 2 * value
    return total


@kernel(error_model="numpy")
def _term_between(
    x: float, laws: Laws, epsilon: float, tie_share: float, room: tuple[Floats, Floats, Floats]
) -> float:  # fmt: skip
    """The term of one value; room: what top_share works with."""
    before, step, powers = room
    slope = -math.expm1(-epsilon)
    a, both = 1 - slope, 2 - slope
    own = 0.0
    for j in range(laws.times.size):
        if laws.lasts[j] < x:
            fallen = laws.above[j] * math.exp(-epsilon * (x - laws.lasts[j])) / both
            F, f = 1 - a * fallen, slope * fallen  # noqa: N806
        else:
            F = laws.below[j] * math.exp(-epsilon * (laws.firsts[j] - x)) / both  # noqa: N806
            f = slope * F
        if j == 0:
            own = f
        else:
            before[j], step[j] = F - f, f
    return own * top_share(before, step, laws.times, powers, tie_share)
