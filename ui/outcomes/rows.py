"""Reads a visitor's CSV of one row per participant, (arm, outcome) with any number, and perhaps an id."""

import io
import re
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import dpcore
from dpcore.bounded import Outcomes
from dpcore.bounded.outcomes import LARGEST_OUTCOME
from ui.uploaded import BAD_QUOTATION, checked_name, column_names, delimiter_of, quote, reader_of, text_of

MAX_BYTES = 20 * 2**20  # and server.maxUploadSize, which holds for every file
MOST_ROWS = 10**6
MOST_COLUMNS = 100

_HEADER = "arm,outcome (one row per participant; a column id, if participants have several rows)"
_INSTEAD = "keep the columns arm and outcome only, or a random part of the rows"
_ROLES = {"option": "arm", "participant": "id"}
_TOO_LONG = re.compile(r"Expected (\d+) fields in line (\d+), saw (\d+)")


@dataclass(frozen=True, eq=False)
class OutcomeRows:
    """Options in the order of their first row, their outcomes, and how many rows one participant has at most."""

    names: tuple[str, ...]
    outcomes: Outcomes
    rows_of_one: int = 1

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return int(self.outcomes.sizes.sum())


def read_rows(content: bytes) -> OutcomeRows:
    """The outcomes in a CSV with columns arm and outcome, in any order; others are ignored, but for id.

    Comma, semicolon or tab; UTF-8, or UTF-16 with its mark; at most 20 MB, 10^6 rows and 100 columns.
    Raises: ValueError, one sentence that names the row (the header is row 1) and the column.
    """
    text = text_of(content, MAX_BYTES, _INSTEAD, _HEADER)
    first, names = column_names(reader_of(text), _HEADER)
    header = [_ROLES.get(name.lower(), name.lower()) for name in names]
    _check_header(first, names, header)
    table = _table(text, first, len(header))
    columns = {role: table[header.index(role)] for role in ("arm", "outcome", "id") if role in header}
    blank = (columns["arm"].str.strip() == "") & (columns["outcome"].str.strip() == "")
    numbers = np.flatnonzero(~blank.to_numpy(dtype=bool))  # the places of the rows that hold something
    if numbers.size == 0:
        raise ValueError("The file has a header but no rows below it.")
    if numbers.size > MOST_ROWS:
        raise ValueError(
            f"The file has {numbers.size:,} rows, more than the {MOST_ROWS:,} that can be read; {_INSTEAD}."
        )
    kept = {role: column.iloc[numbers] for role, column in columns.items()}
    rows = numbers + first + 1
    options, codes = _options(kept["arm"], rows)
    values = _numbers(kept["outcome"], rows)
    most = _rows_of_one(kept["id"], rows) if "id" in kept else 1
    order = np.argsort(codes, kind="stable")
    parts = np.split(values[order], np.cumsum(np.bincount(codes))[:-1])
    return OutcomeRows(options, dpcore.bounded.tabulate_outcomes(parts), most)


def _check_header(row: int, names: list[str], header: list[str]) -> None:
    if len(names) > MOST_COLUMNS:
        raise ValueError(
            f"The file has {len(names):,} columns, more than the {MOST_COLUMNS} that can be read; {_INSTEAD}."
        )
    for wanted in ("arm", "outcome"):
        if wanted not in header:
            found = ", ".join(quote(name) for name in names[:4])
            raise ValueError(
                f"Row {row} must be the header {_HEADER}, but it has no column {wanted}: it reads {found}."
            )
    for name in ("arm", "outcome", "id"):
        if header.count(name) > 1:
            raise ValueError(f"Row {row}, the header, names the column {quote(name)} more than once.")


def _table(text: str, first: int, width: int) -> pd.DataFrame:
    """The cells below the header, as text; a row that lacks some has empty ones."""
    try:
        table = pd.read_csv(
            io.StringIO(text), sep=delimiter_of(text), header=None, dtype=str, na_filter=False, skip_blank_lines=False,
            skiprows=first - 1, nrows=MOST_ROWS + 100_000, engine="c",
        )  # fmt: skip
    except pd.errors.ParserError as error:
        if long := _TOO_LONG.search(str(error)):
            raise ValueError(f"Row {long[2]} has {long[3]} cells, but the header has {width} columns.") from error
        raise ValueError(f"The file{BAD_QUOTATION}") from error
    return table.iloc[1:].fillna("")


def _options(column: pd.Series, rows: NDArray[np.int64]) -> tuple[tuple[str, ...], NDArray[np.int64]]:
    """The options' names and every row's option."""
    codes, uniques = pd.factorize(column)
    places: dict[str, int] = {}
    renumbered = np.empty(len(uniques), np.int64)
    for number, name in enumerate(uniques):
        try:
            checked = checked_name(name.strip(), places)
        except ValueError as error:
            raise ValueError(f"Row {rows[np.argmax(codes == number)]}{error}") from error
        renumbered[number] = places.setdefault(checked, len(places))
    if len(places) == 1:
        raise ValueError(f"Column arm holds only one option, {quote(next(iter(places)))}; at least 2 are needed.")
    return tuple(places), renumbered[codes]


def _numbers(column: pd.Series, rows: NDArray[np.int64]) -> NDArray[np.float64]:
    """The outcomes as numbers."""
    values = pd.to_numeric(column, errors="coerce").to_numpy(dtype=np.float64, na_value=np.nan)
    bad = ~(abs(values) <= LARGEST_OUTCOME)
    if not bad.any():
        return values
    place = int(np.argmax(bad))
    cell = column.iloc[place].strip()
    where = f"Row {rows[place]}, column outcome:"
    if not cell:
        raise ValueError(f"{where} the cell is empty; leave the row out if nothing was measured.")
    if abs(values[place]) > LARGEST_OUTCOME and cell[-1].isdigit():  # and not "inf"
        largest = f"{LARGEST_OUTCOME:g}".replace("+", "")
        raise ValueError(f"{where} {quote(cell)} is larger than {largest}, the largest number that can be read.")
    raise ValueError(f"{where} {quote(cell)} is not a number such as 12.5, written with a decimal point.")


def _rows_of_one(column: pd.Series, rows: NDArray[np.int64]) -> int:
    """How many rows a participant has at most."""
    codes, uniques = pd.factorize(column)
    people, names = pd.factorize(uniques.str.strip())
    if "" in names:
        nobody = people[codes] == names.get_loc("")
        raise ValueError(f"Row {rows[np.argmax(nobody)]}, column id: the cell is empty.")
    return int(np.bincount(people[codes]).max())
