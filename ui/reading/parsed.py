"""Rows of text as pandas parses them, bounded in number and width; the rows below a header, tidied."""

import csv
import io
import re
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from ui.reading.dialect import MOST_COLUMNS, is_beside, sample_rows
from ui.reading.names import clean_name, shown
from ui.reading.text import WAY_OUT

MOST_ROWS = 2 * 10**6

_TOO_WIDE = re.compile(r"Expected (\d+) fields in line (\d+), saw (\d+)")
_ABOVE = 1000  # rows that may stand above the data, or be no data
_QUOTATION = "The file has a quotation mark that is not closed."
_NO_ROWS = "The rows of this file cannot be told apart; save the table as CSV (UTF-8)."


def parsed_cells(text: str, delimiter: str) -> pd.DataFrame:
    """All rows of a text, as texts; a row may be longer than the first ones by a few cells.

    Raises: ValueError, one sentence.
    """
    width = max(map(len, sample_rows(text, delimiter)), default=1) or 1
    check_width(width)
    content = text.encode()  # a buffer of text would take four bytes for each letter
    row, saw = 0, width
    for _ in range(4):
        try:
            cells = pd.read_csv(
                io.BytesIO(content), sep=delimiter or "\x1f", header=None, names=range(width), dtype=str,
                na_filter=False, skip_blank_lines=False, skipinitialspace=delimiter == " ",
                nrows=MOST_ROWS + _ABOVE, engine="c",
            )  # fmt: skip
            return cells.fillna("")
        except pd.errors.ParserError as error:
            long = _TOO_WIDE.search(str(error))
            if not long:
                raise ValueError(_QUOTATION if "EOF" in str(error) else _NO_ROWS) from error
            row, saw = int(long[2]), int(long[3])
            if saw > min(MOST_COLUMNS, 2 * width + 20):
                raise ValueError(f"Row {row:,} has {saw:,} cells, but the rows above have {width:,}.") from error
            width = saw
        except (csv.Error, OverflowError, MemoryError) as error:
            raise ValueError(_NO_ROWS) from error
    raise ValueError(f"The rows become longer and longer; row {row:,} has {saw:,} cells.")


def check_rows(cells: pd.DataFrame) -> None:
    """Raises: ValueError, one sentence, if there are more rows of data than can be read."""
    if len(cells) > MOST_ROWS:
        raise ValueError(f"The file has more than the {MOST_ROWS:,} rows that can be read; {WAY_OUT}.")


def check_width(width: int) -> None:
    """Raises: ValueError, one sentence, if there are more columns than can be read."""
    if width > MOST_COLUMNS:
        raise ValueError(
            f"The file has more than the {MOST_COLUMNS:,} columns that can be read; keep those that matter."
        )


def distinct_names(cells: Sequence[str]) -> list[str]:
    """Names for all columns: what the header says, column 3 where it says nothing, a number where it repeats itself.

    Raises: ValueError, one sentence, if a name holds a control or direction override.
    """
    names: dict[str, None] = {}
    for place, cell in enumerate(cells, start=1):
        try:
            name = clean_name(cell) or f"column {place}"
        except ValueError as error:
            raise ValueError(f"The name of column {place}, {shown(cell)}, {error}") from error
        unique, repeats = name, 2
        while unique in names:
            unique, repeats = f"{name} ({repeats})", repeats + 1
        names[unique] = None
    return list(names)


def without_blank_rows(cells: pd.DataFrame) -> pd.DataFrame:
    """The rows that hold something, and are no comment or rule."""
    rows = cells[cells.iloc[:, 0].str.strip().str[:1].isin(["", *"-=:+|#"])]
    texts = rows.to_numpy(dtype=object).tolist()
    blank = [is_beside(row) or not any(cell.strip() for cell in row) for row in texts]
    return cells.drop(index=rows.index[np.array(blank, dtype=bool)])


def repeated_headers(cells: pd.DataFrame, header: Mapping[str, str]) -> pd.Index:
    """The rows that say the header again, as in files that were put together."""
    first = cells.columns[0]
    rows = cells[cells[first] == header[first]]
    if not len(rows) or cells.shape[1] < 2:
        return rows.index[:0]
    again = pd.concat([rows[name] == header[name] for name in cells.columns], axis=1).all(axis=1)
    return rows.index[again]
