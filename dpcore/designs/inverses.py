"""Promise A's other questions: how many participants, which budget, which difference suffices; docs/designs.md."""

import math

import numpy as np
from numpy.typing import ArrayLike

from dpcore._kernels import kernel
from dpcore._validation import check_count, check_open_interval
from dpcore.designs import searches
from dpcore.designs.find_lead import (
    LARGEST_PER_OPTION,
    MOST_OPTIONS,
    check_curve,
    check_design_risk,
    check_number_per_option,
    check_release,
    check_smallest,
    effective_rates,
    grouped,
    grouped_problem,
)
from dpcore.designs.laws import Floats, Integers

CHECKED = 300  # larger numbers of participants that are looked at, too
_WHERE_ALL_ARE_CHECKED = 20_000


def smallest_participants(
    means: ArrayLike, epsilon: float, risk: float, release: str = "winner", *, missing: ArrayLike = 0.0, block: int = 1
) -> int | float:
    """Return how many participants each option needs so that one look at the end names the best option.

    Source, Deviations: as probability_right.
    Args: means, epsilon, release, missing: as there.  risk: allowed probability of not naming the best option, in
        [1e-9, 1/2).  block: the number is a multiple of it.
    Returns: participants per option, exact: with this number the risk is kept, with one block fewer it is not; and with
        more it is kept, which is proven without privacy and for two options, and else looked at for the next 300
        numbers (above 20,000 participants, for fewer).  inf where not even 10^9 participants in all suffice.
    Raises: ValueError when an argument is out of its domain.
    """
    budget, code, allowed = check_smallest(epsilon), check_release(release), check_design_risk(risk)
    size = check_count("block", block, 1, LARGEST_PER_OPTION)
    rates, times = grouped_problem(means, missing)
    most = min(searches.MOST_PARTICIPANTS // int(times.sum()), LARGEST_PER_OPTION)
    is_proven = code == searches.LOCAL or budget >= searches.NO_PRIVACY or times.sum() == 2
    number = _checked_number(rates, times, budget, code, allowed, size, most, 0 if is_proven else CHECKED)
    return int(number) if number else math.inf


def participants_curve(
    means: ArrayLike,
    epsilons: ArrayLike,
    risk: float,
    release: str = "winner",
    *,
    missing: ArrayLike = 0.0,
    block: int = 1,
) -> Floats:
    """Return how many participants each option needs at many epsilons, for a picture.

    Source, Deviations, Args, Raises: as smallest_participants.  epsilons: (E,), E <= 10^4.
    Returns: (E,) participants per option, exact as there, but larger numbers are not looked at; inf where none suffice.
    """
    budgets, code, allowed = check_curve(epsilons), check_release(release), check_design_risk(risk)
    size = check_count("block", block, 1, LARGEST_PER_OPTION)
    rates, times = grouped_problem(means, missing)
    most = min(searches.MOST_PARTICIPANTS // int(times.sum()), LARGEST_PER_OPTION)
    out = np.empty(budgets.size)
    fill_numbers(rates, times, budgets, code, allowed, size, most, out)
    return out


def smallest_epsilon(
    means: ArrayLike, risk: float, per_option: int, release: str = "winner", *, missing: ArrayLike = 0.0
) -> float:
    """Return the smallest epsilon with which one look at the end names the best option.

    Source, Deviations, Args, Raises: as smallest_participants and probability_right; per_option: a whole number.
    Returns: nats, exact to 1e-10 and rounded up, so that it keeps the risk itself; inf where not even no privacy does;
        1e-9, the smallest epsilon that designs know, where that does.
    """
    code, allowed = check_release(release), check_design_risk(risk)
    rates, times = grouped_problem(means, missing)
    number = check_number_per_option(per_option)
    out = np.empty(1)
    fill_budget(rates, times, number, code, allowed, out)
    return float(out[0])


def smallest_difference(
    options: int,
    usual: float,
    epsilon: float,
    risk: float,
    per_option: int,
    release: str = "winner",
    *,
    missing: ArrayLike = 0.0,
) -> float:
    """Return the smallest lead D that one look at the end finds, where all other options have the usual rate.

    Source, Deviations: as probability_right.
    Args: options: K, 2 to 50.  usual: success rate of all options but the best, in (0, 1).  Others as there.
    Returns: D in units of rates, exact to 1e-10 and rounded up; inf where none below 1 - usual is found.
    Raises: ValueError when an argument is out of its domain.
    """
    arms = check_count("options", options, 2, MOST_OPTIONS)
    base = check_open_interval("usual", usual, 0, 1)
    budget, code, allowed = check_smallest(epsilon), check_release(release), check_design_risk(risk)
    number = check_number_per_option(per_option)
    rates, times = grouped(effective_rates(np.full(arms, base), missing), 0)
    kept = float(rates[0] / base)
    rates[0] = base
    guess = 3 * math.sqrt(base * (1 - base) * 2 / number) + 5 / (min(budget, 1.0) * number)
    return float(searches.smallest_lead(rates, times, kept, number, budget, code, allowed, guess))


@kernel(error_model="numpy")
def fill_numbers(
    rates: Floats, times: Integers, epsilons: Floats, release: int, risk: float, block: int, most: int, out: Floats
) -> None:
    """Fill out with the smallest numbers of participants; inf: none.  The last one says where to look for the next."""
    before = last = 0.0
    for i in range(epsilons.size):
        guess = searches.guessed_number(rates, epsilons[i], release, risk)
        scale = last / before if before > 0 else 1.0
        found = searches.smallest_number(rates, times, epsilons[i], release, risk, block, most, guess * scale)
        out[i] = found if found > 0 else np.inf
        before, last = (guess, float(found)) if found > 0 else (0.0, 0.0)


@kernel(error_model="numpy")
def fill_budget(rates: Floats, times: Integers, n: int, release: int, risk: float, out: Floats) -> None:
    """Fill out (1,) with the smallest epsilon for n participants per option."""
    out[0] = budget_for(rates, times, n, release, risk)


@kernel(error_model="numpy")
def _checked_number(
    rates: Floats, times: Integers, epsilon: float, release: int, risk: float, block: int, most: int, checked: int
) -> int:
    guess = searches.guessed_number(rates, epsilon, release, risk)
    while True:
        number = searches.smallest_number(rates, times, epsilon, release, risk, block, most, guess)
        if number == 0:
            return 0
        if number > _WHERE_ALL_ARE_CHECKED:
            checked = min(checked, max(CHECKED * _WHERE_ALL_ARE_CHECKED // number, 20))
        failed = 0
        for i in range(1, checked + 1):
            if searches.log_excess(rates, times, number + i * block, epsilon, release, risk) > 0:
                failed = number + i * block
        if failed == 0:
            return number
        guess = float(failed + block)


@kernel(error_model="numpy")
def budget_for(rates: Floats, times: Integers, n: int, release: int, risk: float) -> float:
    """The smallest epsilon that suffices, looked for where the normal approximation points to."""
    guess = math.log(times.sum() / risk) / (n * max(searches.closest_lead(rates), 1e-12))
    if release == searches.LOCAL:
        guess = math.sqrt(8 * math.log(1 / risk) / n) / max(searches.closest_lead(rates), 1e-12)
    return searches.smallest_budget(rates, times, n, release, risk, guess)
