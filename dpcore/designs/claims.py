"""Promise C's kernels: the probability that an option's count leads the usual one's by enough, and searches with it.

The critical value c is a whole number and rises with n, so that the probability of a claim is a saw: it falls where c
rises, and grows with n in between (docs/designs.md).  The numbers with the same c are a tooth.
"""

import math

import numpy as np

from dpcore._kernels import kernel
from dpcore.designs.brackets import is_open, is_unknown, new_bracket, new_search, next_number, note, proposed
from dpcore.designs.comparing import probability_on_top
from dpcore.designs.laws import NO_NOISE, binomial_window, noise_slope
from dpcore.designs.searches import NO_PRIVACY, SMALLEST_EPSILON, seen_rate, sides_of

_LEAST = 1e-300
_LARGEST_CRITICAL = 2**52


@kernel(error_model="numpy")
def claimed(new: float, usual: float, n: int, epsilon: float, release: int, critical: int) -> float:
    """P(noisy count of the new option - noisy count of the usual one >= critical)."""
    rates = np.array((seen_rate(new, release, epsilon), seen_rate(usual, release, epsilon)))
    return probability_on_top(rates, np.ones(2, np.int64), n, epsilon, sides_of(release, epsilon), critical, 1.0)


@kernel(error_model="numpy")
def false_claim(n: int, epsilon: float, release: int, critical: int) -> float:
    """P(claim) where both rates are 1/2, the worst of all nulls; critical >= 1.

    The difference of both counts is then that of Binomial(2n, 1/2) from n, and the noise's tails have a closed form.
    """
    sides = sides_of(release, epsilon)
    reach = binomial_window(2 * n, 0.5)[1] - n
    a = 1 - noise_slope(epsilon, sides)
    # With m >= 1: P(noise >= m) = a^m (m (1 - a) + (1 + a^2) / (1 + a) + a) / (1 + a)^2.
    slope, constant, scale = 1 - a, (1 + a * a) / (1 + a) + a, 1 / (1 + a) ** 2
    mass, total, claims = 1.0, 0.0, 0.0
    farther = math.exp(-epsilon * critical) if a > 0 else 0.0
    for j in range(reach + 1):
        weight = mass if j == 0 else 2 * mass
        total += weight
        if a == 0:
            tail = 0.5 if j >= critical else 0.0
        else:
            steps = critical - j if j < critical else j - critical + 1
            near = math.exp(-epsilon * steps) * (slope * steps + constant) * scale
            near = near if j < critical else 1 - near
            tail = (near + farther * (slope * (critical + j) + constant) * scale) / 2
            farther *= a
        claims += weight * tail
        mass *= (n - j) / (n + j + 1)
    return claims / total


@kernel(error_model="numpy")
def log_level(n: int, epsilon: float, release: int, critical: int, level: float) -> float:
    """log(P(a false claim) / level) at the worst of all nulls."""
    return math.log(max(false_claim(n, epsilon, release, critical), _LEAST) / level)


@kernel(error_model="numpy")
def log_missed(new: float, usual: float, n: int, epsilon: float, release: int, critical: int, missed: float) -> float:
    """log(P(no claim) / what may be missed)."""
    return math.log(max(1 - claimed(new, usual, n, epsilon, release, critical), _LEAST) / missed)


@kernel(error_model="numpy")
def noise_variance(epsilon: float, release: int) -> float:
    """The variance of the noise in a difference of two counts."""
    if sides_of(release, epsilon) == NO_NOISE:
        return 0.0
    slope = -math.expm1(-epsilon)
    return 4 * (1 - slope) / (slope * slope)


@kernel(error_model="numpy")
def smallest_critical(n: int, epsilon: float, release: int, level: float, guess: float) -> int:
    """The smallest c >= 1 with a level of at most `level`."""
    most = n + 1 if sides_of(release, epsilon) == NO_NOISE else _LARGEST_CRITICAL
    if guess <= 0:
        guess = math.sqrt(2 * math.log(0.5 / level) * (n / 2 + noise_variance(epsilon, release)))
    search = new_search(0, math.log(0.5 / level), most)
    critical = max(math.ceil(min(guess, most)), 1)
    while is_unknown(search):
        critical = next_number(search, critical, log_level(n, epsilon, release, critical, level))
    return int(search[1])


@kernel(error_model="numpy")
def tooth_end(critical: int, epsilon: float, release: int, level: float, most: int, guess: float) -> int:
    """The largest n up to `most` at which this critical value keeps the level (the level grows with n); 0: none."""
    if critical <= 0:
        return 0
    search = new_search(0, 1.0, most)
    number = max(math.ceil(min(guess, most)), 1)
    while is_unknown(search):
        value = -log_level(number, epsilon, release, critical, level)
        number = next_number(search, number, value)
    return int(search[0])


@kernel(error_model="numpy")
def smallest_claiming_number(
    new: float, usual: float, epsilon: float, release: int, level: float, missed: float, block: int, most: int,
    checked: int, guess: float,
) -> int:  # fmt: skip
    """The smallest multiple of block that finds the new option; 0: none up to `most`.

    By teeth: a tooth's last number finds most.  `checked` teeth before the one that a search finds are looked at, too.
    """
    noise, first = noise_variance(epsilon, release), smallest_critical(1, epsilon, release, level, 0.0)
    number = max(math.ceil(min(guess, most)), 1)
    critical = smallest_critical(number, epsilon, release, level, 0.0)
    # How many standard deviations a critical value has says about where a tooth ends.
    scale = 2 * (number / 2 + noise) / (critical - 0.5) ** 2
    search = new_search(first - 1, math.log(1 / missed), _LARGEST_CRITICAL)
    while is_unknown(search):
        end = tooth_end(critical, epsilon, release, level, most, scale * (critical + 0.5) ** 2 - 2 * noise)
        value = log_missed(new, usual, max(end, 1), epsilon, release, critical, missed)
        if value > 0 and end >= most:
            return 0
        critical = next_number(search, critical, value)
    critical = int(search[1])
    for earlier in range(max(first, critical - checked), critical):
        end = tooth_end(earlier, epsilon, release, level, most, scale * (earlier + 0.5) ** 2 - 2 * noise)
        if log_missed(new, usual, end, epsilon, release, earlier, missed) <= 0:
            critical = earlier
            break
    start = tooth_end(critical - 1, epsilon, release, level, most, scale * (critical - 0.5) ** 2 - 2 * noise)
    end = tooth_end(critical, epsilon, release, level, most, scale * (critical + 0.5) ** 2 - 2 * noise)
    search = new_search(start, 1.0, end)
    number = (start + end + 1) // 2
    while is_unknown(search):
        value = log_missed(new, usual, number, epsilon, release, critical, missed)
        number = next_number(search, number, value)
    number = -(-int(search[1]) // block) * block
    while number <= most:
        critical = smallest_critical(number, epsilon, release, level, float(critical))
        if log_missed(new, usual, number, epsilon, release, critical, missed) <= 0:
            return number
        number += block
    return 0


@kernel(error_model="numpy")
def smallest_claiming_budget(
    new: float, usual: float, n: int, release: int, level: float, missed: float, guess: float
) -> float:
    """The smallest epsilon that finds the new option, rounded up; inf where none does.

    With epsilon the critical value falls, and with it the risk of missing an option: by jumps and in between.
    """
    critical = smallest_critical(n, np.inf, release, level, 0.0)
    if log_missed(new, usual, n, np.inf, release, critical, missed) > 0:
        return np.inf
    low, high = math.log(SMALLEST_EPSILON), math.log(NO_PRIVACY)
    bracket = new_bracket()
    x, step, known = min(max(math.log(guess), low), high), 0.2, False
    while not known or is_open(bracket):
        epsilon = math.exp(x)
        critical = smallest_critical(n, epsilon, release, level, 0.0)
        known = note(bracket, x, log_missed(new, usual, n, epsilon, release, critical, missed))
        if known:
            x = proposed(bracket)
        elif x == (low if bracket[3] <= 0 else high):
            return epsilon if x == low else np.inf
        else:
            x = max(x - step, low) if bracket[3] <= 0 else min(x + step, high)
            step *= 2
    return math.exp(bracket[2])


@kernel(error_model="numpy")
def smallest_claimed_lead(
    usual: float, kept: float, n: int, epsilon: float, release: int, critical: int, missed: float
) -> float:
    """The smallest D with which an option of rate kept (usual + D) is found, rounded up; inf where none is."""
    most = 1 - usual - 1e-12
    bracket = new_bracket()
    x = min(3 * critical / (2 * n * kept), most)
    while not note(bracket, x, log_missed(kept * (usual + x), kept * usual, n, epsilon, release, critical, missed)):
        if bracket[3] > 0 and x == most:
            return np.inf
        if x < 1e-15:
            return x
        x = x / 2 if bracket[3] <= 0 else min(1.5 * x, most)
    while is_open(bracket):
        x = proposed(bracket)
        note(bracket, x, log_missed(kept * (usual + x), kept * usual, n, epsilon, release, critical, missed))
    return bracket[2]
