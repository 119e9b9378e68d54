"""What the two pictures below the main one draw: the server's numbers, to the digits that a picture needs.

The map says what privacy does to the lower bound of two arms, by their gap and epsilon.
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

import dpcore
from ui.arms.instance import Instance
from ui.explore.numbers import BOUNDARIES, TOLERANCE, Numbers
from ui.state.keys import EPSILON_RANGE

GAPS, EPSILONS = 49, 61  # of the map's grid
ON_THE_MAP = ("price_dominated", "improved", "almost_free", "exact")  # the boundaries that it draws
_LEAST_GAP, _WIDEST_GAP = 2e-16, 0.999  # as shares of the best mean; less is lost in rounding
_EPSILON, _RISK = 1.0, 0.1  # what an overview also needs; the map does not depend on them
_DIGITS = 4


@dataclass(frozen=True)
class GapMap:
    """Two arms p and p - gap: factors (G, E) = T*_epsilon / T*_KL, and the regime boundaries (G,) of each gap."""

    best_mean: float
    gaps: NDArray[np.float64]
    epsilons: NDArray[np.float64]
    factors: NDArray[np.float64]
    boundaries: dict[str, NDArray[np.float64]]


def allocation_of(numbers: Numbers) -> dict[str, Any]:
    """The optimal shares at each epsilon of the curve, row by row, and at the current one exactly."""
    shares = _rounded(numbers.curve.allocations.ravel())
    return {**_instance(numbers), "here": numbers.private.allocation.tolist(), "shares": shares}


def map_of(numbers: Numbers) -> dict[str, Any]:
    """The map's factors and boundaries, and what the boundaries are called."""
    gap_map = gap_map_of(numbers.instance)
    return {
        **_instance(numbers),
        "tolerance": TOLERANCE,
        "flags": {name: BOUNDARIES[name].flag for name in gap_map.boundaries},
        "map": {
            "best": gap_map.best_mean,
            "gaps": gap_map.gaps[[0, -1]].tolist(),
            "factors": _rounded(gap_map.factors),
            "boundaries": {name: _rounded(epsilons) for name, epsilons in gap_map.boundaries.items()},
        },
    }


def gap_map_of(instance: Instance) -> GapMap:
    """The map for this instance's best mean, reaching down to the decade of its smallest gap."""
    second, best = sorted(instance.means)[-2:]
    decade = 10.0 ** math.floor(math.log10(min(best - second, best / 100)))
    return _gap_map(best, max(decade, _LEAST_GAP * best))


@lru_cache(maxsize=64)
def _gap_map(best_mean: float, smallest_gap: float) -> GapMap:
    gaps = np.geomspace(smallest_gap, _WIDEST_GAP * best_mean, GAPS)
    epsilons = np.geomspace(*EPSILON_RANGE, EPSILONS)
    found = [
        dpcore.times.price_overview((best_mean, best_mean - gap), _EPSILON, _RISK, TOLERANCE, epsilons) for gap in gaps
    ]
    factors = np.array([each.curve.times / each.kl.time for each in found])
    boundaries = {name: np.array([getattr(each.boundaries, name) for each in found]) for name in ON_THE_MAP}
    return GapMap(best_mean, gaps, epsilons, factors, boundaries)


def _instance(numbers: Numbers) -> dict[str, Any]:
    instance = numbers.instance
    return {"means": instance.means, "names": instance.names, "epsilon": instance.epsilon}


def _rounded(values: NDArray[np.float64]) -> Any:
    """As lists, to significant digits; nobody changes them: all visitors of a link share them."""
    return _rounded_once(values.tobytes(), values.shape)


@lru_cache(maxsize=256)
def _rounded_once(values: bytes, shape: tuple[int, ...]) -> Any:
    return np.array([float(f"{value:.{_DIGITS}g}") for value in np.frombuffer(values)]).reshape(shape).tolist()
