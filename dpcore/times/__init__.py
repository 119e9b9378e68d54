"""Characteristic times, their optimal allocations, regime boundaries and lower bounds: what no algorithm can beat."""

from dpcore.times.boundaries import RegimeBoundaries, regime_boundaries
from dpcore.times.characteristic import (
    CharacteristicTime,
    CharacteristicTimeCurve,
    characteristic_time,
    characteristic_time_curve,
)
from dpcore.times.divergences import private_divergence
from dpcore.times.lower_bounds import sample_lower_bounds
from dpcore.times.transport import transportation_cost

__all__ = [
    "CharacteristicTime",
    "CharacteristicTimeCurve",
    "RegimeBoundaries",
    "characteristic_time",
    "characteristic_time_curve",
    "private_divergence",
    "regime_boundaries",
    "sample_lower_bounds",
    "transportation_cost",
]
