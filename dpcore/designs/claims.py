"""Promise C's kernels: the critical value that keeps the level, and the smallest number of participants with it.

The critical value c is a whole number and rises with n, so that the probability of a claim is a saw: it falls where c
rises, and grows with n in between (docs/designs.md).  The numbers with the same c are a tooth.
"""

import math

import numpy as np

from dpcore._kernels import kernel
from dpcore.designs.brackets import is_unknown, new_search, next_number
from dpcore.designs.laws import NO_NOISE, TWO_SIDED, binomial_window, noise_slope
from dpcore.designs.studies import NO_CLAIM, Plan, Study, log_missed, seen_rate, sides_of
from dpcore.times.divergences import kl_upward

_LEAST = 1e-300
_LARGEST_CRITICAL = 2**52


@kernel(error_model="numpy")
def false_claim(release: int, plan: Plan) -> float:
    """P(claim) where both rates are 1/2, the worst of all nulls.

    The difference of both counts is then that of Binomial(2n, 1/2) from n, and the noise's tails have a closed form.
    """
    n, epsilon, critical = plan
    reach = binomial_window(2 * n, 0.5)[1] - n
    is_noisy = sides_of(release, epsilon) != NO_NOISE
    masses = np.empty(reach + 1 if is_noisy else 0)
    value, total, claims = 1.0, -1.0, 0.0
    for j in range(reach + 1):
        total += 2 * value
        claims += value if j >= critical else 0.0
        if is_noisy:
            masses[j] = value
        value *= (n - j) / (n + j + 1)
    if not is_noisy:
        return claims / total
    # With m >= 1: P(noise >= m) = a^m (m (1 - a) + (1 + a^2) / (1 + a) + a) / (1 + a)^2.
    a = 1 - noise_slope(epsilon, TWO_SIDED)
    slope, constant, scale = 1 - a, (1 + a * a) / (1 + a) + a, 1 / (1 + a) ** 2
    power = math.exp(-epsilon * max(critical - reach, 1))
    for j in range(min(critical - 1, reach), -1, -1):  # what noise adds
        claims += (masses[j] if j > 0 else 0.5) * power * (slope * (critical - j) + constant) * scale
        power *= a
    power = a
    for j in range(critical, reach + 1):  # and takes away
        claims -= masses[j] * power * (slope * (j - critical + 1) + constant) * scale
        power *= a
        if power < _LEAST:
            break
    power = math.exp(-epsilon * critical)
    for j in range(reach + 1):  # from the other side
        claims += (masses[j] if j > 0 else 0.5) * power * (slope * (critical + j) + constant) * scale
        power *= a
        if power < _LEAST:
            break
    return claims / total


@kernel(error_model="numpy")
def log_level(study: Study, plan: Plan) -> float:
    """log(P(a false claim) / level) at the worst of all nulls."""
    return math.log(max(false_claim(study.release, plan), _LEAST) / study.level)


@kernel(error_model="numpy")
def noise_variance(study: Study, epsilon: float) -> float:
    """The variance of the noise in a difference of two counts."""
    if sides_of(study.release, epsilon) == NO_NOISE:
        return 0.0
    slope = -math.expm1(-epsilon)
    return 4 * (1 - slope) / (slope * slope)


@kernel(error_model="numpy")
def smallest_critical(study: Study, n: int, epsilon: float, guess: float) -> int:
    """The smallest c >= 1 that keeps the level; NO_CLAIM under promise A.  guess: 0 where none is known."""
    if study.level == 0:
        return NO_CLAIM
    most = n + 1 if sides_of(study.release, epsilon) == NO_NOISE else _LARGEST_CRITICAL
    if guess <= 0:
        guess = math.sqrt(2 * math.log(0.5 / study.level) * (n / 2 + noise_variance(study, epsilon)))
    search = new_search(0, 2 * math.log(0.5 / study.level), most)  # about the line that is followed from there
    critical = max(math.ceil(min(guess, most)), 1)
    while is_unknown(search):
        critical = next_number(search, critical, log_level(study, Plan(n, epsilon, critical)))
    return int(search[1])


@kernel(error_model="numpy")
def tooth_end(study: Study, epsilon: float, critical: int, most: int, guess: float) -> int:
    """The largest n up to `most` at which this critical value keeps the level (the level grows with n); 0: none."""
    if critical <= 0:
        return 0
    search = new_search(0, 0.8 * math.log(0.5 / study.level), most)  # about the line that is followed from there
    number = max(math.ceil(min(guess, most)), 1)
    while is_unknown(search):
        number = next_number(search, number, -log_level(study, Plan(number, epsilon, critical)))
    return int(search[0])


@kernel(error_model="numpy")
def guessed_claiming_number(study: Study, epsilon: float) -> float:
    """About how many participants per option suffice, by the normal approximation."""
    lead = seen_rate(study.rates[0], study.release, epsilon) - seen_rate(study.rates[1], study.release, epsilon)
    deviations = math.sqrt(1.7 * math.log(0.6 / study.level)) + math.sqrt(1.7 * math.log(1 + 0.6 / study.allowed))
    scaled = (deviations / lead) ** 2
    return scaled * (0.25 + math.sqrt(0.0625 + noise_variance(study, epsilon) / scaled))


@kernel(error_model="numpy")
def is_hopeless(study: Study, epsilon: float, most: int) -> bool:
    """Whether `most` participants per option tell less than any test with this level and power takes.

    By data processing kl(power, level) is at most n times what a pair of outcomes tells against a null, here the mean.
    """
    new, usual = seen_rate(study.rates[0], study.release, epsilon), seen_rate(study.rates[1], study.release, epsilon)
    power, null = 1 - study.allowed, (new + usual) / 2
    told = kl_upward(usual, 1 - usual, null - usual, null, 1 - null)
    told += kl_upward(1 - new, new, new - null, 1 - null, null)
    needed = power * math.log(power / study.level)
    needed += study.allowed * math.log(study.allowed / (1 - study.level))
    return power > study.level and most * told < needed


@kernel(error_model="numpy")
def smallest_claiming_number(study: Study, epsilon: float, block: int, most: int, checked: int, guess: float) -> int:
    """The smallest multiple of block that finds the new option; 0: none up to `most`.

    By teeth: a tooth's last number finds most.  With `checked` above 0 all earlier teeth are ruled out, many at once:
    the power grows with n at a fixed critical value and falls with that, so that the last number of tooth b with the
    critical value of tooth a finds at least as much as any number of the teeth from a to b.
    """
    if is_hopeless(study, epsilon, most):
        return 0
    noise, first = noise_variance(study, epsilon), smallest_critical(study, 1, epsilon, 0.0)
    number = max(math.ceil(min(guess, most)), 1)
    critical = smallest_critical(study, number, epsilon, 0.0)
    # How many standard deviations a critical value has says about where a tooth ends.
    scale = (number + 2 * noise) / (critical - 0.5) ** 2
    search = new_search(first - 1, math.log(1 / study.allowed), _LARGEST_CRITICAL)
    start = end = 0
    while is_unknown(search):
        last = most  # which has this critical value where the search begins there
        if end > 0 or number < most:
            last = tooth_end(study, epsilon, critical, most, scale * (critical + 0.5) ** 2 - 2 * noise)
        scale = (last + 0.5 + 2 * noise) / (critical + 0.5) ** 2
        value = log_missed(study, Plan(max(last, 1), epsilon, critical))
        if value > 0 and last >= most:  # it may cut this tooth, so that the one before finds more
            critical -= 1
            last = tooth_end(study, epsilon, critical, most, scale * (critical + 0.5) ** 2 - 2 * noise)
            value = log_missed(study, Plan(max(last, 1), epsilon, critical))
            if critical <= search[0] or value > 0:
                return 0
        start, end = (last, end) if value > 0 else (start, last)
        critical = next_number(search, critical, value)
    critical = int(search[1])
    earlier, teeth = critical - 2, 4  # the tooth before fails
    while checked > 0 and earlier >= first:
        last = tooth_end(study, epsilon, earlier, most, scale * (earlier + 0.5) ** 2 - 2 * noise)
        earliest = max(earlier - teeth + 1, first)
        if log_missed(study, Plan(last, epsilon, earliest)) > 0:
            earlier, teeth = earliest - 1, 3 * teeth
        elif earliest < earlier:
            teeth = (earlier - earliest + 1) // 2
        else:  # it is as good as the one that the search found
            critical, end, earlier = earlier, last, earlier - 1
            start = tooth_end(study, epsilon, earlier, most, scale * (earlier + 0.5) ** 2 - 2 * noise)
    search = new_search(start, 1.0, end)
    number = (start + end + 1) // 2
    while is_unknown(search):
        number = next_number(search, number, log_missed(study, Plan(number, epsilon, critical)))
    number = -(-int(search[1]) // block) * block
    while end < number <= most:
        critical = smallest_critical(study, number, epsilon, float(critical))
        if log_missed(study, Plan(number, epsilon, critical)) <= 0:
            return number
        number += block
    return number if number <= most else 0
