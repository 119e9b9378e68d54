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
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog
from scipy.signal import fftconvolve
from scipy.stats import binom

from dpcore import designs
from dpcore.designs import superiority
from dpcore.designs.lead_bound import best_mixture
from ui.arms.names import option_names
from ui.choose.fixed import live
from ui.choose.fixed.exact import Exact, Known
from ui.choose.question import BEAT, FIND, ONCE, RATES, FixedDesign, Question, difference_means
from ui.components import assets
from wasm import path

MEANS, RISK = (0.4, 0.3, 0.3), 0.01
MOST_IN_BROWSER = 2.0  # times as long as here
FRAME = 16.0  # milliseconds that a picture may take to follow the hand
SCRIPT = Path(__file__).parents[1] / "tools" / "designs.js"
EPSILONS = np.geomspace(0.01, 10, 61)
ANY, RULE = designs.AnyUsualRate(3, 0.1), superiority.ClaimRule(0.025)
PROMISES = {  # and looks and trust models of the page
    "find a lead": (FIND, ONCE, "central"),
    "with the rates": (FIND, RATES, "central"),
    "local": (FIND, ONCE, "local"),
    "beat the usual option": (BEAT, RATES, "central"),
    "beat it, local": (BEAT, RATES, "local"),
}
Floats = NDArray[np.float64]
FIVE, COSTS = (0.9, 0.8, 0.7, 0.6, 0.5), np.random.default_rng(0).random((12, 5))


def by_linprog() -> object:
    """The best mixture for COSTS, as the linear program that it is."""
    alternatives, groups = COSTS.shape
    one = np.r_[np.ones(alternatives), 0.0][None]
    return linprog(1 - one[0], np.c_[COSTS.T, -np.ones(groups)], np.zeros(groups), one, [1.0])


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
    print(
        "The last column: how many times as long the transform takes (for a curve or an inverse, that many transforms)."
    )
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
         lambda: superiority.participants_curve(0.3, 0.1, EPSILONS, 0.9, RULE), None),
        ("smallest epsilon, 3333 each", 10, lambda: designs.smallest_epsilon(MEANS, RISK, 3333), None),
        ("smallest epsilon, 10^6 each", 30, lambda: designs.smallest_epsilon(MEANS, RISK, 10**6), None),
        ("smallest participants, epsilon .1, 300 more checked", 10,
         lambda: designs.smallest_participants(MEANS, 0.1, RISK), None),
        ("smallest difference, 3333 each", 10, lambda: designs.smallest_difference(3, 0.3, 0.1, RISK, 3333), None),
        ("smallest participants, promise C", 10,
         lambda: superiority.smallest_participants(0.3, 0.1, 0.1, 0.9, RULE), None),
        ("41 lower bounds", 30,
         lambda: designs.lead_bound_curve(MEANS, 0.1, EPSILONS[:41], RISK), None),
        ("41 lower bounds, five rates", 60,
         lambda: designs.lead_bound_curve(FIVE, 0.1, EPSILONS[:41], RISK), None),
        ("a game of 12 alternatives, beside scipy's linprog", 0.1, lambda: best_mixture(COSTS), by_linprog),
        ("worst usual rate, certified", 200, lambda: designs.worst_usual_rate(ANY, 0.1, 700), None),
        ("smallest participants at any usual rate", 500, lambda: designs.smallest_participants(ANY, 0.1, RISK), None),
        ("smallest epsilon at any usual rate", 500, lambda: designs.smallest_epsilon(ANY, RISK, 3333), None),
        ("smallest epsilon at any usual rate, promise C", 500,
         lambda: superiority.smallest_epsilon(None, 0.1, 0.9, 3333, RULE), None),
    ]  # fmt: skip
    met = [compare(*figure) for figure in figures]
    print(f"largest difference from the transform: {largest_difference():.0e}")
    met.append(beside_the_browsers_engine())
    sys.exit(0 if all(met) else 1)


def beside_the_browsers_engine() -> bool:
    """Print how long the same kernels take in Node, compiled for browsers; whether at most twice as long."""
    node = shutil.which("node")
    if node is None:
        print("  Node is not installed, so nothing is measured in browsers.")
        return True
    asked = {"rates": MEANS[:2], "times": (1, 2), "epsilons": EPSILONS.tolist(), "risk": RISK, "number": 3333}
    native = {
        "curve": lambda: designs.participants_curve(MEANS, EPSILONS, RISK),
        "inverse": lambda: designs.smallest_epsilon(MEANS, RISK, 3333),
        "bound": lambda: designs.lead_bound_curve(MEANS, 0.1, EPSILONS, RISK),
    }
    met = frames_follow_the_hand(node)
    for name, took in in_node(node, "times", asked | {"lead": 0.1}).items():
        ratio = took / fastest(native[name])
        met &= ratio <= MOST_IN_BROWSER
        print(f"{'!' if ratio > MOST_IN_BROWSER else ' '} {name + ', in the browser':52} {took:9.3f} ms  x {ratio:.1f}")
    return met


def frames_follow_the_hand(node: str) -> bool:
    """Print how long a picture takes while the difference is dragged, beside the whole curves here; whether in time."""
    plans = {
        f"{name}, {options} options, {100 * difference:g} points": Question(
            "a difference", planned(options, difference, *how), int(people), None, 0.1, None
        )
        for options in (2, 3, 20)
        for difference, people in ((0.1, 1e4), (0.01, 1e5))
        for name, how in PROMISES.items()
    }
    cases = [
        [live.given(Exact(each)), {"epsilon": None, "participants": each.participants, "difference": 100 * lead}]
        for each in plans.values()
        for lead in [each.problem.difference]
    ]
    took = in_node(node, "frames", cases)
    for (name, question), frame in zip(plans.items(), took, strict=True):
        here = fastest(lambda design=question.problem: Known(design).curves, 0.1)
        beside = f"(target {FRAME:g} ms)  x {frame / here:.1f} of all curves here"
        print(f"{'!' if frame > FRAME else ' '} {'frame: ' + name:52} {frame:9.3f} ms  {beside}")
    return max(took) <= FRAME


def planned(options: int, difference: float, promise: str, looks: str, trust_model: str) -> FixedDesign:
    """A study of these promises at a usual rate of 30 %."""
    best, *others = difference_means(options, 0.3, difference)
    means = (best, *others) if promise == FIND else (others[0], best, *others[1:])
    names, missed = option_names(options), 0.1 if promise == BEAT else 0.0
    return FixedDesign(
        names, means, RISK, trust_model, promise=promise, looks=looks, difference=difference, missed=missed
    )


def in_node(node: str, function: str, asked: object) -> Any:
    """What a function of tools/designs.js returns for the module of kernels and what is asked."""
    module = json.dumps(base64.b64encode(path("designs").read_bytes()).decode())
    script = f"{assets.script(SCRIPT)}\nconsole.log(await {function}({module}, {json.dumps(asked)}))"
    run = subprocess.run([node, "--input-type=module", "-"], input=script, capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


def largest_difference() -> float:
    """Of P(right), over some settings."""
    settings = [(n, epsilon) for n in (10, 300, 10**4) for epsilon in (0.01, 0.1, 1.0)]
    return max(abs(designs.probability_right(MEANS, e, n) - by_transform(n, e)) for n, e in settings)


if __name__ == "__main__":
    main()
