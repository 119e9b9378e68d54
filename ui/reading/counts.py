"""Reads a table into successes and trials of each option: says all it did, and asks where two readings are possible."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ui.reading.asking import Asking, FileQuestion, UnansweredError
from ui.reading.code import counts_lines
from ui.reading.counted import tally_columns, tally_counts
from ui.reading.facts import ColumnFacts, facts_of
from ui.reading.names import shown
from ui.reading.outcomes import tally_outcomes
from ui.reading.roles import Roles, roles_of
from ui.reading.table import Table, UnreadableError, read_table, read_typed
from ui.reading.tally import Tally


@dataclass(frozen=True, eq=False)
class CountsReading:
    """A file as it has been read so far: final if there are no questions, and else without a tally.

    choices: what holds and can be changed, by an answer of the same id.  notes: what was done, a sentence each.
    """

    table: Table
    roles: Roles | None = None
    tally: Tally | None = None
    questions: tuple[FileQuestion, ...] = ()
    choices: tuple[FileQuestion, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def counts(self) -> Tally:
        """The successes and trials.  Raises: ValueError, if a question is still open."""
        if self.tally is None:
            raise ValueError(self.questions[0].text)
        return self.tally

    def summary(self) -> str:
        """The closed line: 90,189 rows, 2 options, TRUE = success."""
        if self.tally is None or self.roles is None:
            return self.questions[0].text
        tally, roles = self.tally, self.roles
        if roles.shape in ("counts", "failures"):
            what = f"{shown(roles.successes)} of {shown(roles.trials)}" if roles.trials else (
                f"{shown(roles.successes)} against {shown(roles.failures)}")  # fmt: skip
        elif tally.success_value:
            what = f"{tally.success_value} = success"
        else:
            what = f"{tally.failure_value} = failure"
        missing = f", {sum(tally.missing):,} without an outcome" if sum(tally.missing) else ""
        total = f", {shown(tally.total)} left out" if tally.total else ""
        rows = "1 row" if tally.rows == 1 else f"{tally.rows:,} rows"
        return f"{rows}, {len(tally.names)} options, {what}{missing}{total}"

    def code(self, path: str) -> str:
        """The lines of Python that read the file at this path into the same successes and trials."""
        if self.tally is None or self.roles is None:
            raise ValueError(self.questions[0].text)
        answered = {choice.id: choice.chosen or "" for choice in self.choices}
        return counts_lines(path, self.table, self.roles, self.tally, answered)


def read_counts(content: bytes, answers: Mapping[str, str] | None = None) -> CountsReading:
    """The counts in a visitor's file.  answers: of questions and choices, by their id.

    Raises: ValueError, one sentence that says what to change; UnreadableError, if a table was found.
    """
    return counts_of(read_table(content, answers), answers)


def read_typed_counts(text: str, answers: Mapping[str, str] | None = None) -> CountsReading:
    """The counts in typed or pasted lines of name, successes and trials.  Raises: ValueError, one sentence."""
    return counts_of(read_typed(text, answers), answers)


def counts_of(table: Table, answers: Mapping[str, str] | None = None) -> CountsReading:
    """The counts in a table.  Raises: UnreadableError, one sentence that says what to change."""
    if table.questions:
        return CountsReading(table, questions=table.questions, choices=table.choices, notes=table.notes)
    asking = Asking(answers or {}, choices=list(table.choices), notes=list(table.notes))
    roles, tally = None, None
    try:
        facts = facts_of(table)
        roles = roles_of(table, facts, asking)
        tally = _tally(table, roles, facts, asking)
        if len(tally.names) < 2:
            raise ValueError(_too_few(roles, tally))
    except UnansweredError:
        pass
    except ValueError as error:
        raise UnreadableError(str(error), table, tuple(asking.choices)) from error
    return CountsReading(table, roles, tally, tuple(asking.questions), tuple(asking.choices), tuple(asking.notes))


def _tally(table: Table, roles: Roles, facts: Sequence[ColumnFacts], asking: Asking) -> Tally:
    if roles.shape == "outcomes":
        return _of_tried(tally_outcomes(table, roles, facts, asking), asking)
    if roles.shape in ("wide", "crossed"):
        return tally_columns(table, roles, asking)
    return tally_counts(table, roles, asking)


def _of_tried(tally: Tally, asking: Asking) -> Tally:
    """Without options of which no row has an outcome."""
    kept = [place for place, trials in enumerate(tally.trials) if trials]
    if len(kept) == len(tally.names):
        return tally
    for place, name in enumerate(tally.names):
        if place not in kept:
            asking.notes.append(f"{shown(name)} has no row with an outcome: left out.")
    return replace(
        tally,
        names=tuple(tally.names[place] for place in kept),
        successes=tuple(tally.successes[place] for place in kept),
        trials=tuple(tally.trials[place] for place in kept),
    )


def _too_few(roles: Roles | None, tally: Tally) -> str:
    where = f"Column {shown(roles.option)}" if roles and roles.option else "The file"
    if not tally.names:
        return f"{where} holds no option with an outcome; choose another column."
    return (
        f"{where} holds only one option, {shown(tally.names[0])}, and at least 2 are needed; if each option has a file "
        "of its own, put their rows into one, with a column that names the option."
    )
