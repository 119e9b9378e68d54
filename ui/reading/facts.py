"""What a table's columns hold, as far as it tells their roles."""

import re
from dataclasses import dataclass
from itertools import combinations

import pandas as pd

from ui.reading.hints import hint
from ui.reading.numbers import read_number
from ui.reading.table import Table
from ui.reading.words import is_missing, known_pair

MOST_VALUES = 50  # different texts that are kept
MOST_WORDS = 8  # different outcomes of which one can be picked as success
MOST_CODES = 3  # different numbers of which two can be 1 and 0, and another one says that there is no outcome
_SAMPLE = 1000
_FEWEST_NUMBERED = 5  # rows from which it is no coincidence that a column counts 1, 2, 3, ...
_HELD = ("option", "outcome", "successes", "trials", "failures", "weight", "date", "person")

_DATE = re.compile(r"\d{4}[-/.]\d{1,2}([-/.]\d{1,2})?([T ].*)?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}( .*)?")


@dataclass(frozen=True)
class ColumnFacts:
    """A column's name and what it holds, missing values aside.

    values: its different texts, None if they are more than MOST_VALUES; none of a column that only numbers the rows.
    is_whole: all may be counts of something.
    """

    name: str
    values: tuple[str, ...] | None
    is_number: bool
    is_whole: bool
    is_date: bool
    largest: float

    @property
    def is_two_valued(self) -> bool:
        """Whether its texts are one known pair, such as 0 and 1 or yes and no."""
        return bool(self.values) and known_pair(self.values or ()) is not None

    @property
    def holds_pair(self) -> bool:
        """Whether two of its few values are a known pair, as in yes, no and perhaps."""
        most = MOST_CODES if self.is_number else MOST_WORDS
        few = self.values if self.values and len(self.values) <= most else ()
        return any(len(set((known_pair(two) or {}).values())) == 2 for two in combinations(few, 2))

    @property
    def is_zero_one(self) -> bool:
        """Whether it holds only 0 and 1."""
        return self.is_two_valued and self.is_number


def facts_of(table: Table) -> tuple[ColumnFacts, ...]:
    """The facts of all columns; of columns with many different texts, from a sample of the rows."""
    return tuple(_facts(name, table.cells[name]) for name in table.names)


def _facts(name: str, column: pd.Series) -> ColumnFacts:
    step = max(1, len(column) // _SAMPLE)
    sample = column.iloc[::step]
    if _numbers_rows(name, sample, step):
        return ColumnFacts(name, (), False, False, False, 0.0)
    texts = sample.unique()
    few = len(texts) <= MOST_VALUES
    if few and len(sample) < len(column):
        texts = column.unique()
        few = len(texts) <= MOST_VALUES
    kept = [text for text in texts[:_SAMPLE] if not is_missing(text)]
    reads = [read_number(text) for text in kept]
    is_number = bool(kept) and all(read.values for read in reads)
    return ColumnFacts(
        name,
        tuple(dict.fromkeys(text.strip() for text in kept)) if few else None,
        is_number,
        is_number and all(any(value >= 0 and value % 1 == 0 for value in read.values) for read in reads),
        bool(kept) and not is_number and all(_DATE.fullmatch(text.strip()[:40]) for text in kept),
        max((max(read.values) for read in reads if read.values), default=0),
    )


def _numbers_rows(name: str, sample: pd.Series, step: int) -> bool:
    """Whether a column only numbers the rows: one by one, or in any order where its name says so.

    step: how far apart the rows of the sample stand.
    """
    if len(sample) < _FEWEST_NUMBERED or not sample.str.fullmatch("[0-9]{1,9}").all():
        return False
    numbers = sample.astype("int64")
    one_by_one = numbers.iloc[0] in (0, 1) and bool((numbers.diff().iloc[1:] == step).all())
    return (one_by_one and not any(hint(role, name) for role in _HELD)) or (hint("row", name) > 1 and numbers.is_unique)
