"""A visitor's own counts, and how far the file or the typed lines that hold them have been read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import dpcore
from ui.reading.asking import FileQuestion
from ui.reading.checks import checks_of
from ui.reading.counts import CountsReading, counts_of
from ui.reading.table import Table, UnreadableError
from ui.reading.tally import Tally

LONGEST_NAME = 60
PATH = "your-file"  # in the notebook's code: what the file is called is nobody else's business
EXAMPLE = "arm,successes,trials\nusual treatment,118,400\nnew treatment A,161,400\nnew treatment B,112,400\n"


@dataclass(frozen=True)
class OwnData:
    """Successes and trials of each option, in the order of their first row."""

    names: tuple[str, ...]
    successes: tuple[int, ...]
    trials: tuple[int, ...]

    @property
    def posterior(self) -> dpcore.choosing.BetaPosterior:
        """What these data say about the success rates, from a uniform prior."""
        return dpcore.beta_posterior(self.successes, self.trials)


@dataclass(frozen=True, eq=False)
class OwnReading:
    """How a visitor's table has been read so far.

    data: None as long as `question` is open, or if the table cannot be used; `problem` then says why.
    table: None if there is none.  choices: what holds and can be changed.  summary: all of it in one line.
    notes: what was done, and warnings: what to know before the answer is trusted, a sentence each.
    code: Python that reads the file in the same way.
    """

    data: OwnData | None = None
    question: FileQuestion | None = None
    problem: str = ""
    table: Table | None = None
    choices: tuple[FileQuestion, ...] = ()
    summary: str = ""
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    code: str = ""


def own_reading(table_of: Callable[[], Table], answers: Mapping[str, str]) -> OwnReading:
    """The counts in what `table_of` reads, or what stands in the way.  answers: the visitor's, by their questions."""
    try:
        read = counts_of(table_of(), answers)
    except UnreadableError as error:
        return OwnReading(problem=str(error), table=error.table, choices=error.choices)
    except ValueError as error:
        return OwnReading(problem=str(error))
    if read.questions:
        question = read.questions[0]
        return OwnReading(None, question, question.text, read.table, read.choices, notes=read.notes)
    return _finished(read)


def _finished(read: CountsReading) -> OwnReading:
    tally = read.counts
    names = _shortened(tally.names)
    of_people = _several_rows(tally, read.notes)
    warnings = *of_people, *(check.sentence for check in checks_of(names, tally.successes, tally.trials))
    return OwnReading(
        OwnData(names, tally.successes, tally.trials),
        table=read.table,
        choices=read.choices,
        summary=read.summary(),
        notes=tuple(note for note in read.notes if note not in of_people),
        warnings=warnings,
        code="" if read.table.source.kind == "typed" else read.code(PATH),
    )


def _several_rows(tally: Tally, notes: Sequence[str]) -> list[str]:
    """The note about persons with several rows, if there are any: it changes what epsilon means."""
    if tally.people is None or tally.people.most < 2:
        return []
    return [note for note in notes if "ε per person" in note]


def _shortened(names: Sequence[str]) -> tuple[str, ...]:
    """Names for show; where two would look the same they stay whole."""
    short = tuple(name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…" for name in names)
    return short if len(set(short)) == len(names) else tuple(names)
