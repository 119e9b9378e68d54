"""Outcomes of participants, which may be any numbers, and the visitor's table of them."""

from collections.abc import Sequence
from dataclasses import dataclass

import dpcore
from dpcore.bounded import Outcomes
from ui.own_table.given import OwnTable, shortened
from ui.reading.asking import Asking
from ui.reading.checks import split_check
from ui.reading.table import Table
from ui.reading.values import read_values, values_in_table

NOTHING = "Choose a file with one row per participant, or look at the example."


@dataclass(frozen=True, eq=False)
class OutcomeRows:
    """Options in the order of their first row, their outcomes, and how many rows one participant has at most.

    whole_names: as given, where `names` are shortened.
    """

    names: tuple[str, ...]
    outcomes: Outcomes
    rows_of_one: int = 1
    whole_names: tuple[str, ...] = ()

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return int(self.outcomes.sizes.sum())


def rows_in(table: Table, asking: Asking) -> OutcomeRows:
    """The outcomes in a table.  Raises: ValueError, one sentence; UnansweredError."""
    found = values_in_table(table, asking)
    outcomes = dpcore.bounded.tabulate_outcomes(found.outcomes)
    return OutcomeRows(shortened(found.names), outcomes, found.rows_of_one, found.names)


def warnings_of(data: OutcomeRows, intended: Sequence[float] | None) -> list[str]:
    """What a statistician would say of the options' numbers of rows.  intended: the split that was meant."""
    return list(filter(None, [split_check(data.names, data.outcomes.sizes.tolist(), intended)]))


OWN = OwnTable("outcome", rows_in, read_values)
