"""The checks of a stopping problem's arguments, done once at the public doors."""

import math

from dpcore._validation import check_choice, check_count, check_number, check_open_interval, quoted
from dpcore.private_stopping.protocol import HaltingRule
from dpcore.private_stopping.registry import private_stopping_algorithms

DISTRIBUTIONS = ("plus-minus", "bernoulli")
MAX_SAMPLES = 10**15
# Of the relative error, the risk, epsilon and |mean|/R: below, times and levels would leave the range of a double.
SMALLEST = 1e-30


def check_rule(algorithm: str, relative_error: float, risk: float, epsilon: float | None) -> HaltingRule:
    """The halting rule of these parameters, checked; a rule without privacy ignores epsilon."""
    entry = private_stopping_algorithms().find(algorithm)
    alpha = _at_least("relative_error", check_open_interval("relative_error", relative_error, 0, 1))
    beta = _at_least("risk", check_open_interval("risk", risk, 0, 1))
    return entry.halting_rule(alpha, beta, _at_least("epsilon", entry.check_budget(epsilon)))


def budget_of(algorithm: str, epsilon: float | None) -> float | None:
    """The privacy budget that a checked rule spends, None without privacy."""
    entry = private_stopping_algorithms().find(algorithm)
    return entry.check_budget(epsilon) if entry.privacy.is_private else None


def check_mean(mean: float, reward_bound: float, distribution: str = "plus-minus") -> tuple[float, float]:
    """The mean in units of the reward bound, and the bound: 0 < |mean| <= R, and mean > 0 for "bernoulli"."""
    bound = check_bound(reward_bound)
    check_choice("distribution", distribution, DISTRIBUTIONS)
    value = check_number("mean", mean)
    if value == 0:
        raise ValueError("mean must not be 0: no error is small relative to 0, so no rule stops")
    if abs(value) > bound:
        raise ValueError(f"mean must be between -{bound:g} and {bound:g} (the reward bound), not {quoted(mean)}")
    if distribution == "bernoulli" and value < 0:
        raise ValueError(f"mean must be greater than 0 for rewards 0 or {bound:g}, not {quoted(mean)}")
    _at_least("the size of the mean over the reward bound", abs(value / bound))
    return value / bound, bound


def check_bound(reward_bound: float) -> float:
    """The bound R of the rewards, > 0."""
    return check_open_interval("reward_bound", reward_bound, 0, math.inf)


def check_max_samples(max_samples: int) -> int:
    """The cap on the samples of one run, at least 2: the first test of the exponential rule."""
    return check_count("max_samples", max_samples, 2, MAX_SAMPLES)


def _at_least(name: str, value: float) -> float:
    if value < SMALLEST:
        raise ValueError(f"{name} must be at least {SMALLEST:g}, not {value}")
    return value
