"""Outcomes in [low, high] that are not yes or no: clipping, exact resampling, and lower bounds on them."""

from dpcore.bounded.bounds import bounded_characteristic_time, necessary_participants
from dpcore.bounded.divergence import bounded_divergence, warm_up
from dpcore.bounded.laws import MOST_VALUES, BoundedLaws, clip_outcomes
from dpcore.bounded.outcomes import MOST_ARMS, Outcomes, tabulate_outcomes
from dpcore.bounded.simulate import simulate_outcomes

__all__ = [
    "MOST_ARMS",
    "MOST_VALUES",
    "BoundedLaws",
    "Outcomes",
    "bounded_characteristic_time",
    "bounded_divergence",
    "clip_outcomes",
    "necessary_participants",
    "simulate_outcomes",
    "tabulate_outcomes",
    "warm_up",
]
