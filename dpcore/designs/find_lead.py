"""Promise A, "find a lead of D": how likely a design with a fixed number of participants names the best option.

Derivations, proofs and accuracy: docs/designs.md.
"""

import numpy as np
from numpy.typing import ArrayLike

from dpcore._kernels import kernel
from dpcore._validation import (
    check_array,
    check_choice,
    check_count,
    check_epsilon,
    check_epsilons,
    check_means,
    check_risk,
    quoted,
)
from dpcore.designs.laws import Floats, Integers
from dpcore.designs.studies import NO_CLAIM, SMALLEST_EPSILON, Plan, Study, found
from dpcore.designs.unequal import rates_right

RELEASES = ("winner", "counts", "local")
MOST_OPTIONS = 50
MOST_EPSILONS = 10_000
LARGEST_PER_OPTION = 10**8
SMALLEST_RISK = 1e-9
_SMALLEST_EPSILON_UNEQUAL = 1e-5  # the sum over counts is 45/epsilon long


def probability_right(
    means: ArrayLike, epsilon: float, per_option: ArrayLike, release: str = "winner", *, missing: ArrayLike = 0.0
) -> float:
    """Return the probability that one look at the end names the best option.

    Source: this project's own, docs/designs.md; "winner" is the permute-and-flip mechanism (MS20, DK21).
    Deviations: none.
    Args:
        means: (K,) success rates strictly between 0 and 1, one unique maximum, K <= 50.
        epsilon: budget per outcome, nats, >= 1e-9; inf = no privacy.
        per_option: participants of every option, 1 to 10^8; with "counts" and "local" also (K,) of them, and the
            options' observed rates are then compared.
        release: what is published: "winner", only the name; "counts", every count with noise; "local", answers that
            participants have flipped at random themselves (the local trust model).
        missing: share of each option's outcomes that are missing and count as failures, in [0, 1); one number, or (K,).
    Returns: probability, exact to 1e-12.
    Raises: ValueError when an argument is out of its domain.
    Examples:
        >>> round(probability_right([0.4, 0.3, 0.3], 0.0143, 3333), 4)
        0.9901
    """
    budget, code = check_smallest(epsilon), check_release(release)
    array = check_options(means)
    rates, best = effective_rates(array, missing), int(np.argmax(array))
    counts = check_per_option(per_option, rates.size)
    if np.unique(counts).size == 1:
        study = Study(*grouped(rates, best), code, 1.0, 0.0)
        return float(found(study, Plan(int(counts[0]), budget, NO_CLAIM)))
    if release == "winner":
        raise ValueError(f'per_option must be the same for all options with "winner", not {quoted(counts.tolist())}')
    if release == "counts" and budget < _SMALLEST_EPSILON_UNEQUAL:
        raise ValueError(
            f"epsilon must be at least {_SMALLEST_EPSILON_UNEQUAL:g} where numbers of participants differ, "
            f"not {quoted(epsilon)}"
        )
    order = np.r_[best, np.delete(np.arange(rates.size), best)]
    return float(rates_right(rates[order], counts[order], budget, code))


def probability_right_curve(
    means: ArrayLike, epsilons: ArrayLike, per_option: int, release: str = "winner", *, missing: ArrayLike = 0.0
) -> Floats:
    """Return the probabilities that one look at the end names the best option, for many epsilons.

    Source, Deviations, Args, Raises: as probability_right, for one number of participants; epsilons: (E,), E <= 10^4.
    Returns: (E,) probabilities, exact to 1e-12.
    Examples:
        >>> probability_right_curve([0.4, 0.3, 0.3], [0.01, 1.0], 3333).round(4).tolist()
        [0.9621, 1.0]
    """
    budgets, code = check_curve(epsilons), check_release(release)
    out = np.empty(budgets.size)
    study, number = Study(*grouped_problem(means, missing), code, 1.0, 0.0), check_number_per_option(per_option)
    _fill_probabilities(study, number, budgets, out)
    return out


@kernel
def _fill_probabilities(study: Study, n: int, epsilons: Floats, out: Floats) -> None:
    for i in range(epsilons.size):
        out[i] = found(study, Plan(n, epsilons[i], NO_CLAIM))


def grouped_problem(means: ArrayLike, missing: ArrayLike) -> tuple[Floats, Integers]:
    """The best option and its rivals as `grouped`, where missing outcomes count as failures."""
    array = check_options(means)
    return grouped(effective_rates(array, missing), int(np.argmax(array)))


def grouped(rates: Floats, best: int) -> tuple[Floats, Integers]:
    """The best option's rate and its rivals' distinct ones, and how many options have each."""
    rivals, times = np.unique(np.delete(rates, best), return_counts=True)
    return np.r_[rates[best], rivals], np.r_[1, times].astype(np.int64)


def effective_rates(means: Floats, missing: ArrayLike) -> Floats:
    """The success rates where missing outcomes count as failures."""
    shares = check_array("missing", missing, 0, 1)
    if shares.shape not in ((), means.shape):
        raise ValueError(
            f"missing must be one share or one for each option, not an array of shape {quoted(shares.shape)}"
        )
    if (shares >= 1).any():
        raise ValueError("missing must be less than 1, not 1.0")
    rates: Floats = np.maximum(means * (1 - shares), np.finfo(float).tiny)
    return rates


def check_options(means: ArrayLike) -> Floats:
    """The means of at most MOST_OPTIONS options."""
    array = check_means(means)
    if array.size > MOST_OPTIONS:
        raise ValueError(f"there must be at most {MOST_OPTIONS} means, not {array.size}")
    return array


def check_release(release: str) -> int:
    """The release as its number in kernels."""
    return RELEASES.index(check_choice("release", release, RELEASES))


def check_smallest(epsilon: float) -> float:
    """A budget that is large enough for exact probabilities."""
    budget = check_epsilon(epsilon)
    if budget < SMALLEST_EPSILON:
        raise ValueError(f"epsilon must be at least {SMALLEST_EPSILON:g} for a design, not {quoted(epsilon)}")
    return budget


def check_curve(epsilons: ArrayLike) -> Floats:
    """The epsilons of a curve."""
    budgets = check_epsilons(epsilons)
    if budgets.size > MOST_EPSILONS:
        raise ValueError(f"epsilons must hold at most {MOST_EPSILONS} numbers, not {budgets.size}")
    check_smallest(float(budgets.min()))
    return budgets


def check_usual_range(usual_range: ArrayLike, difference: float, name: str = "usual_range") -> tuple[float, float]:
    """The lowest and the highest usual rate, 0 <= low < high <= 1 - difference."""
    array = check_array(name, usual_range, 0, 1)
    if array.shape != (2,):
        raise ValueError(f"{name} must hold two rates, not an array of shape {quoted(array.shape)}")
    low, high = float(array[0]), min(float(array[1]), 1 - difference)
    if not low < high:
        raise ValueError(f"{name} must hold rates below 1 - difference = {1 - difference:g}, not {quoted(usual_range)}")
    return low, high


def hardest_usual(low: float, high: float, difference: float, kept: float) -> float:
    """The usual rate in [low, high] at which counts vary most: there the two rates that are seen average 1/2.

    kept: the share of outcomes that are not missing; a missing one counts as a failure.
    """
    return min(max((1 / kept - difference) / 2, low), high)


def check_number_per_option(per_option: int) -> int:
    """How many participants every option has."""
    return check_count("per_option", per_option, 1, LARGEST_PER_OPTION)


def check_per_option(per_option: ArrayLike, options: int) -> Integers:
    """(K,) numbers of participants."""
    array = check_array("per_option", per_option, 1, LARGEST_PER_OPTION)
    if array.shape not in ((), (options,)) or (array != np.floor(array)).any():
        raise ValueError(f"per_option must be a whole number, or one for each option, not {quoted(per_option)}")
    return np.broadcast_to(array, options).astype(np.int64)


def check_design_risk(risk: float) -> float:
    """The risk of not naming the best option, large enough for probabilities that are exact to 1e-12."""
    value = check_risk(risk)
    if value < SMALLEST_RISK:
        raise ValueError(f"risk must be at least {SMALLEST_RISK:g} for a design, not {quoted(risk)}")
    return value
