"""A sweep's summary: a row for every finished cell, what it asks and its figures, with where they come from."""

import json
import platform
import subprocess
import time
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

import dpcore
from sweeps.cells import described
from sweeps.families import Figures
from sweeps.files import written_whole
from sweeps.plan import Sweep
from sweeps.reading import CELL, METADATA, SUMMARY

_PACKAGES = ("numpy", "scipy", "numba", "pyarrow")
_ROOT = Path(__file__).parents[1]


def write(folder: Path, sweep: Sweep, finished: Mapping[str, Figures], command: str) -> None:
    """Write the rows of the finished cells, by key, in the order of the sweep."""
    rows = [
        {**described(cell, instance), **finished[key], CELL: cell.content}
        for key, (cell, instance) in sweep.cells.items()
        if key in finished
    ]
    names = list(dict.fromkeys(name for row in rows for name in row))
    table = pa.table({name: _column([row.get(name) for row in rows]) for name in names})
    said = {"cells": len(sweep.cells), **provenance(command)}
    table = table.replace_schema_metadata({METADATA: json.dumps(said, sort_keys=True)})
    written_whole(folder / SUMMARY, lambda file: pq.write_table(table, file, compression="zstd"))


def provenance(command: str) -> dict[str, Any]:
    """Where runs of now come from: command, commit, versions, date."""
    versions = {name: metadata.version(name) for name in _PACKAGES}
    return {
        "command": command,
        "commit": _commit(),
        "versions": {"dpcore": dpcore.__version__, "Python": platform.python_version(), **versions},
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
    }


def _commit() -> str:
    """The commit that is checked out, with a + where the code has changed since; "" where git does not know."""
    try:
        commit, changes = (
            subprocess.run(
                ["git", "-C", _ROOT, *words], capture_output=True, text=True, check=True, timeout=10
            ).stdout.strip()
            for words in (["rev-parse", "HEAD"], ["status", "--porcelain", "--", "dpcore", "sweeps/*.py"])
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return commit + ("+" if changes else "")


def _column(values: list[Any]) -> pa.Array:
    """Numbers stay numbers; a column of several kinds becomes text."""
    kinds = {type(value) for value in values if value is not None}
    if kinds <= {int, float}:
        return pa.array([None if value is None else float(value) for value in values], pa.float64())
    return pa.array([None if value is None else str(value) for value in values], pa.string())
