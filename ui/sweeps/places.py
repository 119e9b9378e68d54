"""The sweeps that the page offers: the committed ones, and those in a folder that the server's administrator names."""

import os
from functools import lru_cache
from pathlib import Path

from sweeps.reading import COMMITTED, PLAN, SUMMARY, SweepTable, read_sweep, sweep_folders

FOLDER_VARIABLE = "SWEEPS_FOLDER"  # of the environment in which the server starts
FIRST = "risks"


def offered() -> dict[str, Path]:
    """The folders of the sweeps by the names that visitors choose from, with � for bytes that are not UTF-8."""
    own = os.environ.get(FOLDER_VARIABLE, "")
    found = sweep_folders(Path(own)) if own else {}
    committed = sweep_folders(COMMITTED)
    first = {FIRST: committed.pop(FIRST)} if FIRST in committed else {}
    readable = {os.fsencode(name).decode(errors="replace"): folder for name, folder in found.items()}
    return {**{f"{name} (this server's)": folder for name, folder in readable.items()}, **first, **committed}


def opened(folder: Path) -> SweepTable:
    """The folder's sweep as it is now; read once for all visitors.  Raises: ValueError, one sentence."""
    return _read(folder, _changed(folder / SUMMARY), _changed(folder / PLAN))


@lru_cache(maxsize=8)
def _read(folder: Path, _summary: int, _plan: int) -> SweepTable:
    return read_sweep(folder)


def _changed(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
