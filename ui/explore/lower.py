"""What the two pictures below the main one draw: the server's numbers, to the digits that a picture needs."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ui.explore.gap_map import GapMap
from ui.explore.numbers import BOUNDARIES, TOLERANCE, Numbers

_DIGITS = 4


def allocation_of(numbers: Numbers) -> dict[str, Any]:
    """The optimal shares at each epsilon of the curve, row by row, and at the current one exactly."""
    shares = _rounded(numbers.curve.allocations.ravel())
    return {**_instance(numbers), "here": numbers.private.allocation.tolist(), "shares": shares}


def map_of(numbers: Numbers, gap_map: GapMap) -> dict[str, Any]:
    """The map's factors and boundaries, and what the boundaries are called."""
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


def _instance(numbers: Numbers) -> dict[str, Any]:
    instance = numbers.instance
    return {"means": instance.means, "names": instance.names, "epsilon": instance.epsilon}


def _rounded(values: NDArray[np.float64]) -> Any:
    """As lists, to significant digits; nobody changes them: all visitors of a link share them."""
    return _rounded_once(values.tobytes(), values.shape)


@lru_cache(maxsize=256)
def _rounded_once(values: bytes, shape: tuple[int, ...]) -> Any:
    return np.array([float(f"{value:.{_DIGITS}g}") for value in np.frombuffer(values)]).reshape(shape).tolist()
