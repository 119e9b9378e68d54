"""Bounded outcomes: reading 10^6 rows, a batch's sum at once against participant by participant, and the bounds.

`python -m benchmarks.bounded`; each time is the best of three.
"""

import csv
import io
import math
import time
from collections.abc import Callable

import numpy as np

from dpcore import bounded
from dpcore.bounded.simulate import law_table
from dpcore.fixed_confidence.algorithms.pb_tas.kernel import drawn_sum
from ui.reading.values import read_values

ROWS = 10**6


def main() -> None:
    """Print every figure."""
    generator = np.random.default_rng(0)
    bounded.warm_up()
    arms = [
        np.where(generator.random(ROWS // 3) < share, generator.lognormal(3, 0.8, ROWS // 3).round(2), 0)
        for share in (0.3, 0.33, 0.36)
    ]
    outcomes = bounded.tabulate_outcomes(arms)
    order = generator.permutation(3 * (ROWS // 3))
    values, names = np.concatenate(arms)[order], np.repeat(["A", "B", "C"], ROWS // 3)[order]
    content = ("arm,outcome\n" + "\n".join(f"{n},{v}" for n, v in zip(names, values, strict=True))).encode()
    read, plain = best(lambda: read_values(content)), best(lambda: row_by_row(content))
    print(f"read {order.size:,} rows: {read:.2f} s; row by row with csv.reader {plain:.2f} s: {plain / read:.1f} times")
    print(f"tabulate {3 * (ROWS // 3):,} outcomes: {best(lambda: bounded.tabulate_outcomes(arms)):.3f} s")
    print(f"clip them: {best(lambda: bounded.clip_outcomes(outcomes, 0, 100)):.4f} s")
    laws = bounded.clip_outcomes(outcomes, 0, 100)
    table, clipped = law_table(laws), np.clip(arms[0], 0, 100) / 100
    for size in (100, 10_000, 1_000_000):
        at_once = best(lambda size=size: drawn_sum(table, 0, size, generator))
        one_by_one = best(lambda size=size: generator.choice(clipped, size).sum())
        print(
            f"sum of {size:,} of {laws.values.size} values: {at_once * 1e6:,.0f} microseconds, participant by "
            f"participant (numpy's choice) {one_by_one * 1e6:,.0f}: {one_by_one / at_once:.1f} times"
        )
    for epsilon in (0.1, 1.0, math.inf):
        bound = best(lambda epsilon=epsilon: bounded.bounded_characteristic_time(laws, epsilon))
        runs = best(lambda epsilon=epsilon: bounded.simulate_outcomes(laws, epsilon, runs=20))
        print(f"epsilon {epsilon:g}: bound {bound:.2f} s, a run {runs / 20 * 1e3:.1f} ms")


def row_by_row(content: bytes) -> dict[str, list[float]]:
    """The outcomes of each arm by Python's csv.reader, without any check."""
    found: dict[str, list[float]] = {}
    rows = csv.reader(io.StringIO(content.decode()))
    next(rows)
    for arm, outcome in rows:
        found.setdefault(arm, []).append(float(outcome))
    return found


def best(work: Callable[[], object]) -> float:
    """Seconds of the fastest of three calls."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


if __name__ == "__main__":
    main()
