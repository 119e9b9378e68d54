"""A student's questions, and whether an answer is right."""

from dataclasses import dataclass
from typing import Any

from dpcore._validation import check_number, check_type, quoted
from dpcore._version import __version__
from dpcore.exercises.answers import ANSWERS
from dpcore.exercises.instances import LEVELS, drawn, own_means
from dpcore.exercises.kinds import QUESTION_KINDS, QuestionKind
from dpcore.exercises.sheet import Sheet


@dataclass(frozen=True)
class SheetQuestion:
    """One question of one student: its kind, the instance, and what its text draws.

    choices: the options, numbered from 0; empty where the answer is a number.
    """

    kind: QuestionKind
    means: tuple[float, ...]
    risk: float
    drawn: tuple[tuple[str, float], ...]
    choices: tuple[str, ...]

    @property
    def text(self) -> str:
        """The question."""
        return self._filled(self.kind.text)

    @property
    def hints(self) -> tuple[str, ...]:
        """The hints, from an idea to the function that computes the answer."""
        return tuple(self._filled(hint) for hint in self.kind.hints)

    @property
    def tolerance(self) -> str:
        """How far an answer may be off, in words; empty for a choice."""
        if self.kind.within is not None:
            return f"{said(100 * self.kind.within)} %"
        return f"{said(self.kind.within_points)} percentage points" if self.kind.within_points is not None else ""

    def _filled(self, text: str, **figures: Any) -> str:
        epsilon = dict(self.drawn).get("epsilon")
        more = {"half": epsilon / 2} if epsilon is not None else {}
        values = {"risk": self.risk, **dict(self.drawn), **more, **figures}
        words = {name: value if isinstance(value, str) else said(value) for name, value in values.items()}
        return text.format(**{"version": __version__, **words})


@dataclass(frozen=True)
class Solution:
    """The right answer, a number or the number of a choice, and one sentence that explains it."""

    answer: float
    why: str


def questions(sheet: Sheet, student: bytes) -> tuple[SheetQuestion, ...]:
    """The questions of one student: as difficult as everybody's, with numbers of their own.

    Args: student: Sheet.student(name).     Raises: ValueError for bad input.
    Examples:
        >>> sheet = Sheet("A", ("attacker-belief",))
        >>> len(questions(sheet, sheet.student("Ada")))
        1
    """
    check_type("sheet", sheet, Sheet)
    if not isinstance(student, bytes) or len(student) != 32:
        raise ValueError(f"student must be what Sheet.student returns, not {quoted(student)}")
    means, risk = own_means(student, sheet.difficulty), LEVELS[sheet.difficulty].risk
    return tuple(_question(QUESTION_KINDS[kind], means, risk, student) for kind in sheet.kinds)


def solve(question: SheetQuestion) -> Solution:
    """The right answer to a question, by dpcore.

    Source: the kind's.  Deviations: none.     Raises: ValueError for what is no question.
    Examples:
        >>> sheet = Sheet("A", ("attacker-belief",))
        >>> (question,) = questions(sheet, sheet.student("Ada"))
        >>> round(solve(question).answer, 2)
        9.35
    """
    question = check_type("question", question, SheetQuestion)
    figures = ANSWERS[question.kind.name](question.means, question.risk, **dict(question.drawn))
    reason = question.kind.choices.get(_role(question.means, figures["answer"]), "") if question.choices else ""
    return Solution(figures["answer"], question._filled(question.kind.why, **{**figures, "reason": reason}))


def is_right(question: SheetQuestion, answer: float) -> bool:
    """Whether an answer is right: a number within the tolerance, its edges included, or the right choice.

    Raises: ValueError when the answer is no number, or none of the choices.
    Examples:
        >>> sheet = Sheet("A", ("attacker-belief",))
        >>> (question,) = questions(sheet, sheet.student("Ada"))
        >>> is_right(question, solve(question).answer)
        True
    """
    kind, right = check_type("question", question, SheetQuestion).kind, solve(question).answer
    value = check_number("answer", answer)
    if question.choices:
        if value not in range(len(question.choices)):
            raise ValueError(f"answer must be one of the {len(question.choices)} choices, from 0, not {quoted(answer)}")
        return value == right
    allowed = kind.within_points if kind.within is None else kind.within * right
    assert allowed is not None
    return abs(value - right) <= allowed * (1 + 1e-9)


def said(value: float) -> str:
    """A number as the texts tell it: four digits, whole from 1,000 on; what is drawn as a whole number as it is."""
    if isinstance(value, int):
        return str(value)
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def _question(kind: QuestionKind, means: tuple[float, ...], risk: float, student: bytes) -> SheetQuestion:
    numbers = tuple((name, drawn(student, f"{kind.name} {name}", rule, means)) for name, rule in kind.draws.items())
    choices: tuple[str, ...] = ()
    if kind.choices:
        choices = tuple(f"Option {i + 1}: {kind.choices[_role(means, i)]}" for i in range(len(means)))
    return SheetQuestion(kind, means, risk, numbers, choices)


def _role(means: tuple[float, ...], arm: int) -> str:
    place = sorted(means, reverse=True).index(means[arm])
    return ("best", "closest")[place] if place < 2 else "other"
