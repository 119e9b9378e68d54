"""Typed lines as Choose ε reads them."""

from ui.reading.counts import counts_in_table
from ui.reading.reading import read_as
from ui.reading.table import read_typed


def read_typed_counts(text, answers=None):
    """The counts in typed or pasted lines of name, successes and trials."""
    return read_as(lambda: read_typed(text, answers), answers, counts_in_table)
