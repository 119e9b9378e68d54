"""What the opened section about looks stands for: its plan, its runs, and what the page takes over from it."""

from collections.abc import Sequence
from dataclasses import dataclass

from ui.choose.question import RUNS, SEED
from ui.choose.sequential.findings import QUANTILE
from ui.choose.sequential.looks import words
from ui.choose.sequential.looks.study import LookPlan, Looks, LookStudy


@dataclass(frozen=True, eq=False)
class LookSection:
    """The section while it is open.

    weekly: participants of each week, empty if none are given.  is_per_day: whether they are the daily number's, seven
    times as many, and not whole where that is not.
    participants: the fixed number.
    """

    plan: LookPlan
    study: LookStudy
    weekly: Sequence[float]
    is_per_day: bool
    participants: int

    @property
    def looks(self) -> Looks | None:
        """What is known now; None before the first run is made."""
        schedule = self.study.results.get(self.plan)
        return None if schedule is None else Looks(self.plan, schedule)

    def sentences(self) -> list[str]:
        """What the section says now, for the report."""
        if (looks := self.looks) is None:
            return []
        weeks = []
        if self.weekly:
            name = "beyond" if self.is_per_day else "weeks_given"
            weeks = [words.in_weeks(looks, self.weekly), words.weeks_said(self.weekly, self.is_per_day, name)]
        answers = words.answers(looks, looks.schedule.answer_by(self.participants))
        return [words.summary(looks), words.told("any_time", self.plan), *weeks, answers]

    def code(self) -> str:
        """The Python that gives the section's figures, after that of the page."""
        problem, plan = self.plan.problem, self.plan
        arguments = "".join(f", {name}={value!r}" for name, value in {**problem.gaps, **plan.parameters}.items())
        means = "means" if problem.data is None else f"draws[:{RUNS}]"
        weeks = f"""weekly = {tuple(self.weekly)!r}
print("done in week, in {QUANTILE:.0%} of the runs:", dpcore.choosing.calendar_weeks(done, weekly))
"""
        return f"""schedule = dpcore.choosing.look_schedule(
    {means}, epsilon, risk, trust_model, {RUNS}, {SEED}, algorithm={plan.algorithm!r}{arguments}
)
print("looks on average:", schedule.mean_looks)
done = dpcore.choosing.quantile_interval(schedule.answer_times, {QUANTILE})[1]
print("answered in {QUANTILE:.0%} of the runs by", done)
by = schedule.answer_by({self.participants!r})
print("by then right, wrong, without an answer:", by.right, by.wrong, by.unanswered)
{weeks if self.weekly else ""}"""
