"""Stopping times: the settings of TH Fig. 5.7 and of the poster of JA25."""

import sys
from collections.abc import Iterator

import dpcore
from benchmarks.published.storage import Row

INSTANCES = ((0.95, 0.9, 0.9, 0.9, 0.5), (0.75, 0.7, 0.7, 0.7, 0.7))
EPSILONS = tuple(float(f"{1e-3 * 10 ** (2 * j / 3):.3g}") for j in range(9))
RISK, SEED, RUNS = 0.01, 0, 40
CAP, CAP_OF_BATCHED = 4_000_000, 1_000_000_000
BATCHED = ("pb-tas", "dp-se")
ALGORITHMS = ("ttucb", "eb-tci", "dp-se", "adap-tt", "adap-tt-star", "dp-tt", "pb-tas")
FIELDS = (
    "means", "algorithm", "threshold", "epsilon", "runs", "capped", "q10", "median", "q90", "mean", "wrong",
    "max_samples", "risk", "seed", "version",
)  # fmt: skip


def rows() -> Iterator[Row]:
    """One row of quantiles a cell: instance, algorithm, threshold, epsilon."""
    for means in INSTANCES:
        for name in ALGORITHMS:
            entry = dpcore.fixed_confidence_algorithms()[name]
            for threshold in entry.thresholds:
                for epsilon in EPSILONS if entry.privacy.is_private else (None,):
                    yield cell(means, name, threshold, epsilon)


def cell(means: tuple[float, ...], name: str, threshold: str, epsilon: float | None) -> Row:
    """One row of the table."""
    cap = CAP_OF_BATCHED if name in BATCHED else CAP
    result = dpcore.simulate_fixed_confidence(
        name, means, epsilon, RISK, runs=RUNS, seed=SEED, max_samples=cap, threshold=threshold
    )
    summary = result.summary()
    print(means, name, threshold, epsilon, summary.median, file=sys.stderr)
    values = (
        " ".join(map(str, means)), name, threshold, epsilon, summary.runs, summary.capped, summary.quantiles[0.1],
        summary.median, summary.quantiles[0.9], summary.mean, summary.errors_all, cap, RISK, SEED, result.version,
    )  # fmt: skip
    return dict(zip(FIELDS, values, strict=True))
