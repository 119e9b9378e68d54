"""What reading a table comes to, and how its columns of counts are read."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ui.reading.asking import Asking
from ui.reading.names import shown
from ui.reading.numbers import Marks, column_marks, column_numbers, read_number
from ui.reading.people import People
from ui.reading.table import Table
from ui.reading.words import is_missing

MOST_COUNTED = 10**12


@dataclass(frozen=True)
class Tally:
    """Successes and trials of each option, and what was done on the way.

    rows: how many rows were counted.  missing: of each option, rows without an outcome.  total: the one left out.
    respelled: names as the file has them, with one space between words, whose option is called otherwise.
    exclusive: a column that is never 1 where the outcome is, with those of its texts that mean 1.
    """

    names: tuple[str, ...]
    successes: tuple[int, ...]
    trials: tuple[int, ...]
    rows: int
    missing: tuple[int, ...] = ()
    success_value: str = ""
    failure_value: str = ""
    people: People | None = None
    total: str = ""
    marks: Marks = field(default_factory=Marks)
    is_cumulative: bool = False
    respelled: Mapping[str, str] = field(default_factory=dict)
    success_texts: tuple[str, ...] = ()
    failure_texts: tuple[str, ...] = ()
    left_out_texts: tuple[str, ...] = ()
    exclusive: str = ""
    exclusive_texts: tuple[str, ...] = ()


def settled_marks(column: pd.Series, asking: Asking, is_count: bool) -> Marks:
    """The marks of a column, or those that the visitor says it has.

    Raises: ValueError, one sentence; UnansweredError.
    """
    found = column_marks(column, is_count)
    if found.mixed:
        first, second = map(shown, found.mixed)
        raise ValueError(f"{first} and {second} use the same marks in different ways; write all numbers in one way.")
    if not found.unclear:
        if found.shown:
            value = read_number(found.shown, found.marks).value
            asking.notes.append(f"{shown(found.shown)} is read as {value:,.10g}.")
        return found.marks
    text = found.unclear[0]
    read = read_number(text)
    decimal, grouped = (
        next(value for value, marks in zip(read.values, read.marks, strict=True) if bool(marks.decimal) == is_decimal)
        for is_decimal in (True, False)
    )
    mark = next(marks.decimal for marks in read.marks if marks.decimal)
    other = "," if mark == "." else "."
    chosen = asking.choose(
        "marks", f"{shown(text)} may mean {decimal:,.10g} or {grouped:,.10g}. Which is it?",
        {mark: f"{decimal:,.10g}: the mark stands before decimals", other: f"{grouped:,.10g}: it parts thousands"},
    )  # fmt: skip
    return Marks(chosen, other if chosen == mark else mark)


def counts_in(table: Table, name: str, asking: Asking, marks: Marks | None = None) -> NDArray[np.float64]:
    """A column of whole numbers, nan where it is empty.

    Raises: ValueError, one sentence that names the row; UnansweredError.
    """
    column = table.cells[name]
    known = settled_marks(column, asking, True) if marks is None else marks
    values = column_numbers(column, known)
    wrong = ~((values >= 0) & (values % 1 == 0) & (values <= MOST_COUNTED))
    for row in map(int, np.flatnonzero(wrong)):
        text = column.iloc[row]
        if not is_missing(text):
            raise ValueError(f"{place(table, row, name)}: {_not_a_count(text, float(values[row]))}")
    values[wrong] = np.nan
    percent = column[column.str.contains("%", regex=False)]
    if len(percent):
        row = table.cells.index.get_loc(percent.index[0])
        raise ValueError(f"{place(table, row, name)}: {shown(percent.iloc[0])} is a share; give a count.")
    return values


def _not_a_count(text: str, value: float) -> str:
    if value > MOST_COUNTED:
        return f"{shown(text)} is more than {MOST_COUNTED:,}, the largest number that can be read."
    return f"{shown(text)} is not a whole number of at least 0."


def place(table: Table, row: int, name: str) -> str:
    """Where a cell stands, as the visitor sees it: Row 3, column “retention_7”."""
    return f"{table.source.row} {table.cells.index[row]:,}, column {shown(name)}"
