"""The questions that both promises share, at one usual rate and over a range of them: kernels' searches, certified."""

import math
from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass

import numpy as np

from dpcore._tabular import Tabular
from dpcore.designs.find_lead import LARGEST_PER_OPTION, hardest_usual
from dpcore.designs.searches import CHECKED, MOST_PARTICIPANTS, checked_number, fill_budget, planned
from dpcore.designs.studies import LOCAL, NO_PRIVACY, Plan, Study
from dpcore.designs.usual_rates import UsualRates, lowest, study_over
from dpcore.experiments import CancelFlag, check_cancel

_SPARE = 5e-4  # of the risk, relatively: so much is left unused so that the rest can be certified
_LEAST_RISK = 1e-14  # that probabilities can tell from none
_EDGE = 1e-9


@dataclass(frozen=True)
class WorstRate(Tabular):
    """Where a design finds a lead least surely.

    usual: the rivals' rate there; the best option has `usual` and the lead.  probability: of naming it there, exact.
    lower: certified for all usual rates, mostly within a thousandth of 1 - probability for leads from .1.
    """

    usual: float
    probability: float
    lower: float


@dataclass(frozen=True, eq=False)
class Case:
    """A study, and over which usual rates it is to keep its promise; None: at those that it has."""

    study: Study
    options: int
    over: UsualRates | None
    cancel: CancelFlag

    @property
    def most(self) -> int:
        """The most participants per option."""
        return min(MOST_PARTICIPANTS // self.options, LARGEST_PER_OPTION)

    def participants(self, epsilon: float, block: int) -> int | float:
        """The smallest number per option that suffices, certified over a range of usual rates; inf where none does."""

        def plan(study: Study, checked: int = 0) -> Plan | None:
            number = checked_number(study, epsilon, block, self.most, checked)
            return planned(study, number, epsilon) if number else None

        is_proven = self.study.release == LOCAL or epsilon >= NO_PRIVACY or self.options == 2
        checked = 0 if self.study.level == 0 and is_proven else CHECKED
        found = self._certified(self.over, plan) if self.over else plan(self.study, checked)
        return int(found.n) if found else math.inf

    def epsilon(self, number: int) -> float:
        """The smallest budget that suffices, certified over a range of usual rates; inf where none does."""

        def plan(study: Study) -> Plan | None:
            out = np.empty(1)
            fill_budget(study, number, out)
            budget = float(out[0])
            return planned(study, number, budget) if budget < math.inf else None

        found = self._certified(self.over, plan) if self.over else plan(self.study)
        return float(found.epsilon) if found else math.inf

    def _certified(self, over: UsualRates, plan_for: Callable[[Study], Plan | None]) -> Plan | None:
        """The plan for the usual rate that turns out to be hardest, with as little to spare as can be certified."""
        study, before, goal = self.study, (0, 0.0), 1 - self.study.allowed
        while (plan := plan_for(study)) and (plan.n, plan.epsilon) > before:
            before = plan.n, plan.epsilon
            worst = worst_rate(over, study, plan, 0.0, self.cancel)
            if worst.probability >= goal:
                has_spare = worst.probability >= goal + _SPARE / 10 * study.allowed
                if has_spare and worst_rate(over, study, plan, goal, self.cancel).lower >= goal:
                    return plan
                break
            study = study_over(over, study, worst.usual, worst.usual)
        spare = _SPARE
        while plan and math.exp(-spare) * self.study.allowed > _LEAST_RISK:
            plan = plan_for(study._replace(allowed=math.exp(-spare) * self.study.allowed))
            if plan and worst_rate(over, study, plan, goal, self.cancel).lower >= goal:
                return plan
            spare *= 2
        return None


def case_over(over: UsualRates, study: Study, options: int, cancel: CancelFlag | None) -> Case:
    """The case of a lead over usual rates in a range, begun where counts vary most; study: its rates are free."""
    usual = hardest_usual(over.low + _EDGE, over.high - _EDGE, over.lead, float(over.kept[0]))
    return Case(study_over(over, study, usual, usual), options, over, check_cancel(cancel))


def worst_rate(over: UsualRates, study: Study, plan: Plan, goal: float, cancel: CancelFlag) -> WorstRate:
    """Where the promise is kept least surely; goal: see dpcore.designs.usual_rates."""
    found = lowest(over, study, plan, goal, cancel.array)
    if cancel.is_set():
        raise CancelledError
    return WorstRate(*map(float, found))
