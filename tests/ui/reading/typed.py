"""Typed lines as Choose ε reads them, and what was counted."""

from ui.reading.counts import counts_in_table
from ui.reading.reading import read_as
from ui.reading.table import read_typed


def read_typed_counts(text, answers=None):
    """The counts in typed or pasted lines of name, successes and trials."""
    return read_as(lambda: read_typed(text, answers), answers, counts_in_table)


def by_name(reading):
    """Successes and trials of each option."""
    tally = reading.result
    return dict(zip(tally.names, zip(tally.successes, tally.trials, strict=True), strict=True))
