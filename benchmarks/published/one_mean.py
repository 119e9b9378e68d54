"""Private stopping: no experiment is published, so SS19, Theorems 3.3 and 3.4, are held to our runs."""

from collections.abc import Iterator

import numpy as np

from benchmarks.published.storage import Row, point
from dpcore import simulate_private_stopping
from dpcore.private_stopping import private_stopping_bounds

MEANS = (0.02, 0.05, 0.1, 0.2, 0.5)
EPSILONS = (0.01, 1.0)
ERROR, RISK, RUNS = 0.1, 0.05, 400
RULE = "exponential-dp-nas"


def rows() -> Iterator[Row]:
    """The slowest of the runs that must halt in time, the published and the proven time, and the lower bound."""
    for epsilon in EPSILONS:
        panel = f"ε = {epsilon:g}"
        for mean in MEANS:
            runs = simulate_private_stopping(RULE, mean, ERROR, RISK, epsilon, runs=RUNS)
            bounds = private_stopping_bounds(RULE, mean, ERROR, RISK, epsilon)
            times = np.sort(runs.stopping_times)
            slow = float(times[int(np.ceil((1 - RISK) * RUNS)) - 1])
            yield point("halting", "runs", mean, slow, runs=RUNS, seed=0, panel=panel)
            levels = {
                "published": bounds.published_halting_time,
                "proven": bounds.halting_time_proven,
                "lower": bounds.lower_bound,
            }
            for line, value in levels.items():
                yield point("halting", line, mean, np.nan if value is None else value, panel=panel)
