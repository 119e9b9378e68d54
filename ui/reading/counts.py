"""Reads a table into successes and trials of each option: says all it did, and asks where two readings are possible."""

from collections.abc import Mapping

from ui.reading.asking import Asking
from ui.reading.counted import tally_columns, tally_counts
from ui.reading.facts import facts_of
from ui.reading.names import shown
from ui.reading.outcomes import tally_outcomes
from ui.reading.reading import ReadSoFar, read_as
from ui.reading.roles import roles_of
from ui.reading.table import Table, read_table
from ui.reading.tally import Tally
from ui.reading.turned import upright
from ui.reading.typed import TYPED_ROW, WANTED


def read_counts(content: bytes, answers: Mapping[str, str] | None = None) -> ReadSoFar[Tally]:
    """The counts in a visitor's file.  answers: of questions and choices, by their id."""
    return read_as(lambda: read_table(content, answers), answers, counts_in_table)


def counts_in_table(table: Table, asking: Asking) -> Tally:
    """The counts in a table.  Raises: ValueError, one sentence that says what to change; UnansweredError."""
    table = upright(table, asking)
    facts = facts_of(table)
    roles = roles_of(table, facts, asking)
    if roles.shape == "outcomes":
        tally = tally_outcomes(table, roles, facts, asking)
    elif roles.shape == "wide":
        tally = tally_columns(table, roles, asking)
    else:
        tally = tally_counts(table, roles, asking)
    if len(tally.names) > 1:
        return tally
    where = f"Column {shown(roles.option)}" if roles.option else "The file"
    if not tally.names:
        raise ValueError(f"{where} holds no option with an outcome; choose another column.")
    if table.source.row == TYPED_ROW:
        advice = f". {WANTED}"
    else:
        advice = (
            "; if each option has a separate file, put the rows into one file, with a column that names the option."
        )
    raise ValueError(f"{where} holds only one option, {shown(tally.names[0])}, but at least 2 are needed{advice}")
