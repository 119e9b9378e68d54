"""Columns of 0 and 1 that exclude each other, as yes and no do: a row that is 0 in both may be no answer."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ui.reading.asking import Asking
from ui.reading.facts import ColumnFacts
from ui.reading.names import listed, shown
from ui.reading.roles import Roles
from ui.reading.table import Table
from ui.reading.words import are_opposites, is_missing, known_pair, missing_in

_FEWEST_EXPECTED = 5.0  # rows that have 1 in two columns, if the columns had nothing to do with each other


def excluding_column(table: Table, roles: Roles, facts: Sequence[ColumnFacts]) -> str:
    """A column of 0 and 1 that is never 1 where the outcome is, by its name or by more than chance.

    Returns: its name, "" if there is none, or if no row is 0 in both.
    """
    if not any(fact.name == roles.outcome and fact.is_zero_one for fact in facts):
        return ""
    ones = _ones(table.cells[roles.outcome])
    for fact in facts:
        if fact.name in (roles.outcome, roles.option, roles.person) or not fact.is_zero_one:
            continue
        others = _ones(table.cells[fact.name])
        expected = float(ones.sum()) * float(others.sum()) / len(ones)
        is_named = are_opposites(roles.outcome, fact.name) or are_opposites(fact.name, roles.outcome)
        is_exclusive = bool(others.any()) and not (ones & others).any() and not (ones | others).all()
        if is_exclusive and (is_named or expected >= _FEWEST_EXPECTED):
            return fact.name
    return ""


def unanswered_rows(table: Table, outcome: str, other: str, asking: Asking) -> NDArray[np.bool_]:
    """The rows to be left out because they are 0 in both columns; none if these are failures."""
    neither = ~_ones(table.cells[outcome]) & ~_ones(table.cells[other]) & ~missing_in(table.cells[outcome])
    rows = int(neither.sum())
    if not rows:
        return neither
    chosen = asking.choose(
        "neither", f"{rows:,} of {len(neither):,} rows are 0 both in {shown(outcome)} and in {shown(other)}. "
        "Did these participants give no answer, or are they failures?",
        {"left out": "They gave no answer: leave them out", "failures": "They are failures"},
    )  # fmt: skip
    if chosen == "failures":
        return np.zeros(len(neither), dtype=bool)
    asking.notes.append(f"{rows:,} rows that are 0 both in {listed([outcome, other])} are left out.")
    return neither


def _ones(column: pd.Series) -> NDArray[np.bool_]:
    """Where a column holds 1."""
    codes, uniques = pd.factorize(column.str.strip())
    pair = known_pair([text for text in uniques if not is_missing(text)]) or {}
    return np.array([pair.get(text, False) for text in uniques], dtype=bool)[codes]
