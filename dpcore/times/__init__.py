"""Characteristic times, their optimal allocations, regime boundaries and lower bounds.

No algorithm that is right whatever the means are can beat these bounds.
"""

from dpcore.times.boundaries import RegimeBoundaries
from dpcore.times.characteristic import (
    CharacteristicTime,
    CharacteristicTimeCurve,
    characteristic_time,
    characteristic_time_curve,
)
from dpcore.times.divergences import private_divergence
from dpcore.times.lower_bounds import is_asymptotic, sample_lower_bounds
from dpcore.times.overview import PriceOverview, price_overview, regime_boundaries
from dpcore.times.transport import transportation_cost

__all__ = [
    "CharacteristicTime",
    "CharacteristicTimeCurve",
    "PriceOverview",
    "RegimeBoundaries",
    "characteristic_time",
    "characteristic_time_curve",
    "is_asymptotic",
    "price_overview",
    "private_divergence",
    "regime_boundaries",
    "sample_lower_bounds",
    "transportation_cost",
]
