"""How far a visitor's table or text has been read, and the Python that reads it in the same way."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pprint import pformat
from typing import Any, Generic, TypeVar

from ui.reading.asking import Asking, FileQuestion, UnansweredError
from ui.reading.table import Table

Found = TypeVar("Found")
PATH = "your-file"  # in code: what the file is called is nobody else's business


@dataclass(frozen=True, eq=False)
class ReadSoFar(Generic[Found]):
    """What has been found; or the question that is open; or the problem, in one sentence that says what to change.

    table: None where there is none.  choices: what holds and can be changed, by an answer of the same id.
    summary: what was read, in one line.  notes: what was done, a sentence each.
    """

    found: Found | None = None
    question: FileQuestion | None = None
    problem: str = ""
    table: Table | None = None
    choices: tuple[FileQuestion, ...] = ()
    summary: str = ""
    notes: tuple[str, ...] = ()

    @property
    def result(self) -> Found:
        """What has been found.  Raises: ValueError, the problem or the open question."""
        if self.found is None:
            raise ValueError(self.problem if self.question is None else self.question.text)
        return self.found

    def code(self, reader: Callable[..., Any], path: str = PATH) -> str:
        """The lines of Python that have `reader` read the file at this path, with every choice that holds here."""
        answers = {choice.id: choice.chosen for choice in self.choices}
        return (
            f"from pathlib import Path\n\nfrom {reader.__module__} import {reader.__name__}\n\n"
            f"answers = {pformat(answers, sort_dicts=False, width=100)}\n"
            f"found = {reader.__name__}(Path({path!r}).read_bytes(), answers).result"
        )


def read_as(
    open_table: Callable[[], Table], answers: Mapping[str, str] | None, work: Callable[[Table, Asking], Found]
) -> ReadSoFar[Found]:
    """What `work` finds in a table, or how far it comes."""
    try:
        table = open_table()
    except ValueError as error:
        return ReadSoFar(problem=str(error))
    asking = Asking(answers or {}, list(table.choices), list(table.notes))
    if table.question is not None:
        return ReadSoFar(None, table.question, "", table, table.choices, "", table.notes)
    return worked(partial(work, table), asking, table)


def worked(work: Callable[[Asking], Found], asking: Asking, table: Table | None = None) -> ReadSoFar[Found]:
    """What `work` finds, or how far it comes."""
    found, question, problem = None, None, ""
    try:
        found = work(asking)
    except UnansweredError as error:
        question = error.question
    except ValueError as error:
        problem = str(error)
    return ReadSoFar(found, question, problem, table, tuple(asking.choices), asking.summary, tuple(asking.notes))
