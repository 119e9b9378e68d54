"""The page's runs: one small Parquet file per study in data/, with how it was made; loaded at first use."""

from functools import cache
from pathlib import Path
from typing import Any

import pandas as pd

FOLDER = Path(__file__).parent / "data"


@cache
def load(study: str) -> pd.DataFrame:
    """The table that `python -m benchmarks.published STUDY` has written; do not change it."""
    return pd.read_parquet(FOLDER / f"{study}.parquet")


def provenance(study: str) -> dict[str, Any]:
    """How the table was made: command, commit, made (a date), cpu_minutes (None where not recorded), versions."""
    return dict(load(study).attrs)
