"""Where rewards come from: Bernoulli arms, linear arms, or linear contexts that change at every step."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore._validation import check_count, check_numbers, check_open_interval, check_seed, quoted
from dpcore.experiments import Switch
from dpcore.linear.span import check_features

MOST_ARMS = 10_000
MOST_DIMENSIONS = 50
# Limits on the lengths of feature vectors and theta, which keep the matrices of algorithms from over- and underflow.
LENGTHS = 1e-6, 1e6
LARGEST_VARIANCE = 1e6
_LONGEST_BOUNDED = 1 + 1e-9  # a unit vector may be longer than 1 by rounding


def check_arms(means: ArrayLike) -> NDArray[np.float64]:
    """The means as a new (K,) float array: K >= 2, each strictly between 0 and 1; ties are allowed for regret."""
    array = check_numbers("means", means, "a list of numbers")
    if array.ndim != 1:
        raise ValueError(f"means must have shape (K,), not {quoted(array.shape)}")
    if not 2 <= array.size <= MOST_ARMS:
        raise ValueError(f"there must be 2 to {MOST_ARMS} means, not {array.size}")
    for arm, mean in enumerate(array.tolist(), start=1):
        check_open_interval(f"the mean of arm {arm}", mean, 0, 1)
    return array


@dataclass(frozen=True, eq=False)
class LinearEnvironment:
    """K arms with known features; arm a pays <features[a], theta> plus noise, independently at every step.

    features: (K, d) floats, 2 <= K <= 10,000, d <= 50, each row of a length from 1e-6 to 1e6.  theta: (d,) floats, with
    a length in the same range, or zero.
    bounded: False draws N(0, 1) noise as the published experiments do: rewards are then unbounded and the algorithms'
    privacy theorems, which assume |reward| <= 1, promise nothing.  True draws rewards -1 or +1 with the same mean, so
    that the theorems apply; it needs lengths of at most 1 for theta and every feature vector.
    """

    features: NDArray[np.float64]
    theta: NDArray[np.float64]
    bounded: bool = False

    def __post_init__(self) -> None:
        features = check_features(self.features)
        check_count("the number of arms", features.shape[0], 2, MOST_ARMS)
        check_count("the dimension of the features", features.shape[1], 1, MOST_DIMENSIONS)
        for arm, feature in enumerate(features, start=1):
            _check_length(f"the features of arm {arm}", feature)
        object.__setattr__(self, "features", features)
        object.__setattr__(self, "theta", _check_theta(self.theta, features.shape[1]))
        Switch().check("bounded", self.bounded)
        if self.bounded:
            _check_at_most_unit("theta", self.theta)
            for arm, feature in enumerate(features, start=1):
                _check_at_most_unit(f"the features of arm {arm}", feature)

    @classmethod
    def random(cls, arms: int = 10, dimension: int = 3, seed: int = 0, bounded: bool = False) -> "LinearEnvironment":
        """Return arms and theta drawn uniformly from the unit sphere, the published experiment's instances (AB24)."""
        vectors = _unit_vectors(check_count("arms", arms, 2, MOST_ARMS) + 1, dimension, seed)
        return cls(vectors[:-1], vectors[-1], bounded)

    @property
    def means(self) -> NDArray[np.float64]:
        """(K,) mean reward of each arm."""
        return self.features @ self.theta


@dataclass(frozen=True, eq=False)
class ContextualEnvironment:
    """At every step K fresh public contexts a ~ N(m, s^2 I), m = (1, ..., 1)/sqrt(d); a pays <a, theta> + noise.

    theta: (d,) floats, d <= 50, of a length from 1e-6 to 1e6 or zero.  arms: 2 <= K <= 10,000.  context_variance: s^2
    in (0, 1e6) (0.1 in the published experiment, AB24).
    bounded: False draws Gaussian contexts and N(0, 1) noise as published: both are then unbounded and the algorithms'
    privacy theorems, which assume ||a|| <= 1 and |reward| <= 1, promise nothing.  True shortens contexts to length 1
    and draws rewards -1 or +1 with mean <a, theta>, so that the theorems apply; it needs ||theta|| <= 1.
    """

    theta: NDArray[np.float64]
    arms: int = 10
    context_variance: float = 0.1
    bounded: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "theta", _check_theta(self.theta, None))
        object.__setattr__(self, "arms", check_count("arms", self.arms, 2, MOST_ARMS))
        variance = check_open_interval("context_variance", self.context_variance, 0, LARGEST_VARIANCE)
        object.__setattr__(self, "context_variance", variance)
        Switch().check("bounded", self.bounded)
        if self.bounded:
            _check_at_most_unit("theta", self.theta)

    @classmethod
    def random(
        cls, arms: int = 10, dimension: int = 3, seed: int = 0, bounded: bool = False
    ) -> "ContextualEnvironment":
        """Return the published experiment's setting (AB24) with theta uniform on the unit sphere."""
        return cls(_unit_vectors(1, dimension, seed)[0], arms, bounded=bounded)


def _check_theta(theta: ArrayLike, dimension: int | None) -> NDArray[np.float64]:
    array = check_numbers("theta", theta, "a list of numbers")
    if array.ndim != 1 or array.size == 0:
        raise ValueError(f"theta must have shape (d,) with d >= 1, not {quoted(array.shape)}")
    if dimension is not None and array.size != dimension:
        raise ValueError(f"theta must have as many numbers as a feature vector, {dimension}, not {array.size}")
    if not np.isfinite(array).all():
        raise ValueError(f"theta must hold finite numbers, not {quoted(array.tolist())}")
    check_count("the dimension of theta", array.size, 1, MOST_DIMENSIONS)
    if array.any():
        _check_length("theta", array)
    return array


def _check_length(name: str, vector: NDArray[np.float64]) -> None:
    length, (shortest, longest) = math.hypot(*vector), LENGTHS
    if not shortest <= length <= longest:
        raise ValueError(f"{name} must have a length between {shortest:g} and {longest:g}, not {length:.6g}")


def _check_at_most_unit(name: str, vector: NDArray[np.float64]) -> None:
    length = float(np.linalg.norm(vector))
    if length > _LONGEST_BOUNDED:
        raise ValueError(f"{name} must have a length of at most 1 when rewards are bounded, not {length:.6g}")


def _unit_vectors(count: int, dimension: int, seed: int) -> NDArray[np.float64]:
    dimension = check_count("dimension", dimension, 2, MOST_DIMENSIONS)
    vectors = np.random.default_rng(check_seed(seed)).standard_normal((count, dimension))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors
