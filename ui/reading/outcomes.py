"""One row per participant: which outcomes are successes, which rows count, and how often each option had which."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ui.reading.asking import Asking
from ui.reading.exclusive import excluding_column, unanswered_rows
from ui.reading.facts import MOST_WORDS, ColumnFacts
from ui.reading.names import shown
from ui.reading.numbers import read_number
from ui.reading.options import read_options
from ui.reading.participants import (
    PER_PERSON,
    left_out_others,
    missing_count,
    neither_of_pair,
    rows_of_people,
    with_outcomes,
)
from ui.reading.roles import Roles
from ui.reading.table import Table
from ui.reading.tally import Tally, summary_of
from ui.reading.totals import weights_of
from ui.reading.words import is_missing, known_pair

_FAILURES = ("failures", "They are failures", "counted as failures")  # what values beside a known pair may be


def tally_outcomes(table: Table, roles: Roles, facts: Sequence[ColumnFacts], asking: Asking) -> Tally:
    """Successes and trials of rows with one outcome each.  Raises: ValueError, one sentence; UnansweredError."""
    option = read_options(table, roles.option, asking, others=[roles.outcome])
    weights, named = weights_of(table, roles, option.codes, asking)
    outcomes = _Outcomes(table, roles.outcome, named, asking)
    kept = named & ~np.isin(outcomes.texts, outcomes.left_out)[outcomes.codes]
    exclusive = excluding_column(table, roles, facts)
    if exclusive:
        kept &= ~unanswered_rows(table, roles.outcome, exclusive, asking)
    most, kept = rows_of_people(table, roles.person, option.codes, kept, PER_PERSON, asking)
    options = len(option.names)
    size = options * len(outcomes.texts)
    places = option.codes[kept] * len(outcomes.texts) + outcomes.codes[kept]
    table_of = np.bincount(places, weights=weights[kept], minlength=size).reshape(options, -1)
    missing = table_of[:, outcomes.missing].sum(axis=1)
    as_failures = missing_count(missing, option.names, roles.outcome, "failures", "failures", outcomes.vary, asking)
    successes = table_of[:, outcomes.success].sum(axis=1)
    trials = table_of.sum(axis=1) - (0 if as_failures else missing)
    asking.notes.append(outcomes.said(table_of.sum(axis=0)))
    left = with_outcomes(option.names, trials, asking)
    asking.summary = summary_of(int(kept.sum()), len(left), outcomes.meant, int(missing.sum()))
    return Tally(
        tuple(option.names[place] for place in left), tuple(int(successes[place]) for place in left),
        tuple(int(trials[place]) for place in left), most,
    )  # fmt: skip


class _Outcomes:
    """The texts of the outcome column in rows that name an option, sorted into successes, failures and missing."""

    def __init__(self, table: Table, name: str, named: NDArray[np.bool_], asking: Asking) -> None:
        self.name = name
        self.codes, uniques = pd.factorize(table.cells[name])
        self.texts = [str(text).strip() for text in uniques]
        self.missing = np.array([is_missing(text) for text in self.texts])
        seen = np.bincount(self.codes[named], minlength=len(self.texts)) > 0
        values = list(dict.fromkeys(text for text, is_seen in zip(self.texts, seen, strict=True)
                                    if is_seen and not is_missing(text)))  # fmt: skip
        others = neither_of_pair(values)
        values = [value for value in values if value not in others]
        self.vary = len(values) > 1
        self.left_out = tuple(others) if others and left_out_others(others, name, _FAILURES, asking) else ()
        is_success = _success_of(values, name, asking)
        self.success = np.array([is_success.get(text, False) for text in self.texts], dtype=bool)
        meant, success = next(iter(sorted(is_success.items(), key=lambda item: not item[1])))
        self.meant = f"{meant} = {'success' if success else 'failure'}"

    def said(self, rows: NDArray[np.float64]) -> str:
        """How many rows hold which value: "retained": TRUE in 2 of 4 rows, FALSE in 2."""
        values = [(text, int(times)) for text, times, missing in zip(self.texts, rows, self.missing, strict=True)
                  if not missing and times]  # fmt: skip
        parts = ", ".join(f"{shown(text)} in {times:,}" for text, times in values[:6])
        return f"Column {shown(self.name)}: {parts or 'no outcome in any'} of {int(rows.sum()):,} rows."


def _success_of(values: Sequence[str], name: str, asking: Asking) -> dict[str, bool]:
    """Which values mean success: by its meaning for a known pair, else as the visitor says."""
    if not values:
        raise ValueError(f"Column {shown(name)} has no outcome in any row; choose another column.")
    numbers = [value for value in values[:50] if read_number(value).values]
    if len(values) > MOST_WORDS or (len(values) > 2 and len(numbers) == len(values[:50])):
        kind = "numbers" if len(numbers) == len(values[:50]) else "texts"
        raise ValueError(
            f"Column {shown(name)} holds {len(values):,} different {kind}, but an outcome here is either a success or "
            "a failure; choose another column, or compare numbers on the Numeric outcomes page."
        )
    known = known_pair(values)
    if len(values) == 1:
        options = {values[0]: "Yes, it is a success", "": "No, it is a failure"}
        clear = None if known is None else values[0] if known[values[0]] else ""
    else:
        others = "the others are failures" if len(values) > 2 else "the other is a failure"
        options = {value: f"{shown(value)}; {others}" for value in values}
        clear = next((value for value in values if known[value]), None) if known else None
    asked = f"does {shown(values[0])} mean success" if len(values) == 1 else "which value means success"
    success = asking.choose("success", f"In column {shown(name)}, {asked}?", options, clear)
    if known is None or len(values) == 1:
        return {value: value == success for value in values}
    return {value: known[value] == known[success] for value in values}
