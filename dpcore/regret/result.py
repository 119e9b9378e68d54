"""What a regret experiment returns: runs that can be extended, their mean, and the price of privacy between two."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpcore._joining import joined_runs


@dataclass(frozen=True, eq=False)
class RegretResult:
    """R runs, numbers first_run to first_run + R - 1 of the experiment with this seed.

    steps (S,) numbers of pulls, log-spaced, the last is the horizon; regret (R, S) pseudo-regret of each run after that
    many pulls: gaps times pulls, with the true means; mean_regret (S,) its mean over runs; pulls (R, K) per arm (for
    contexts: per position in the set).  parameters holds every argument that the runs depend on besides algorithm, seed
    and version; its "epsilon" and "rho" are None where not used.
    """

    algorithm: str
    seed: int
    first_run: int
    version: str
    parameters: dict[str, Any]
    steps: NDArray[np.int64]
    regret: NDArray[np.float64]
    pulls: NDArray[np.int64]

    @property
    def runs(self) -> int:
        """The number of runs held; 0 when the experiment was cancelled."""
        return self.regret.shape[0]

    @property
    def mean_regret(self) -> NDArray[np.float64]:
        """(S,) the mean over runs.  Raises: ValueError when there is no run."""
        if self.runs == 0:
            raise ValueError("there is no run to average: the experiment was cancelled")
        return self.regret.mean(axis=0)

    @property
    def standard_error(self) -> NDArray[np.float64]:
        """(S,) the standard error of mean_regret.  Raises: ValueError with fewer than 2 runs."""
        if self.runs < 2:
            raise ValueError(f"a standard error needs at least 2 runs, got {self.runs}")
        return self.regret.std(axis=0, ddof=1) / np.sqrt(self.runs)

    def extended_by(self, later: "RegretResult") -> "RegretResult":
        """Return these runs followed by `later`: the same experiment with first_run = this one's first_run + runs.

        Raises: ValueError when `later` is not the continuation of this experiment.
        """
        return joined_runs(self, later, "regret", "pulls")


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

    Source: the quantity of Azize & Basu (SaTML 2024), section 6.  Deviations: none.
    Args:    private, non_private: results with the same horizon, at least 2 runs each.
    Returns: simulated means with their standard error (independent runs).
    Raises:  ValueError when the horizons differ or one has fewer than 2 runs.
    """
    if not np.array_equal(private.steps, non_private.steps):
        raise ValueError(f"the horizons must agree, got {private.steps[-1]} and {non_private.steps[-1]}")
    difference, base = private.mean_regret - non_private.mean_regret, non_private.mean_regret
    errors = private.standard_error, non_private.standard_error
    some = base > 0
    relative = np.divide(difference, base, out=np.where(difference == 0, 0.0, np.inf), where=some)
    # The ratio m/b of independent means has variance (var m + (m/b)^2 var b)/b^2 to first order.
    ratio = np.divide(private.mean_regret, base, out=np.zeros_like(base), where=some)
    numerator = np.hypot(errors[0], ratio * errors[1])
    relative_error = np.divide(numerator, base, out=np.full_like(base, np.inf), where=some)
    return PriceOfPrivacy(private.steps, difference, np.hypot(*errors), relative, relative_error)
