"""Searches for numbers of participants, budgets and differences under both promises; browsers run these kernels, too.

All of them look for the sign change of log(risk taken / risk allowed), which is nearly linear in the number that they
look for.
"""

import math

import numpy as np

from dpcore._kernels import kernel
from dpcore.designs.brackets import is_open, is_unknown, new_bracket, new_search, next_number, note, proposed
from dpcore.designs.claims import guessed_claiming_number, smallest_claiming_number, smallest_critical
from dpcore.designs.laws import NO_NOISE, Floats
from dpcore.designs.studies import (
    LOCAL,
    NO_CLAIM,
    NO_PRIVACY,
    SMALLEST_EPSILON,
    WINNER,
    Plan,
    Study,
    closest_lead,
    kept_share,
    log_missed,
    seen_rate,
    sides_of,
)

MOST_PARTICIPANTS = 10**9
CHECKED = 300  # how many larger numbers of participants are checked as well
_WHERE_ALL_ARE_CHECKED = 20_000
_ROUNDING = 1e-12


@kernel(error_model="numpy")
def planned(study: Study, n: int, epsilon: float) -> Plan:
    """The plan with its critical value."""
    return Plan(n, epsilon, smallest_critical(study, n, epsilon, 0.0))


@kernel(error_model="numpy")
def guessed_number(study: Study, epsilon: float) -> float:
    """Roughly how many participants per option suffice: the normal approximation, plus a part for the noise."""
    if study.level > 0:
        return guessed_claiming_number(study, epsilon)
    first = seen_rate(study.rates[0], study.release, epsilon)
    lead, variance, logarithm = closest_lead(study), first * (1 - first), math.log(1 / study.allowed)
    if study.release == LOCAL and epsilon < NO_PRIVACY:
        lead *= kept_share(epsilon)
    needed = (4 * variance * logarithm / lead + 1) / lead
    if sides_of(study.release, epsilon) != NO_NOISE:
        needed += logarithm * (1.0 if study.release == WINNER else 1.3) / (epsilon * lead)
    return needed


@kernel(error_model="numpy")
def smallest_number(study: Study, epsilon: float, block: int, most: int, checked: int, guess: float) -> int:
    """The smallest multiple of block, at most `most`, that suffices while the one before does not; 0: none does.

    checked: if above 0, make sure under promise C that no smaller number suffices; under promise A none does.
    """
    if closest_lead(study) <= 0 or most < block:
        return 0
    if study.level > 0:
        return smallest_claiming_number(study, epsilon, block, most, checked, guess)
    search = new_search(0, math.log((1 - 1 / study.times.sum()) / study.allowed), most // block)
    number = max(math.ceil(min(guess / block, most // block)), 1)
    while is_unknown(search):
        number = next_number(search, number, log_missed(study, Plan(number * block, epsilon, NO_CLAIM)))
    number = int(search[1]) * block
    return number if number <= most else 0


@kernel(error_model="numpy")
def checked_number(study: Study, epsilon: float, block: int, most: int, checked: int) -> int:
    """The smallest number after which the next `checked` suffice, too (fewer for large numbers); 0 if there is none.

    Under promise C larger numbers need not suffice, and the smallest that does is returned.
    """
    guess = guessed_number(study, epsilon)
    while True:
        number = smallest_number(study, epsilon, block, most, checked, guess)
        if study.level > 0:
            return number
        if number > _WHERE_ALL_ARE_CHECKED:
            checked = min(checked, max(CHECKED * _WHERE_ALL_ARE_CHECKED // number, 20))
        failed = 0
        for i in range(1, checked + 1):
            if number > 0 and log_missed(study, Plan(number + i * block, epsilon, NO_CLAIM)) > 0:
                failed = number + i * block
        if failed == 0:
            return number
        guess = float(failed + block)


@kernel(error_model="numpy")
def fill_numbers(study: Study, epsilons: Floats, block: int, most: int, out: Floats) -> None:
    """Fill out with the smallest numbers of participants; inf where none suffices.

    It goes from the last epsilon to the first, because each number says where to look for the next.  Under promise A no
    number suffices if none does at a larger epsilon.
    """
    before = last = hopeless = 0.0
    for i in range(epsilons.size - 1, -1, -1):
        if epsilons[i] <= hopeless:
            out[i] = np.inf
            continue
        guess = guessed_number(study, epsilons[i])
        number = smallest_number(study, epsilons[i], block, most, 0, guess * (last / before if before > 0 else 1.0))
        out[i] = number if number > 0 else np.inf
        before, last = (guess, float(number)) if number > 0 else (0.0, 0.0)
        if number == 0 and study.level == 0:
            hopeless = max(hopeless, epsilons[i])


@kernel(error_model="numpy")
def smallest_budget(study: Study, n: int) -> float:
    """The smallest epsilon that suffices, rounded up; inf where none does, SMALLEST_EPSILON where that does."""
    lead = closest_lead(study)
    if lead <= 0 or log_missed(study, planned(study, n, np.inf)) > 0:
        return np.inf
    if study.level > 0:
        guess = 6 / (math.sqrt(n) if study.release == LOCAL else n) / lead
    elif study.release == LOCAL:
        guess = math.sqrt(8 * math.log(1 / study.allowed) / n) / lead
    else:
        guess = math.log(study.times.sum() / study.allowed) / (n * lead)
    low, high = math.log(SMALLEST_EPSILON), math.log(NO_PRIVACY)
    bracket = new_bracket()
    x, step = min(max(math.log(guess), low), high), 0.2
    plan = planned(study, n, math.exp(x))
    while not note(bracket, x, log_missed(study, plan)):
        if x == (low if bracket[3] <= 0 else high):
            return math.exp(x) if x == low else np.inf
        x = max(x - step, low) if bracket[3] <= 0 else min(x + step, high)
        step *= 2
        plan = planned(study, n, math.exp(x))
    while is_open(bracket):
        x = proposed(bracket)
        plan = Plan(n, math.exp(x), smallest_critical(study, n, math.exp(x), float(plan.critical)))
        note(bracket, x, log_missed(study, plan))
    return math.exp(bracket[2])


@kernel(error_model="numpy")
def fill_budget(study: Study, n: int, out: Floats) -> None:
    """Fill out (1,) with the smallest epsilon for n participants per option."""
    out[0] = smallest_budget(study, n)


@kernel(error_model="numpy")
def smallest_lead(study: Study, kept: float, n: int, epsilon: float) -> float:
    """The smallest D > 0 at which option 0 is found if its rate is kept (base + D), rounded up; inf if there is none.

    study: its rates[0] is the base.  kept: the share of option 0's outcomes that are not missing.
    """
    base, plan = study.rates[0], planned(study, n, epsilon)
    most = 1 - base - _ROUNDING
    if study.level > 0:
        x = 1.5 * plan.critical / (n * kept)
    else:
        x = 3 * math.sqrt(base * (1 - base) * 2 / n) + 5 / (min(epsilon, 1.0) * n)
    x = min(max(x, 1e-3 * most), most)
    bracket = new_bracket()
    moved = study.rates.copy()
    asked = Study(moved, study.times, study.release, study.allowed, study.level)
    while True:
        moved[0] = kept * (base + x)
        if note(bracket, x, log_missed(asked, plan)):
            break
        if bracket[3] > 0 and x == most:
            return np.inf
        if x < 1e-15:
            return x
        x = x / 2 if bracket[3] <= 0 else min(1.5 * x, most)
    while is_open(bracket):
        x = proposed(bracket)
        moved[0] = kept * (base + x)
        note(bracket, x, log_missed(asked, plan))
    return bracket[2]
