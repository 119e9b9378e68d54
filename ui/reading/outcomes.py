"""One row per participant: which outcomes are successes, which rows count, and how often each option had which."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ui.look.numbers import whole
from ui.reading.asking import Asking
from ui.reading.exclusive import excluding_column, texts_of_one, unanswered_rows
from ui.reading.facts import MOST_WORDS, ColumnFacts
from ui.reading.names import listed, shown
from ui.reading.numbers import Marks, read_number
from ui.reading.options import NONE, read_options
from ui.reading.people import one_row_each, rows_of_people
from ui.reading.roles import Roles
from ui.reading.table import Table
from ui.reading.tally import Tally, counts_in, settled_marks
from ui.reading.words import is_missing, known_pair


def tally_outcomes(table: Table, roles: Roles, facts: Sequence[ColumnFacts], asking: Asking) -> Tally:
    """Successes and trials of rows with one outcome each.  Raises: ValueError, one sentence; UnansweredError."""
    option = read_options(table, roles.option, asking)
    outcomes = _Outcomes(table, roles.outcome, asking)
    marks, weights = _weights(table, roles.weight, asking)
    kept = (option.codes != NONE) & (weights > 0) & ~np.isin(outcomes.texts, outcomes.left_out)[outcomes.codes]
    exclusive = excluding_column(table, roles, facts)
    if exclusive:
        kept &= ~unanswered_rows(table, roles.outcome, exclusive, asking)
    people = rows_of_people(table, roles.person, option.codes, kept, asking) if roles.person else None
    if people and people.most > 1 and one_row_each(people, asking):
        kept &= people.first
    options = len(option.names)
    size = options * len(outcomes.texts)
    places = option.codes[kept] * len(outcomes.texts) + outcomes.codes[kept]
    table_of = np.bincount(places, weights=weights[kept], minlength=size).reshape(options, -1)
    missing = table_of[:, outcomes.missing].sum(axis=1)
    as_failures = missing.sum() > 0 and _missing_are_failures(missing, option.names, roles.outcome, asking)
    successes = table_of[:, outcomes.success].sum(axis=1)
    trials = table_of.sum(axis=1) - (0 if as_failures else missing)
    asking.notes.append(outcomes.said(table_of.sum(axis=0)))
    return Tally(
        option.names, _ints(successes), _ints(trials), int(kept.sum()), _ints(missing),
        outcomes.success_value, outcomes.failure_value, people=people, respelled=option.respelled,
        left_out_texts=outcomes.left_out, success_texts=outcomes.of(True), failure_texts=outcomes.of(False),
        exclusive=exclusive,
        exclusive_texts=texts_of_one(table.cells[exclusive]) if exclusive else (), marks=marks,
    )  # fmt: skip


def _weights(table: Table, name: str, asking: Asking) -> tuple[Marks, NDArray[np.float64]]:
    """For how many participants each row stands, and the marks of these numbers."""
    if not name:
        return Marks(), np.ones(len(table.cells))
    marks = settled_marks(table.cells[name], asking, True)
    return marks, np.nan_to_num(counts_in(table, name, asking, marks))


def _ints(values: NDArray[np.float64]) -> tuple[int, ...]:
    return tuple(int(value) for value in values)


class _Outcomes:
    """The texts of the outcome column, sorted into successes, failures and missing."""

    def __init__(self, table: Table, name: str, asking: Asking) -> None:
        self.name = name
        self.codes, uniques = pd.factorize(table.cells[name])
        self.texts = [str(text).strip() for text in uniques]
        self.missing = np.array([is_missing(text) for text in self.texts])
        values = list(dict.fromkeys(text for text in self.texts if not is_missing(text)))
        others = _neither_of_pair(values)
        values = [value for value in values if value not in others]
        self.left_out = tuple(others) if others and _are_left_out(others, name, asking) else ()
        is_success = _success_of(values, name, asking)
        self.success = np.array([is_success.get(text, False) for text in self.texts], dtype=bool)
        self.success_value = next((text for text, success in is_success.items() if success), "")
        self.failure_value = next((text for text, success in is_success.items() if not success), "")

    def of(self, success: bool) -> tuple[str, ...]:
        """The texts that mean success, or those that mean failure."""
        chosen = self.success if success else ~self.success & ~self.missing
        texts = (text for text, is_chosen in zip(self.texts, chosen, strict=True) if is_chosen)
        return tuple(text for text in dict.fromkeys(texts) if text not in self.left_out)

    def said(self, rows: NDArray[np.float64]) -> str:
        """How many rows hold which value: "retained": TRUE in 2 of 4 rows, FALSE in 2."""
        values = [(text, int(times)) for text, times, missing in zip(self.texts, rows, self.missing, strict=True)
                  if not missing and times]  # fmt: skip
        parts = ", ".join(f"{shown(text)} in {times:,}" for text, times in values[:6])
        return f"Column {shown(self.name)}: {parts or 'no outcome in any'} of {int(rows.sum()):,} rows."


def _neither_of_pair(values: Sequence[str]) -> list[str]:
    """What is left of some values without those of a known pair; nothing if the pair is not among them, or alone."""
    if 2 < len(values) <= MOST_WORDS:
        for success, failure in combinations(values, 2):
            if known_pair([success, failure]) and len(set((known_pair([success, failure]) or {}).values())) == 2:
                return [value for value in values if known_pair([success, failure, value]) is None]
    return []


def _are_left_out(others: Sequence[str], name: str, asking: Asking) -> bool:
    chosen = asking.choose(
        "others", f"Column {shown(name)} also holds {listed(others)}. What do these rows count as?",
        {"left out": "They have no outcome: leave them out", "failures": "They are failures"},
    )  # fmt: skip
    done = "left out" if chosen == "left out" else "counted as failures"
    asking.notes.append(f"{listed(others)} in column {shown(name)}: {done}.")
    return chosen == "left out"


def _success_of(values: Sequence[str], name: str, asking: Asking) -> dict[str, bool]:
    """Which values mean success: of a known pair by its meaning, of others as the visitor says."""
    if not values:
        raise ValueError(f"Column {shown(name)} holds no outcome in any row; choose another column.")
    numbers = [value for value in values[:50] if read_number(value).values]
    if len(values) > MOST_WORDS or (len(values) > 2 and len(numbers) == len(values[:50])):
        kind = "numbers" if len(numbers) == len(values[:50]) else "texts"
        raise ValueError(
            f"Column {shown(name)} holds {len(values):,} different {kind}, and an outcome here is either a success or "
            "a failure; choose another column, or take numbers to the page Own outcomes."
        )
    known = known_pair(values)
    if len(values) == 1:
        options = {values[0]: "It is success", "": "It is failure"}
        clear = None if known is None else values[0] if known[values[0]] else ""
    else:
        others = "the others are failures" if len(values) > 2 else "the other is a failure"
        options = {value: f"{shown(value)}; {others}" for value in values}
        clear = next((value for value in values if known[value]), None) if known else None
    what = f"Does {shown(values[0])} mean" if len(values) == 1 else "Which value means"
    success = asking.choose("success", f"{what} success in column {shown(name)}?", options, clear)
    if known is None or len(values) == 1:
        return {value: value == success for value in values}
    return {value: known[value] == known[success] for value in values}


def _missing_are_failures(missing: NDArray[np.float64], names: Sequence[str], outcome: str, asking: Asking) -> bool:
    total = int(missing.sum())
    by_option = ", ".join(f"{shown(name)} {int(rows):,}" for name, rows in zip(names, missing, strict=True) if rows)
    chosen = asking.choose(
        "missing",
        f"{'1 row has' if total == 1 else f'{whole(total)} rows have'} no outcome in column {shown(outcome)} "
        f"({by_option}). What do they count as?",
        {"left out": "They are left out", "failures": "They count as failures"}, "left out",
    )  # fmt: skip
    asking.notes.append(
        f"{whole(total)} of the rows {'has' if total == 1 else 'have'} no outcome ({by_option}): "
        f"{'counted as failures' if chosen == 'failures' else 'left out'}."
    )
    return chosen == "failures"
