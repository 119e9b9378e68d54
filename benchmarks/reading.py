"""Reading visitors' files: a million rows in several layouts, against pandas' own reader of the same bytes.

`python -m benchmarks.reading`; each time is the processor's, the best of three; a row beyond its limit ends in `!`, and
then the exit code is 1.
"""

import gzip
import io
import sys
import time
from collections.abc import Callable, Mapping

import numpy as np
import pandas as pd

from ui.reading.counts import read_counts
from ui.reading.values import read_values

ROWS = 10**6
LIMIT = 2.0  # seconds


def main() -> int:
    """Print every time; whether one is beyond the limit."""
    table = players()
    plain = table.to_csv(index=False).encode()
    german = table.to_csv(index=False, sep=";", decimal=",", lineterminator="\r\n").encode("utf-16")
    grouped = table.assign(revenue=table["revenue"].map("{:,.2f}".format)).to_csv(index=False).encode()
    parquet = io.BytesIO()
    table.to_parquet(parquet)
    counted, valued = {"outcome": "retained", "rows of one person": "first"}, {"outcome": "revenue"}
    print(f"{ROWS:,} rows, {table.shape[1]} columns, {len(plain) / 2**20:.0f} MB as CSV")
    print(f"{'pandas.read_csv alone':<44} {best(lambda: pd.read_csv(io.BytesIO(plain))):5.2f} s")
    late = [
        measured("counts of CSV, one row of each person", read_counts, plain, counted),
        measured("counts of a German CSV in UTF-16", read_counts, german, counted),
        measured("counts of CSV in gzip", read_counts, gzip.compress(plain, 1), counted),
        measured("counts of Parquet", read_counts, parquet.getvalue(), counted),
        measured("numbers of CSV", read_values, plain, valued),
        measured("numbers of a German CSV in UTF-16", read_values, german, valued),
        measured("numbers with thousands separated by commas", read_values, grouped, valued),
    ]
    return int(any(late))


def players() -> pd.DataFrame:
    """Who plays which version of a game, comes back and spends how much."""
    generator = np.random.default_rng(0)
    return pd.DataFrame(
        {
            "userid": generator.integers(10**6, 3 * 10**6, ROWS),
            "version": generator.choice(["gate_30", "gate_40"], ROWS),
            "rounds": generator.integers(0, 500, ROWS),
            "retained": generator.choice(["TRUE", "FALSE"], ROWS),
            "revenue": generator.lognormal(4, 2, ROWS).round(2),
        }
    )


def measured(name: str, read: Callable, content: bytes, answers: Mapping[str, str]) -> bool:
    """Print how long a file takes; whether that is too long."""
    assert read(content, answers).found is not None
    seconds = best(lambda: read(content, answers))
    print(f"{name:<44} {seconds:5.2f} s{' !' if seconds > LIMIT else ''}")
    return seconds > LIMIT


def best(run: Callable[[], object]) -> float:
    """The processor's seconds of the fastest of three runs."""
    times = []
    for _ in range(3):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times)


if __name__ == "__main__":
    sys.exit(main())
