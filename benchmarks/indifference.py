"""Measure what the smallest difference that matters buys: `python -m benchmarks.indifference [RUNS]`.

PB-TaS with scheduled bets, told that differences up to zeta do not matter, beside the asymptotic lower bound with zeta,
and beside PRISE, which must find the best arm of the same means (and never does where the best arms tie).  "Heuristic":
what the allocation of PB-TaS, T*'s at means moved apart by zeta, costs beside the optimal one of the bound.
"""

import math
import sys
import time

import numpy as np
from scipy.optimize import minimize_scalar

from dpcore import characteristic_time, simulate_fixed_confidence
from dpcore.choosing import simulate_achievable
from dpcore.fixed_confidence.algorithms.pb_tas.kernel import floored_allocation
from dpcore.times import private_divergence

RISK = 0.01
CELLS = (
    ((0.5, 0.5, 0.5), 1.0, 0.05),
    ((0.5, 0.5, 0.5), 0.05, 0.05),
    ((0.5,) * 10, 1.0, 0.05),
    ((0.05, 0.05, 0.05), 1.0, 0.01),
    ((0.5, 0.499), 1.0, 0.02),
    ((0.5, 0.499, 0.45, 0.4), 0.1, 0.02),
    ((0.102, 0.1), 1.0, 0.01),
    ((0.75, 0.7, 0.7, 0.7, 0.7), 1.0, 0.02),
    ((0.75, 0.7, 0.7, 0.7, 0.7), 0.01, 0.02),
    ((0.9, 0.5, 0.3), 1.0, 0.05),
)


def time_of_heuristic(means: tuple[float, ...], epsilon: float, zeta: float) -> float:
    """The characteristic time of PB-TaS's allocation, without its floor, at the true means."""
    array, allocation = np.array(means), np.empty(len(means))
    leader = int(np.argmax(array))
    floored_allocation(allocation, array, leader, epsilon, 0.0, zeta, 0.0)
    allocation /= allocation.sum()

    def cost(rival: int) -> float:
        def at(x: float) -> float:
            down, up = (
                private_divergence(array[leader], x, epsilon),
                private_divergence(array[rival], x + zeta, epsilon),
            )
            return float(allocation[leader] * down + allocation[rival] * up)

        bounds = (max(array[rival] - zeta, 1e-12), min(array[leader], 1 - zeta))
        return float(minimize_scalar(at, bounds=bounds, method="bounded", options={"xatol": 1e-10}).fun)

    return 1 / min(cost(rival) for rival in range(len(means)) if rival != leader)


def compare(runs: int) -> None:
    """Print, for each cell, mean samples of PB-TaS with zeta, as a multiple of the bound, and those of PRISE."""
    simulate_achievable((0.6, 0.5), 1.0, 0.1, runs=1, indifference=0.1)  # compiled, or loaded
    of_bound, of_prise = [], []
    for means, epsilon, zeta in CELLS:
        divergence = (1 - 2 * RISK) * math.log((1 - RISK) / RISK)
        optimal = characteristic_time(means, epsilon=epsilon, indifference=zeta).time
        bound, heuristic = optimal * divergence, time_of_heuristic(means, epsilon, zeta) / optimal
        started = time.perf_counter()
        ours = simulate_achievable(means, epsilon, RISK, runs=runs, indifference=zeta, workers=1)
        milliseconds = (time.perf_counter() - started) / runs * 1e3
        mixture = simulate_fixed_confidence(
            "pb-tas", means, epsilon, RISK, runs=runs, max_samples=10**12, indifference=zeta
        ).stopping_times.mean()
        mean, error = ours.stopping_times.mean(), ours.stopping_times.std() / runs**0.5
        of_bound.append(mean / bound)
        named = f"{len(means)} x {means[0]}" if len(set(means)) == 1 else " ".join(map(str, means))
        line = f"{named:<24} epsilon {epsilon:<5} zeta {zeta:<5} bound {bound:8.3g}   PB-TaS {mean:8.3g} +- {error:.1g}"
        line += f" (90 % {np.quantile(ours.stopping_times, 0.9):.3g}; {ours.summary().errors_all} bad; "
        line += f"{milliseconds:.1f} ms), {of_bound[-1]:.1f} bounds, {mean / mixture:.2f} of the mixture's"
        line += f", heuristic {heuristic:.3f}"
        if means.count(max(means)) > 1:
            print(f"{line}   PRISE: never, the best arms tie")
            continue
        prise = simulate_achievable(means, epsilon, RISK, runs=runs).stopping_times.mean()
        of_prise.append(mean / prise)
        print(f"{line}   PRISE without zeta {prise:.3g}, ratio {of_prise[-1]:.3g}")
    print(
        f"geometric means: {np.exp(np.mean(np.log(of_bound))):.2f} bounds; "
        f"{np.exp(np.mean(np.log(of_prise))):.3f} of what PRISE needs without zeta"
    )


if __name__ == "__main__":
    compare(int(sys.argv[1]) if sys.argv[1:] else 200)
