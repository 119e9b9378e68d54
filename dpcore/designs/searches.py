"""Searches under promise A, for numbers of participants, budgets and differences: kernels that browsers run, too.

All of them look for a sign of log(risk taken / risk allowed), which is nearly a straight line of what is looked for.
"""

import math

import numpy as np

from dpcore._kernels import kernel
from dpcore.designs.brackets import is_open, is_unknown, new_bracket, new_search, next_number, note, proposed
from dpcore.designs.comparing import probability_on_top
from dpcore.designs.laws import NO_NOISE, ONE_SIDED, TWO_SIDED, Floats, Integers

WINNER, COUNTS, LOCAL = 0, 1, 2
# From here on noise changes a probability by less than 1e-25, and no answer is flipped.
NO_PRIVACY = 60.0
SMALLEST_EPSILON = 1e-9
MOST_PARTICIPANTS = 10**9
_LEAST_ERROR = 1e-300
_ROUNDING = 1e-12


@kernel(error_model="numpy")
def sides_of(release: int, epsilon: float) -> int:
    """On how many sides the noise of a release lies."""
    if release == LOCAL or epsilon >= NO_PRIVACY:
        return NO_NOISE
    return ONE_SIDED if release == WINNER else TWO_SIDED


@kernel(error_model="numpy")
def kept_share(epsilon: float) -> float:
    """tanh(epsilon / 2): what flipped answers keep of a difference between rates."""
    return -math.expm1(-epsilon) / (1 + math.exp(-epsilon))


@kernel(error_model="numpy")
def seen_rate(rate: float, release: int, epsilon: float) -> float:
    """The rate of successes among the answers that the study sees: flipped at random under the local trust model."""
    if release != LOCAL or epsilon >= NO_PRIVACY:
        return rate
    return 1 / (1 + math.exp(epsilon)) + rate * kept_share(epsilon)


@kernel(error_model="numpy")
def right(rates: Floats, times: Integers, n: int, epsilon: float, release: int) -> float:
    """P(option 0 is named) with n participants per option; rates and times as for probability_on_top."""
    if n == 0:
        return 1 / times.sum()
    seen = np.empty(rates.size)
    for j in range(rates.size):
        seen[j] = seen_rate(rates[j], release, epsilon)
    return probability_on_top(seen, times, n, epsilon, sides_of(release, epsilon), 0, 0.5)


@kernel(error_model="numpy")
def log_excess(rates: Floats, times: Integers, n: int, epsilon: float, release: int, risk: float) -> float:
    """log(P(option 0 is not named) / risk): at most 0 where the promise is kept."""
    return math.log(max(1 - right(rates, times, n, epsilon, release), _LEAST_ERROR) / risk)


@kernel(error_model="numpy")
def closest_lead(rates: Floats) -> float:
    """By how much option 0 leads its closest rival."""
    lead = 1.0
    for j in range(1, rates.size):
        lead = min(lead, rates[0] - rates[j])
    return lead


@kernel(error_model="numpy")
def guessed_number(rates: Floats, epsilon: float, release: int, risk: float) -> float:
    """About how many participants per option suffice: the normal approximation, and the noise's part added."""
    first = seen_rate(rates[0], release, epsilon)
    lead, variance, logarithm = closest_lead(rates), first * (1 - first), math.log(1 / risk)
    if release == LOCAL and epsilon < NO_PRIVACY:
        lead *= kept_share(epsilon)
    needed = (4 * variance * logarithm / lead + 1) / lead
    if sides_of(release, epsilon) != NO_NOISE:
        needed += logarithm * (1.0 if release == WINNER else 1.3) / (epsilon * lead)
    return needed


@kernel(error_model="numpy")
def smallest_number(
    rates: Floats, times: Integers, epsilon: float, release: int, risk: float, block: int, most: int, guess: float
) -> int:
    """The smallest multiple of block, at most `most`, that suffices while the one before does not; 0: none does."""
    if closest_lead(rates) <= 0 or most < block:
        return 0
    search = new_search(0, math.log((1 - 1 / times.sum()) / risk), most // block)
    number = max(math.ceil(min(guess / block, most // block)), 1)
    while is_unknown(search):
        value = log_excess(rates, times, number * block, epsilon, release, risk)
        number = next_number(search, number, value)
    found = int(search[1]) * block
    return found if found <= most else 0


@kernel(error_model="numpy")
def smallest_budget(rates: Floats, times: Integers, n: int, release: int, risk: float, guess: float) -> float:
    """The smallest epsilon that suffices, rounded up; inf where none does, SMALLEST_EPSILON where that does."""
    if closest_lead(rates) <= 0 or log_excess(rates, times, n, np.inf, release, risk) > 0:
        return np.inf
    low, high = math.log(SMALLEST_EPSILON), math.log(NO_PRIVACY)
    bracket = new_bracket()
    x, step = min(max(math.log(guess), low), high), 0.2
    while not note(bracket, x, log_excess(rates, times, n, math.exp(x), release, risk)):
        if x == (low if bracket[3] <= 0 else high):
            return math.exp(x) if x == low else np.inf
        x = max(x - step, low) if bracket[3] <= 0 else min(x + step, high)
        step *= 2
    while is_open(bracket):
        x = proposed(bracket)
        note(bracket, x, log_excess(rates, times, n, math.exp(x), release, risk))
    return math.exp(bracket[2])


@kernel(error_model="numpy")
def smallest_lead(
    rates: Floats, times: Integers, kept: float, n: int, epsilon: float, release: int, risk: float, guess: float
) -> float:
    """The smallest D > 0 that suffices where option 0 has the rate kept (base + D), rounded up; inf where none does.

    rates: those of the rivals count; rates[0] is the base.  kept: the share of option 0's outcomes that are there.
    """
    base, moved = rates[0], rates.copy()
    most = 1 - base - _ROUNDING
    bracket = new_bracket()
    x = min(max(guess, 1e-3 * most), most)
    while True:
        moved[0] = kept * (base + x)
        if note(bracket, x, log_excess(moved, times, n, epsilon, release, risk)):
            break
        if bracket[3] > 0 and x == most:
            return np.inf
        if x < 1e-15:
            return x
        x = x / 2 if bracket[3] <= 0 else min(1.5 * x, most)
    while is_open(bracket):
        x = proposed(bracket)
        moved[0] = kept * (base + x)
        note(bracket, x, log_excess(moved, times, n, epsilon, release, risk))
    return bracket[2]
