"""Time DP-BAI beside a plain NumPy version and print the published study: `python -m benchmarks.fixed_budget`."""

import math
import time
from collections.abc import Callable
from itertools import combinations

import numpy as np

from dpcore import fixed_budget_algorithms, simulate_fixed_budget
from dpcore.fixed_budget import published_fixed_budget_instance

RUNS = 1000
BUDGET = 10_000
EPSILON = 0.1
REPEATS = 5
MANY_RUNS = 10_000
UNITS_BUDGET = 1000
STUDY_BUDGETS = (500, 2000, 10_000)
STUDY_EPSILONS = (0.01, 0.1, 1.0, math.inf)


def plain_dp_bai(budget: int, epsilon: float, runs: int) -> float:
    """The error rate of DP-BAI on the study's instance (d = 2: one phase), every reward drawn by NumPy."""
    features, theta = published_fixed_budget_instance()
    means, generator = features @ theta, np.random.default_rng(0)
    pair = list(max(combinations(range(len(features)), 2), key=lambda pair: abs(np.linalg.det(features[list(pair)]))))
    coefficients = np.linalg.solve(features[pair].T, features.T).T
    count = math.ceil((budget - 2) / 2)
    errors = 0
    for _ in range(runs):
        rewards = generator.uniform(0, 2 * means[pair], size=(count, 2))
        private_means = rewards.mean(axis=0) + generator.laplace(scale=1 / (epsilon * count), size=2)
        errors += int(np.argmax(coefficients @ private_means) != np.argmax(means))
    return errors / runs


def fastest(work: Callable[[], object]) -> float:
    """The shortest time of a few repeats, in seconds."""
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def speed() -> None:
    """One core, the study's instance (K = 30, d = 2), uniform rewards."""
    features, theta = published_fixed_budget_instance()
    print(f"{RUNS} runs on one core, K = 30, d = 2, uniform rewards, epsilon = {EPSILON}")
    for budget in (BUDGET, 100 * BUDGET):
        for name, entry in fixed_budget_algorithms().items():

            def ours(name: str = name, budget: int = budget) -> object:
                return simulate_fixed_budget(name, features, theta, budget, EPSILON, runs=RUNS, workers=1)

            ours()
            seconds = fastest(ours)
            print(f"  {entry.label:20} T = {budget:>9,}: {seconds * 1000:5.0f} ms", end="")
            if name == "dp-bai":
                plain = fastest(lambda budget=budget: plain_dp_bai(budget, EPSILON, RUNS // 20)) * 20
                print(
                    f"; plain NumPy {plain * 1000:5.0f} ms (a twentieth of the runs): ratio {plain / seconds:.1f}",
                    end="",
                )
            print()


def study() -> None:
    """The published study's instance; its budgets and epsilons are unknown, so these are ours."""
    features, theta = published_fixed_budget_instance()
    print(f"\nShare of right answers, {RUNS} runs")
    for budget in STUDY_BUDGETS:
        for name, entry in fixed_budget_algorithms().items():
            epsilons = STUDY_EPSILONS if entry.privacy.is_private else (math.inf,)
            results = [simulate_fixed_budget(name, features, theta, budget, epsilon, runs=RUNS) for epsilon in epsilons]
            shares = ", ".join(
                f"{1 - result.errors / RUNS:.3f} (epsilon {epsilon:g})"
                for epsilon, result in zip(epsilons, results, strict=True)
            )
            print(f"  T = {budget:>6,} {entry.label:20}: {shares}")


def units() -> None:
    """DP-OD on the study's bandit, as given and with the first axis in other units."""
    features, theta = published_fixed_budget_instance()
    scaled = features * (0.1, 1.0), theta * (10.0, 1.0)
    print(f"\nWrong at T = {UNITS_BUDGET:,}, epsilon = {EPSILON}, {MANY_RUNS:,} runs: features as given; x times .1")
    for name in ("dp-od-axes", "dp-od", "dp-bai"):
        results = [
            simulate_fixed_budget(name, *bandit, UNITS_BUDGET, EPSILON, runs=MANY_RUNS)
            for bandit in ((features, theta), scaled)
        ]
        print(
            f"  {fixed_budget_algorithms()[name].label:20}", *(f"{result.errors / MANY_RUNS:.3f}" for result in results)
        )


if __name__ == "__main__":
    speed()
    study()
    units()
