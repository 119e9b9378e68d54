"""The section about looks while it is open, and its runs, which are those behind the plan's own figure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import dpcore
from dpcore.choosing import LookSchedule, achieving_algorithm
from ui.choose.question import SEED, SequentialProblem, method_on
from ui.jobs.growing import GrowingRuns


@dataclass(frozen=True)
class LookPlan:
    """Whose looks are simulated: a problem, the privacy budget, and the method's name in the registry."""

    problem: SequentialProblem
    epsilon: float
    algorithm: str

    @property
    def method(self) -> str:
        """What people read for the method."""
        return method_on(label_of(self.algorithm), self.problem.trust_model)

    @property
    def parameters(self) -> dict[str, Any]:
        """What the runs are told beside: differences that are asked for, and how PB-TaS bets."""
        return self.problem.gaps | ({"evidence": "scheduled"} if self.algorithm == "pb-tas" else {})

    @property
    def is_planned(self) -> bool:
        """Whether the plan's own figures come from this method, and so from the very same runs."""
        return self.algorithm == achieving_algorithm(self.problem.indifference)


def label_of(algorithm: str) -> str:
    """What people read for an algorithm."""
    return dpcore.fixed_confidence_algorithms()[algorithm].label


class LookStudy(GrowingRuns[LookPlan, LookSchedule]):
    """The runs made so far, by plan."""

    def simulate(self, cell: LookPlan, first_run: int, runs: int, cancel: dpcore.CancelFlag) -> LookSchedule:
        """See GrowingRuns; with own data run number i is made on draw number i of the rates."""
        problem = cell.problem
        return dpcore.choosing.look_schedule(
            problem.means if problem.data is None else problem.rates,
            cell.epsilon,
            problem.risk,
            problem.trust_model,
            runs,
            SEED,
            algorithm=cell.algorithm,
            first_run=first_run,
            cancel=cancel,
            **cell.parameters,
        )


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
    def schedule(self) -> LookSchedule | None:
        """The looks of the runs made so far; None before the first."""
        return self.study.results.get(self.plan)
