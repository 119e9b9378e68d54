"""The runs behind the schedule of looks of a plan; they are the runs behind the plan's own figure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import dpcore
from dpcore.choosing import LOOKING_ALGORITHMS, LookSchedule, achieving_algorithm
from ui.choose.question import SEED, SequentialProblem, method_on
from ui.choose.sequential.findings import QUANTILE
from ui.jobs import GrowingRuns

PB_TAS = "pb-tas"
_PARAMETERS: dict[str, dict[str, Any]] = {PB_TAS: {"evidence": "scheduled"}}


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
        """The method's parameters that are not its defaults."""
        return _PARAMETERS.get(self.algorithm, {})

    @property
    def is_planned(self) -> bool:
        """Whether the plan's own figures come from this method, and so from the very same runs."""
        return self.algorithm == achieving_algorithm(self.problem.indifference)


def methods_for(problem: SequentialProblem) -> tuple[str, ...]:
    """The methods whose looks can be simulated, that of the plan's own figures first."""
    planned = achieving_algorithm(zeta := problem.indifference)
    others = () if zeta else tuple(name for name in LOOKING_ALGORITHMS if name != planned)
    return (planned, *others)


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
            **problem.gaps,
            **cell.parameters,
        )


@dataclass(frozen=True, eq=False)
class Looks:
    """What is known of a plan's looks: at least one run, and the participants that QUANTILE of the runs need."""

    plan: LookPlan
    schedule: LookSchedule

    @property
    def needed(self) -> tuple[float, float, float]:
        """Low, middle and high of the participants within which QUANTILE of the runs answer: 95 % interval."""
        return dpcore.choosing.quantile_interval(self.schedule.answer_times, QUANTILE)

    @property
    def half(self) -> float:
        """The participants within which half of the runs answer."""
        return float(np.quantile(self.schedule.answer_times, 0.5, method="inverted_cdf"))


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
