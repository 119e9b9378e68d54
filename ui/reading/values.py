"""Reads a table of one row per participant with any number as its outcome: option, outcome and perhaps a person."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from dpcore.bounded.outcomes import LARGEST_OUTCOME
from ui.look.numbers import whole
from ui.reading.asking import Asking, FileQuestion, UnansweredError
from ui.reading.code import values_lines
from ui.reading.facts import ColumnFacts, facts_of
from ui.reading.hints import hint
from ui.reading.names import listed, shown
from ui.reading.numbers import Marks, column_numbers, read_number
from ui.reading.options import NONE, OptionColumn, read_options
from ui.reading.people import People, one_row_each, rows_of_people
from ui.reading.roles import MOST_OPTIONS, Roles, pick, pick_option, pick_person
from ui.reading.table import Table, UnreadableError, read_table
from ui.reading.tally import place, settled_marks
from ui.reading.words import known_pair, missing_in


@dataclass(frozen=True, eq=False)
class NumberedOutcomes:
    """The outcomes of each option in the file's order; rows without an outcome, by option; who has several rows."""

    names: tuple[str, ...]
    outcomes: tuple[NDArray[np.float64], ...]
    missing: tuple[int, ...]
    people: People | None
    marks: Marks
    words: Mapping[str, float]
    respelled: Mapping[str, str]

    @property
    def rows(self) -> int:
        """How many rows have an outcome."""
        return sum(map(len, self.outcomes))

    @property
    def rows_of_one(self) -> int:
        """How many rows one person has at most."""
        return self.people.most if self.people else 1


@dataclass(frozen=True, eq=False)
class ValuesReading:
    """A file of numbers as it has been read so far: final if there are no questions, and else without values."""

    table: Table
    roles: Roles | None = None
    values: NumberedOutcomes | None = None
    questions: tuple[FileQuestion, ...] = ()
    choices: tuple[FileQuestion, ...] = ()
    notes: tuple[str, ...] = ()

    def summary(self) -> str:
        """The closed line: 4,000 rows, 2 options, “revenue” by “variant”."""
        if self.values is None or self.roles is None:
            return self.questions[0].text
        roles = self.roles
        of = f"{shown(roles.outcome)} by {shown(roles.option)}" if roles.outcome else "a column per option"
        missing = f", {sum(self.values.missing):,} without an outcome" if sum(self.values.missing) else ""
        return f"{self.values.rows:,} rows, {len(self.values.names)} options, {of}{missing}"

    def code(self, path: str) -> str:
        """The lines of Python that read the file at this path into the same names and outcomes."""
        if self.values is None or self.roles is None:
            raise ValueError(self.questions[0].text)
        answered = {choice.id: choice.chosen or "" for choice in self.choices}
        values = self.values
        return values_lines(
            path, self.table, self.roles, values.names, values.marks, values.words, values.respelled, answered
        )


def read_values(content: bytes, answers: Mapping[str, str] | None = None) -> ValuesReading:
    """The numbers in a visitor's file.  answers: of questions and choices, by their id.

    Raises: ValueError, one sentence that says what to change; UnreadableError, if a table was found.
    """
    return values_of(read_table(content, answers), answers)


def values_of(table: Table, answers: Mapping[str, str] | None = None) -> ValuesReading:
    """The numbers in a table.  Raises: UnreadableError, one sentence that says what to change."""
    if table.questions:
        return ValuesReading(table, questions=table.questions, choices=table.choices, notes=table.notes)
    asking = Asking(answers or {}, choices=list(table.choices), notes=list(table.notes))
    roles, values = None, None
    try:
        roles = _roles(table, facts_of(table), asking)
        values = _wide(table, roles, asking) if roles.shape == "wide" else _values(table, roles, asking)
        if len(values.names) < 2:
            raise ValueError(
                f"The file holds outcomes of {listed(values.names) or 'no option'} only; 2 options are needed."
            )
    except UnansweredError:
        pass
    except ValueError as error:
        raise UnreadableError(str(error), table, tuple(asking.choices)) from error
    return ValuesReading(table, roles, values, tuple(asking.questions), tuple(asking.choices), tuple(asking.notes))


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
    outcome = pick("outcome", "Which column holds the outcome, a number?", rest, _may_be_outcome, asking)
    person = pick_person([fact for fact in rest if fact.name != outcome], asking)
    return Roles("outcomes", option=option, outcome=outcome, person=person)


def _may_be_outcome(fact: ColumnFacts) -> bool:
    return (fact.is_number or fact.is_two_valued) and hint("person", fact.name) < 2 and not fact.is_date


def _values(table: Table, roles: Roles, asking: Asking) -> NumberedOutcomes:
    option = read_options(table, roles.option, asking)
    values, marks, words = _numbers(table, roles.outcome, asking)
    kept = option.codes != NONE
    people = rows_of_people(table, roles.person, option.codes, kept, asking) if roles.person else None
    if people and people.most > 1 and one_row_each(people, asking):
        kept &= people.first
    return _by_option(option, values, kept, people, marks, words, roles.outcome, asking)


def _by_option(
    option: OptionColumn, values: NDArray[np.float64], kept: NDArray[np.bool_], people: People | None, marks: Marks,
    words: Mapping[str, float], outcome: str, asking: Asking,
) -> NumberedOutcomes:  # fmt: skip
    empty = np.isnan(values)
    missing = np.bincount(option.codes[kept & empty], minlength=len(option.names))
    if missing.sum() and _empty_is_zero(missing, option.names, outcome, asking):
        values = np.where(empty, 0.0, values)
    kept &= ~np.isnan(values)
    parts = [values[kept & (option.codes == code)] for code in range(len(option.names))]
    for name, part in zip(option.names, parts, strict=True):
        if not len(part):
            asking.notes.append(f"{shown(name)} has no row with an outcome: left out.")
    found = [code for code, part in enumerate(parts) if len(part)]
    return NumberedOutcomes(
        tuple(option.names[code] for code in found), tuple(parts[code] for code in found),
        tuple(int(missing[code]) for code in found), people, marks, words, option.respelled,
    )  # fmt: skip


def _empty_is_zero(missing: NDArray[np.int64], names: Sequence[str], outcome: str, asking: Asking) -> bool:
    by_option = ", ".join(f"{shown(name)} {int(rows):,}" for name, rows in zip(names, missing, strict=True) if rows)
    rows = int(missing.sum())
    has = f"{whole(rows)} {'row has' if rows == 1 else 'rows have'} no outcome in column {shown(outcome)} ({by_option})"
    chosen = asking.choose(
        "missing", f"{has}. What do they count as?",
        {"left out": "They are left out", "zero": "They count as 0"}, "left out",
    )  # fmt: skip
    asking.notes.append(f"{has}: {'counted as 0' if chosen == 'zero' else 'left out'}.")
    return chosen == "zero"


def _numbers(table: Table, name: str, asking: Asking) -> tuple[NDArray[np.float64], Marks, dict[str, float]]:
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
        numbers = {str(word): float(pair[word]) for word in words}
        return column.str.strip().map(numbers).to_numpy(dtype=float), Marks(), numbers
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
    return np.where(missing, np.nan, values), marks, {}


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
    found = [values[~np.isnan(values)] for values, *_ in columns]
    if any(not len(values) for values in found) or len(found) > MOST_OPTIONS:
        raise ValueError(f"The file has an empty column, or more than {MOST_OPTIONS}; leave out what is no option.")
    missing = tuple(len(values) - len(kept) for (values, *_), kept in zip(columns, found, strict=True))
    return NumberedOutcomes(roles.options, tuple(found), missing, None, columns[0][1], {}, {})
