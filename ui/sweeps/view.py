"""What is drawn of a sweep: its columns, which of them vary, and the lines that two columns and a split give."""

import math
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from sweeps.reading import SweepTable

CELL = "cell"  # the column that says all that a cell asks
NOTHING = "nothing"
_INTERVALS = {
    "mean samples": ("mean, low", "mean, high"),
    "mean regret": ("mean, low", "mean, high"),
    "share wrong": ("wrong, low", "wrong, high"),
}
_INPUTS_END_WITH = "runs"  # the last column of what a cell asks; its figures follow
MOST_COLOURS = 50
_LOG_FROM = 10.0  # values so many times apart stand on a log axis


@dataclass(frozen=True, eq=False)
class SweepLine:
    """Points in the order of x; low, high: their intervals, None where the figure has none."""

    value: Hashable
    x: list[Any]
    y: list[float]
    low: list[float] | None
    high: list[float] | None


@dataclass(frozen=True, eq=False)
class SweepView:
    """Two columns of a sweep's table, one line for each value of `split` and of whatever else varies.

    only: column -> the one value of it that is drawn.
    """

    name: str
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
        rows = rows[rows[self.y].map(_is_finite)]
        if is_number(rows, self.x):
            rows = rows[rows[self.x].map(_is_finite)].sort_values(self.x, kind="stable")
        split = [] if self.split == NOTHING else [self.split]
        apart = others(self.table.rows, self.x, self.split)
        keys = rows[split + apart].astype(object).where(rows[split + apart].notna(), "none")
        groups: Any = rows.groupby([keys[column] for column in keys], sort=False) if len(keys.columns) else [((), rows)]
        found = [self._line(key[0] if split else self.y, part) for key, part in groups]
        return sorted(found, key=lambda line: _order(line.value))

    @property
    def left_out(self) -> int:
        """How many of the drawn cells have no place in the picture."""
        return len(self.rows) - sum(len(line.x) for line in self.lines)

    def _line(self, value: Hashable, rows: pd.DataFrame) -> SweepLine:
        low, high = _INTERVALS.get(self.y, ("", ""))
        has = low in rows and high in rows
        return SweepLine(
            value,
            rows[self.x].tolist(),
            rows[self.y].tolist(),
            rows[low].tolist() if has else None,
            rows[high].tolist() if has else None,
        )


def drawable(rows: pd.DataFrame) -> pd.DataFrame:
    """The table without the column that is for the snippet."""
    return rows.drop(columns=CELL, errors="ignore")


def columns(rows: pd.DataFrame) -> list[str]:
    """The names of all columns that can stand on an axis."""
    return [str(name) for name in drawable(rows).columns]


def figures(rows: pd.DataFrame) -> list[str]:
    """The names of the columns of numbers, results first."""
    names = columns(rows)
    cut = names.index(_INPUTS_END_WITH) + 1 if _INPUTS_END_WITH in names else 0
    return [name for name in names[cut:] + names[:cut] if is_number(rows, name)]


def varying(rows: pd.DataFrame) -> list[str]:
    """What the cells ask in different ways, leaving out what another column of them says as well."""
    names = columns(rows)
    cut = names.index(_INPUTS_END_WITH) + 1 if _INPUTS_END_WITH in names else len(names)
    found: list[str] = []
    for name in names[:cut]:
        seen = rows[name].map(str)
        if seen.nunique() > 1 and not any(_says(rows[other].map(str), seen) for other in found):
            found.append(name)
    return found


def others(rows: pd.DataFrame, x: str, split: str) -> list[str]:
    """What varies besides x and split."""
    drawn = [rows[column].map(str) for column in (x, split) if column != NOTHING]
    return [column for column in varying(rows) if not any(_says(one, rows[column].map(str)) for one in drawn)]


def splits(rows: pd.DataFrame) -> list[str]:
    """The columns with so few values that each can have a colour."""
    return [column for column in columns(rows) if 1 < rows[column].nunique(dropna=False) <= MOST_COLOURS]


def _says(one: pd.Series, other: pd.Series) -> bool:
    """Whether every value of one column has one value of the other."""
    return one.nunique() == len(set(zip(one, other, strict=True)))


def is_number(rows: pd.DataFrame, name: str) -> bool:
    """Whether a column holds numbers."""
    return bool(pd.api.types.is_numeric_dtype(rows[name]))


def is_log(values: list[Any]) -> bool:
    """Whether these stand on a log axis."""
    return bool(values) and min(values) > 0 and max(values) >= _LOG_FROM * min(values)


def values_of(rows: pd.DataFrame, name: str) -> list[Any]:
    """The values of a column: numbers in order, texts as they come."""
    found: list[Any] = rows[name].dropna().unique().tolist()
    return sorted(found) if is_number(rows, name) else found


def _is_finite(value: Any) -> bool:
    return isinstance(value, int | float | np.number) and math.isfinite(value)


def _order(value: Any) -> tuple[int, float, str]:
    return (0, float(value), "") if isinstance(value, int | float) else (1, 0.0, str(value))
