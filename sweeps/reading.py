"""A sweep's folder as others read it: the table of its cells, where they come from, and its words."""

import json
import operator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from sweeps.source import MOST_CELLS, Words, check_words, parsed

SUMMARY = "summary.parquet"
PLAN = "sweep.toml"
METADATA = b"sweep"
COMMITTED = Path(__file__).parent / "committed"
MOST_BYTES = 20 * 2**20
MOST_COLUMNS = 100
MOST_FOLDERS = 200


@dataclass(frozen=True, eq=False)
class SweepTable:
    """A sweep's finished cells, a row each, of `cells` altogether; origin: command, commit, versions, date."""

    rows: pd.DataFrame
    cells: int
    origin: dict[str, Any]
    words: Words


def sweep_folders(root: Path) -> dict[str, Path]:
    """The folders of sweeps in a folder, by name, at most MOST_FOLDERS; the folder itself if it is one."""
    if (root / SUMMARY).is_file():
        return {root.name: root}
    try:
        found = [path.parent for path in root.glob(f"*/{SUMMARY}")]
    except OSError:
        return {}
    return {path.name: path for path in sorted(found)[:MOST_FOLDERS]}


def read_sweep(folder: Path) -> SweepTable:
    """What stands in a sweep's folder.  Raises: ValueError, one sentence, when it cannot be read."""
    path = folder / SUMMARY
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ValueError(f"its {SUMMARY} is larger than {MOST_BYTES // 2**20} MB")
        with pq.ParquetFile(path) as file:
            if file.metadata.num_rows > MOST_CELLS or file.metadata.num_columns > MOST_COLUMNS:
                raise ValueError(f"its {SUMMARY} has more than {MOST_CELLS} rows or {MOST_COLUMNS} columns")
            table = file.read()
        if not all(map(_is_plain, table.schema.types)) or len(set(table.column_names)) < table.num_columns:
            raise ValueError(f"its {SUMMARY} has columns that share a name or are neither numbers nor text")
        # Without what pandas itself notes in a file: an index, and types of its own.
        rows = table.replace_schema_metadata(None).to_pandas()
        said = json.loads(table.schema.metadata[METADATA])
        cells = operator.index(said.pop("cells"))
    except (OSError, pa.ArrowException, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"its {SUMMARY} cannot be read") from error
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"its {SUMMARY} does not say where it comes from") from error
    return SweepTable(rows, cells, said, _words(folder / PLAN))


def _is_plain(kind: pa.DataType) -> bool:
    is_number = pa.types.is_floating(kind) or pa.types.is_integer(kind) or pa.types.is_boolean(kind)
    return is_number or pa.types.is_string(kind) or pa.types.is_large_string(kind)


def _words(path: Path) -> Words:
    try:
        return check_words(parsed(path))
    except OSError:
        return Words()
