"""The answer to any question of the page, exact or as far as it is simulated, and its notebook."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ui.choose.answered import Answered
from ui.choose.fixed import answer as fixed
from ui.choose.fixed import snippet as fixed_code
from ui.choose.fixed.exact import EXACT, Exact, Known, named
from ui.choose.question import ChoiceProblem, DesignQuestion, FixedDesign, Question, is_fixed, is_sequential
from ui.choose.sequential import answer as sequential
from ui.choose.sequential import snippet as sequential_code
from ui.choose.sequential import study
from ui.jobs.drawing import wait_a_moment
from ui.jobs.job import Job
from ui.jobs.session import current_job, forget_job
from ui.shell.notebook import Notebook
from ui.state.visit import remembered


def answer_to(question: Question[ChoiceProblem]) -> Answered:
    """What is known about a question now; nothing is simulated for it here."""
    if is_fixed(question):
        return fixed.answered(exact_for(question))
    if is_sequential(question):
        return sequential.answered(study.findings_for(question))
    raise TypeError(f"no question of this page: {question!r}")


def notebook(question: Question[ChoiceProblem], more: str = "", reading: str = "") -> Notebook:
    """The page's figures, and participants against epsilon.

    more: code of the page's sections.  reading: code that reads the visitor's own data.  The notebook has it as a
    comment, because it does not come with the file, and the code that follows has the counts.
    """
    if is_fixed(question):
        found = fixed_code.notebook(exact_for(question))
    else:
        assert is_sequential(question)
        found = sequential_code.notebook(question, more)
    if not reading:
        return found
    lines = ("The counts below were read from your file in this way:", *reading.splitlines())
    told = "\n".join(f"# {line}".rstrip() for line in lines)
    return replace(found, code=f"{told}\n\n{found.code}")


def exact_for(question: DesignQuestion) -> Exact:
    """The figures of a question, found once in a visit."""
    return remembered(EXACT, named(question), lambda _: Exact(question, known_of(question.problem)))


def known_of(design: FixedDesign) -> Known:
    """What this visit has found of a design, for whatever number of participants and epsilon."""
    return remembered("known-figures", design, Known)


def figures_job(
    name: str, wanted: Hashable, missing: Callable[[], int], work: Callable[[Job[None]], None]
) -> Job[None] | None:
    """What finds figures that take seconds, after a moment's wait; None where none is missing."""
    if (job := current_job(name, wanted, missing, work, unit="figures")) is not None:
        wait_a_moment(job)
    if missing():
        return job
    forget_job(name)
    return None


def recommended_for(question: Question[ChoiceProblem]) -> float | None:
    """The epsilon recommended for a question, whatever was picked; None while there is none."""
    if is_fixed(question):
        exact = exact_for(question)
        return exact.recommended if exact.known.knows_enough_from(question.participants) else None
    return study.findings_for(question).simulated.recommended if is_sequential(question) else None


def compared(plans: Sequence[Question[ChoiceProblem]]) -> list[Answered]:
    """What is known now about each of these plans; nothing while figures of one are lacking that take seconds."""
    if any(is_fixed(plan) and exact_for(plan).missing for plan in plans):
        return []
    return [answer_to(plan) for plan in plans]


@dataclass(frozen=True)
class Showing:
    """What the page shows: the question, the plans pinned beside it, and the job that its lower parts follow."""

    question: Question[ChoiceProblem]
    plans: tuple[Question[ChoiceProblem], ...]
    followed: Job[Any] | None = None

    def answer(self) -> Answered:
        """What is known now; once nothing more is being simulated, it is made once."""
        is_settled = is_sequential(self.question) and not (self.followed and self.followed.running)
        return self._settled if is_settled else answer_to(self.question)

    @cached_property
    def _settled(self) -> Answered:
        return answer_to(self.question)
