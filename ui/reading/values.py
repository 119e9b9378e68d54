"""Reads a table of one row per participant with any number as its outcome: option, outcome and perhaps a person."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dpcore.bounded.outcomes import LARGEST_OUTCOME
from ui.reading.asking import Asking
from ui.reading.counted import times_of_one
from ui.reading.facts import MOST_WORDS, ColumnFacts, facts_of
from ui.reading.hints import hint
from ui.reading.names import listed, shown
from ui.reading.numbers import column_numbers, read_number
from ui.reading.options import read_options
from ui.reading.parsed import MOST_ROWS
from ui.reading.participants import (
    PER_ROW,
    left_out_others,
    missing_count,
    neither_of_pair,
    rows_of_people,
    with_outcomes,
)
from ui.reading.reading import ReadSoFar, read_as
from ui.reading.roles import MOST_OPTIONS, Roles, counts_options, pick, pick_option, pick_person, pick_weight
from ui.reading.table import Table, read_table
from ui.reading.tally import place, settled_marks, summary_of
from ui.reading.totals import weights_of
from ui.reading.turned import lies_on_its_side
from ui.reading.words import known_pair, missing_in

# What values beside 0 and 1, or beside yes and no, may be.
_CODE = re.compile(r"-[0-9]+|0*[7-9][0-9]*")  # numbers that surveys write where there is no answer
_AS_THEY_ARE = ("numbers", "They are outcomes: the numbers count as they stand", "counted as they stand")
_ZERO = ("zero", "They count as 0", "counted as 0")


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
    facts = facts_of(table)
    if lies_on_its_side(table) or counts_options(table, facts):
        raise ValueError("This table counts outcomes and has no row per participant; the Choose ε page can read it.")
    roles = _roles(table, facts, asking)
    values = _wide(table, roles, asking) if roles.shape == "wide" else _values(table, roles, asking)
    if len(values.names) < 2:
        raise ValueError(
            f"At least 2 options are needed, but the file has outcomes for {listed(values.names) or 'none'}."
        )
    return values


def _roles(table: Table, facts: Sequence[ColumnFacts], asking: Asking) -> Roles:
    people = [fact for fact in facts if hint("person", fact.name) > 1]
    columns = [fact for fact in facts if fact not in people and fact.values != ()]
    may_be_wide = len(columns) > 1 and all(fact.is_number for fact in columns)
    if may_be_wide and not any(hint("option", fact.name) for fact in facts):
        options = tuple(fact.name for fact in columns)
        shape = asking.choose(
            "shape", f"What does each row of this file contain? Its columns are {listed(table.names, 6)}.",
            {"outcomes": "One row per participant: one column names the option, another holds the outcome",
             "wide": f"Each column is an option, with an outcome in each row: {listed(options)}"},
        )  # fmt: skip
        if shape == "wide":
            return Roles("wide", options=options, person=pick_person(people, asking))
    named = [fact.name for fact in facts if _may_be_outcome(fact) and hint("outcome", fact.name) > 1]
    option = pick_option(table, facts, named, asking)
    rest = [fact for fact in facts if fact.name != option]
    if not rest:
        raise ValueError("The file has one column only; it needs one for the option and one for the outcome.")
    outcome = pick(
        "outcome", "Which column holds the outcome? It must be a number.", rest,
        lambda fact: fact in _candidates(rest), asking, by_name=False,
    )  # fmt: skip
    rest = [fact for fact in rest if fact.name != outcome]
    person, weight = pick_person(rest, asking), pick_weight(rest, asking)
    return Roles("outcomes", option=option, outcome=outcome, person=person, weight=weight)


def _candidates(facts: Sequence[ColumnFacts]) -> list[ColumnFacts]:
    """The columns that may hold the outcome: all that are numbers, for which one it is no name can say."""
    named = [fact for fact in facts if hint("outcome", fact.name) == 3]
    others = [fact for fact in facts if fact.values != () and not hint("person", fact.name) and not fact.is_date]
    others = [fact for fact in others if hint("weight", fact.name) < 2] or others
    numbers = [fact for fact in others if _may_be_outcome(fact)]
    return named or (numbers if len(numbers) > 1 or any(hint("outcome", fact.name) for fact in numbers) else others)


def _may_be_outcome(fact: ColumnFacts) -> bool:
    return (
        (fact.is_number or fact.is_two_valued or fact.holds_pair) and not hint("person", fact.name) and not fact.is_date
    )


def _values(table: Table, roles: Roles, asking: Asking) -> NumberedOutcomes:
    option = read_options(table, roles.option, asking, others=[roles.outcome])
    weights, kept = weights_of(table, roles, option.codes, asking)
    values = _numbers(table, roles.outcome, kept, asking)
    most, kept = rows_of_people(table, roles.person, option.codes, kept, PER_ROW, asking)
    empty = np.isnan(values)
    missing = np.bincount(option.codes[kept & empty], minlength=len(option.names))
    vary = len(np.unique(values[kept & ~empty])) > 1
    if missing_count(missing, option.names, roles.outcome, "zero", "0", vary, asking):
        values = np.where(empty, 0.0, values)
    kept = kept & ~np.isnan(values)
    if weights[kept].sum() > MOST_ROWS:
        raise ValueError(f"Column {shown(roles.weight)} counts more than the {MOST_ROWS:,} rows that can be read.")
    parts = [np.repeat(values[rows], weights[rows].astype(np.int64))
             for rows in (kept & (option.codes == code) for code in range(len(option.names)))]  # fmt: skip
    found = with_outcomes(option.names, [*map(len, parts)], asking)
    by = f"{shown(roles.outcome)} by {shown(roles.option)}"
    asking.summary = summary_of(sum(map(len, parts)), len(found), by, int(missing.sum()))
    return NumberedOutcomes(tuple(option.names[code] for code in found), tuple(parts[code] for code in found), most)


def _numbers(table: Table, name: str, counted: NDArray[np.bool_], asking: Asking) -> NDArray[np.float64]:
    """A column as numbers, nan where it is empty or not counted; words of a known pair as 1 and 0."""
    column = table.cells[name]
    missing = missing_in(column) | ~counted
    words = column[~missing].str.strip().unique().tolist()
    are_numbers = all(read_number(word).values for word in words[:MOST_WORDS])
    others = [word for word in neither_of_pair(words) if not are_numbers or _CODE.fullmatch(word)]
    if others and left_out_others(others, name, _AS_THEY_ARE if are_numbers else _ZERO, asking):
        missing |= column.str.strip().isin(others).to_numpy(dtype=bool)
    pair = None if are_numbers else known_pair([word for word in words if word not in others])
    if pair is not None:
        success = next((word for word in pair if pair[word]), "")
        asking.notes.append(f"{shown(success or words[0])} counts as {int(bool(success))} in column {shown(name)}.")
        numbers = dict.fromkeys(others, 0.0) | {word: float(pair[word]) for word in pair}
        return np.where(missing, np.nan, column.str.strip().map(numbers).to_numpy(dtype=float))
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
        raise ValueError(f"Column {shown(name)} mixes numbers in different units: {several}.")
    unit = next(iter(units), "")
    if unit:
        asking.notes.append(f"The unit {unit} of column {shown(name)} is left out: 12 {unit} is read as 12.")


def _wide(table: Table, roles: Roles, asking: Asking) -> NumberedOutcomes:
    """A column per option, with an outcome in each row that is not empty."""
    everywhere = np.ones(len(table.cells), dtype=bool)
    columns = [_numbers(table, name, everywhere, asking) for name in roles.options]
    found = tuple(values[~np.isnan(values)] for values in columns)
    if any(not len(values) for values in found) or len(found) > MOST_OPTIONS:
        raise ValueError(
            f"The file has an empty column, or more than {MOST_OPTIONS} columns; leave out those that are not options."
        )
    rows = sum(map(len, found))
    missing = sum(map(len, columns)) - rows
    asking.summary = summary_of(rows, len(found), "a column per option", missing)
    times = np.sum([~np.isnan(column) for column in columns], axis=0)
    return NumberedOutcomes(roles.options, found, times_of_one(table, roles.person, times, PER_ROW, asking))
