"""The answer of a study that looks once: exact, there at once, and computed anew under the visitor's hand."""

from dataclasses import replace

from ui.choose import stage
from ui.choose.answers import exact_for
from ui.choose.fixed import live, tables
from ui.choose.fixed.answer import answered
from ui.choose.fixed.figures import Exact, named
from ui.choose.question import DesignQuestion
from ui.choose.sequential.study import JOB
from ui.components import lines
from ui.components.lines import Moved
from ui.jobs import current_job, forget_job, wait_a_moment, watch
from ui.shell import page
from ui.shell.first_answer import FirstAnswer
from ui.state import boxes

FIGURES = "exact-figures"


def begin(first: FirstAnswer) -> None:
    """Stop what was simulated for another promise: an exact answer stands at once, and none is remembered for it."""
    forget_job(JOB)
    first.settle(False, str)


def are_there(question: DesignQuestion) -> bool:
    """Whether the figures are known: most are at once.  Until then, draw the job's progress and what it has found."""
    exact = exact_for(question)
    if exact.missing:
        job = current_job(FIGURES, named(question), lambda: exact.missing, exact.complete, unit="figures")
        assert job is not None  # something is missing
        wait_a_moment(job)
        if exact.missing:
            watch(job, lambda: page.table(tables.readings_so_far(exact)))
            return False
    forget_job(FIGURES)
    return True


def draw(question: DesignQuestion) -> None:
    """Draw it in a fragment.  The browser follows the hand; where it cannot, it reports, and the answer comes here."""
    if lines.released(stage.PICTURE):
        boxes.draw_again()
    moved, exact = lines.dragged(stage.PICTURE), exact_for(question)
    now = exact if moved is None else Exact(under_hand(question, moved))
    stage.draw_answer(answered(now), answered(exact).picture.limits, live=live.given(now))


def under_hand(question: DesignQuestion, moved: Moved) -> DesignQuestion:
    """The question with one line moved."""
    if moved.line == "epsilon":
        return replace(question, epsilon=moved.value)
    if moved.line == "participants":
        return replace(question, participants=round(moved.value))
    return replace(question, problem=question.problem.with_difference(moved.value / 100))
