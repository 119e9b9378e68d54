"""The kernels that a page's drag needs, with flat arguments, for Python and browsers alike.

An instance is the least favourable one: `options` options of which the best has `usual` + `difference` and all others
`usual`, or of promise C the new option and the usual one.  `release` is the place of its name in RELEASES.  Shares of
missing outcomes are taken from the rates before: usual and difference are those that the study sees.
"""

import math

import numpy as np

from dpcore._kernels import kernel
from dpcore.designs.claims import claimed, smallest_claiming_budget, smallest_claiming_number, smallest_critical
from dpcore.designs.inverses import budget_for, fill_numbers
from dpcore.designs.laws import Floats, Integers
from dpcore.designs.lead_bound import fill_bounds
from dpcore.designs.searches import guessed_number, right, smallest_number
from dpcore.designs.superiority import fill_claiming_numbers, guessed_claiming_number

# Places in the answers of lead_answers and claim_answers.
NUMBER, NUMBER_WITHOUT, PROBABILITY, BUDGET = range(4)
ANSWERS = 4


@kernel(error_model="numpy")
def _least_favourable(options: int, usual: float, difference: float) -> tuple[Floats, Integers]:
    return np.array((usual + difference, usual)), np.array((1, options - 1))


@kernel(error_model="numpy")
def lead_curve_kernel(
    options: int, usual: float, difference: float, risk: float, release: int, block: int, most: int, epsilons: Floats,
    out: Floats,
) -> None:  # fmt: skip
    """Promise A: fill out (E,) with the participants that each option needs; inf: none up to `most`."""
    rates, times = _least_favourable(options, usual, difference)
    fill_numbers(rates, times, epsilons, release, risk, block, most, out)


@kernel(error_model="numpy")
def lead_answers_kernel(
    options: int, usual: float, difference: float, risk: float, release: int, block: int, most: int, epsilon: float,
    per_option: int, out: Floats,
) -> None:  # fmt: skip
    """Promise A: fill out (ANSWERS,): participants per option at epsilon and without privacy, the probability of being
    right with per_option participants at epsilon, and the smallest epsilon with that many."""  # fmt: skip
    rates, times = _least_favourable(options, usual, difference)
    for place, budget in ((NUMBER, epsilon), (NUMBER_WITHOUT, np.inf)):
        guess = guessed_number(rates, budget, release, risk)
        found = smallest_number(rates, times, budget, release, risk, block, most, guess)
        out[place] = found if found > 0 else np.inf
    out[PROBABILITY] = right(rates, times, per_option, epsilon, release)
    out[BUDGET] = budget_for(rates, times, per_option, release, risk)


@kernel(error_model="numpy")
def lead_bound_kernel(
    options: int, usual: float, difference: float, risk: float, epsilons: Floats, out: Floats
) -> None:
    """Promise A: fill out (E,) with the lower bound on all options' participants, central trust model."""
    rates, times = _least_favourable(options, usual, difference)
    evidence = (1 - 2 * risk) * math.log((1 - risk) / risk)
    fill_bounds(rates, times, difference, epsilons, 0, evidence, out)


@kernel(error_model="numpy")
def claim_curve_kernel(
    options: int, usual: float, difference: float, level: float, missed: float, release: int, block: int, most: int,
    epsilons: Floats, out: Floats,
) -> None:  # fmt: skip
    """Promise C: fill out (E,) with the participants that each option needs; missed = 1 - power; inf: none."""
    share = level / (options - 1)
    fill_claiming_numbers(usual + difference, usual, epsilons, release, share, missed, block, most, out)


@kernel(error_model="numpy")
def claim_answers_kernel(
    options: int, usual: float, difference: float, level: float, missed: float, release: int, block: int, most: int,
    epsilon: float, per_option: int, out: Floats,
) -> None:  # fmt: skip
    """Promise C: fill out (ANSWERS,) as lead_answers_kernel, with the probability of the claim."""
    share, new = level / (options - 1), usual + difference
    for place, budget in ((NUMBER, epsilon), (NUMBER_WITHOUT, np.inf)):
        guess = guessed_claiming_number(new, usual, budget, release, share, missed)
        found = smallest_claiming_number(new, usual, budget, release, share, missed, block, most, 0, guess)
        out[place] = found if found > 0 else np.inf
    critical = smallest_critical(per_option, epsilon, release, share, 0.0)
    out[PROBABILITY] = claimed(new, usual, per_option, epsilon, release, critical)
    out[BUDGET] = smallest_claiming_budget(new, usual, per_option, release, share, missed, epsilon)
