"""Designs with a fixed number of participants under epsilon-DP, and exactly how likely they are to keep their promise.

Promise A, "find a lead of D", is here; promise C, "prove that a new option beats the usual one", is in
dpcore.designs.superiority.  docs/designs.md has the derivations.
"""

from dpcore.designs import superiority
from dpcore.designs.cases import WorstRate
from dpcore.designs.find_lead import RELEASES, probability_right, probability_right_curve
from dpcore.designs.intervals import interval_of_noisy_count
from dpcore.designs.inverses import (
    AnyUsualRate,
    participants_curve,
    smallest_difference,
    smallest_epsilon,
    smallest_participants,
    worst_usual_rate,
)
from dpcore.designs.lead_bound import (
    lead_bound_curve,
    lead_characteristic_time,
    lead_lower_bound,
    lead_possible_epsilon,
)


def warm_up() -> None:
    """Compile, or load from the cache, every kernel of this package."""
    means = (0.6, 0.5)
    probability_right_curve(means, (0.1,), 100)
    probability_right(means, 0.1, (100, 101), "counts")
    smallest_participants(means, 0.1, 0.1)
    participants_curve(means, (0.1,), 0.1)
    smallest_epsilon(means, 0.1, 1000)
    smallest_difference(2, 0.5, 0.1, 0.1, 1000)
    smallest_participants(AnyUsualRate(2, 0.5), 1.0, 0.1)
    interval_of_noisy_count(5, 10, 1.0)
    lead_bound_curve(means, 0.1, (0.1,), 0.1)
    lead_lower_bound((0.6, 0.5, 0.4), 0.1, 0.1, 0.1)
    superiority.warm_up()


__all__ = [
    "RELEASES",
    "AnyUsualRate",
    "WorstRate",
    "interval_of_noisy_count",
    "lead_bound_curve",
    "lead_characteristic_time",
    "lead_lower_bound",
    "lead_possible_epsilon",
    "participants_curve",
    "probability_right",
    "probability_right_curve",
    "smallest_difference",
    "smallest_epsilon",
    "smallest_participants",
    "superiority",
    "warm_up",
    "worst_usual_rate",
]
