"""Reads a table of one row per participant with any number as its outcome: option, outcome and perhaps a person."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dpcore.bounded.outcomes import LARGEST_OUTCOME
from ui.reading.asking import Asking
from ui.reading.facts import ColumnFacts, facts_of
from ui.reading.hints import hint
from ui.reading.names import listed, shown
from ui.reading.numbers import column_numbers, read_number
from ui.reading.options import NONE, read_options
from ui.reading.participants import missing_count, rows_of_people, with_outcomes
from ui.reading.reading import ReadSoFar, read_as
from ui.reading.roles import MOST_OPTIONS, Roles, pick, pick_option, pick_person
from ui.reading.table import Table, read_table
from ui.reading.tally import place, settled_marks, summary_of
from ui.reading.words import known_pair, missing_in


@dataclass(frozen=True, eq=False)
class NumberedOutcomes:
    """The outcomes of each option in the file's order, and how many rows one person has at most."""

    names: tuple[str, ...]
    outcomes: tuple[NDArray[np.float64], ...]
    rows_of_one: int = 1


def read_values(content: bytes, answers: Mapping[str, str] | None = None) -> ReadSoFar[NumberedOutcomes]:
    """The numbers in a visitor's file.  answers: of questions and choices, by their id."""
    return read_as(lambda: read_table(content, answers), answers, values_in_table)


def values_in_table(table: Table, asking: Asking) -> NumberedOutcomes:
    """The numbers in a table.  Raises: ValueError, one sentence that says what to change; UnansweredError."""
    roles = _roles(table, facts_of(table), asking)
    values = _wide(table, roles, asking) if roles.shape == "wide" else _values(table, roles, asking)
    if len(values.names) < 2:
        raise ValueError(
            f"The file holds outcomes of {listed(values.names) or 'no option'} only; 2 options are needed."
        )
    return values


def _roles(table: Table, facts: Sequence[ColumnFacts], asking: Asking) -> Roles:
    numbers = [fact for fact in facts if fact.is_number and hint("person", fact.name) < 2]
    if len(facts) > 1 and len(numbers) == len(facts) and not any(hint("option", fact.name) for fact in facts):
        shape = asking.choose(
            "shape", f"What does a row of this file say? Its columns are {listed(table.names, 6)}.",
            {"outcomes": "One row per participant: one column names the option, another holds the outcome",
             "wide": f"Each column is an option, with an outcome in each row: {listed(table.names)}"},
        )  # fmt: skip
        if shape == "wide":
            return Roles("wide", options=table.names)
    named = [fact.name for fact in facts if _may_be_outcome(fact) and hint("outcome", fact.name) > 1]
    option = pick_option(table, facts, named, asking)
    rest = [fact for fact in facts if fact.name != option]
    if not rest:
        raise ValueError("The file has one column only; it needs one for the option and one for the outcome.")
    outcome = pick(
        "outcome", "Which column holds the outcome, a number?", rest, lambda fact: fact in _candidates(rest), asking
    )  # fmt: skip
    person = pick_person([fact for fact in rest if fact.name != outcome], asking)
    return Roles("outcomes", option=option, outcome=outcome, person=person)


def _candidates(facts: Sequence[ColumnFacts]) -> list[ColumnFacts]:
    """The columns that may hold the outcome: more than one where nothing but its numbers speaks for one of them."""
    named = [fact for fact in facts if hint("outcome", fact.name) == 3]
    others = [fact for fact in facts if fact.values != () and not hint("person", fact.name) and not fact.is_date]
    numbers = [fact for fact in others if _may_be_outcome(fact)]
    return named or (numbers if len(numbers) > 1 or any(hint("outcome", fact.name) for fact in numbers) else others)


def _may_be_outcome(fact: ColumnFacts) -> bool:
    return (fact.is_number or fact.is_two_valued) and not hint("person", fact.name) and not fact.is_date


def _values(table: Table, roles: Roles, asking: Asking) -> NumberedOutcomes:
    option = read_options(table, roles.option, asking)
    values = _numbers(table, roles.outcome, asking)
    kept = option.codes != NONE
    most, kept = rows_of_people(table, roles.person, option.codes, kept, "each row is protected with ε/{}", asking)
    empty = np.isnan(values)
    missing = np.bincount(option.codes[kept & empty], minlength=len(option.names))
    if missing_count(missing, option.names, roles.outcome, "zero", "0", asking):
        values = np.where(empty, 0.0, values)
    kept = kept & ~np.isnan(values)
    parts = [values[kept & (option.codes == code)] for code in range(len(option.names))]
    found = with_outcomes(option.names, [*map(len, parts)], asking)
    by = f"{shown(roles.outcome)} by {shown(roles.option)}"
    asking.summary = summary_of(int(kept.sum()), len(found), by, int(missing.sum()))
    return NumberedOutcomes(tuple(option.names[code] for code in found), tuple(parts[code] for code in found), most)


def _numbers(table: Table, name: str, asking: Asking) -> NDArray[np.float64]:
    """A column as numbers, nan where it is empty; words of a known pair as 1 and 0."""
    column = table.cells[name]
    missing = missing_in(column)
    words = column[~missing].str.strip().unique()
    if (
        len(words) <= 2
        and (pair := known_pair(words)) is not None
        and not all(read_number(word).values for word in words)
    ):
        success = next((word for word in words if pair[word]), "")
        asking.notes.append(f"{shown(success or words[0])} counts as {int(bool(success))} in column {shown(name)}.")
        return column.str.strip().map({word: float(pair[word]) for word in words}).to_numpy(dtype=float)
    marks = settled_marks(column[~missing], asking, False)
    values = column_numbers(column, marks)
    wrong = np.flatnonzero(~(abs(values) <= LARGEST_OUTCOME) & ~missing)
    if len(wrong):
        text = column.iloc[wrong[0]]
        if abs(values[wrong[0]]) > LARGEST_OUTCOME:
            largest = f"{LARGEST_OUTCOME:g}".replace("+", "")
            why = f"is larger than {largest}, the largest number that can be read"
        else:
            why = "is not a number"
        raise ValueError(f"{place(table, int(wrong[0]), name)}: {shown(text)} {why}.")
    _say_units(column[~missing], name, asking)
    return np.where(missing, np.nan, values)


def _say_units(column: pd.Series, name: str, asking: Asking) -> None:
    """Say that a unit is left out; numbers of different units are no numbers of one kind."""
    texts = pd.Series(column.unique(), dtype=column.dtype)
    units = {""} if texts.str.fullmatch(r"[-+0-9.,'eE\s]*").any() else set()
    for text in texts[~texts.str.fullmatch(r"[-+0-9.,'eE\s]*")].head(20_000):
        read = read_number(text)
        units.add("%" if read.percent else read.currency)
    if len(units) > 1:
        several = ", ".join(unit or "no unit" for unit in sorted(units))
        raise ValueError(f"Column {shown(name)} mixes numbers of different units: {several}.")
    unit = next(iter(units), "")
    if unit:
        asking.notes.append(f"The unit {unit} of column {shown(name)} is left out: 12 {unit} is read as 12.")


def _wide(table: Table, roles: Roles, asking: Asking) -> NumberedOutcomes:
    """A column per option, with an outcome in each row that is not empty."""
    columns = [_numbers(table, name, asking) for name in roles.options]
    found = tuple(values[~np.isnan(values)] for values in columns)
    if any(not len(values) for values in found) or len(found) > MOST_OPTIONS:
        raise ValueError(f"The file has an empty column, or more than {MOST_OPTIONS}; leave out what is no option.")
    rows = sum(map(len, found))
    missing = sum(map(len, columns)) - rows
    asking.summary = summary_of(rows, len(found), "a column per option", missing)
    return NumberedOutcomes(roles.options, found)
