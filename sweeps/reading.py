"""A sweep's folder as others read it: the table of its cells, where they come from, and its words."""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from sweeps.source import MOST_CELLS, Words, check_words, parsed, quoted

SUMMARY = "summary.parquet"
PLAN = "sweep.toml"
METADATA = b"sweep"
CELL = "cell"  # the column that says all that a cell asks
INTERVALS = {
    "mean samples": ("mean, low", "mean, high"),
    "mean regret": ("mean, low", "mean, high"),
    "share wrong": ("wrong, low", "wrong, high"),
}
COMMITTED = Path(__file__).parent / "committed"
MOST_BYTES = 20 * 2**20  # on disk
MOST_DECODED_BYTES = 100 * 2**20
MOST_COLUMNS = 100
MOST_FOLDERS = 200
LONGEST_TEXT = 1000  # of one cell's value; `cell` may be longer
_LONGEST_NAME = 100
_LONGEST_ORIGIN = 50_000
_ROWS_AT_ONCE = 100
_RUNS = "runs"
_NUMBERS = (pa.types.is_integer, pa.types.is_floating, pa.types.is_boolean, pa.types.is_null)
_ORIGIN = ("command", "commit", "date")


@dataclass(frozen=True, eq=False)
class SweepTable:
    """A sweep's finished cells, a row each, of `cells` altogether; origin: command, commit, versions, date.

    rows: columns of texts and of floats, indexed from 0.
    """

    rows: pd.DataFrame
    cells: int
    origin: dict[str, Any]
    words: Words

    @cached_property
    def kinds(self) -> dict[str, NDArray[np.int64]]:
        """Of each column but `cell` a whole number for each row, the same where the values are; 0 where none is."""
        return {name: pd.factorize(self.rows[name])[0] + 1 for name in self.rows if name != CELL}


def sweep_folders(root: Path) -> dict[str, Path]:
    """The folders of sweeps in a folder, by name, at most MOST_FOLDERS; the folder itself if it is one."""
    try:
        if (root / SUMMARY).is_file():
            return {root.name: root}
        found = [path.parent for path in root.glob(f"*/{SUMMARY}")]
    except OSError:
        return {}
    return {path.name: path for path in sorted(found)[:MOST_FOLDERS]}


def read_sweep(folder: Path) -> SweepTable:
    """What stands in a sweep's folder.  Raises: ValueError, one sentence, when it cannot be read."""
    path = folder / SUMMARY
    try:
        if not path.is_file():
            raise ValueError(f"its {SUMMARY} is not a file")
        if path.stat().st_size > MOST_BYTES:
            raise ValueError(f"its {SUMMARY} is larger than {MOST_BYTES // 2**20} MB")
        with path.open("rb") as content, pq.ParquetFile(content) as file:
            table = _decoded(file)
    except (OSError, pa.ArrowException, UnicodeDecodeError) as error:
        raise ValueError(f"its {SUMMARY} cannot be read") from error
    cells, origin = _origin((table.schema.metadata or {}).get(METADATA, b""), table.num_rows)
    return SweepTable(_rows(table), cells, origin, _words(folder / PLAN))


def _decoded(file: pq.ParquetFile) -> pa.Table:
    """The table, read bit by bit, so that a small file that says the same many times does not fill the memory."""
    said, schema = file.metadata, file.schema_arrow
    if said.num_rows > MOST_CELLS or said.num_columns > MOST_COLUMNS:
        raise ValueError(f"its {SUMMARY} has more than {MOST_CELLS} rows or {MOST_COLUMNS} columns")
    size = sum(said.row_group(group).total_byte_size for group in range(said.num_row_groups))
    batches: list[pa.RecordBatch] = []
    if size <= MOST_DECODED_BYTES:
        size = 0
        for batch in file.iter_batches(_ROWS_AT_ONCE):
            batches.append(batch)
            if (size := size + batch.nbytes) > MOST_DECODED_BYTES:
                break
    if size > MOST_DECODED_BYTES:
        raise ValueError(f"its {SUMMARY} holds more than {MOST_DECODED_BYTES // 2**20} MB once it is read")
    table = pa.Table.from_batches(batches, schema)
    table.validate(full=True)
    return table


def _rows(table: pa.Table) -> pd.DataFrame:
    """The columns, checked: texts, and numbers as floats."""
    if len(set(table.column_names)) < table.num_columns:
        raise ValueError(f"two columns of its {SUMMARY} have the same name")
    needed = {_RUNS, *(end for ends in INTERVALS.values() for end in ends)}
    checked: dict[str, pa.ChunkedArray] = {}
    for name, column in zip(table.column_names, table.columns, strict=True):
        where, kind = f"the column {quoted(name)} of its {SUMMARY}", column.type
        is_text = pa.types.is_string(kind) or pa.types.is_large_string(kind)
        is_number = any(is_of(kind) for is_of in _NUMBERS)
        if len(name) > _LONGEST_NAME:
            raise ValueError(f"the name of {where} has more than {_LONGEST_NAME} characters")
        kinds = "numbers" if name in needed else "texts" if name == CELL else "numbers or texts"
        if not (is_number and "numbers" in kinds) and not (is_text and "texts" in kinds):
            raise ValueError(f"{where} must hold {kinds}, not {quoted(str(kind))[1:-1]}")
        if is_text and name != CELL and (pc.max(pc.utf8_length(column)).as_py() or 0) > LONGEST_TEXT:
            raise ValueError(f"{where} has a text of more than {LONGEST_TEXT} characters")
        checked[name] = column if is_text else column.cast(pa.float64(), safe=False)
    rows = pa.table(checked).to_pandas()
    if _RUNS in rows and not (rows[_RUNS].ge(1) & rows[_RUNS].mod(1).eq(0)).all():
        raise ValueError(f"the column '{_RUNS}' of its {SUMMARY} must hold whole numbers from 1")
    return rows


def _origin(said: bytes, rows: int) -> tuple[int, dict[str, Any]]:
    """How many cells the sweep has, and who made those that are there."""
    try:
        origin = json.loads(said) if len(said) <= _LONGEST_ORIGIN else None
    except (ValueError, RecursionError):
        origin = None
    if not isinstance(origin, dict):
        raise ValueError(f"its {SUMMARY} does not say where it comes from")
    cells, versions = origin.pop("cells", None), origin.get("versions", {})
    if not isinstance(cells, int) or not rows <= cells <= MOST_CELLS:
        raise ValueError(f"its {SUMMARY} says {quoted(cells)} where it should say how many cells the sweep has")
    texts = [origin.get(name, "") for name in _ORIGIN]
    texts += versions.values() if isinstance(versions, dict) else [None]
    if not all(isinstance(text, str) for text in texts):
        raise ValueError(f"its {SUMMARY} does not say in text which command, commit and versions made it")
    return cells, origin


def _words(path: Path) -> Words:
    try:
        return check_words(parsed(path)) if path.is_file() else Words()
    except OSError:
        return Words()
