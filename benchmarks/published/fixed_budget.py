"""Fixed budget: the recalled instance of CKCT24's study; its budgets and epsilons are not known, so these are ours."""

import math
from collections.abc import Iterator

from benchmarks.published.storage import Row, point
from dpcore import simulate_fixed_budget
from dpcore.fixed_budget import published_fixed_budget_instance

# The study's four, of DP-OD also with the noise first inferred.
ALGORITHMS = ("dp-bai", "baseline", "dp-od", "dp-od-axes", "od-linbai")
BUDGETS = (300, 1000, 3000, 10_000, 30_000)
EPSILONS = (0.1, 1.0)
RUNS = 1000


def rows() -> Iterator[Row]:
    """The share of wrong answers against the budget, with its exact 95 % interval."""
    features, theta = published_fixed_budget_instance()
    for epsilon in EPSILONS:
        for name in ALGORITHMS:
            budget_of_privacy = math.inf if name == "od-linbai" else epsilon
            for budget in BUDGETS:
                result = simulate_fixed_budget(name, features, theta, budget, budget_of_privacy, runs=RUNS)
                low, high = result.error_interval
                found = point("study", name, budget, result.errors / RUNS, runs=RUNS, seed=0, panel=f"ε = {epsilon:g}")
                yield {**found, "low": low, "high": high}
