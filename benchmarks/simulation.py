"""Print the speed of the fixed-confidence simulations on one core: `python -m benchmarks.simulation`.

DP-TT is measured against the same rule as a NumPy-and-Python loop; both first make the same run on the same rewards.
Targets: DP-TT (K = 5) 4 million samples per second and 100 times the loop, PB-TaS 2 ms and DP-SE .1 ms a run at most.
"""

import threading
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from dpcore import CancelFlag, fixed_confidence_algorithms, simulate_fixed_confidence
from dpcore.fixed_confidence import warm_up
from dpcore.fixed_confidence._thresholds import dp_tt_level
from dpcore.fixed_confidence.protocol import Problem, Setting, new_record

Floats = NDArray[np.float64]

TIED = (0.95, 0.9, 0.9, 0.9, 0.5)
DISTINCT = (0.95, 0.91, 0.9, 0.89, 0.5)
EPSILON, RISK = 0.1, 0.01
RUNS = 10
REPEATS = 5


def fastest(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """The shortest of some repeated times, in seconds: the least disturbed one."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def kl(m: Floats, x: Floats) -> Floats:
    """The Bernoulli divergence, with 0 log 0 = 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(m > 0, m * np.log(m / x), 0.0) + np.where(m < 1, (1 - m) * np.log((1 - m) / (1 - x)), 0.0)


def upward(m: Floats, x: Floats) -> Floats:
    """d+_epsilon(m, x) for m <= x."""
    knee = m / (m + (1 - m) * np.exp(-EPSILON))
    return np.where(x <= knee, kl(m, x), -np.log(1 + np.expm1(-EPSILON) * x) - EPSILON * m)


def private_costs(p: float, q: Floats, v: float, u: Floats) -> Floats:
    """The d_epsilon transportation costs of the leader (p, weight v) against each arm: the best of the four cases."""
    c = -np.expm1(-EPSILON)
    both_kl = (v * p + u * q) / (v + u)
    b = v * (1 + c * p) + u * c
    other_linear = (b - np.sqrt(b * b - 4 * c * (v + u) * v * p)) / (2 * c * (v + u))
    b = u * (1 + c * (1 - q)) + v * c
    leader_linear = 1 - (b - np.sqrt(b * b - 4 * c * (v + u) * u * (1 - q))) / (2 * c * (v + u))
    both_linear = (v - u * (1 - c)) / (c * (v + u))
    x = np.clip(np.stack([both_kl, other_linear, leader_linear, both_linear]), np.minimum(q, p), p)
    costs = v * upward(np.full_like(x, 1 - p), 1 - x) + u * upward(np.broadcast_to(q, x.shape), x)
    return np.where(q < p, costs.min(axis=0), 0.0)


def numpy_dp_tt(generator: np.random.Generator, table: Floats) -> tuple[bool, Floats]:
    """DP-TT with its proven threshold, one sample after another, as it reads on paper: (stopped, pulls)."""
    steps, arms = table.shape
    levels = np.array([dp_tt_level(k, arms, RISK) for k in range(1, 64)])
    pulls, weights, phases = np.ones(arms), np.ones(arms), np.ones(arms, dtype=int)
    times_leader, own_pulls, batch = np.zeros(arms), np.zeros(arms), np.zeros(arms)
    sums = np.array([table[a, a] + generator.laplace(0, 1 / EPSILON) for a in range(arms)])
    for n in range(arms, steps):
        for a in np.flatnonzero(pulls >= 2.0**phases):
            sums[a] += batch[a] + generator.laplace(0, 1 / EPSILON)
            batch[a], weights[a] = 0, pulls[a]
            phases[a] += 1
        means = np.clip(sums / weights, 0, 1)
        leader = int(np.argmax(means))
        others = np.arange(arms) != leader
        costs = private_costs(means[leader], means, weights[leader], weights)
        if np.all((costs > levels[phases[leader] - 1] + levels[phases - 1])[others]):
            return True, pulls
        times_leader[leader] += 1
        arm = leader
        if own_pulls[leader] <= 0.5 * times_leader[leader]:
            own_pulls[leader] += 1
        else:
            index = private_costs(means[leader], means, pulls[leader], pulls) + np.log(pulls)
            arm = int(np.argmin(np.where(others, index, np.inf)))
        batch[arm] += table[n, arm]
        pulls[arm] += 1
    return False, pulls


def dp_tt_against_numpy() -> None:
    """Check that the kernel and the loop make the same run, then print samples per second of both."""
    steps = 10_000
    table = (np.random.default_rng(0).random((steps, 5)) < DISTINCT).astype(float)
    parameters = {"growth": 1.0, "leader_share": 0.5}
    setting = Setting(Problem(np.array(DISTINCT), EPSILON, RISK, steps), "proven", parameters)
    one_run, record = fixed_confidence_algorithms()["dp-tt"].prepare(setting), new_record(5)
    one_run(np.random.default_rng(1), table, np.zeros(1, np.uint8), record)
    np.testing.assert_array_equal(numpy_dp_tt(np.random.default_rng(1), table)[1], record.pulls)

    loop = steps / fastest(lambda: numpy_dp_tt(np.random.default_rng(1), table))
    print(f"DP-TT, NumPy-and-Python loop, same run as the kernel: {loop / 1e3:9.1f} thousand samples/s")
    for means in (DISTINCT, TIED):
        samples = simulate_fixed_confidence("dp-tt", means, EPSILON, RISK, runs=RUNS).stopping_times.sum()
        seconds = fastest(lambda m=means: simulate_fixed_confidence("dp-tt", m, EPSILON, RISK, runs=RUNS, workers=1))
        print(
            f"DP-TT, kernel, one core, means {means}: {samples / seconds / 1e6:9.2f} million samples/s, "
            f"{samples / seconds / loop:.0f} times the loop"
        )


def every_algorithm() -> None:
    """Print milliseconds a run and samples per second of each algorithm at its proven threshold."""
    print(f"\nproven thresholds, one core, means {DISTINCT}, risk {RISK}")
    print(f"{'algorithm':<16}{'epsilon':>8}{'samples a run':>15}{'ms a run':>10}{'million samples/s':>19}")
    for name, entry in fixed_confidence_algorithms().items():
        for epsilon in (0.1, 1.0) if entry.privacy.is_private else (None,):
            arguments = {"epsilon": epsilon, "rho": epsilon and epsilon**2 / 2, "risk": RISK, "runs": RUNS}
            samples = simulate_fixed_confidence(name, DISTINCT, **arguments).stopping_times.sum()
            seconds = fastest(lambda n=name, a=arguments: simulate_fixed_confidence(n, DISTINCT, workers=1, **a), 3)
            print(
                f"{name:<16}{epsilon or '-':>8}{samples / RUNS:>15,.0f}{1e3 * seconds / RUNS:>10.3f}"
                f"{samples / seconds / 1e6:>19.2f}"
            )


def cancel_delay() -> None:
    """Print how long runs of 1e12 samples go on after Stop."""
    for name in ("dp-tt", "track-and-stop"):
        cancel = CancelFlag()
        arguments = {"epsilon": 1e-6, "risk": 1e-9, "max_samples": 10**12, "cancel": cancel}
        worker = threading.Thread(target=simulate_fixed_confidence, args=(name, (0.5, 0.5001)), kwargs=arguments)
        worker.start()
        time.sleep(0.5)
        start = time.perf_counter()
        cancel.set()
        worker.join()
        print(f"{name}: stops {1e3 * (time.perf_counter() - start):.0f} ms after the cancel flag is set")


if __name__ == "__main__":
    warm_up()
    dp_tt_against_numpy()
    every_algorithm()
    print()
    cancel_delay()
