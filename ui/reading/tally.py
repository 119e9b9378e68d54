"""What reading a table comes to, and how its columns of counts are read."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ui.look.numbers import plural
from ui.reading.asking import Asking
from ui.reading.names import shown
from ui.reading.numbers import Marks, column_marks, column_numbers, read_number
from ui.reading.table import Table
from ui.reading.words import is_missing

MOST_COUNTED = 10**12


@dataclass(frozen=True)
class Tally:
    """Successes and trials of each option, and how many rows one person has at most."""

    names: tuple[str, ...]
    successes: tuple[int, ...]
    trials: tuple[int, ...]
    rows_of_one: int = 1


def summary_of(rows: int, options: int, what: str, missing: int = 0, totals: Sequence[str] = ()) -> str:
    """What was read, in one line: 90,189 rows, 2 options, TRUE = success.  totals: what is left out as such."""
    without = f", {missing:,} without an outcome" if missing else ""
    left_out = f", {' and '.join(totals)} left out" if totals else ""
    return f"{rows:,} row{plural(rows)}, {options} options, {what}{without}{left_out}"


def settled_marks(column: pd.Series, asking: Asking, is_count: bool) -> Marks:
    """The marks of a column, or those that the visitor says it has.

    Raises: ValueError, one sentence; UnansweredError.
    """
    found = column_marks(column, is_count)
    if found.mixed:
        first, second = map(shown, found.mixed)
        raise ValueError(f"{first} and {second} use the same marks in different ways; write all numbers the same way.")
    text = found.settled or next(iter(found.unclear), "")
    clear = found.marks.decimal if found.settled else None
    marks = _chosen_marks(text, clear, found.marks, asking) if text else found.marks
    if found.shown and (value := read_number(found.shown, marks).value) is not None:
        asking.notes.append(f"{shown(found.shown)} is read as {value:,.10g}.")
    return marks


def _chosen_marks(text: str, clear: str | None, found: Marks, asking: Asking) -> Marks:
    """The marks by which a text that may mean two numbers means one.  clear: the decimal mark that others settle."""
    read = read_number(text)
    decimal, grouped = (
        next(value for value, marks in zip(read.values, read.marks, strict=True) if bool(marks.decimal) == is_decimal)
        for is_decimal in (True, False)
    )
    mark = next(marks.decimal for marks in read.marks if marks.decimal)
    other = "," if mark == "." else "."
    chosen = asking.choose(
        "marks", f"{shown(text)} may mean {decimal:,.10g} or {grouped:,.10g}. Which is it?",
        {mark: f"{decimal:,.10g}: the mark comes before decimals", other: f"{grouped:,.10g}: it separates thousands"},
        clear,
    )  # fmt: skip
    return found if chosen == clear else Marks(chosen, other if chosen == mark else mark)


def counts_in(table: Table, name: str, marks: Marks) -> NDArray[np.float64]:
    """A column of whole numbers, nan where it is empty.  Raises: ValueError, one sentence that names the row."""
    column = table.cells[name]
    values = column_numbers(column, marks)
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
    return f"{table.source.row} {table.cells.index[row]:,}, {table.source.cell} {shown(name)}"
