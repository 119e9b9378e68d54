"""The stopping rules on given data, test by test as published."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore._validation import check_numbers, check_seed
from dpcore._version import __version__
from dpcore.experiments import Origin
from dpcore.private_stopping.protocol import HaltingRule
from dpcore.private_stopping.rules import budget_of, check_bound, check_rule


@dataclass(frozen=True, kw_only=True)
class StoppingOutcome(Origin):
    """What a stopping rule released on given data: stopping_time and estimate, both None if the data ran out first."""

    stopping_time: int | None
    estimate: float | None


def stop_on_values(
    algorithm: str,
    values: ArrayLike,
    relative_error: float = 0.1,
    risk: float = 0.05,
    epsilon: float | None = None,
    *,
    reward_bound: float = 1.0,
    seed: int = 0,
) -> StoppingOutcome:
    """Return when a stopping rule halts on these rewards, read in order, and its estimate of their mean.

    Source: SS19, Algorithms 1 and 2 (see `simulate_private_stopping`); epsilon-DP for one release (Theorem 3.1): a
    second release of the same data, with another seed, spends epsilon again.
    Args:    values: (n,) rewards in [-R, R].  The other arguments as in `simulate_private_stopping`.
    Returns: `StoppingOutcome`.     Raises: ValueError on bad input.
    Examples:
        >>> stop_on_values("nas", [0.5] * 5000, relative_error=0.3).stopping_time
        3071
    """
    rule = check_rule(algorithm, relative_error, risk, epsilon)
    bound = check_bound(reward_bound)
    rewards, number = _check_values(values, bound), check_seed(seed)
    released = release(rule, plan_tests(rule, rewards / bound), np.random.default_rng(number))
    parameters = {
        "values": rewards.size,
        "relative_error": rule.relative_error,
        "risk": rule.risk,
        "epsilon": budget_of(algorithm, epsilon),
        "reward_bound": bound,
    }
    return StoppingOutcome(
        stopping_time=None if released is None else released[0],
        estimate=None if released is None else bound * released[1] / released[0],
        algorithm=algorithm,
        seed=number,
        version=__version__,
        parameters=parameters,
    )


@dataclass(frozen=True, eq=False)
class PlannedTests:
    """What a rule tests on given rewards, in units of the bound: times (S,), sums (S,), levels (S,)."""

    times: NDArray[np.int64]
    sums: NDArray[np.float64]
    levels: NDArray[np.float64]


def plan_tests(rule: HaltingRule, values: NDArray[np.float64]) -> PlannedTests:
    """The tests of a rule on rewards in units of the bound."""
    times = np.arange(1, values.size + 1)
    if rule.doubling:
        times = times[(times & (times - 1) == 0) & (times > 1)]
    return PlannedTests(times, np.cumsum(values)[times - 1], rule.levels(times))


def release(rule: HaltingRule, tests: PlannedTests, rng: np.random.Generator) -> tuple[int, float] | None:
    """The stopping time and the noisy sum there, in units of the bound; None if no test halts."""
    noise = rng.laplace(0.0, rule.threshold_scale) + rng.laplace(0.0, rule.query_scale, tests.times.size)
    halts = np.abs(tests.sums) >= tests.levels + noise
    if not halts.any():
        return None
    first = int(np.argmax(halts))
    return int(tests.times[first]), float(tests.sums[first] + rng.laplace(0.0, rule.estimate_scale))


def _check_values(values: ArrayLike, bound: float) -> NDArray[np.float64]:
    rewards = check_numbers("values", values, "a list of numbers")
    if rewards.ndim != 1 or rewards.size == 0:
        raise ValueError(f"values must be a list of at least one number, not an array of shape {rewards.shape}")
    outside = ~(np.abs(rewards) <= bound)
    if outside.any():
        index = int(np.argmax(outside))
        raise ValueError(
            f"values must be between -{bound:g} and {bound:g} (the reward bound), "
            f"not {rewards[index]} at row {index + 1}"
        )
    return rewards
