"""How a sweep is drawn: its columns, which of them vary, and the lines that two columns and a split give."""

import itertools
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from sweeps.reading import CELL, INTERVALS, SweepTable
from ui.look.numbers import general

NOTHING = "nothing"
_INPUTS_END_WITH = "runs"  # the last column of what a cell asks; its figures follow
MOST_COLOURS = 50
_LOG_FROM = 10.0  # values this many times apart are drawn on a log axis


@dataclass(frozen=True, eq=False)
class SweepLine:
    """Points in the order of x; low, high: their intervals, None where the figure has none.

    apart: what distinguishes it from other lines of its value, such as "epsilon 0.1"; empty if there are none.
    """

    value: Hashable
    apart: str
    x: list[Any]
    y: list[float]
    low: list[float] | None
    high: list[float] | None


@dataclass(frozen=True, eq=False)
class SweepView:
    """Two columns of a sweep's table, one line for each value of `split` and of everything else that varies.

    only: column -> its one value that is drawn.
    """

    table: SweepTable
    x: str
    y: str
    split: str
    only: dict[str, Any]

    @cached_property
    def rows(self) -> pd.DataFrame:
        """The cells that are drawn."""
        rows = drawable(self.table.rows)
        for column, value in self.only.items():
            rows = rows[(rows[column] == value) | rows[column].isna()]
        return rows

    @cached_property
    def lines(self) -> list[SweepLine]:
        """The lines, in the order of the split's values; cells without a finite x and y are left out."""
        rows = self.rows
        rows = rows[np.isfinite(rows[self.y])]
        if is_number(rows, self.x):
            rows = rows[np.isfinite(rows[self.x])].sort_values(self.x, kind="stable")
        split = [] if self.split == NOTHING else [self.split]
        line = np.zeros(len(rows), dtype=np.int64)  # which one a cell belongs to
        for column in split + others(self.table, self.x, self.split):
            kinds = self.table.kinds[column]
            line = pd.factorize(line * (kinds.max() + 1) + kinds[rows.index])[0]
        order = np.argsort(line, kind="stable")
        rows = rows.iloc[order]
        values = rows[self.split].astype(object).where(rows[self.split].notna(), "none").tolist() if split else []
        several = [name for name in others(self.table, self.x, self.split) if name not in self.only]
        apart = [rows[name].tolist() for name in several]
        interval = INTERVALS.get(self.y, ())
        ends_of = interval if set(interval) <= set(self.table.rows) else ()
        drawn = [rows[name].tolist() for name in (self.x, self.y, *ends_of)]
        starts = np.flatnonzero(np.diff(line[order], prepend=-1)).tolist()
        found: list[SweepLine] = []
        for start, end in itertools.pairwise([*starts, len(rows)]):
            x, y, *ends = (column[start:end] for column in drawn)
            low, high = ends or (None, None)
            told = ", ".join(f"{name} {said(each[start])}" for name, each in zip(several, apart, strict=True))
            found.append(SweepLine(values[start] if values else self.y, told, x, y, low, high))
        return sorted(found, key=lambda line: _order(line.value))

    @property
    def left_out(self) -> int:
        """How many of the drawn cells have no place in the picture."""
        return len(self.rows) - sum(len(line.x) for line in self.lines)


def drawable(rows: pd.DataFrame) -> pd.DataFrame:
    """The table without the column that is for the snippet."""
    return rows.drop(columns=CELL, errors="ignore")


def columns(rows: pd.DataFrame) -> list[str]:
    """The names of all columns that can stand on an axis: those that say something."""
    return [name for name in drawable(rows).columns if rows[name].notna().any()]


def figures(rows: pd.DataFrame) -> list[str]:
    """The names of the columns of numbers, some of them finite, results first."""
    names = columns(rows)
    cut = names.index(_INPUTS_END_WITH) + 1 if _INPUTS_END_WITH in names else 0
    return [name for name in names[cut:] + names[:cut] if is_number(rows, name) and np.isfinite(rows[name]).any()]


def varying(table: SweepTable) -> list[str]:
    """What the cells ask in different ways, leaving out what another column of them says as well."""
    names = columns(table.rows)
    cut = names.index(_INPUTS_END_WITH) + 1 if _INPUTS_END_WITH in names else len(names)
    found: list[str] = []
    for name in names[:cut]:
        seen = table.kinds[name]
        if (seen != seen[:1]).any() and not any(_says(table.kinds[other], seen) for other in found):
            found.append(name)
    return found


def others(table: SweepTable, x: str, split: str) -> list[str]:
    """What varies besides x and split."""
    drawn = [table.kinds[column] for column in (x, split) if column != NOTHING]
    return [column for column in varying(table) if not any(_says(one, table.kinds[column]) for one in drawn)]


def splits(rows: pd.DataFrame) -> list[str]:
    """The columns with so few values that each can have a colour."""
    return [column for column in columns(rows) if 1 < rows[column].nunique(dropna=False) <= MOST_COLOURS]


def _says(one: NDArray[np.int64], other: NDArray[np.int64]) -> bool:
    """Whether every kind of one column has one kind of the other."""
    last = np.zeros(one.max() + 1, dtype=np.int64)
    last[one] = other
    return bool((last[one] == other).all())


def is_number(rows: pd.DataFrame, name: str) -> bool:
    """Whether a column holds numbers."""
    return bool(pd.api.types.is_numeric_dtype(rows[name]))


def is_log(values: list[Any]) -> bool:
    """Whether these are drawn on a log axis."""
    return bool(values) and min(values) > 0 and max(values) >= _LOG_FROM * min(values)


def values_of(rows: pd.DataFrame, name: str) -> list[Any]:
    """The values of a column: numbers in order, texts as they come."""
    found: list[Any] = rows[name].dropna().unique().tolist()
    return sorted(found) if is_number(rows, name) else found


def said(value: object) -> str:
    """A value as people read it."""
    return general(value) if isinstance(value, int | float) else str(value)


def _order(value: Any) -> tuple[int, float, str]:
    return (0, float(value), "") if isinstance(value, int | float) else (1, 0.0, str(value))
