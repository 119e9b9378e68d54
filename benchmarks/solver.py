"""Time characteristic times beside general-purpose solvers: `python -m benchmarks.solver`.

The alternatives get dpcore's compiled divergences, so that the comparison is of algorithms.  Errors are relative to
dpcore's T*, whose certified bracket is printed; tests/dpcore/brute_force.py checks that independently.
"""

import math
import time
from collections.abc import Callable

import cvxpy
import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy.optimize import brentq, minimize

import dpcore
from dpcore.fixed_confidence._allocation import optimal_allocation_kernel
from dpcore.times.divergences import privacy_constants, private_upward
from dpcore.times.overview import price_overview
from dpcore.times.transport import transportation_cost_kernel

EPSILON = 0.1
NEAR_TIE = np.array([0.5, 0.5 - 1e-6, 0.3])
LARGEST_FOR_SLSQP = 100  # its dense least-squares steps cost K^3


@njit(cache=True, nogil=True)
def divergences(p: float, q: float, log_odds: float, epsilon: float) -> tuple[float, float, float]:
    """d-(p, x), d+(q, x) and the cost at which x is the arm's point; log_odds of (p - x) against (x - q)."""
    decay, slope = privacy_constants(epsilon)
    above, below = (p - q) / (1 + math.exp(log_odds)), (p - q) / (1 + math.exp(-log_odds))
    x, x_rest = q + above, 1 - p + below
    first = private_upward(1 - p, p, below, x_rest, x, decay, slope)
    second = private_upward(q, 1 - q, above, x, x_rest, decay, slope)
    pull_p = min(below / (x * x_rest), slope / (x + decay * x_rest))
    pull_q = min(above / (x * x_rest), slope / (x_rest + decay * x))
    return first, second, first + pull_p / pull_q * second


def nested_brentq(means: NDArray[np.float64], epsilon: float) -> float:
    """T* by scipy's brentq for the common cost, and for each arm's point at that cost."""
    p, *others = sorted(means, reverse=True)

    def points(cost: float) -> list[tuple[float, float, float]]:
        roots = [
            brentq(lambda s, q=q: divergences(p, q, s, epsilon)[2] - cost, -60, 60, xtol=1e-14, rtol=1e-14)
            for q in others
        ]
        return [divergences(p, q, s, epsilon) for q, s in zip(others, roots, strict=True)]

    def ratio_excess(cost: float) -> float:
        return sum(first / second for first, second, _ in points(cost)) - 1

    top = divergences(p, others[0], 60, epsilon)[2]
    cost = brentq(ratio_excess, 1e-9 * top, top * (1 - 1e-9), xtol=1e-300, rtol=1e-12)
    return (1 + sum((cost - first) / second for first, second, _ in points(cost))) / cost


@njit(cache=True, nogil=True)
def costs_and_gradients(means: NDArray[np.float64], weights: NDArray[np.float64], epsilon: float, scale: float):
    """Scaled costs (K - 1,) of the arms after the first, and their gradients (K - 1, K) by homogeneity of degree 1."""
    arms = means.size
    costs, gradients = np.empty(arms - 1), np.zeros((arms - 1, arms))
    for a in range(1, arms):
        best, own = max(weights[0], 1e-12), max(weights[a], 1e-12)
        cost = transportation_cost_kernel(means[0], means[a], best, own, epsilon)
        step = 1e-6 * own
        more = transportation_cost_kernel(means[0], means[a], best, own + step, epsilon)
        less = transportation_cost_kernel(means[0], means[a], best, own - step, epsilon)
        slope = (more - less) / (2 * step)
        costs[a - 1] = cost * scale
        gradients[a - 1, a] = slope * scale
        gradients[a - 1, 0] = (cost - own * slope) / best * scale
    return costs, gradients


def slsqp(means: NDArray[np.float64], epsilon: float) -> float:
    """T* by scipy's SLSQP: maximise y subject to cost_a(w) >= y and w on the simplex, with Jacobian."""
    arms = means.size
    uniform = np.full(arms, 1 / arms)
    scale = 1 / costs_and_gradients(means, uniform, epsilon, 1.0)[0].min()
    negative_y, sums = np.zeros(arms + 1), np.ones(arms + 1)
    negative_y[-1], sums[-1] = -1, 0
    constraints = [
        {
            "type": "ineq",
            "fun": lambda v: costs_and_gradients(means, v[:-1], epsilon, scale)[0] - v[-1],
            "jac": lambda v: np.column_stack(
                [costs_and_gradients(means, v[:-1], epsilon, scale)[1], -np.ones(arms - 1)]
            ),
        },
        {"type": "eq", "fun": lambda v: v[:-1].sum() - 1, "jac": lambda _: sums},
    ]
    result = minimize(
        lambda v: -v[-1],
        np.append(uniform, 1.0),
        jac=lambda _: negative_y,
        bounds=[(1e-12, 1)] * arms + [(0, None)],
        constraints=constraints,
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 500},
    )
    weights = np.maximum(result.x[:-1], 0)
    return scale / costs_and_gradients(means, weights / weights.sum(), epsilon, scale)[0].min()


def clarabel(means: NDArray[np.float64], epsilon: float) -> float:
    """T* by cvxpy and Clarabel on the dual: weights on the alternatives, perspectives of d_epsilon as cones."""
    p, q = means[0], means[1:]
    shares, points, moved_p, moved_q = (cvxpy.Variable(q.size, nonneg=True) for _ in range(4))
    level = cvxpy.Variable()

    def kl(moved: cvxpy.Variable) -> cvxpy.Expression:
        return cvxpy.rel_entr(moved, points) + cvxpy.rel_entr(shares - moved, shares - points)

    best = cvxpy.sum(epsilon * (p * shares - moved_p) + kl(moved_p))
    others = epsilon * (moved_q - cvxpy.multiply(q, shares)) + kl(moved_q)
    limits = [moved_p <= p * shares, moved_q >= cvxpy.multiply(q, shares), cvxpy.sum(shares) == 1]
    problem = cvxpy.Problem(cvxpy.Minimize(level), [best <= level, others <= level, *limits])
    problem.solve(solver="CLARABEL")
    return 1 / float(level.value)


def fastest(work: Callable[[], object], seconds: float = 0.5) -> float:
    """The shortest time of one call, repeated for some seconds."""
    shortest, end = math.inf, time.perf_counter() + seconds
    while shortest == math.inf or time.perf_counter() < end:
        start = time.perf_counter()
        work()
        shortest = min(shortest, time.perf_counter() - start)
    return shortest


def instances() -> list[tuple[str, NDArray[np.float64]]]:
    """Random arms for each K, the best one first, and a near tie."""
    rng = np.random.default_rng(0)
    named = []
    for arms in (3, 5, 10, 100, 1000):
        others = rng.uniform(0.1, 0.85, arms - 1)
        named.append((f"K = {arms}", np.append(0.9, others)))
    return [*named, ("near tie", NEAR_TIE)]


def in_units(seconds: float) -> str:
    """Seconds as text with a fitting unit."""
    return f"{seconds * 1e6:.1f} us" if seconds < 1e-3 else f"{seconds * 1e3:.2f} ms"


def compare(name: str, means: NDArray[np.float64]) -> None:
    """One instance: dpcore, then each alternative with its ratio of times and its error."""
    result = dpcore.characteristic_time(means, "private", EPSILON)
    public = fastest(lambda: dpcore.characteristic_time(means, "private", EPSILON))
    allocation = np.empty(means.size)
    optimal_allocation_kernel(means, 0, EPSILON, 0.0, allocation)  # compiles
    kernel = fastest(lambda: optimal_allocation_kernel(means, 0, EPSILON, 0.0, allocation))
    width = result.upper / result.lower - 1
    print(f"{name}: T* = {result.time:.6g}, dpcore {in_units(public)} (kernel {in_units(kernel)}), bracket {width:.0e}")
    for alternative in (nested_brentq, slsqp, clarabel):
        if alternative is slsqp and means.size > LARGEST_FOR_SLSQP:
            print("    slsqp          skipped: hopeless, each step solves a dense least-squares problem of size K")
            continue
        start = time.perf_counter()
        try:
            error = abs(alternative(means, EPSILON) / result.time - 1)
        except Exception as failure:  # a solver that gives up is a result here
            print(f"    {alternative.__name__:14} failed: {failure}")
            continue
        seconds = time.perf_counter() - start
        if seconds < 2:
            seconds = fastest(lambda alternative=alternative: alternative(means, EPSILON), 0.2)
        ratio = seconds / public
        print(f"    {alternative.__name__:14} {in_units(seconds):>12}  x {ratio:9.0f}  relative error {error:.0e}")


def main() -> None:
    """Print every comparison, then the figures that the pages rely on."""
    print(f"T*_epsilon at epsilon = {EPSILON}, with allocation and certificate")
    for name, means in instances():
        compare(name, means)
    near_five = (0.3, 0.29, 0.28, 0.27, 0.26)
    five = (0.95, 0.9, 0.9, 0.9, 0.5)
    epsilons = np.geomspace(1e-3, 1e2, 200)
    ten = instances()[2][1].tolist()
    thousand = instances()[4][1]
    pairs, sixty = [(0.9, 0.9 - gap) for gap in np.geomspace(1e-3, 0.88, 60)], np.geomspace(1e-3, 1e2, 60)
    figures = (
        ("public solve, K = 10", "25 us", lambda: dpcore.characteristic_time(ten, "private", EPSILON)),
        ("public solve, K = 1000", "1 ms", lambda: dpcore.characteristic_time(thousand, "private", EPSILON)),
        ("200-point curve, K = 5", "1.5 ms", lambda: dpcore.characteristic_time_curve(five, epsilons)),
        ("60 x 60 map, 2 arms", "50 ms", lambda: [dpcore.characteristic_time_curve(pair, sixty) for pair in pairs]),
        ("all six boundaries, K = 5", "-", lambda: dpcore.regime_boundaries(five)),
        ("four lower bounds, K = 5", "-", lambda: dpcore.sample_lower_bounds(five, EPSILON, 0.01)),
    )  # fmt: skip
    twenty = np.linspace(0.45, 0.55, 20)
    figures += (
        ("20 arms, all good, no privacy", "5 ms", lambda: dpcore.characteristic_time(twenty, "kl", indifference=0.11)),
        (
            "20 arms, all good, epsilon .1",
            "5 ms",
            lambda: dpcore.characteristic_time(twenty, epsilon=0.1, indifference=0.11),
        ),
        (
            "overview, 5 good, 100-curve",
            "8 ms",
            lambda: price_overview(near_five, EPSILON, 0.01, 0.05, epsilons[::2], indifference=0.05),
        ),
    )
    for name, target, work in figures:
        print(f"{name:30} {in_units(fastest(work)):>10}  (target {target})")


if __name__ == "__main__":
    main()
