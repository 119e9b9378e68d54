"""A student's progress, kept for the visit under the hash of the name, so that reloading does not reset the count."""

from dataclasses import dataclass, field
from functools import lru_cache

from dpcore.exercises import QuestionRecord, Sheet, SheetQuestion, Solution, is_right, questions, solve
from ui.state import visit


@dataclass
class OneQuestion:
    """A question, its record, and the answer that was checked last."""

    question: SheetQuestion
    record: QuestionRecord = field(default_factory=QuestionRecord)
    last: float | None = None

    @property
    def left(self) -> int:
        """How many attempts are left."""
        return self.question.kind.attempts - self.record.attempts

    @property
    def is_settled(self) -> bool:
        """Whether it is answered right, or has no attempt left."""
        return self.record.right or self.left <= 0

    @property
    def hints(self) -> tuple[str, ...]:
        """The hints that were asked for."""
        return self.question.hints[: self.record.hints]

    def check(self, answer: float) -> None:
        """Check an answer, unless the question is settled; repeating the last one costs no attempt."""
        if self.is_settled or answer == self.last:
            return
        right = is_right(self.question, answer)
        self.last = answer
        self.record = QuestionRecord(right, self.record.attempts + 1, self.record.hints)

    def show_hint(self) -> None:
        """Show one more hint."""
        seen = min(self.record.hints + 1, len(self.question.hints))
        self.record = QuestionRecord(self.record.right, self.record.attempts, seen)


@dataclass
class SheetProgress:
    """A student's questions on a sheet."""

    sheet: Sheet
    student: bytes
    parts: list[OneQuestion]

    @property
    def right(self) -> int:
        """How many are answered right."""
        return sum(part.record.right for part in self.parts)

    @property
    def is_over(self) -> bool:
        """Whether every question is settled."""
        return all(part.is_settled for part in self.parts)


def progress_of(sheet: Sheet, student: bytes) -> SheetProgress:
    """A student's progress on a sheet during this visit, new if there is none."""
    return visit.remembered(
        "exercise",
        (sheet.digest, student),
        lambda _: SheetProgress(sheet, student, [OneQuestion(question) for question in questions(sheet, student)]),
    )


@lru_cache(maxsize=2000)
def solution(sheet: Sheet, student: bytes, place: int) -> Solution:
    """The solution of a student's question by its place from 0, computed once for all who look at it."""
    return solve(questions(sheet, student)[place])
