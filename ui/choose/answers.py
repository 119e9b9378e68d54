"""The answer to any question of the page, exact or as far as it is simulated."""

from dataclasses import dataclass
from typing import Any

from ui.choose.answered import Answered
from ui.choose.fixed import answer as fixed
from ui.choose.fixed.figures import EXACT, Exact, named
from ui.choose.question import ChoiceProblem, DesignQuestion, Question, is_fixed, is_sequential
from ui.choose.sequential import answer as sequential
from ui.choose.sequential import study
from ui.jobs import Job
from ui.state.visit import known, remembered


def answer_to(question: Question[ChoiceProblem]) -> Answered:
    """What is known about a question now; nothing is simulated for it here."""
    if is_fixed(question):
        return fixed.answered(exact_for(question))
    if is_sequential(question):
        return sequential.answered(study.findings_for(question))
    raise TypeError(f"no question of this page: {question!r}")


def exact_for(question: DesignQuestion) -> Exact:
    """The figures of a question, found once in a visit."""
    return remembered(EXACT, named(question), lambda _: Exact(question))


def recommended_for(question: Question[ChoiceProblem]) -> float | None:
    """The epsilon recommended for a question, whatever was picked; None while there is none."""
    if is_fixed(question):
        exact: Exact | None = known(EXACT, named(question)) if question.problem.takes_seconds else exact_for(question)
        return None if exact is None else exact.recommended
    return study.findings_for(question).simulated.recommended if is_sequential(question) else None


@dataclass(frozen=True)
class Showing:
    """What the page shows: the question, the plans pinned beside it, and the job that its lower parts follow."""

    question: Question[ChoiceProblem]
    plans: tuple[Question[ChoiceProblem], ...]
    followed: Job[Any] | None = None

    def answer(self) -> Answered:
        """What is known now."""
        return answer_to(self.question)

    def compared(self) -> list[Answered]:
        """What is known now about each pinned plan."""
        return [answer_to(plan) for plan in self.plans]
