"""A linear bandit whose best arm is to be identified, and its hardness for a fixed budget."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore._tabular import Tabular
from dpcore._validation import check_choice, check_count, check_epsilon, check_numbers, check_seed, quoted
from dpcore.linear.span import check_features, spanning_coordinates_kernel

REWARDS = ("uniform", "bernoulli")
MOST_ARMS = 10_000
MOST_DIMENSIONS = 50
# Means closer than this are the same number up to the rounding of a scalar product.
_ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class LinearInstance:
    """Arms (K, d) with means (K,) = <features, theta> in [0, 1] and one best arm.

    coordinates: (K, r) the features, scaled to a largest entry of 1 and expressed in an orthonormal basis of their span
    if they do not span R^d; r is the rank.
    """

    features: NDArray[np.float64]
    theta: NDArray[np.float64]
    means: NDArray[np.float64]
    coordinates: NDArray[np.float64]

    @property
    def best_arm(self) -> int:
        """The arm with the largest mean, 0-based."""
        return int(np.argmax(self.means))

    @property
    def rank(self) -> int:
        """The dimension that matters: that of the features' span."""
        return int(self.coordinates.shape[1])

    @property
    def gaps(self) -> NDArray[np.float64]:
        """(K - 1,) distances of the other means from the best one, ascending."""
        return np.sort(self.means[self.best_arm] - np.delete(self.means, self.best_arm))


def check_instance(features: ArrayLike, theta: ArrayLike, rewards: str = "bernoulli") -> LinearInstance:
    """The linear bandit with 2 to 10,000 arms, d <= 50, means in [0, 1] and one best arm.

    Means of uniform rewards lie in [0, 1/2].  Raises ValueError with a sentence that names the first arm or value that
    breaks these rules.
    """
    array = check_features(features)
    vector = _check_theta(theta, array.shape[1])
    check_choice("rewards", rewards, REWARDS)
    check_count("the number of arms", array.shape[0], 2)
    check_size(array)
    means = _check_means(array, vector, rewards)
    best = np.flatnonzero(means > means.max() - _ROUNDING)
    if best.size > 1:
        more = f" (and {best.size - 2} more)" if best.size > 2 else ""
        raise ValueError(
            f"the best arm must be unique, but arms {best[0] + 1} and {best[1] + 1}{more} tie at mean {means.max():.6g}"
        )
    return LinearInstance(array, vector, means, spanning_coordinates_kernel(array / np.abs(array).max()))


def check_size(features: NDArray[np.float64]) -> None:
    """ValueError for more arms or dimensions than designs and Max-Det collections are computed for."""
    check_count("the number of arms", features.shape[0], 1, MOST_ARMS)
    check_count("the dimension of the features", features.shape[1], 1, MOST_DIMENSIONS)


def _check_means(features: NDArray[np.float64], theta: NDArray[np.float64], rewards: str) -> NDArray[np.float64]:
    with np.errstate(over="ignore", invalid="ignore"):
        means = features @ theta
    inside = (means >= -_ROUNDING) & (means <= 1 + _ROUNDING)
    if not inside.all():
        arm = int(np.argmin(inside))
        raise ValueError(f"means <feature, theta> must be in [0, 1], not {means[arm]:.6g} for arm {arm + 1}")
    if rewards == "uniform" and (means > 0.5 + _ROUNDING).any():
        arm = int(np.argmax(means))
        raise ValueError(
            f"uniform rewards on [0, 2 mean] stay in [0, 1] only for means up to 0.5, not {means[arm]:.6g} for arm "
            f"{arm + 1}; choose bernoulli rewards or smaller means"
        )
    return np.clip(means, 0.0, 0.5 if rewards == "uniform" else 1.0)


def _check_theta(theta: ArrayLike, dimension: int) -> NDArray[np.float64]:
    vector = check_numbers("theta", theta, "a list of numbers")
    if vector.shape != (dimension,):
        raise ValueError(f"theta must have shape ({dimension},) like a feature, not {quoted(vector.shape)}")
    if not np.isfinite(vector).all():
        raise ValueError(f"theta must hold finite numbers, not {quoted(vector.tolist())}")
    return vector


@dataclass(frozen=True)
class Hardness(Tabular):
    """H = H_BAI + H_pri: samples needed per unit of -log(error), up to a factor of order log d.

    best_arm: H_BAI, what identification costs without privacy.  privacy: H_pri, 0 for epsilon = inf.
    """

    best_arm: float
    privacy: float

    @property
    def total(self) -> float:
        """H = H_BAI + H_pri."""
        return self.best_arm + self.privacy


def fixed_budget_hardness(features: ArrayLike, theta: ArrayLike, epsilon: float | None = None) -> Hardness:
    """Return H_BAI = max i/D_(i)^2 and H_pri = max i/(epsilon D_(i)) over 2 <= i <= min(d^2, K).

    D_(i): the i-th smallest gap, D_(1) = 0 at the best arm.  d: rank of the features.
    Source: CKCT24 slides.  Deviations: for d = 1 the range is empty, i = 2 is taken [INFERRED].
    Args:    features: (K, d).  theta: (d,), means in [0, 1] with one maximum.  epsilon: > 0; None or inf = no privacy.
    Returns: Hardness, exact.     Raises: ValueError when an argument is out of its domain.
    Examples:
        >>> round(fixed_budget_hardness([[0, 1], [1, 0]], [0.1, 0.4], 1.0).privacy, 3)
        6.667
    """
    instance = check_instance(features, theta)
    strength = math.inf if epsilon is None else check_epsilon(epsilon)
    gaps = instance.gaps[: max(2, min(instance.rank**2, instance.means.size)) - 1]
    ranks = np.arange(2, gaps.size + 2)
    with np.errstate(over="ignore"):  # inf if it is too large for a double
        return Hardness(float((ranks / gaps**2).max()), float((ranks / gaps).max() / strength))


def published_fixed_budget_instance(seed: int = 0) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return (features (30, 2), theta (2,)) of CKCT24's numerical study; 27 features hold random numbers.

    a_1 = (0, 1), a_2 = (0, 0.9), a_3 = (10, 0), a_i = (1, w_i) with w_i uniform on [0, 0.8]; theta = (0.045, 0.5), so
    the means are 0.5, 0.45, 0.45 and 0.045 + w_i/2.  Rewards are uniform on [0, 2 mean].
    Source: CKCT24 [MEMORY: recalled, unverified; the study's w_i and its grids of horizons and
    epsilons are not known].  Deviations: none known.
    Args:    seed: >= 0, of the w_i.     Raises: ValueError for a bad seed.
    Examples:
        >>> published_fixed_budget_instance(seed=0)[0].shape
        (30, 2)
    """
    generator = np.random.default_rng(check_seed(seed))
    ordinary = np.stack([np.ones(27), generator.uniform(0, 0.8, 27)], axis=1)
    return np.concatenate([[[0, 1], [0, 0.9], [10, 0]], ordinary]), np.array([0.045, 0.5])
