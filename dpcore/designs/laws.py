"""The law of a count of successes with geometric noise: the binomial law where it matters, and tails in closed form.

b is the law of Binomial(n, p), kept in a window outside which its mass is below 1e-18.  With a = e^-epsilon and
noise on one side, P(G = k) = (1 - a) a^k for k >= 0, the sum S + G has
    f(x) = (1 - a) h(x) and F(x) = B(x) - a h(x),  where h(x) = sum over y <= x of b(y) a^(x - y) = b(x) + a h(x - 1);
with noise on both sides, P(Z = k) = (1 - a) / (1 + a) a^|k|, and r(x) = sum over y > x of b(y) a^(y - x), S + Z has
    f(x) = (1 - a) / (1 + a) (h(x) + r(x)) and F(x) = B(x) - (a h(x) - r(x)) / (1 + a).
Above the window h falls by the factor a each step; below it r grows by the factor 1 / a.  Without noise a = 0.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dpcore._kernels import kernel

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

NO_NOISE, ONE_SIDED, TWO_SIDED = 0, 1, 2
NEGLIGIBLE = 45.0  # e^-45 is 3e-20
_TAIL = 44.0  # e^-44 is 8e-20


class Counts(NamedTuple):
    """A binomial law without its noise: its probabilities in the window that begins at `first`, and its noise_tails."""

    pmf: Floats
    first: int
    above: float
    below: float


@kernel(error_model="numpy")
def binomial_window(n: int, p: float) -> tuple[int, int]:
    """The first and last count that matter: outside them Binomial(n, p) has a mass below 2e-19 (Bernstein)."""
    reach = _TAIL / 3 + math.sqrt(_TAIL * _TAIL / 9 + 2 * _TAIL * n * p * (1 - p))
    return max(0, math.floor(n * p - reach)), min(n, math.ceil(n * p + reach))


@kernel(error_model="numpy")
def fill_binomial(n: int, p: float, first: int, pmf: Floats) -> None:
    """Fill pmf with P(S = first), P(S = first + 1), ... up to a common factor that makes their sum 1.

    The ratios of neighbours give them from the mode outwards, without large factorials; errors grow only away from the
    mode.
    """
    odds = p / (1 - p)
    last = first + pmf.size - 1
    mode = min(max(math.floor((n + 1) * p), first), last)
    pmf[mode - first] = 1.0
    value = total = 1.0
    for x in range(mode + 1, last + 1):
        value *= (n - x + 1) * odds / x
        pmf[x - first] = value
        total += value
    value = 1.0
    for x in range(mode - 1, first - 1, -1):
        value *= (x + 1) / ((n - x) * odds)
        pmf[x - first] = value
        total += value
    for i in range(pmf.size):
        pmf[i] /= total


@kernel(error_model="numpy")
def noise_tails(pmf: Floats, slope: float) -> tuple[float, float]:
    """h at the window's last count, and the sum of b(y) a^(y - first) over the window; slope = 1 - a."""
    above = below = 0.0
    for i in range(pmf.size):
        above += pmf[i] - slope * above
        below += pmf[pmf.size - 1 - i] - slope * below
    return above, below


@kernel(error_model="numpy")
def fill_law(count: Counts, epsilon: float, sides: int, start: int, f: Floats, F: Floats) -> None:  # noqa: N803
    """Fill f and F with P(X = x) and P(X <= x) for x = start, start + 1, ... until the window's end or beyond."""
    pmf, first, above, below = count
    last, end = first + pmf.size - 1, start + f.size - 1
    slope = noise_slope(epsilon, sides)
    a, both = 1 - slope, 2 - slope if sides == TWO_SIDED else 1.0
    h = cumulated = 0.0
    if last < start:
        cumulated = 1.0
        if sides != NO_NOISE:
            h = above * math.exp(-epsilon * (start - 1 - last))
    else:
        for place in range(start - first):
            h += pmf[place] - slope * h
            cumulated += pmf[place]
    begin, beyond = min(max(first - start, 0), f.size), min(max(last + 1 - start, 0), f.size)
    f[:begin], F[:begin] = 0.0, 0.0
    for i in range(begin, beyond):
        h += pmf[start + i - first] - slope * h
        cumulated += pmf[start + i - first]
        f[i], F[i] = slope / both * h, cumulated - a / both * h
    for i in range(beyond, f.size):
        h -= slope * h
        f[i], F[i] = slope / both * h, 1 - a / both * h
    if sides == TWO_SIDED:
        r = below * math.exp(-epsilon * (first - end)) if first > end else 0.0
        for i in range(f.size - 1, -1, -1):
            place = start + i + 1 - first
            if i < f.size - 1:
                if 0 <= place < pmf.size:
                    r += pmf[place]
                r -= slope * r
            f[i] += slope / both * r
            F[i] += r / both


@kernel(error_model="numpy")
def noise_slope(epsilon: float, sides: int) -> float:
    """1 - a, where a = e^-epsilon is the factor by which the noise's law falls each step; 1 without noise."""
    return -math.expm1(-epsilon) if sides != NO_NOISE else 1.0
