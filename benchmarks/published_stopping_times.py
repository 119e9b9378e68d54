"""Simulate the settings of the published stopping-time figures: `python -m benchmarks.published_stopping_times`.

Writes docs/published_stopping_times.csv, which the page "Published figures" draws beside the published levels.  Takes
about ten minutes on two cores; one integer seed determines every number.
"""

import csv
import sys
from pathlib import Path

import dpcore

TARGET = Path(__file__).parents[1] / "docs" / "published_stopping_times.csv"
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


def main() -> None:
    """Simulate every cell and write the table."""
    with TARGET.open("w", newline="") as file:
        table = csv.DictWriter(file, FIELDS)
        table.writeheader()
        for means in INSTANCES:
            for name in ALGORITHMS:
                entry = dpcore.fixed_confidence_algorithms()[name]
                for threshold in entry.thresholds:
                    for epsilon in EPSILONS if entry.privacy.is_private else (None,):
                        table.writerow(cell(means, name, threshold, epsilon))
                        file.flush()


def cell(means: tuple[float, ...], name: str, threshold: str, epsilon: float | None) -> dict[str, object]:
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


if __name__ == "__main__":
    main()
