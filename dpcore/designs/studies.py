"""What a study is asked, and how likely it is to find the option that it should find, under both promises."""

import math
from typing import NamedTuple

import numpy as np

from dpcore._kernels import kernel
from dpcore.designs.comparing import probability_on_top
from dpcore.designs.laws import NO_NOISE, ONE_SIDED, TWO_SIDED, Floats, Integers

WINNER, COUNTS, LOCAL = 0, 1, 2
# From here on noise changes a probability by less than 1e-25, and no answer is flipped.
NO_PRIVACY = 60.0
SMALLEST_EPSILON = 1e-9
NO_CLAIM = 0  # stands for a critical value under promise A, where the answer is the option with the largest count
_LEAST = 1e-300


class Study(NamedTuple):
    """What a study is to find, and what it publishes.

    rates: those of the option to find and of its distinct rivals, where missing outcomes count as failures; under
    promise C those of that option and the usual one.  times: how many options have each rate.  allowed: the largest
    probability of not finding the option.  level: under promise C the largest probability of a false claim for one
    option; 0 under promise A.
    """

    rates: Floats
    times: Integers
    release: int
    allowed: float
    level: float


class Plan(NamedTuple):
    """Participants per option, the budget, and the lead from which on an option is claimed better, or NO_CLAIM."""

    n: int
    epsilon: float
    critical: int


@kernel(error_model="numpy")
def sides_of(release: int, epsilon: float) -> int:
    """Whether the noise of a release has one side or two sides, or is absent."""
    if release == LOCAL or epsilon >= NO_PRIVACY:
        return NO_NOISE
    return ONE_SIDED if release == WINNER else TWO_SIDED


@kernel(error_model="numpy")
def kept_share(epsilon: float) -> float:
    """tanh(epsilon / 2): the share of a difference between rates that is left in flipped answers."""
    return -math.expm1(-epsilon) / (1 + math.exp(-epsilon))


@kernel(error_model="numpy")
def seen_rate(rate: float, release: int, epsilon: float) -> float:
    """The rate of successes among the answers that the study sees: flipped at random under the local trust model."""
    if release != LOCAL or epsilon >= NO_PRIVACY:
        return rate
    return 1 / (1 + math.exp(epsilon)) + rate * kept_share(epsilon)


@kernel(error_model="numpy")
def found(study: Study, plan: Plan) -> float:
    """P(the option to find is named), or where there is a critical value, P(its noisy count leads by that much)."""
    seen = np.empty(study.rates.size)
    for j in range(seen.size):
        seen[j] = seen_rate(study.rates[j], study.release, plan.epsilon)
    sides, tie_share = sides_of(study.release, plan.epsilon), 0.5 if plan.critical == NO_CLAIM else 1.0
    return probability_on_top(seen, study.times, plan.n, plan.epsilon, sides, plan.critical, tie_share)


@kernel(error_model="numpy")
def log_missed(study: Study, plan: Plan) -> float:
    """log(P(the option is not found) / the allowed probability): at most 0 if the promise is kept."""
    return math.log(max(1 - found(study, plan), _LEAST) / study.allowed)


@kernel(error_model="numpy")
def closest_lead(study: Study) -> float:
    """By how much the option to find leads its closest rival."""
    closest = 0.0
    for j in range(1, study.rates.size):
        closest = max(closest, study.rates[j])
    return study.rates[0] - closest
