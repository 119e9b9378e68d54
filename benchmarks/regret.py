"""Print our mean regret beside the project's targets and the published figures: `python -m benchmarks.regret`."""

import time
from collections.abc import Callable

import numpy as np

from dpcore.privacy import epsilon_at_rho, rho_from_epsilon
from dpcore.regret import (
    ContextualEnvironment,
    LinearEnvironment,
    adac_gope_boundary_rhos,
    asymptotic_regret_lower_bound_epsilon,
    published_regret_means,
    sharp_asymptotic_regret_lower_bound_epsilon,
    simulate_regret,
)

Draw = Callable[..., LinearEnvironment | ContextualEnvironment]

EPSILONS = (0.1, 0.25, 0.5, 1.0)
FIVE_ARMS = (0.75, 0.625, 0.5, 0.375, 0.25)

# Final regret of DP-SE at T = 5e7 (30 runs) for EPSILONS, by instance and number of arms.
DP_SE_TARGETS = {
    "C1": {
        3: (6.2e3, 6.1e3, 6.1e3, 6.1e3),
        5: (1.27e4, 1.26e4, 1.26e4, 1.26e4),
        10: (2.94e4, 2.91e4, 2.91e4, 2.91e4),
        20: (6.41e4, 6.32e4, 6.32e4, 6.32e4),
    },
    "C2": {
        3: (3.0e3, 2.0e3, 2.0e3, 2.0e3),
        5: (6.5e3, 4.8e3, 4.8e3, 4.7e3),
        10: (1.8e4, 1.34e4, 1.2e4, 1.16e4),
        20: (4.4e4, 3.3e4, 2.9e4, 2.8e4),
    },
    "C3": {
        3: (2.8e3, 2.3e3, 2.3e3, 2.3e3),
        5: (7.6e3, 4.3e3, 4.3e3, 4.3e3),
        10: (1.6e4, 1.09e4, 1.04e4, 1.04e4),
        20: (3.5e4, 2.6e4, 2.5e4, 2.4e4),
    },
    "C4": {
        3: (3.4e3, 3.1e3, 3.1e3, 2.9e3),
        5: (1.23e4, 1.1e4, 1.0e4, 1.05e4),
        10: (5.0e4, 4.3e4, 4.2e4, 4.2e4),
        20: (1.16e5, 1.0e5, 9.7e4, 9.4e4),
    },
}


def successive_elimination() -> None:
    """DP-SE on C1 to C4."""
    print("\nDP-SE, T = 5e7, 300 runs: ours (target, ours/target - 1) at epsilon = .1, .25, .5, 1")
    for instance, by_arms in DP_SE_TARGETS.items():
        for arms, targets in by_arms.items():
            means = published_regret_means(instance, arms)
            cells = []
            for epsilon, target in zip(EPSILONS, targets, strict=True):
                ours = simulate_regret("dp-se", means, 5 * 10**7, epsilon=epsilon, runs=300).mean_regret[-1]
                cells.append(f"{ours:9.4g} ({target:8.4g}, {ours / target - 1:+6.1%})")
            print(f"  {instance} K={arms:<3d}" + "".join(cells))


def _at_horizons(values: np.ndarray, steps: np.ndarray, horizons: tuple[int, ...]) -> str:
    return " / ".join(f"{value:.0f}" for value in values[..., np.searchsorted(steps, horizons)])


def concentrated_ucb() -> None:
    """AdaC-UCB minus UCB in episodes (AB24, Fig. 4 left)."""
    horizons = (10**5, 10**6, 10**7)
    base = simulate_regret("ucb-episodes", FIVE_ARMS, 10**7, runs=1000, exploration=1)
    print("\nAdaC-UCB, exploration 1, 1000 runs, T = 1e5 / 1e6 / 1e7")
    print(f"  without privacy: {_at_horizons(base.mean_regret, base.steps, horizons)} (target 231 / 305 / 379)")
    targets = {0.01: "269 / 296 / 316", 0.1: "55 / 52 / 58", 0.5: "13 / 9 / 21", 1.0: "4 / 3 / 8", 10.0: "0 / 0 / 0"}
    for rho, target in targets.items():
        private = simulate_regret("adac-ucb", FIVE_ARMS, 10**7, rho=rho, runs=1000, seed=1, exploration=1)
        difference = _at_horizons(private.mean_regret - base.mean_regret, base.steps, horizons)
        print(f"  rho = {rho:<5g} difference: {difference} (target {target}; its standard error is about 4)")


def five_arms() -> None:
    """The four algorithms of the thesis, Fig. 5.2."""
    print("\nBernoulli (.75, .625, .5, .375, .25), T = 1e7, epsilon = 1 (thesis, Fig. 5.2)")
    rows = (("adap-ucb", 200, "2.1e3; published 2.2e3"), ("adap-klucb", 200, "1.9e3; published 1.4e3"))
    for name, runs, target in (*rows, ("dp-se", 200, "4.3e3; published 2.4e4"), ("dp-ucb", 20, "published 1.3e5")):
        start = time.perf_counter()
        result = simulate_regret(name, FIVE_ARMS, 10**7, epsilon=1.0, runs=runs)
        each = (time.perf_counter() - start) / runs
        print(f"  {name:<11s} {result.mean_regret[-1]:9.4g} (target {target})   {each:.4f} s a run")


def kl_staircase() -> None:
    """AdaP-KLUCB over epsilon (thesis, Fig. 5.3)."""
    print("\nAdaP-KLUCB, Bernoulli (.8, .1, .1, .1, .1), T = 1e7, 200 runs (thesis, Fig. 5.3)")
    targets = {0.05: 1.15e4, 0.1: 5.7e3, 0.2: 3.0e3, 0.3: 2.87e3, 0.5: 1.5e3, 1: 1.43e3, 3: 717, 10: 400}
    for epsilon, target in targets.items():
        result = simulate_regret("adap-klucb", (0.8, 0.1, 0.1, 0.1, 0.1), 10**7, epsilon=epsilon, runs=200)
        print(f"  epsilon = {epsilon:<5g} {result.mean_regret[-1]:9.4g} (target {target})")


def growing_batches() -> None:
    """DP-IMED and DP-KLUCB beside their predecessors and the limit, on the instance of AW25's second experiment.

    A few runs in a thousand lose a thousand times the median: means need tens of thousands of runs.
    """
    print("\nBernoulli (.75, .625, .5, .375, .25), T = 1e6: mean (its standard error); median, 90 %, 99 % of the runs;")
    print("  share of the runs with more than ten times the median's regret")
    rows = [(name, {}, 1000) for name in ("dp-se", "adap-klucb")]
    rows += [("dp-imed", {"batch_ratio": ratio}, 40_000) for ratio in (1.1, 1.5, 2.0)]
    rows += [("dp-klucb", {"batch_ratio": ratio}, 40_000) for ratio in (1.5, 2.0)]
    for epsilon in (0.01, 0.1, 0.5, 1.0):
        limit = sharp_asymptotic_regret_lower_bound_epsilon(FIVE_ARMS, epsilon)
        older = asymptotic_regret_lower_bound_epsilon(FIVE_ARMS, epsilon)
        print(
            f"  epsilon = {epsilon:g}: log T x limit {np.log(1e6) * limit:.1f}, older limit {np.log(1e6) * older:.1f}"
        )
        for name, parameters, runs in rows:
            start = time.process_time()
            result = simulate_regret(name, FIVE_ARMS, 10**6, epsilon=epsilon, runs=runs, **parameters)
            each, final = (time.process_time() - start) / runs, result.regret[:, -1]
            label = name + "".join(f", batches x {ratio:g}" for ratio in parameters.values())
            median, most, nearly_all = np.quantile(final, [0.5, 0.9, 0.99])
            print(
                f"    {label:<24s} {final.mean():7.0f} ({result.standard_error[-1]:.0f}); {median:.0f}, {most:.0f}, "
                f"{nearly_all:.0f}; {(final > 10 * median).mean():.2%}; {runs} runs, {each:.5f} s each",
                flush=True,
            )


def _random_instances(
    name: str,
    draw: Draw,
    horizon: int,
    rho: float | None,
    count: int,
) -> tuple[np.ndarray, np.ndarray]:
    """Mean regret at horizon/1000, /100, /10 and horizon over instances drawn with seeds 0, 1, ..., and its error."""
    results = [simulate_regret(name, draw(seed=i), horizon, rho=rho, runs=1, seed=i) for i in range(count)]
    columns = np.searchsorted(results[0].steps, [horizon // 1000, horizon // 100, horizon // 10, horizon])
    regret = np.array([result.regret[0, columns] for result in results])
    return regret.mean(axis=0), regret.std(axis=0, ddof=1) / np.sqrt(count)


def linear() -> None:
    """AdaC-GOPE and its variant against GOPE on random instances (AB24, Fig. 4 middle)."""
    print("\nLinear, 10 arms in R^3, 150 random instances, T = 1e4 / 1e5 / 1e6 / 1e7")
    base, _ = _random_instances("gope", LinearEnvironment.random, 10**7, None, 150)
    targets = {0.01: 0.107, 0.1: 0.041, 1.0: 0.01}
    for name in ("adac-gope", "adac-gope-var"):
        for rho, target in targets.items():
            mean, error = _random_instances(name, LinearEnvironment.random, 10**7, rho, 150)
            print(
                f"  {name:<14s} rho = {rho:<5g} difference {(mean - base).round()}; price at 1e7: "
                f"{mean[-1] / base[-1] - 1:.3f} (target {target}); standard error of the mean {error[-1]:.0f}"
            )


def linear_regimes() -> None:
    """AdaC-GOPE's boundaries on the instance that the page opens with, and its regret as a multiple of GOPE's."""
    environment, horizon = LinearEnvironment.random(), 10**6
    rhos = adac_gope_boundary_rhos(environment, horizon) or ()
    every, none = (f"{epsilon_at_rho(rho):.3g}" for rho in rhos)
    print(f"\nAdaC-GOPE, T = 1e6: noise takes more than half of every completed phase below epsilon = {every}, of none")
    print(f"  above {none}; regret, 200 runs, as a multiple of GOPE's:")
    plain = simulate_regret("gope", environment, horizon, runs=200, seed=1).mean_regret[-1]
    for epsilon in (0.0005, 0.002, 0.0086, 0.01, 0.03, 0.13, 1.0, 10.0):
        private = simulate_regret("adac-gope", environment, horizon, rho=rho_from_epsilon(epsilon), runs=200)
        print(f"  epsilon = {epsilon:<6g} {private.mean_regret[-1] / plain:.2f}")


def contextual() -> None:
    """AdaC-OFUL against RS-OFUL on random instances (AB24, Fig. 4 right)."""
    print("\nContextual, 10 contexts in R^3, 150 random instances, regret at T = 1e3 / 1e4 / 1e5")
    mean, error = _random_instances("rs-oful", ContextualEnvironment.random, 10**5, None, 150)
    print(f"  rs-oful                {mean[1:].round()} (target 198), standard error {error[-1]:.0f}")
    for rho, target in {0.1: 608, 0.5: 396, 1.0: 337, 10.0: 244}.items():
        mean, error = _random_instances("adac-oful", ContextualEnvironment.random, 10**5, rho, 150)
        print(f"  adac-oful rho = {rho:<5g}  {mean[1:].round()} (target {target}), standard error {error[-1]:.0f}")


if __name__ == "__main__":
    for part in (
        successive_elimination,
        concentrated_ucb,
        five_arms,
        kl_staircase,
        growing_batches,
        linear,
        linear_regimes,
        contextual,
    ):
        part()
