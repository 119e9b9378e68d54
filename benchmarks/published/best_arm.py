"""Best-arm identification beside the stopping times: DP-SE with a slip of published code, and CTB-TT (local DP)."""

import math
from collections.abc import Iterator

import numpy as np

from benchmarks.published.slips import dp_se_by_all_pulls
from benchmarks.published.stopping_times import EPSILONS, INSTANCES, RISK
from benchmarks.published.storage import Row, row
from dpcore import simulate_fixed_confidence

LOCAL_EPSILONS = (0.32, 0.6, 1.15, 2.2, 4.0, 10.0)
RUNS = 40


def rows() -> Iterator[Row]:
    """All of them."""
    for place, means in zip(("left", "right"), INSTANCES, strict=True):
        yield from eliminations(f"dp-se-{place}", means)
        yield from local(f"ctb-{place}", means)


def eliminations(figure: str, means: tuple[float, ...]) -> Iterator[Row]:
    """DP-SE as stated, and with epoch sums divided by the pulls of all epochs."""
    for epsilon in EPSILONS:
        stated = simulate_fixed_confidence("dp-se", means, epsilon, RISK, runs=200, max_samples=10**9)
        yield row(figure, "dp-se", epsilon, stated.stopping_times.astype(float), seed=0)
        generators = [np.random.default_rng((0, run)) for run in range(200)]
        slipped = [dp_se_by_all_pulls(means, epsilon, RISK, math.inf, generator)[0] for generator in generators]
        yield row(figure, "dp-se-slip", epsilon, np.array(slipped, dtype=float), seed=0)


def local(figure: str, means: tuple[float, ...]) -> Iterator[Row]:
    """CTB-TT over epsilon, and TTUCB without privacy."""
    plain = simulate_fixed_confidence("ttucb", means, None, RISK, runs=RUNS).stopping_times.astype(float)
    for epsilon in LOCAL_EPSILONS:
        result = simulate_fixed_confidence("ctb-tt", means, epsilon, RISK, runs=RUNS, max_samples=10**7)
        yield row(figure, "ctb-tt", epsilon, result.stopping_times.astype(float), seed=0)
        yield row(figure, "ttucb", epsilon, plain, seed=0)
