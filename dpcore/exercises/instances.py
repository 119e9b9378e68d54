"""A student's own instance: as difficult as everybody else's, but with other numbers.

Everything that differs comes from a student's digest by SHA-256, not from one of numpy's generators, so that a sheet
means the same in every version.
"""

import hashlib
import math
from dataclasses import dataclass
from typing import Any

from dpcore.times import characteristic_time


@dataclass(frozen=True)
class Level:
    """What all instances of a difficulty share: the gaps up to one factor, and the risk."""

    gaps: tuple[float, ...]
    risk: float


LEVELS = {
    "easy": Level((0.15, 0.19), 0.05),
    "medium": Level((0.1, 0.12, 0.16), 0.01),
    "hard": Level((0.05, 0.06, 0.08, 0.2), 0.001),
}
HIGHEST_MEAN = (0.58, 0.66)  # the range of the best arm's mean
STRETCH = (0.88, 1.12)  # the factor of all gaps; T* changes with its square
SAME_DIFFICULTY = 1.8  # no two students' times T*_KL, or kinks, differ by more than this factor
_STEP = 1000  # means are told to three decimals


def fraction(digest: bytes, label: str) -> float:
    """A number in [0, 1), of 53 bits, that the digest and the label determine."""
    return (int.from_bytes(hashlib.sha256(digest + label.encode()).digest()[:8], "big") >> 11) / 2**53


def own_means(digest: bytes, difficulty: str) -> tuple[float, ...]:
    """This student's means: the gaps are stretched, all means are shifted, and their order is the student's own."""
    low, high = STRETCH
    stretch = low * (high / low) ** fraction(digest, "stretch")
    best = HIGHEST_MEAN[0] + (HIGHEST_MEAN[1] - HIGHEST_MEAN[0]) * fraction(digest, "best")
    means = [round(_STEP * (best - gap * stretch)) / _STEP for gap in (0.0, *LEVELS[difficulty].gaps)]
    return tuple(sorted(means, key=lambda mean: fraction(digest, f"order of {mean}")))


def drawn(digest: bytes, label: str, rule: tuple[Any, ...], means: tuple[float, ...]) -> float:
    """A number in a question, drawn by its rule in kinds.toml."""
    how, *values = rule
    part = fraction(digest, label)
    if how == "one of":
        return float(values[math.floor(part * len(values))])
    low, high = values
    if how == "whole":
        return int(low + math.floor(part * (high - low + 1)))
    unit = kink(means) if how == "kink" else 1.0
    return float(f"{unit * low * (high / low) ** part:.2g}")


def kink(means: tuple[float, ...]) -> float:
    """T*_TV/T*_KL, the epsilon at which the two asymptotes of T*_epsilon meet."""
    return characteristic_time(means, "tv").time / characteristic_time(means, "kl").time
