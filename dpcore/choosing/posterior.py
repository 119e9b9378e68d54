"""What observed successes say about the arms' means, and what that asks of a study: independent Beta posteriors."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betaincinv

from dpcore._validation import (
    MOST_NUMBERS,
    check_array,
    check_choice,
    check_count,
    check_difference,
    check_epsilon,
    check_numbers,
    check_open_interval,
    check_risk,
    check_seed,
)
from dpcore._version import __version__
from dpcore.choosing.achievable import simulate_achievable
from dpcore.choosing.bounds import TRUST_MODELS, necessary_samples
from dpcore.choosing.observed import achieving_algorithm
from dpcore.experiments import CancelFlag, Origin, check_cancel, child_generator, map_numbers
from dpcore.fixed_confidence.simulate import LARGEST_MAX_SAMPLES

MOST_DRAWS = 100_000  # of the means, that one call simulates
_PARAMETER_RANGE = (1e-3, 2.0**53)  # of a Beta distribution: doubles still count by ones, and draws are not all 0 or 1
_MARGIN = 1e-12  # a draw that rounds to 0 or 1 is no mean of a Bernoulli arm


@dataclass(frozen=True)
class BetaPosterior:
    """Arm a's mean is Beta(alpha[a], beta[a]) given the data, independently of the other arms.

    alpha, beta: (K,) floats from 1e-3 to 2^53.     Raises: ValueError otherwise.
    """

    alpha: NDArray[np.float64]
    beta: NDArray[np.float64]

    def __post_init__(self) -> None:
        for name in ("alpha", "beta"):
            object.__setattr__(self, name, check_array(name, getattr(self, name), *_PARAMETER_RANGE))
        if self.alpha.ndim != 1 or self.alpha.size == 0 or self.alpha.shape != self.beta.shape:
            raise ValueError(
                f"alpha and beta must have the same shape (K,), not {self.alpha.shape} and {self.beta.shape}"
            )

    @property
    def means(self) -> NDArray[np.float64]:
        """The posterior means (K,)."""
        return self.alpha / (self.alpha + self.beta)

    def intervals(self, probability: float = 0.9) -> NDArray[np.float64]:
        """Return the central intervals (K, 2) that hold each arm's mean with this posterior probability.

        Raises: ValueError when probability is not strictly between 0 and 1.
        """
        tail = (1 - check_open_interval("probability", probability, 0, 1)) / 2
        return np.column_stack([betaincinv(self.alpha, self.beta, share) for share in (tail, 1 - tail)])

    def draws(self, count: int, seed: int = 0) -> NDArray[np.float64]:
        """Return `count` draws of all means, (count, K); draw i depends on (seed, i) alone, so more draws extend fewer.

        The random numbers differ from those of every run with this seed.

        Raises: ValueError when seed < 0, or count is not 1 to 100,000 or asks for more than 10^7 numbers.
        """
        seed, count = check_seed(seed), check_count("count", count, 1, min(MOST_DRAWS, MOST_NUMBERS // self.alpha.size))
        draws = np.array([child_generator(seed, i, 0).beta(self.alpha, self.beta) for i in range(count)])
        return np.clip(draws, _MARGIN, 1 - _MARGIN)


def beta_posterior(successes: ArrayLike, trials: ArrayLike) -> BetaPosterior:
    """Return the posteriors of the arms' means from a uniform prior: Beta(1 + successes, 1 + failures).

    Source: Bayes' rule with the Bernoulli's conjugate prior.  Deviations: none.
    Args:    successes: (K,) whole numbers, 0 <= successes <= trials.  trials: (K,) whole numbers.
    Returns: exact posteriors of independent Bernoulli arms.
    Raises:  ValueError when the shapes differ, a number is negative or not whole, or successes exceed trials.
    Examples:
        >>> beta_posterior([3, 4], [9, 9]).alpha.tolist()
        [4.0, 5.0]
    """
    won, tried = _check_counts("successes", successes), _check_counts("trials", trials)
    if won.shape != tried.shape:
        raise ValueError(f"successes and trials must have the same shape, not {won.shape} and {tried.shape}")
    if (won > tried).any():
        arm = int(np.argmax(won > tried))
        raise ValueError(f"successes must not exceed trials, but arm {arm + 1} has {won[arm]:g} of {tried[arm]:g}")
    if tried.max() >= _PARAMETER_RANGE[1]:
        raise ValueError(f"trials must be below 2^53, not {tried.max():g}")
    return BetaPosterior(alpha=1 + won, beta=1 + tried - won)


def _check_counts(name: str, values: ArrayLike) -> NDArray[np.float64]:
    array = check_numbers(name, values, "a list of whole numbers")
    if array.ndim != 1 or array.size == 0:
        raise ValueError(f"{name} must have shape (K,), not {array.shape}")
    bad = ~np.isfinite(array) | (array < 0) | (array != np.floor(array))
    if bad.any():
        arm = int(np.argmax(bad))
        raise ValueError(f"{name} must be whole numbers of at least 0, not {array[arm]:g} for arm {arm + 1}")
    return array


@dataclass(frozen=True, eq=False, kw_only=True)
class PosteriorSamples(Origin):
    """Samples needed for D draws of the arms' means: lower_bounds (D,), and stopping_times (D,) of one run each.

    inf: the draw's best arms tie (`tied` counts these draws) where every difference matters, or its run did not stop
    within 1e12 samples.  Near ties are rare and need huge numbers, so no average means anything: use quantiles.
    algorithm: whose runs they are.
    """

    lower_bounds: NDArray[np.float64]
    stopping_times: NDArray[np.float64]
    tied: int

    def quantiles(self, levels: Sequence[float] = (0.05, 0.5, 0.95)) -> NDArray[np.float64]:
        """Return (2, L): the quantiles of the lower bounds and of the stopping times, pooled over the draws."""
        both = np.array([self.lower_bounds, self.stopping_times])
        return np.quantile(both, check_array("levels", levels, 0, 1), axis=1, method="inverted_cdf").T


def posterior_samples(
    draws: ArrayLike,
    epsilon: float,
    risk: float,
    trust_model: str = "central",
    seed: int = 0,
    *,
    indifference: float = 0.0,
    cancel: CancelFlag | None = None,
) -> PosteriorSamples | None:
    """Return what each draw of the arms' means needs: the lower bound, and the samples of one run of PRISE.

    With indifference > 0 the run is one of PB-TaS, as in achievable_samples, and a draw whose best arms tie has both.

    Source, Deviations: as necessary_samples and achievable_samples.
    Args: draws: (D, K) means strictly between 0 and 1, D at most 100,000, for example BetaPosterior.draws.  The
        others as there; draw number i runs on the random numbers of run i.
    Returns: samples per draw; None once `cancel` is set.
    Raises: ValueError when an argument is out of its domain.
    Examples:
        >>> posterior_samples([[0.9, 0.5]] * 20, 1.0, 0.1, seed=0).quantiles([0.5]).round(1).tolist()
        [[17.5], [80.0]]
    """
    array, epsilon, risk = check_draws(draws), check_epsilon(epsilon), check_risk(risk)
    check_choice("trust_model", trust_model, TRUST_MODELS)
    seed, flag, indifference = check_seed(seed), check_cancel(cancel), check_difference("indifference", indifference)
    everyone = range(len(array))

    def bound(draw: int) -> float:
        if not _has_answer(array[draw], indifference):
            return math.inf
        return necessary_samples(array[draw], epsilon, risk, trust_model, indifference=indifference)

    lower_bounds = map_numbers(bound, everyone, None, flag)
    stopping_times = posterior_stopping_times(
        array, everyone, epsilon, risk, math.inf, indifference, flag, trust_model=trust_model, seed=seed
    )
    if stopping_times is None:
        return None
    parameters = {"epsilon": epsilon, "risk": risk, "trust_model": trust_model, "draws": len(array)}
    return PosteriorSamples(
        lower_bounds=np.array(lower_bounds),
        stopping_times=stopping_times,
        tied=sum(not _has_answer(row, 0.0) for row in array),
        algorithm=achieving_algorithm(indifference),
        seed=seed,
        version=__version__,
        parameters={**parameters, "indifference": indifference},
    )


def posterior_stopping_times(
    draws: NDArray[np.float64],
    which: range,
    epsilon: float,
    risk: float,
    samples: float,
    indifference: float,
    cancel: CancelFlag | None,
    **setting: Any,
) -> NDArray[np.float64] | None:
    """The samples of one run at each of these checked draws, inf beyond `samples`; None once `cancel` is set.

    setting: as simulate_achievable, trust_model and seed.
    """
    flag, limit = check_cancel(cancel), int(min(samples, LARGEST_MAX_SAMPLES))
    how: dict[str, Any] = {"max_samples": limit, "workers": 1, "indifference": indifference, "cancel": flag, **setting}

    def one_draw(draw: int) -> float:
        if limit < draws.shape[1] or not _has_answer(draws[draw], indifference):
            return math.inf
        run = simulate_achievable(draws[draw], epsilon, risk, runs=1, first_run=draw, **how)
        return float(run.stopping_times[0]) if run.finished.any() else math.inf

    found = map_numbers(one_draw, which, None, flag)
    return None if flag.is_set() else np.array(found)


def _has_answer(means: NDArray[np.float64], indifference: float) -> bool:
    return indifference > 0 or int(np.sum(means == means.max())) == 1


def check_draws(draws: ArrayLike) -> NDArray[np.float64]:
    """The draws as a new (D, K) float array: 1 <= D <= MOST_DRAWS, K >= 2, each strictly between 0 and 1."""
    array = check_numbers("draws", draws, "a (D, K) table of numbers")
    if array.ndim != 2 or len(array) == 0 or array.shape[1] < 2:
        raise ValueError(f"draws must have shape (D, K) with D >= 1 and K >= 2, not {array.shape}")
    if len(array) > MOST_DRAWS:
        raise ValueError(f"draws must hold at most {MOST_DRAWS} draws of the means, not {len(array)}")
    bad = ~((array > 0) & (array < 1))
    if bad.any():
        draw, arm = np.argwhere(bad)[0]
        raise ValueError(
            f"draws must be strictly between 0 and 1, not {array[draw, arm]} for arm {arm + 1} of draw {draw + 1}"
        )
    return array
