"""Exact fixed-sample designs beside plain sums and transforms in NumPy: `python -m benchmarks.designs`.

The alternatives compute the same law of count and noise: by SciPy's binomial law and fast Fourier transform over all
values, or by NumPy's convolution.  Times are the shortest of repeated calls.
"""

import math
import sys
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.signal import fftconvolve
from scipy.stats import binom

from dpcore import designs
from dpcore.designs import page, superiority

MEANS, RISK = (0.4, 0.3, 0.3), 0.01
EPSILONS = np.geomspace(0.01, 10, 61)
Floats = NDArray[np.float64]


def by_transform(n: int, epsilon: float, convolve: Callable[[Floats, Floats], Floats] = fftconvolve) -> float:
    """P(right) of "winner" for MEANS, each law over all of its values."""
    noise = -math.expm1(-epsilon) * np.exp(-epsilon * np.arange(math.ceil(40 / epsilon)))
    best, rival = (convolve(binom.pmf(np.arange(n + 1), n, mean), noise) for mean in MEANS[:2])
    below = np.cumsum(rival) - rival
    return float(best @ (below**2 + below * rival + rival**2 / 3))


def fastest(work: Callable[[], object], seconds: float = 0.5) -> float:
    """The shortest time of one call in milliseconds, repeated for some seconds."""
    work()
    shortest, end = math.inf, time.perf_counter() + seconds
    while shortest == math.inf or time.perf_counter() < end:
        start = time.perf_counter()
        work()
        shortest = min(shortest, time.perf_counter() - start)
    return 1000 * shortest


def compare(name: str, target: float, ours: Callable[[], object], theirs: Callable[[], object] | None) -> bool:
    """Print one figure; whether it meets its target in milliseconds."""
    took = fastest(ours)
    beside = f"  x {fastest(theirs, 0.0) / took:8.0f}" if theirs else ""
    print(f"{'!' if took > target else ' '} {name:52} {took:9.3f} ms  (target {target:g} ms){beside}")
    return took <= target


def main() -> None:
    """Print every figure, and end with 1 if one misses its target."""
    designs.warm_up()
    bounds, answers = np.empty(41), np.empty(page.ANSWERS)
    print("The last column: how many times as long the transform takes (for a curve and an inverse: as many of them).")
    figures = [
        ("P(right), n = 10^4, K = 3, epsilon .01", 0.3, lambda: designs.probability_right(MEANS, 0.01, 10**4),
         lambda: by_transform(10**4, 0.01)),
        ("the same beside np.convolve", 0.3, lambda: designs.probability_right(MEANS, 0.01, 10**4),
         lambda: by_transform(10**4, 0.01, np.convolve)),
        ("P(right), n = 10^6", 30, lambda: designs.probability_right(MEANS, 0.01, 10**6),
         lambda: by_transform(10**6, 0.01)),
        ("61 probabilities, n = 10^4", 15, lambda: designs.probability_right_curve(MEANS, EPSILONS, 10**4),
         lambda: [by_transform(10**4, float(each)) for each in EPSILONS]),
        ("61 participants, winner", 20, lambda: designs.participants_curve(MEANS, EPSILONS, RISK), None),
        ("61 participants, counts", 20, lambda: designs.participants_curve(MEANS, EPSILONS, RISK, "counts"), None),
        ("61 participants, local, from epsilon .1", 40,
         lambda: designs.participants_curve(MEANS, EPSILONS[EPSILONS >= 0.1], RISK, "local"), None),
        ("61 participants, promise C", 20,
         lambda: superiority.participants_curve(0.3, 0.1, EPSILONS, 0.025, 0.9), None),
        ("smallest epsilon, 3333 each", 10, lambda: designs.smallest_epsilon(MEANS, RISK, 3333), None),
        ("smallest epsilon, 10^6 each", 30, lambda: designs.smallest_epsilon(MEANS, RISK, 10**6), None),
        ("smallest participants, epsilon .1, 300 more checked", 10,
         lambda: designs.smallest_participants(MEANS, 0.1, RISK), None),
        ("smallest difference, 3333 each", 10, lambda: designs.smallest_difference(3, 0.3, 0.1, RISK, 3333), None),
        ("smallest participants, promise C", 10,
         lambda: superiority.smallest_participants(0.3, 0.1, 0.1, 0.025, 0.9), None),
        ("41 lower bounds", 30,
         lambda: page.lead_bound_kernel(3, 0.3, 0.1, RISK, EPSILONS[:41], bounds), None),
        ("four answers of a drag", 10,
         lambda: page.lead_answers_kernel(3, 0.3, 0.1, RISK, 0, 1, 10**8, 0.1, 3333, answers), None),
        ("worst usual rate, certified", 200, lambda: designs.worst_usual_rate(3, 0.1, 0.1, 700), None),
    ]  # fmt: skip
    met = [compare(*figure) for figure in figures]
    print(f"largest difference from the transform: {largest_difference():.0e}")
    sys.exit(0 if all(met) else 1)


def largest_difference() -> float:
    """Of P(right), over some settings."""
    settings = [(n, epsilon) for n in (10, 300, 10**4) for epsilon in (0.01, 0.1, 1.0)]
    return max(abs(designs.probability_right(MEANS, e, n) - by_transform(n, e)) for n, e in settings)


if __name__ == "__main__":
    main()
