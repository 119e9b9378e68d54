"""Make the data of the page "Published figures": `python -m benchmarks.published [STUDY ...]`, all studies by default.

Each study becomes one Parquet file in ui/published/data/, which says how it was made.
"""

import sys

from benchmarks.published import (
    best_arm,
    finite,
    fixed_budget,
    one_mean,
    random_instances,
    stopping_times,
    theory,
)
from benchmarks.published.storage import write

STUDIES = {
    "theory": theory.rows,
    "one_mean": one_mean.rows,
    "fixed_budget": fixed_budget.rows,
    "best_arm": best_arm.rows,
    "finite": finite.rows,
    "linear": random_instances.linear_rows,
    "contextual": random_instances.contextual_rows,
    "eliminations": finite.eliminations,
    "stopping_times": stopping_times.rows,
}


def main(names: list[str]) -> None:
    """Write these studies."""
    unknown = set(names) - set(STUDIES)
    if unknown:
        sys.exit(f"no study {', '.join(sorted(unknown))}; there are {', '.join(STUDIES)}")
    for name in names or STUDIES:
        write(name, STUDIES[name]())


if __name__ == "__main__":
    main(sys.argv[1:])
