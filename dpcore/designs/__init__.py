"""Designs with a fixed number of participants under epsilon-DP, and how likely they keep what they promise, exactly.

Promise A, "find a lead of D", stands here; docs/designs.md has the derivations.
"""

from dpcore.designs.find_lead import RELEASES, probability_right, probability_right_curve
from dpcore.designs.inverses import participants_curve, smallest_difference, smallest_epsilon, smallest_participants


def warm_up() -> None:
    """Compile, or load from the cache, every kernel of this package."""
    means = (0.6, 0.5)
    probability_right_curve(means, (0.1,), 100)
    probability_right(means, 0.1, (100, 101), "counts")
    smallest_participants(means, 0.1, 0.1)
    participants_curve(means, (0.1,), 0.1)
    smallest_epsilon(means, 0.1, 1000)
    smallest_difference(2, 0.5, 0.1, 0.1, 1000)


__all__ = [
    "RELEASES",
    "participants_curve",
    "probability_right",
    "probability_right_curve",
    "smallest_difference",
    "smallest_epsilon",
    "smallest_participants",
    "warm_up",
]
