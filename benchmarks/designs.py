"""Exact fixed-sample designs beside plain sums and transforms in NumPy: `python -m benchmarks.designs`.

The alternatives compute the same law of count and noise: by SciPy's binomial law and fast Fourier transform over all
values, or by NumPy's convolution.  Times are the shortest of repeated calls.
"""

import base64
import json
import math
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.signal import fftconvolve
from scipy.stats import binom

from dpcore import designs
from dpcore.designs import superiority
from ui.components import assets
from wasm.modules import path

MEANS, RISK = (0.4, 0.3, 0.3), 0.01
MOST_IN_BROWSER = 2.0  # times as long as here
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
         lambda: designs.lead_bound_curve(MEANS, 0.1, EPSILONS[:41], RISK), None),
        ("worst usual rate, certified", 200, lambda: designs.worst_usual_rate(3, 0.1, 0.1, 700), None),
    ]  # fmt: skip
    met = [compare(*figure) for figure in figures]
    print(f"largest difference from the transform: {largest_difference():.0e}")
    met.append(beside_the_browsers_engine())
    sys.exit(0 if all(met) else 1)


def beside_the_browsers_engine() -> bool:
    """Print how long the same kernels take in Node, compiled for browsers; whether at most twice as long."""
    node = shutil.which("node")
    if node is None:
        print("  Node is not installed: nothing is measured of browsers.")
        return True
    asked = {"rates": MEANS[:2], "times": (1, 2), "epsilons": EPSILONS.tolist(), "risk": RISK, "number": 3333}
    module = json.dumps(base64.b64encode(path("designs").read_bytes()).decode())
    script = assets.script(Path(__file__).parents[1] / "tools" / "designs.js")
    script += f"\nconsole.log(await times({module}, {json.dumps(asked | {'lead': 0.1})}))"
    run = subprocess.run([node, "--input-type=module", "-"], input=script, capture_output=True, text=True, check=True)
    native = {
        "curve": lambda: designs.participants_curve(MEANS, EPSILONS, RISK),
        "inverse": lambda: designs.smallest_epsilon(MEANS, RISK, 3333),
        "bound": lambda: designs.lead_bound_curve(MEANS, 0.1, EPSILONS, RISK),
    }
    met = True
    for name, took in json.loads(run.stdout).items():
        ratio = took / fastest(native[name])
        met &= ratio <= MOST_IN_BROWSER
        print(f"{'!' if ratio > MOST_IN_BROWSER else ' '} {name + ', in the browser':52} {took:9.3f} ms  x {ratio:.1f}")
    return met


def largest_difference() -> float:
    """Of P(right), over some settings."""
    settings = [(n, epsilon) for n in (10, 300, 10**4) for epsilon in (0.01, 0.1, 1.0)]
    return max(abs(designs.probability_right(MEANS, e, n) - by_transform(n, e)) for n, e in settings)


if __name__ == "__main__":
    main()
