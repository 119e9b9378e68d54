"""The noise of a trial, drawn by OpenDP in exact integer arithmetic from the operating system's secure randomness.

Source: this project's docs/trial.md; OpenDP's `make_laplace` and `make_noisy_max`.  No error of the library leaves this
module, because its text can hold a raw sum.
"""

import math
import sys
from collections.abc import Callable, Sequence
from secrets import SystemRandom
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from dpcore.trial.errors import TrialError

INSTALL = (
    "OpenDP, which draws the noise, is not installed. Install it with this command: "
    f'"{sys.executable}" -m pip install "opendp>=0.16,<0.17"'
)
FAILED = "The noise could not be drawn; nothing was published."
_SECURE = SystemRandom()
_INTEGERS = "i64"  # OpenDP's `int` has 32 bits
T = TypeVar("T")


class NoiseSource(NamedTuple):
    """Where noise comes from: of a list of counts and epsilon the noisy counts, the winner's index, the noisy sums."""

    counts: Callable[[Sequence[int], float], list[int]]
    winner: Callable[[Sequence[int], float], int]
    sums: Callable[[Sequence[int], float], list[float]]


def noisy_counts(counts: Sequence[int], epsilon: float) -> list[int]:
    """Return every count plus two-sided geometric noise, P(k) proportional to exp(-epsilon |k|).

    Args: counts: of different participants, who each change one of them by at most 1.  epsilon: nats.
    Raises: TrialError if OpenDP is missing or fails; its text holds no count.
    """
    return _drawn(_counts_mechanism, epsilon, lambda mechanism: [int(mechanism(count)) for count in counts])


def noisy_winner(counts: Sequence[int], epsilon: float) -> int:
    """Return the index of the largest count plus one-sided geometric noise, ties broken uniformly at random.

    Args, Raises: as noisy_counts.
    """
    return _drawn(_winner_mechanism, epsilon, lambda mechanism: int(mechanism(list(counts))))


def noisy_sums(counts: Sequence[int], epsilon: float) -> list[float]:
    """Return every count plus Laplace noise of scale 1/epsilon.

    A Laplace variable is a two-sided geometric one plus an independent difference of two fractions (docs/trial.md), so
    that the second part is added to what is private already.  Args, Raises: as noisy_counts.
    """
    return [noisy + _fraction(epsilon) - _fraction(epsilon) for noisy in noisy_counts(counts, epsilon)]


def _fraction(epsilon: float) -> float:
    """An exponential variable of rate epsilon, given that it is less than 1; its uniform draw has 53 bits."""
    return -math.log1p(_SECURE.random() * math.expm1(-epsilon)) / epsilon


VETTED = NoiseSource(noisy_counts, noisy_winner, noisy_sums)


def simulated(generator: np.random.Generator) -> NoiseSource:
    """The same laws from a seeded generator, for rehearsals with made-up participants: never for real ones."""

    def geometric(number: int, epsilon: float) -> NDArray[np.int64]:
        return generator.geometric(-math.expm1(-epsilon), number) - 1

    def noisy(counts: Sequence[int], epsilon: float) -> list[int]:
        added = geometric(len(counts), epsilon) - geometric(len(counts), epsilon)
        return [int(count + k) for count, k in zip(counts, added, strict=True)]

    def winner(counts: Sequence[int], epsilon: float) -> int:
        noisy = np.array(counts) + geometric(len(counts), epsilon)
        return int(generator.choice(np.flatnonzero(noisy == noisy.max())))

    def sums(counts: Sequence[int], epsilon: float) -> list[float]:
        return [
            float(count + k) for count, k in zip(counts, generator.laplace(0, 1 / epsilon, len(counts)), strict=True)
        ]

    return NoiseSource(noisy, winner, sums)


def check_library(epsilon: float) -> None:
    """Raise TrialError unless OpenDP is installed and promises epsilon for all that a trial publishes."""
    _drawn(_counts_mechanism, epsilon, bool)
    _drawn(_winner_mechanism, epsilon, bool)


def _drawn(mechanism: Callable[[ModuleType, float], Any], epsilon: float, draw: Callable[[Any], T]) -> T:
    result = _attempt(mechanism, epsilon, draw)
    if isinstance(result, TrialError):  # raised here, where no error of the library can be its context
        raise result
    return result


def _attempt(mechanism: Callable[[ModuleType, float], Any], epsilon: float, draw: Callable[[Any], T]) -> T | TrialError:
    try:
        import opendp.prelude as library
    except ImportError:
        return TrialError(INSTALL)
    try:
        library.enable_features("contrib")
        return draw(_calibrated(mechanism, library, epsilon))
    except Exception:
        return TrialError(FAILED)


def _calibrated(mechanism: Callable[[ModuleType, float], Any], library: ModuleType, epsilon: float) -> Any:
    """The mechanism with the smallest scale from 1/epsilon on of which the library proves that it is epsilon-DP."""
    scale = 1 / epsilon
    for _ in range(10):
        made = mechanism(library, scale)
        if made.map(1) <= epsilon:
            return made
        scale = math.nextafter(scale, math.inf)
    raise RuntimeError("the library does not prove the promised epsilon")


def _counts_mechanism(library: ModuleType, scale: float) -> Any:
    domain, metric = library.atom_domain(T=_INTEGERS), library.absolute_distance(T=_INTEGERS)
    return library.m.make_laplace(domain, metric, scale=scale)


def _winner_mechanism(library: ModuleType, scale: float) -> Any:
    domain = library.vector_domain(library.atom_domain(T=_INTEGERS))
    metric = library.linf_distance(T=_INTEGERS, monotonic=True)
    return library.m.make_noisy_max(domain, metric, library.max_divergence(), scale=scale)
