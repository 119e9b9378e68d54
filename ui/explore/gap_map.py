"""The map of what privacy does to the lower bound of two arms, by their gap and epsilon."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

import dpcore
from ui.arms.instance import Instance
from ui.explore.numbers import TOLERANCE
from ui.state.keys import EPSILON_RANGE

GAPS, EPSILONS = 49, 61  # of the grid
BOUNDARIES = ("price_dominated", "improved", "almost_free", "exact")  # those drawn
_LEAST_GAP, _WIDEST_GAP = 2e-16, 0.999  # as shares of the best mean; less is lost in rounding
_EPSILON, _RISK = 1.0, 0.1  # what an overview also needs; the map does not depend on them


@dataclass(frozen=True)
class GapMap:
    """Two arms p and p - gap: factors (G, E) = T*_epsilon / T*_KL, and the regime boundaries (G,) of each gap."""

    best_mean: float
    gaps: NDArray[np.float64]
    epsilons: NDArray[np.float64]
    factors: NDArray[np.float64]
    boundaries: dict[str, NDArray[np.float64]]


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
    boundaries = {name: np.array([getattr(each.boundaries, name) for each in found]) for name in BOUNDARIES}
    return GapMap(best_mean, gaps, epsilons, factors, boundaries)
