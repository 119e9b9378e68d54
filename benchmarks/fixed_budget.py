"""Time DP-BAI beside a plain NumPy version and print the published study: `python -m benchmarks.fixed_budget`."""

import math
import time
from collections.abc import Callable
from itertools import combinations, pairwise

import numpy as np

from dpcore import fixed_budget_algorithms, simulate_fixed_budget
from dpcore.experiments import NORMAL_95
from dpcore.fixed_budget import dp_bai_sizes, published_fixed_budget_instance

RUNS = 1000
BUDGET = 10_000
EPSILON = 0.1
REPEATS = 5
MANY_RUNS = 10_000
UNITS_BUDGET = 1000
SCHEDULE_CELLS = ((5, 3), (8, 4), (12, 5), (20, 4), (20, 8), (30, 2), (30, 8), (64, 8), (100, 10))
SCHEDULE_BANDITS, SCHEDULE_RUNS, SCHEDULE_BUDGET = 100, 100, 500  # the budget per arm
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


def _random_bandit(num_arms: int, dimension: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Arms and theta uniform on the positive part of the unit sphere; theta shortened so that the best mean is .9."""
    vectors = np.abs(np.random.default_rng(seed).standard_normal((num_arms + 1, dimension)))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors[:-1], vectors[-1] * (0.9 / (vectors[:-1] @ vectors[-1]).max())


def schedules() -> None:
    """DP-BAI's two schedules on random bandits: the share of wrong answers of each, and the difference by bandit."""
    grid = [(num_arms, dimension) for num_arms in range(2, 1001) for dimension in range(2, 31)]
    broken = sum(any(b > -(-a // 2) for a, b in pairwise(dp_bai_sizes(*cell))) for cell in grid)
    print(f"\nRecalled sizes keep more than half, rounded up, for {broken / len(grid):.1%} of K <= 1000, 2 <= d <= 30")
    print(
        f"Wrong, recalled and halving, T = {SCHEDULE_BUDGET} K, epsilon = {EPSILON}, {SCHEDULE_BANDITS} random bandits "
        f"with {SCHEDULE_RUNS} runs each; recalled - halving with its 95 % interval over the bandits, in points"
    )
    for num_arms, dimension in SCHEDULE_CELLS:
        shares = np.empty((SCHEDULE_BANDITS, 2))
        for seed in range(SCHEDULE_BANDITS):
            bandit = *_random_bandit(num_arms, dimension, seed), SCHEDULE_BUDGET * num_arms, EPSILON
            for place, phases in enumerate(("recalled", "halving")):
                how = {"runs": SCHEDULE_RUNS, "seed": 2 * seed + place, "rewards": "bernoulli", "phases": phases}
                shares[seed, place] = simulate_fixed_budget("dp-bai", *bandit, **how).errors / SCHEDULE_RUNS
        difference = 100 * (shares[:, 0] - shares[:, 1])
        half = NORMAL_95 * difference.std(ddof=1) / math.sqrt(SCHEDULE_BANDITS)
        sizes = " and ".join(
            str(dp_bai_sizes(num_arms, dimension, phases=phases)) for phases in ("recalled", "halving")
        )
        print(
            f"  K = {num_arms:3}, d = {dimension:2}: {shares[:, 0].mean():.3f} and {shares[:, 1].mean():.3f}, "
            f"{difference.mean():+.1f} +- {half:.1f}   {sizes}"
        )


if __name__ == "__main__":
    speed()
    study()
    units()
    schedules()
