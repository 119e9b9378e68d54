"""What a table leaves open, and what has been settled: questions with their answers, and what can still be changed."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class FileQuestion:
    """A question about a file; options: values and their labels; chosen: the value that holds, None if none does."""

    id: str
    text: str
    options: tuple[tuple[str, str], ...]
    chosen: str | None = None


class UnansweredError(Exception):
    """Reading cannot go on before this question has an answer."""

    def __init__(self, question: FileQuestion) -> None:
        super().__init__(question.text)
        self.question = question


@dataclass
class Asking:
    """Collects choices and what has been done; an answer that fits no option of its question is none.

    summary: what has been read, in one line.
    """

    answers: Mapping[str, str]
    choices: list[FileQuestion] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    summary: str = ""

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
            raise UnansweredError(asked)
        if matters:
            self.choices.append(asked)
        return chosen
