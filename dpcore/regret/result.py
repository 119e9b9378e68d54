"""What a regret experiment returns: runs that can be extended, their mean, and the price of privacy between two."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from dpcore._intervals import mean_interval
from dpcore._tabular import Tabular
from dpcore._validation import check_type
from dpcore.experiments import ExperimentResult

QUANTILES = (0.1, 0.5, 0.9)


@dataclass(frozen=True)
class RegretSummary(Tabular):
    """The regret at the horizon: its mean with a normal 95 % interval, and quantiles (level to value) over runs.

    mean is None without runs, mean_interval with fewer than 2; quantiles is empty without runs.
    """

    runs: int
    horizon: int
    mean: float | None
    mean_interval: tuple[float, float] | None
    quantiles: dict[float, float]


@dataclass(frozen=True, eq=False, kw_only=True)
class RegretResult(ExperimentResult):
    """Runs of a regret algorithm.

    steps (S,) numbers of pulls, log-spaced, the last is the horizon; regret (R, S) pseudo-regret of each run after that
    many pulls: gaps times pulls, with the true means; pulls (R, K) per arm (for contexts: per position in the set).
    The "epsilon" and "rho" of parameters are None where not used.
    """

    PER_RUN: ClassVar = {"regret": "regret", "pulls": "pulls"}

    steps: NDArray[np.int64]
    regret: NDArray[np.float64]
    pulls: NDArray[np.int64]

    @property
    def mean_regret(self) -> NDArray[np.float64]:
        """(S,) the mean over runs.  Raises: ValueError when there is no run."""
        if self.runs == 0:
            raise ValueError("there are no runs to average")
        mean: NDArray[np.float64] = self.regret.mean(axis=0)
        return mean

    @property
    def standard_error(self) -> NDArray[np.float64]:
        """(S,) the standard error of mean_regret.  Raises: ValueError with fewer than 2 runs."""
        if self.runs < 2:
            raise ValueError(f"a standard error needs at least 2 runs, not {self.runs}")
        error: NDArray[np.float64] = self.regret.std(axis=0, ddof=1) / np.sqrt(self.runs)
        return error

    def summary(self) -> RegretSummary:
        """Return the figures of the regret at the horizon, each only where the runs determine it."""
        final, runs = self.regret[:, -1], self.runs
        return RegretSummary(
            runs=runs,
            horizon=int(self.steps[-1]),
            mean=float(final.mean()) if runs else None,
            mean_interval=mean_interval(final),
            quantiles={level: float(np.quantile(final, level)) for level in QUANTILES if runs},
        )


@dataclass(frozen=True, eq=False)
class PriceOfPrivacy:
    """Private minus non-private regret, simulated: a difference and a relative price with standard errors, all (S,).

    relative: the difference over the non-private mean regret; 0 where both are 0, inf where only the latter is.
    relative_standard_error: by the delta method for a ratio of two independent means; inf where the latter is 0.
    """

    steps: NDArray[np.int64]
    difference: NDArray[np.float64]
    standard_error: NDArray[np.float64]
    relative: NDArray[np.float64]
    relative_standard_error: NDArray[np.float64]


def price_of_privacy(private: RegretResult, non_private: RegretResult) -> PriceOfPrivacy:
    """Return what privacy adds to the mean regret at every step, absolute and relative.

    Source: the quantity of AB24, section 6.  Deviations: none.
    Args:    private, non_private: results with the same horizon, at least 2 runs each.
    Returns: simulated means with their standard error (independent runs).
    Raises:  ValueError when the horizons differ or one has fewer than 2 runs.
    Examples:
        >>> without = simulate_regret("ucb-episodes", [0.7, 0.3], 1000, runs=20)
        >>> private = simulate_regret("adap-ucb", [0.7, 0.3], 1000, epsilon=1.0, runs=20)
        >>> bool(price_of_privacy(private, without).difference[-1] > 0)
        True
    """
    check_type("private", private, RegretResult)
    check_type("non_private", non_private, RegretResult)
    if not np.array_equal(private.steps, non_private.steps):
        raise ValueError(f"the horizons must agree, but are {private.steps[-1]} and {non_private.steps[-1]}")
    difference, base = private.mean_regret - non_private.mean_regret, non_private.mean_regret
    errors = private.standard_error, non_private.standard_error
    some = base > 0
    relative = np.divide(difference, base, out=np.where(difference == 0, 0.0, np.inf), where=some)
    # The ratio m/b of independent means has variance (var m + (m/b)^2 var b)/b^2 to first order.
    ratio = np.divide(private.mean_regret, base, out=np.zeros_like(base), where=some)
    numerator = np.hypot(errors[0], ratio * errors[1])
    relative_error = np.divide(numerator, base, out=np.full_like(base, np.inf), where=some)
    return PriceOfPrivacy(private.steps, difference, np.hypot(*errors), relative, relative_error)
