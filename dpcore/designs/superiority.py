"""Promise C, "prove that a new option beats the usual one": a test with a fixed number of participants.

A claim for option a is made where its noisy count leads the usual option's by at least the critical value, the smallest
whole number with which no false claim is likelier than the level.  Proofs: docs/designs.md.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from dpcore._kernels import kernel
from dpcore._validation import check_choice, check_count, check_open_interval, quoted
from dpcore.designs import claims, searches
from dpcore.designs.anywhere import lowest_claim
from dpcore.designs.find_lead import (
    LARGEST_PER_OPTION,
    MOST_OPTIONS,
    RELEASES,
    SMALLEST_RISK,
    check_curve,
    check_number_per_option,
    check_smallest,
)
from dpcore.designs.laws import Floats

__all__ = [
    "critical_value",
    "participants_curve",
    "probability_found",
    "smallest_difference",
    "smallest_epsilon",
    "smallest_participants",
]
CLAIM_RELEASES = RELEASES[1:]
TEETH_CHECKED = 10


def critical_value(
    epsilon: float, per_option: int, level: float, options: int = 2, release: str = "counts"
) -> int:  # fmt: skip
    """Return the smallest lead over the usual option's count from which on a new option is said to beat it.

    Source: this project's own, docs/designs.md.  Deviations: none.  Awan and Slavkovic (AS18) have the best test of one
        rate alone.
    Args:
        epsilon: budget per outcome, nats, >= 1e-9; inf = no privacy.
        per_option: participants of every option, 1 to 10^8.
        level: largest probability of a claim for any option that is not better, in [1e-9, 1/2); it is shared equally by
            all new options (Bonferroni).
        options: K, the usual one included, 2 to 50.
        release: "counts", every count with noise; "local", counts of answers that participants have flipped.
    Returns: c >= 1, exact: the level holds for all rates.
    Raises: ValueError when an argument is out of its domain.
    """
    budget, code, number = check_smallest(epsilon), _check_release(release), check_number_per_option(per_option)
    return int(claims.smallest_critical(number, budget, code, _shared(level, options), 0.0))


def probability_found(
    usual: float | None,
    difference: float,
    epsilon: float,
    per_option: int,
    level: float,
    options: int = 2,
    release: str = "counts",
    *,
    missing: float = 0.0,
) -> float:
    """Return the probability (power) of the claim for a new option that leads the usual one by `difference`.

    Source, Deviations, Raises: as critical_value.
    Args:
        usual: success rate of the usual option, in (0, 1 - difference); None: the lowest probability over all of them.
        difference: D, in (0, 1).  epsilon, per_option, level, options, release: as there.
        missing: share of the outcomes, the same for all options, that are missing and count as failures, in [0, 1).
            Where more are missing of the usual option than of a new one, the level does not hold.
    Returns: probability, exact to 1e-12; with None a certified lower bound, mostly within 0.1 % of the risk of missing
        it for leads from .1, less closely for smaller ones.
    """
    budget, code, number = check_smallest(epsilon), _check_release(release), check_number_per_option(per_option)
    share, kept = _shared(level, options), _kept(missing)
    critical = claims.smallest_critical(number, budget, code, share, 0.0)
    if usual is None:
        lead = check_open_interval("difference", difference, 0, 1)
        return float(lowest_claim(lead, kept, number, budget, code, critical)[2])
    new, old = _rates(usual, difference, kept)
    return float(claims.claimed(new, old, number, budget, code, critical))


def smallest_participants(
    usual: float,
    difference: float,
    epsilon: float,
    level: float,
    power: float,
    options: int = 2,
    release: str = "counts",
    *,
    missing: float = 0.0,
    block: int = 1,
) -> int | float:
    """Return how many participants each option needs so that a new option that leads by `difference` is found.

    Source, Deviations, Args, Raises: as probability_found; power: the smallest probability of finding it, in (0, 1), at
        most 1 - 1e-9.  block: the number is a multiple of it.
    Returns: the smallest number with which the option is found, exact (ten teeth of the saw are looked at before the
        answer, which is not proven to be the first); inf where not even 10^9 participants in all suffice.  The critical
        value is a whole number, so a slightly larger number can miss the power narrowly: plan this number itself.
    """
    budget, code, missed = check_smallest(epsilon), _check_release(release), _missed(power)
    share, size = _shared(level, options), check_count("block", block, 1, LARGEST_PER_OPTION)
    new, old = _rates(usual, difference, _kept(missing))
    most, guess = _most(options), _guess(new, old, budget, code, share, missed)
    found = claims.smallest_claiming_number(new, old, budget, code, share, missed, size, most, TEETH_CHECKED, guess)
    return int(found) if found else math.inf


def participants_curve(
    usual: float,
    difference: float,
    epsilons: ArrayLike,
    level: float,
    power: float,
    options: int = 2,
    release: str = "counts",
    *,
    missing: float = 0.0,
    block: int = 1,
) -> Floats:
    """Return how many participants each option needs at many epsilons, for a picture.

    Source, Deviations, Args, Raises: as smallest_participants.  epsilons: (E,), E <= 10^4.
    Returns: (E,) participants per option, as there, but no teeth before the answer are looked at; inf where none do.
    """
    budgets, code, missed = check_curve(epsilons), _check_release(release), _missed(power)
    share, size = _shared(level, options), check_count("block", block, 1, LARGEST_PER_OPTION)
    new, old = _rates(usual, difference, _kept(missing))
    out = np.empty(budgets.size)
    fill_claiming_numbers(new, old, budgets, code, share, missed, size, _most(options), out)
    return out


def smallest_epsilon(
    usual: float,
    difference: float,
    level: float,
    power: float,
    per_option: int,
    options: int = 2,
    release: str = "counts",
    *,
    missing: float = 0.0,
) -> float:
    """Return the smallest epsilon with which a new option that leads by `difference` is found.

    Source, Deviations, Args, Raises: as smallest_participants.
    Returns: nats, exact to 1e-10 and rounded up, so that it has the power itself; inf where not even no privacy has.
    """
    code, missed, number = _check_release(release), _missed(power), check_number_per_option(per_option)
    share, (new, old) = _shared(level, options), _rates(usual, difference, _kept(missing))
    out = np.empty(1)
    fill_claiming_budget(new, old, number, code, share, missed, out)
    return float(out[0])


def smallest_difference(
    usual: float,
    epsilon: float,
    level: float,
    power: float,
    per_option: int,
    options: int = 2,
    release: str = "counts",
    *,
    missing: float = 0.0,
) -> float:
    """Return the smallest lead over the usual option that is found.

    Source, Deviations, Args, Raises: as smallest_participants; usual: in (0, 1).
    Returns: D in units of rates, exact to 1e-10 and rounded up; inf where none below 1 - usual is found.
    """
    budget, code, number = check_smallest(epsilon), _check_release(release), check_number_per_option(per_option)
    share, missed, kept = _shared(level, options), _missed(power), _kept(missing)
    base = check_open_interval("usual", usual, 0, 1)
    critical = claims.smallest_critical(number, budget, code, share, 0.0)
    return float(claims.smallest_claimed_lead(base, kept, number, budget, code, critical, missed))


@kernel(error_model="numpy")
def fill_claiming_numbers(
    new: float, usual: float, epsilons: Floats, release: int, level: float, missed: float, block: int, most: int,
    out: Floats,
) -> None:  # fmt: skip
    """Fill out with the smallest numbers of participants; inf: none.  The last one says where to look for the next."""
    before = last = 0.0
    for i in range(epsilons.size):
        guess = guessed_claiming_number(new, usual, epsilons[i], release, level, missed)
        scale = last / before if before > 0 else 1.0
        found = claims.smallest_claiming_number(
            new, usual, epsilons[i], release, level, missed, block, most, 0, guess * scale
        )
        out[i] = found if found > 0 else np.inf
        before, last = (guess, float(found)) if found > 0 else (0.0, 0.0)


@kernel(error_model="numpy")
def fill_claiming_budget(
    new: float, usual: float, n: int, release: int, level: float, missed: float, out: Floats
) -> None:
    """Fill out (1,) with the smallest epsilon for n participants per option."""
    guess = 6 / (math.sqrt(n) if release == searches.LOCAL else n) / (new - usual)
    out[0] = claims.smallest_claiming_budget(new, usual, n, release, level, missed, guess)


@kernel(error_model="numpy")
def guessed_claiming_number(
    new: float, usual: float, epsilon: float, release: int, level: float, missed: float
) -> float:
    """About how many participants per option suffice, by the normal approximation."""
    first = searches.seen_rate(new, release, epsilon)
    lead = first - searches.seen_rate(usual, release, epsilon)
    deviations = math.sqrt(1.7 * math.log(0.6 / level)) + math.sqrt(1.7 * math.log(1 + 0.6 / missed))
    scaled = (deviations / lead) ** 2
    return scaled * (0.25 + math.sqrt(0.0625 + claims.noise_variance(epsilon, release) / scaled))


def _guess(new: float, old: float, epsilon: float, code: int, level: float, missed: float) -> float:
    return float(guessed_claiming_number(new, old, epsilon, code, level, missed))


def _check_release(release: str) -> int:
    return RELEASES.index(check_choice("release", release, CLAIM_RELEASES))


def _shared(level: float, options: int) -> float:
    """What each new option gets of the level."""
    value = check_open_interval("level", level, 0, 0.5)
    if value < SMALLEST_RISK:
        raise ValueError(f"level must be at least {SMALLEST_RISK:g}, got {quoted(level)}")
    return value / (check_count("options", options, 2, MOST_OPTIONS) - 1)


def _missed(power: float) -> float:
    value = check_open_interval("power", power, 0, 1)
    if value > 1 - SMALLEST_RISK:
        raise ValueError(f"power must be at most 1 - {SMALLEST_RISK:g}, got {quoted(power)}")
    return 1 - value


def _kept(missing: float) -> float:
    """The share of outcomes that are there."""
    value = check_open_interval("missing", missing, -math.inf, 1)
    if value < 0:
        raise ValueError(f"missing must be at least 0, got {quoted(missing)}")
    return 1 - value


def _rates(usual: float, difference: float, kept: float) -> tuple[float, float]:
    """The success rates of the new option and of the usual one, missing outcomes being failures."""
    lead = check_open_interval("difference", difference, 0, 1)
    base = check_open_interval("usual", usual, 0, 1)
    if base + lead >= 1:
        raise ValueError(f"usual + difference must be less than 1, got {quoted(usual)} + {quoted(difference)}")
    return kept * (base + lead), kept * base


def _most(options: int) -> int:
    return min(searches.MOST_PARTICIPANTS // int(options), LARGEST_PER_OPTION)


def warm_up() -> None:
    """Compile, or load from the cache, the kernels of promise C."""
    probability_found(None, 0.5, 1.0, 20, 0.1)
    smallest_participants(0.3, 0.4, 1.0, 0.1, 0.8)
    participants_curve(0.3, 0.4, (1.0,), 0.1, 0.8)
    smallest_epsilon(0.3, 0.4, 0.1, 0.8, 100)
    smallest_difference(0.3, 1.0, 0.1, 0.8, 100)
