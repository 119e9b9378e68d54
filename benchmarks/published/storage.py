"""How the data of the page "Published figures" are written: tidy rows, and how they were made in the file itself."""

import datetime
import platform
import subprocess
import time
from collections.abc import Iterable
from importlib.metadata import version

import numpy as np
import pandas as pd

import dpcore
from dpcore.experiments import NORMAL_95
from ui.published.store import FOLDER

ROOT = FOLDER.parents[2]
Row = dict[str, object]


def row(figure: str, line: str, x: float, values: np.ndarray, *, seed: int, panel: str = "") -> Row:
    """One point of a figure: the mean of independent runs (R,) with its normal 95 % interval."""
    half = NORMAL_95 * float(values.std(ddof=1)) / np.sqrt(values.size) if values.size > 1 else np.nan
    return point(figure, line, x, float(values.mean()), half, runs=values.size, seed=seed, panel=panel)


def point(
    figure: str,
    line: str,
    x: float,
    value: float,
    half: float = np.nan,
    *,
    runs: int = 0,
    seed: int | None = None,
    panel: str = "",
) -> Row:
    """One point of a figure; half: of its 95 % interval.  runs is 0 where it was computed, not simulated."""
    return {
        "figure": figure,
        "panel": panel,
        "line": line,
        "x": float(x),
        "value": value,
        "low": value - half,
        "high": value + half,
        "runs": runs,
        "seed": pd.NA if seed is None else seed,
        "version": dpcore.__version__,
    }


def write(study: str, rows: Iterable[Row]) -> None:
    """Make the rows, and write them into the page's folder with command, commit, date, CPU minutes and versions."""
    start = time.process_time()
    table = pd.DataFrame(list(rows)).astype({"seed": "Int64"})
    table.attrs = {
        "command": f"python -m benchmarks.published {study}",
        "commit": commit(),
        "made": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "cpu_minutes": round((time.process_time() - start) / 60, 2),
        "versions": versions(),
    }
    target = FOLDER / f"{study}.parquet"
    table.to_parquet(target, index=False, compression="zstd")
    size = target.stat().st_size
    print(f"{study}: {len(table)} rows, {size:,} bytes, {table.attrs['cpu_minutes']} CPU minutes", flush=True)


def commit() -> str:
    """The commit whose code runs; "+" follows where files have been changed since."""
    changed = _git("status", "--porcelain", "--untracked-files=no", "--", "dpcore", "benchmarks/published")
    return _git("rev-parse", "HEAD") + ("+" if changed else "")


def versions() -> dict[str, str]:
    """Of what can change a number."""
    packages = {name: version(name) for name in ("numpy", "scipy", "numba")}
    return {"price-of-privacy": dpcore.__version__, "python": platform.python_version(), **packages}


def _git(*arguments: str) -> str:
    return subprocess.check_output(["git", *arguments], cwd=ROOT, text=True).strip()
