"""Columns whose cells are merged, as in spreadsheets: a name stands in the first of its rows and in no other one."""

import numpy as np
import pandas as pd

from ui.reading.asking import Asking
from ui.reading.names import shown
from ui.reading.words import is_total

_MANY = 1 / 3  # of the rows: so many without a name are not passed over in silence


def filled_down(column: pd.Series) -> pd.Series:
    """The column with each name in all of its rows."""
    return column.where(column.str.strip() != "").ffill().fillna("")


def is_merged(column: pd.Series) -> bool:
    """Whether every name, totals aside, stands above equally many empty cells, one or more."""
    places = np.flatnonzero(column.str.strip() != "")
    if len(places) < 2 or places[0] or len(places) == len(column):
        return False
    lengths = np.diff([*places, len(column)])
    if len(np.unique(lengths)) > 2:
        return False
    of_options = [length for length, text in zip(lengths, column.iloc[places], strict=True) if not is_total(text)]
    return len(of_options) > 1 and min(of_options) > 1 and len({*of_options}) == 1


def named_rows(column: pd.Series, name: str, asking: Asking) -> pd.Series:
    """The column of options, filled down where its cells are merged; asked about where they may be.

    Raises: UnansweredError.
    """
    empty = column.str.strip() == ""
    rows = int(empty.sum())
    if not rows or bool(empty.iloc[0]):
        return column
    names = column[~empty]
    is_open = names.is_unique or rows >= _MANY * len(column)
    chosen = asking.choose(
        "merged", f"{_no_option(rows)} in column {shown(name)}. Does the option above apply here too?",
        {"above": "Yes, as in merged cells of a spreadsheet", "none": "No: leave out rows that name no option"},
        "above" if is_merged(column) else None if is_open else "none",
    )  # fmt: skip
    if chosen == "none":
        return column
    asking.notes.append(f"{_no_option(rows)} in column {shown(name)}: read as the option above.")
    return filled_down(column)


def _no_option(rows: int) -> str:
    return "1 row names no option" if rows == 1 else f"{rows:,} rows name no option"
