"""The confidence interval of a rate from a noisy count: Clopper and Pearson's, with the law of the noisy count."""

import math

import numpy as np

from dpcore._kernels import kernel
from dpcore._validation import check_count, check_open_interval
from dpcore.designs.brackets import is_open, new_bracket, note, proposed
from dpcore.designs.find_lead import check_number_per_option, check_smallest
from dpcore.designs.laws import (
    NO_NOISE,
    binomial_window,
    fill_binomial,
    noise_slope,
)
from dpcore.designs.studies import COUNTS, sides_of

_LARGEST_COUNT = 10**15
_EDGE = 1e-15
_LEAST = 1e-300


def interval_of_noisy_count(
    noisy: int, per_option: int, epsilon: float, confidence: float = 0.95
) -> tuple[float, float]:  # fmt: skip
    """Return the confidence interval of an option's success rate from its published noisy count.

    Source: CP34, with the law of Binomial(n, p) plus two-sided geometric noise instead of the binomial law.
    Deviations: none.
    Args:
        noisy: the count with its noise, a whole number; it may be negative or above per_option.
        per_option: how many participants the option has, 1 to 10^8.  epsilon: budget, nats, >= 1e-9; inf = no privacy.
        confidence: in (0, 1); it holds for this interval alone, not for several options' intervals at once.
    Returns: (low, high): all rates p with P_p(count >= noisy) and P_p(count <= noisy) above (1 - confidence) / 2, exact
        to 1e-11, so the true rate is covered at least as often as `confidence` says.  A count so extreme that no rate
        explains it gives (0, 0) or (1, 1).
    Raises: ValueError when an argument is out of its domain.
    Examples:
        >>> [round(end, 3) for end in interval_of_noisy_count(70, 200, 1.0)]
        [0.283, 0.422]
    """
    count = check_count("noisy", noisy, -_LARGEST_COUNT, _LARGEST_COUNT)
    number, budget = check_number_per_option(per_option), check_smallest(epsilon)
    tail = (1 - check_open_interval("confidence", confidence, 0, 1)) / 2
    sides = sides_of(COUNTS, budget)
    low = _lower_end(count, number, budget, sides, tail)
    high = 1 - _lower_end(number - count, number, budget, sides, tail)
    if low > high:  # only one of the ends can have been pushed out of [0, 1]
        return (0.0, 0.0) if count < number / 2 else (1.0, 1.0)
    return float(low), float(high)


@kernel(error_model="numpy")
def noisy_tail(count: int, n: int, p: float, epsilon: float, sides: int) -> float:
    """P(S + Z >= count) for S ~ Binomial(n, p) and two-sided geometric noise Z."""
    first, last = binomial_window(n, p)
    pmf = np.empty(last - first + 1)
    fill_binomial(n, p, first, pmf)
    a, total = 1 - noise_slope(epsilon, sides), 0.0
    for i in range(pmf.size):
        missing = count - first - i  # how much the noise must add
        if sides == NO_NOISE:
            total += pmf[i] if missing <= 0 else 0.0
        elif missing > 0:
            total += pmf[i] * math.exp(-epsilon * missing) / (1 + a)
        else:
            total += pmf[i] * (1 - math.exp(-epsilon * (1 - missing)) / (1 + a))
    return min(total, 1.0)


@kernel(error_model="numpy")
def _lower_end(count: int, n: int, epsilon: float, sides: int, tail: float) -> float:
    """The rate p up to which P_p(S + Z >= count) is at most `tail`, rounded down; 1 if it always is, 0 if never."""
    low, high = _EDGE, 1 - _EDGE
    if math.log(max(noisy_tail(count, n, low, epsilon, sides), _LEAST)) > math.log(tail):
        return 0.0
    if math.log(max(noisy_tail(count, n, high, epsilon, sides), _LEAST)) <= math.log(tail):
        return 1.0
    bracket = new_bracket()  # of a decreasing function: here of 1 - p
    for x in (0.0, 1.0):
        rate = low if x == 1 else high
        note(bracket, x, math.log(max(noisy_tail(count, n, rate, epsilon, sides), _LEAST) / tail))
    while is_open(bracket):
        x = proposed(bracket)
        rate = min(max(1 - x, low), high)
        note(bracket, x, math.log(max(noisy_tail(count, n, rate, epsilon, sides), _LEAST) / tail))
    return 1 - bracket[2]
