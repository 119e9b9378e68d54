"""What a file leaves open, and what has been settled: questions with their answers, and what can still be changed."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ui.reading.names import shown


@dataclass(frozen=True)
class FileQuestion:
    """A question about a file; options: values and their labels; chosen: the value that holds, None if none does."""

    id: str
    text: str
    options: tuple[tuple[str, str], ...]
    chosen: str | None = None


class UnansweredError(Exception):
    """Reading cannot go on before its last question has an answer."""


@dataclass
class Asking:
    """Collects questions, choices and what has been done; an answer that fits no option of its question is none."""

    answers: Mapping[str, str]
    questions: list[FileQuestion] = field(default_factory=list)
    choices: list[FileQuestion] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def choose(
        self, question: str, text: str, options: Mapping[str, str], clear: str | None = None, matters: bool = True
    ) -> str:
        """The value that holds: the visitor's answer, or else the clear one.

        matters: whether it is kept among what can be changed.  Raises: UnansweredError, if there is neither.
        """
        chosen = self.answers.get(question)
        if chosen not in options:
            chosen = clear
        asked = FileQuestion(question, text, tuple(options.items()), chosen)
        if chosen is None:
            self.questions.append(asked)
            raise UnansweredError(question)
        if matters:
            self.choices.append(asked)
        return chosen


def labels(names: tuple[str, ...] | list[str]) -> dict[str, str]:
    """Columns, or options, as what a question offers."""
    return {name: shown(name) for name in names}
