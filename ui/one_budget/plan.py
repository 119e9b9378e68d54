"""The plan that a visitor edits: analyses of the same people, as text in the link and as rows of a table."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from dpcore.choosing import Analysis
from ui.arms import names as arm_names
from ui.look.literal import quoted
from ui.reading.asking import FileQuestion
from ui.reading.columns import read_box, read_rates
from ui.state.keys import ARMS_RANGE

MOST_ANALYSES = 20
COUNT_LIMITS = {"runs a year": (1, 1000), "years": (1, 50), "outcomes per person": (1, 1000)}
COLUMNS = ("analysis", "runs a year", "years", "rates in %", "outcomes per person")
_RATE_LIMITS = (0.01, 99.99)  # per cent
_SMALLEST_LEAD = 0.01  # points
_LONGEST_CELL = 200  # characters
NEW_ROW = ("new analysis", "1", "1", "50, 45", "1")
_AS_PER_CENT = {"percent": "percent"}  # the numbers in a link are per cent, even below 1
OPENING_TEXT = "recovery~1~3~62, 55~1_side effects~2~3~8, 6~1_sleep diary~1~3~50, 45~7"


@dataclass(frozen=True)
class PlannedAnalysis:
    """A row: an analysis that runs a number of times a year for years; rates: of its options, in per cent.

    rows: outcomes that one person gives in one run.
    """

    name: str
    a_year: int
    years: int
    rates: tuple[float, ...]
    rows: int

    @property
    def runs(self) -> int:
        """How many runs the same person can be in."""
        return self.a_year * self.years

    @property
    def analysis(self) -> Analysis:
        """What dpcore shares epsilon among."""
        return Analysis(tuple(rate / 100 for rate in self.rates), self.runs, self.rows)

    @property
    def cells(self) -> tuple[str, ...]:
        """The row's texts, in the order of COLUMNS."""
        rates = ", ".join(f"{rate:.10g}" for rate in self.rates)
        return self.name, str(self.a_year), str(self.years), rates, str(self.rows)


Plan = tuple[PlannedAnalysis, ...]
Answers = Callable[[str], Mapping[str, str]]  # about the rates in a cell


class OpenRatesError(ValueError):
    """A cell's rates may mean two things."""

    def __init__(self, sentence: str, cell: str, question: FileQuestion) -> None:
        super().__init__(sentence)
        self.cell, self.question = cell, question


def parsed(text: str) -> Plan:
    """The plan of a link or box: rows with _ between, their cells with ~; or a ValueError that says what is wrong."""
    if len(text) > MOST_ANALYSES * len(COLUMNS) * _LONGEST_CELL:
        raise ValueError(f"The plan must be shorter than {len(text):,} characters")
    return _plan([row.split("~") for row in text.split("_") if row.strip()], lambda _: _AS_PER_CENT)


def as_text(plan: Plan) -> str:
    """The plan for a link, which `parsed` reads."""
    return "_".join("~".join(row.cells) for row in plan)


def as_table(plan: Plan) -> pd.DataFrame:
    """The rows to edit."""
    whole = {name: "int64" for name in COUNT_LIMITS}
    return pd.DataFrame([row.cells for row in plan], columns=list(COLUMNS)).astype(whole)


def edited(base: Plan, edits: Mapping[str, Any], answers: Mapping[str, Mapping[str, str]]) -> Plan:
    """The plan after the edits of the table, as st.data_editor tells them, or a ValueError.

    answers: what the visitor has answered about the rates in a cell, by its text.
    """
    settled = {row.cells[COLUMNS.index("rates in %")]: _AS_PER_CENT for row in base}
    rows: list[list[Any]] = [list(row.cells) for row in base]
    for place, change in edits.get("edited_rows", {}).items():
        if 0 <= int(place) < len(rows):
            rows[int(place)] = [change.get(name, cell) for name, cell in zip(COLUMNS, rows[int(place)], strict=True)]
    deleted = {int(place) for place in edits.get("deleted_rows", [])}
    rows = [row for place, row in enumerate(rows) if place not in deleted]
    for added in edits.get("added_rows", [])[: MOST_ANALYSES + 1]:
        rows.append([added.get(name, cell) for name, cell in zip(COLUMNS, NEW_ROW, strict=True)])
    texts = [["" if cell is None else str(cell) for cell in row] for row in rows]
    return _plan(texts, lambda cell: answers.get(cell, settled.get(cell, {})))


def _plan(rows: Sequence[Sequence[str]], answers: Answers) -> Plan:
    if not 1 <= len(rows) <= MOST_ANALYSES:
        raise ValueError(f"The plan needs 1 to {MOST_ANALYSES} analyses, not {len(rows):,}")
    return tuple(_row(place, row, answers) for place, row in enumerate(rows, start=1))


def _row(place: int, cells: Sequence[str], answers: Answers) -> PlannedAnalysis:
    if len(cells) != len(COLUMNS):
        raise ValueError(f"Analysis {place} needs {len(COLUMNS)} entries ({', '.join(COLUMNS)}), not {len(cells):,}")
    texts = dict(zip(COLUMNS, (cell.strip()[: _LONGEST_CELL + 1] for cell in cells), strict=True))
    (name,) = arm_names.checked([texts["analysis"]], 1, f"The name of analysis {place}") or (f"analysis {place}",)
    counts = {column: _count(place, column, texts[column]) for column in COUNT_LIMITS}
    rates = _rates(place, texts["rates in %"], answers)
    return PlannedAnalysis(name, counts["runs a year"], counts["years"], rates, counts["outcomes per person"])


def _count(place: int, column: str, text: str) -> int:
    try:
        return int(read_box(text, *COUNT_LIMITS[column], whole=True))
    except ValueError as error:
        raise ValueError(f"“{column}” of analysis {place}: {_inner(error)}") from error


def _inner(error: Exception | str) -> str:
    return str(error).removesuffix(".")


def _rates(place: int, text: str, answers: Answers) -> tuple[float, ...]:
    what = f"“rates in %” of analysis {place}"
    reading = read_rates(text, answers(text))
    if reading.question is not None:
        raise OpenRatesError(f"{what}: {reading.question.text}", text, reading.question)
    if reading.found is None:
        raise ValueError(f"{what}: {_inner(reading.problem)}")
    rates = reading.found
    if not ARMS_RANGE[0] <= len(rates) <= ARMS_RANGE[1]:
        raise ValueError(
            f"{what} must be {ARMS_RANGE[0]} to {ARMS_RANGE[1]} numbers, one per option, not {quoted(text)}"
        )
    if not all(_RATE_LIMITS[0] <= rate <= _RATE_LIMITS[1] for rate in rates):
        raise ValueError(f"{what} must be between {_RATE_LIMITS[0]} and {_RATE_LIMITS[1]}, not {quoted(text)}")
    best, second = sorted(rates)[:-3:-1]
    if best - second < _SMALLEST_LEAD * (1 - 1e-9):
        raise ValueError(
            f"{what} must have one rate that leads all others by {_SMALLEST_LEAD} points or more, not {quoted(text)}"
        )
    return rates
