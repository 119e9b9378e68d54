"""What observed successes say about the arms' means: independent Beta posteriors."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betaincinv

from dpcore._validation import check_count, check_open_interval
from dpcore.experiments import run_generator

_MARGIN = 1e-12  # a draw that rounds to 0 or 1 is no mean of a Bernoulli arm


@dataclass(frozen=True)
class BetaPosterior:
    """Arm a's mean is Beta(alpha[a], beta[a]) given the data, independently of the other arms; alpha, beta: (K,)."""

    alpha: NDArray[np.float64]
    beta: NDArray[np.float64]

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

        Raises: ValueError when count < 1 or seed < 0.
        """
        generators = (run_generator(check_count("seed", seed, 0), i) for i in range(check_count("count", count)))
        draws = np.array([generator.beta(self.alpha, self.beta) for generator in generators])
        return np.clip(draws, _MARGIN, 1 - _MARGIN)


def beta_posterior(successes: ArrayLike, trials: ArrayLike) -> BetaPosterior:
    """Return the posteriors of the arms' means from a uniform prior: Beta(1 + successes, 1 + failures).

    Source: Bayes' rule with the Bernoulli's conjugate prior.  Deviations: none.
    Args:    successes: (K,) whole numbers, 0 <= successes <= trials.  trials: (K,) whole numbers.
    Returns: exact posteriors of independent Bernoulli arms.
    Raises:  ValueError when the shapes differ, a number is negative or not whole, or successes exceed trials.
    """
    won, tried = _check_counts("successes", successes), _check_counts("trials", trials)
    if won.shape != tried.shape:
        raise ValueError(f"successes and trials must have the same shape, got {won.shape} and {tried.shape}")
    if (won > tried).any():
        arm = int(np.argmax(won > tried))
        raise ValueError(f"successes must not exceed trials, got {won[arm]:g} of {tried[arm]:g} for arm {arm + 1}")
    return BetaPosterior(alpha=1 + won, beta=1 + tried - won)


def _check_counts(name: str, values: ArrayLike) -> NDArray[np.float64]:
    array = np.array(values, dtype=np.float64)
    if array.ndim != 1 or array.size == 0:
        raise ValueError(f"{name} must have shape (K,), got shape {array.shape}")
    bad = ~np.isfinite(array) | (array < 0) | (array != np.floor(array))
    if bad.any():
        arm = int(np.argmax(bad))
        raise ValueError(f"{name} must be whole numbers >= 0, got {array[arm]:g} for arm {arm + 1}")
    return array
