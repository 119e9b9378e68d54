"""What a table's columns hold, as far as it tells their roles."""

import re
from dataclasses import dataclass
from itertools import combinations

import pandas as pd

from ui.reading.numbers import read_number
from ui.reading.table import Table
from ui.reading.words import is_missing, known_pair

MOST_VALUES = 50  # different texts that are kept
MOST_WORDS = 8  # different outcomes of which one can be picked as success
_SAMPLE = 1000

_DATE = re.compile(r"\d{4}[-/.]\d{1,2}([-/.]\d{1,2})?([T ].*)?|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}( .*)?")


@dataclass(frozen=True)
class ColumnFacts:
    """A column's name and what it holds, missing values aside.

    values: its different texts, None if they are more than MOST_VALUES.  is_whole: all may be counts of something.
    """

    name: str
    values: tuple[str, ...] | None
    is_number: bool
    is_whole: bool
    is_date: bool
    largest: float

    @property
    def is_two_valued(self) -> bool:
        """Whether its texts are of one known pair, such as 0 and 1 or yes and no."""
        return bool(self.values) and known_pair(self.values or ()) is not None

    @property
    def holds_pair(self) -> bool:
        """Whether two of a few values are of one known pair, as in yes, no and perhaps."""
        few = self.values if self.values and len(self.values) <= MOST_WORDS else ()
        return any(len(set((known_pair(two) or {}).values())) == 2 for two in combinations(few, 2))

    @property
    def is_zero_one(self) -> bool:
        """Whether it holds 0 and 1 alone."""
        return self.is_two_valued and self.is_number


def facts_of(table: Table) -> tuple[ColumnFacts, ...]:
    """The facts of all columns; of columns with many different texts, from a sample of the rows."""
    return tuple(_facts(name, table.cells[name]) for name in table.names)


def _facts(name: str, column: pd.Series) -> ColumnFacts:
    sample = column.iloc[:: max(1, len(column) // _SAMPLE)]
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
