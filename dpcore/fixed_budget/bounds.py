"""What theory says about the error probability after a fixed horizon."""

import math
from dataclasses import dataclass

from numpy.typing import ArrayLike

from dpcore._tabular import Tabular
from dpcore._validation import check_array, check_count, check_number, check_open_interval, check_type, quoted
from dpcore.fixed_budget.instance import Hardness, check_instance, fixed_budget_hardness
from dpcore.fixed_budget.schedule import dp_bai_sizes, od_linbai_schedule


@dataclass(frozen=True)
class ErrorBound(Tabular):
    """An upper bound on the error probability, factor * exp(-exponent), at most 1, and the hardness it rests on."""

    exponent: float
    factor: float
    hardness: float

    @property
    def error_probability(self) -> float:
        """min(1, factor * exp(-exponent))."""
        return min(1.0, self.factor * math.exp(-self.exponent))


def dp_bai_error_bound(features: ArrayLike, theta: ArrayLike, horizon: int, epsilon: float | None = None) -> ErrorBound:
    """Return DP-BAI's upper bound exp(-T/(65 M H)), proven for budgets T that are large enough (no figure is given).

    Source: CKCT24 slides.  Deviations: M from the recalled schedule [MEMORY], see dp_bai_sizes; nothing is stated
    about the halving one.
    Args:    features, theta, epsilon: as fixed_budget_hardness.  horizon: T >= 1, samples.
    Returns: ErrorBound, an upper bound for large T.     Raises: ValueError when an argument is out of its domain.
    Examples:
        >>> round(dp_bai_error_bound([[0, 1], [1, 0]], [0.1, 0.4], 60, 1.0).exponent, 4)
        0.032
    """
    horizon = check_count("horizon", horizon)
    instance = check_instance(features, theta)
    hardness = fixed_budget_hardness(features, theta, epsilon).total
    phases = len(dp_bai_sizes(instance.means.size, instance.rank)) - 1
    return ErrorBound(horizon / (65 * phases * hardness), 1.0, hardness)


def od_linbai_error_bound(features: ArrayLike, theta: ArrayLike, horizon: int) -> ErrorBound:
    """Return OD-LinBAI's upper bound (4 K/d + 3 log2 d) exp(-m/(32 H2)), H2 = max over 2 <= i <= d of i/D_(i)^2.

    Source: YT22 [MEMORY: recalled, not at hand].
    Deviations: for d = 1 the range is empty, i = 2 is taken [INFERRED].
    Args:    features, theta: as fixed_budget_hardness.  horizon: T, samples.
    Returns: ErrorBound, an upper bound.
    Raises:  ValueError when an argument is out of its domain or the horizon has no pull for every arm measured.
    Examples:
        >>> round(od_linbai_error_bound([[0, 1], [1, 0]], [0.1, 0.4], 60).exponent, 4)
        0.0816
    """
    instance = check_instance(features, theta)
    num_arms, rank = instance.means.size, instance.rank
    schedule = od_linbai_schedule(num_arms, rank, horizon)
    gaps = instance.gaps[: max(2, rank) - 1]
    hardness = max((i + 2) / gap**2 for i, gap in enumerate(gaps.tolist()))
    factor = 4 * num_arms / rank + 3 * math.log2(rank)
    return ErrorBound(schedule.spendable / schedule.phases / (32 * hardness), factor, hardness)


def minimax_exponent(
    horizon: int,
    hardness: Hardness,
    dimension: int,
    *,
    powers: tuple[float, float, float] = (1.0, 1.0, 1.0),
) -> float:
    """Return T/((log d)^b1 (H_BAI^b2 + H_pri^b3)), the exponent of the error probability up to a constant factor.

    With powers (1, 1, 1), DP-BAI's error is at most exp(-constant * this).  With powers in [0, 1] whose sum is below 3,
    no consistent policy has error at most exp(-constant * this) on every instance: none of the three factors can be
    given a smaller exponent.  The constants are not given.
    Source: CKCT24 slides.  Deviations: none.
    Args:    horizon: T >= 1.  hardness: fixed_budget_hardness(...).  dimension: d >= 2.  powers: b1, b2, b3 in [0, 1].
    Returns: the exponent's order.     Raises: ValueError when an argument is out of its domain.
    Examples:
        >>> hardness = fixed_budget_hardness([[0, 1], [1, 0]], [0.1, 0.4], 1.0)
        >>> round(minimax_exponent(100, hardness, 2), 3)
        4.994
    """
    horizon, dimension = check_count("horizon", horizon), check_count("dimension", dimension, 2)
    check_type("hardness", hardness, Hardness)
    exponents = check_array("powers", powers, 0, 1)
    if exponents.shape != (3,):
        raise ValueError(f"powers must be three numbers, not {quoted(powers)}")
    b1, b2, b3 = exponents.tolist()
    best_arm = check_open_interval("hardness.best_arm", hardness.best_arm, 0, math.inf)
    privacy = check_number("hardness.privacy", hardness.privacy)
    return horizon / float(math.log(dimension) ** b1 * (best_arm**b2 + (privacy**b3 if privacy > 0 else 0.0)))
