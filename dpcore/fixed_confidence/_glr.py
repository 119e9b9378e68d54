"""The generalised likelihood-ratio stop that EB-TCI and Track-and-Stop share, without privacy."""

import math

from dpcore._kernels import kernel
from dpcore.fixed_confidence.protocol import ArmsShown, Floats, Integers
from dpcore.times.transport import transportation_cost_kernel

THRESHOLDS = {
    "proven": "log(2 n (K - 1)/risk) for the Bernoulli cost and any sampling rule: Garivier & Kaufmann (COLT 2016), "
    "Theorem 10, recalled from memory of the paper",
    "heuristic": "not proven: log((1 + log n)/risk)",
}


@kernel
def glr_level(time: int, arms: int, risk: float, proven: bool) -> float:
    """The threshold after `time` samples.

    Source: proven: GK16 Theorem 10 [MEMORY].
    """
    if proven:
        return math.log(2.0 * time * (arms - 1) / risk)
    return math.log((1 + math.log(time)) / risk)


@kernel
def fill_bernoulli_costs(costs: Floats, leader: int, means: Floats, pulls: Integers) -> float:
    """The kl transportation cost of the leader against each arm into costs (0 at the leader); the smallest one."""
    smallest = math.inf
    for a in range(costs.shape[0]):
        costs[a] = 0.0
        if a != leader:
            costs[a] = transportation_cost_kernel(
                means[leader], means[a], float(pulls[leader]), float(pulls[a]), math.inf
            )
            smallest = min(smallest, costs[a])
    return smallest


@kernel
def show_glr(shown: ArmsShown, leader: int, level: float) -> None:
    """Fill in what a trace shows beside means and costs: there is no noise, and one level for all but the leader."""
    for a in range(shown.costs.shape[0]):
        shown.empirical_means[a] = shown.private_means[a]
        shown.thresholds[a] = 0.0 if a == leader else level
