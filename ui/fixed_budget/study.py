"""Error probabilities against the budget: runs by line and budget, and what the page shows of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

import dpcore
from dpcore.fixed_budget import FixedBudgetResult, FixedBudgetTrace
from ui.fixed_budget.bandit import Bandit
from ui.jobs.growing import GrowingRuns
from ui.look.numbers import setting

ALGORITHMS = dpcore.fixed_budget_algorithms()
_LIVE_RUNS = 20
_LIVE_RUNS_OF_ALL = 1200  # about half a second with 40 arms
_LIVE_STEP = 3
_BOUND_POINTS = 80
RECALLED, HALVING = "recalled", "halving"
PHASES = {RECALLED: "the paper's, from memory", HALVING: "halving"}  # as people read them


def has_phases(algorithm: str) -> bool:
    """Whether its phases can be chosen."""
    return any(parameter.name == "phases" for parameter in ALGORITHMS[algorithm].parameters)


@dataclass(frozen=True)
class BudgetProblem:
    """What all lines of a study have in common."""

    bandit: Bandit
    seed: int
    phases: str = RECALLED  # of DP-BAI and BASELINE

    def parameters(self, algorithm: str) -> dict[str, Any]:
        """The parameters of this algorithm that the page lets people choose."""
        return {"phases": self.phases} if has_phases(algorithm) else {}


@dataclass(frozen=True)
class Line:
    """One algorithm at one epsilon, None if it is not private."""

    algorithm: str
    epsilon: float | None

    @property
    def name(self) -> str:
        """Its algorithm's, as people read it."""
        return ALGORITHMS[self.algorithm].label

    @property
    def label(self) -> str:
        """What people read: its name, and its epsilon if it has one."""
        return self.name if self.epsilon is None else f"{self.name}, ε = {setting(self.epsilon)}"

    @property
    def may_conclude(self) -> bool:
        """Whether a verdict may rest on it."""
        return not ALGORITHMS[self.algorithm].depends_on_units

    def smallest_budget(self, problem: BudgetProblem) -> int:
        """The least T that gives every arm to be measured a pull."""
        linear, chosen = problem.bandit.linear, problem.parameters(self.algorithm)
        schedule = ALGORITHMS[self.algorithm].schedule
        budget = 2**40  # so large that only the reserved samples are missing from `spendable`
        return budget - schedule(linear.means.size, linear.rank, budget, **chosen).spendable + 1


BudgetCell = tuple[Line, int]
Results = Mapping[BudgetCell, FixedBudgetResult]
AtBudget = list[tuple[Line, FixedBudgetResult]]
Made = TypeVar("Made")


def cells_of(lines: Sequence[Line], problem: BudgetProblem, budgets: Sequence[int]) -> list[BudgetCell]:
    """The points that can be computed: those with budget enough."""
    least = {line: line.smallest_budget(problem) for line in lines}
    return [(line, budget) for budget in sorted(set(budgets)) for line in lines if budget >= least[line]]


class BudgetStudy(GrowingRuns[BudgetCell, FixedBudgetResult]):
    """The runs made so far for one problem, by line and budget."""

    first_round = 50

    problem: BudgetProblem

    def simulate(self, cell: BudgetCell, first_run: int, runs: int, cancel: dpcore.CancelFlag) -> FixedBudgetResult:
        """See GrowingRuns."""
        how = {"runs": runs, "first_run": first_run, "cancel": cancel}
        return _made(dpcore.simulate_fixed_budget, self.problem, cell, **how)


def quick_results(problem: BudgetProblem, cells: Sequence[BudgetCell]) -> Results:
    """A few runs of every cell, at once: for what is still being dragged; the fewer, the more cells there are."""
    runs = max(1, min(_LIVE_RUNS, _LIVE_RUNS_OF_ALL // max(1, len(cells))))
    return {cell: _made(dpcore.simulate_fixed_budget, problem, cell, runs=runs, workers=1) for cell in cells}


def trace_of(view: "BudgetView", line: Line) -> FixedBudgetTrace:
    """The story of one of the line's runs."""
    return _made(dpcore.trace_fixed_budget, view.problem, (line, view.budget), run=view.run)


def _made(make: Callable[..., Made], problem: BudgetProblem, cell: BudgetCell, **how: Any) -> Made:
    """What this function of dpcore makes of a cell."""
    bandit, (line, budget) = problem.bandit, cell
    return make(
        line.algorithm,
        bandit.features,
        bandit.theta,
        budget,
        line.epsilon,
        seed=problem.seed,
        rewards=bandit.rewards,
        **how,
        **problem.parameters(line.algorithm),
    )


@dataclass(frozen=True)
class BudgetView:
    """What the page shows: lines over the budgets of a range, and what they do at one budget, for one bandit."""

    algorithms: tuple[str, ...]
    epsilons: tuple[float, ...]
    budgets: tuple[int, ...]  # drawn, ascending
    limits: tuple[int, int]  # of the axis
    budget: int  # the one looked at
    runs: int
    run: int  # the one whose story is told
    study: BudgetStudy
    typed: float | None = None  # the epsilon that the answer is about; None: the smallest

    @property
    def bandit(self) -> Bandit:
        """The bandit of all lines."""
        return self.problem.bandit

    @property
    def problem(self) -> BudgetProblem:
        """The problem of all lines."""
        return self.study.problem

    @cached_property
    def lines(self) -> list[Line]:
        """Every private algorithm at every epsilon, every other once."""
        return [
            Line(name, epsilon)
            for name in self.algorithms
            for epsilon in (sorted(self.epsilons) if ALGORITHMS[name].privacy.is_private else [None])
        ]

    @cached_property
    def cells(self) -> list[BudgetCell]:
        """The points of the main picture."""
        return cells_of(self.lines, self.problem, [*self.budgets, self.budget])

    @cached_property
    def bounds(self) -> dict[float, tuple[list[int], list[float]]]:
        """DP-BAI's bound for every epsilon that it is shown at: budgets, and the bounds at them; none by halving."""
        if self.problem.phases == HALVING:
            return {}
        features, theta = self.bandit.features, self.bandit.theta
        budgets = np.unique(np.geomspace(*self.limits, _BOUND_POINTS).astype(int)).tolist()
        return {
            line.epsilon: (
                budgets,
                [
                    dpcore.fixed_budget.dp_bai_error_bound(features, theta, each, line.epsilon).error_probability
                    for each in budgets
                ],
            )
            for line in self.lines
            if line.algorithm == "dp-bai" and line.epsilon is not None
        }

    def results(self) -> Results:
        """The runs so far of every cell that has some."""
        return self.study.found(self.cells)

    def at_budget(self, results: Results) -> AtBudget:
        """The lines that have runs at the budget looked at."""
        return [(line, results[line, self.budget]) for line in self.lines if (line, self.budget) in results]

    def at_budget_once(self) -> AtBudget:
        """The first line of each algorithm: its pulls hardly depend on epsilon."""
        first = {line.algorithm: (line, result) for line, result in reversed(self.at_budget(self.results()))}
        return [first[name] for name in self.algorithms if name in first]

    def dragged_to(self, bandit: Bandit, budget: int) -> tuple["BudgetView", Results]:
        """The view of what is under the finger, and its results: a few runs of what no study holds yet."""
        if bandit != self.bandit:
            problem = replace(self.problem, bandit=bandit)
            live = replace(self, budget=budget, study=BudgetStudy(problem))
            budgets = [*self.budgets[::_LIVE_STEP], budget]
            return live, quick_results(problem, cells_of(live.lines, problem, budgets))
        if budget != self.budget:
            at_budget = quick_results(self.problem, cells_of(self.lines, self.problem, [budget]))
            return replace(self, budget=budget), {**self.results(), **at_budget}
        return self, self.results()
