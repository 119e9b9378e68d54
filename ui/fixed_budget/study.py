"""Error probabilities against the budget: lines of algorithms and epsilons, grown in rounds, never computed twice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import dpcore
from dpcore import FixedBudgetResult, FixedBudgetTrace
from ui.fixed_budget.bandit import Bandit
from ui.jobs.growing import GrowingRuns
from ui.look.numbers import setting

LIVE_RUNS = 20
ALGORITHMS = dpcore.fixed_budget_algorithms()


@dataclass(frozen=True)
class Line:
    """One algorithm at one epsilon, None if it is not private."""

    algorithm: str
    epsilon: float | None

    @property
    def label(self) -> str:
        """What people read."""
        name = ALGORITHMS[self.algorithm].label
        return name if self.epsilon is None else f"{name}, ε = {setting(self.epsilon)}"

    def smallest_budget(self, bandit: Bandit) -> int:
        """The least T that gives every arm to be measured a pull."""
        linear = bandit.linear
        schedule = ALGORITHMS[self.algorithm].schedule
        budget = 2**40  # so large that only the reserved samples are missing from `spendable`
        return budget - schedule(linear.means.size, linear.rank, budget).spendable + 1


Cell = tuple[Line, int]
Results = Mapping[Cell, FixedBudgetResult]


def lines_of(algorithms: Sequence[str], epsilons: Sequence[float]) -> list[Line]:
    """Every private algorithm at every epsilon, every other once."""
    return [
        Line(name, epsilon)
        for name in algorithms
        for epsilon in (sorted(epsilons) if ALGORITHMS[name].is_private else [None])
    ]


def cells_of(lines: Sequence[Line], bandit: Bandit, budgets: Sequence[int]) -> list[Cell]:
    """The points that can be computed: those with budget enough."""
    least = {line: line.smallest_budget(bandit) for line in lines}
    return [(line, budget) for budget in sorted(set(budgets)) for line in lines if budget >= least[line]]


class BudgetStudy(GrowingRuns[Cell, FixedBudgetResult]):
    """The runs made so far for one bandit and seed, by line and budget."""

    first_round = 50

    def __init__(self, bandit: Bandit, seed: int) -> None:
        super().__init__()
        self.bandit, self.seed = bandit, seed

    def simulate(self, cell: Cell, first_run: int, runs: int, cancel: dpcore.CancelFlag) -> FixedBudgetResult:
        """See GrowingRuns."""
        return _simulate(self.bandit, cell, runs, self.seed, first_run=first_run, cancel=cancel)


def quick_results(bandit: Bandit, cells: Sequence[Cell], seed: int) -> Results:
    """A few runs of every cell, at once: for a bandit that is still being dragged."""
    return {cell: _simulate(bandit, cell, LIVE_RUNS, seed, workers=1) for cell in cells}


def _simulate(bandit: Bandit, cell: Cell, runs: int, seed: int, **how: Any) -> FixedBudgetResult:
    line, budget = cell
    return dpcore.simulate_fixed_budget(
        line.algorithm, bandit.features, bandit.theta, budget, line.epsilon, runs, seed, bandit.rewards, **how
    )


def trace_of(bandit: Bandit, line: Line, budget: int, seed: int, run: int) -> FixedBudgetTrace:
    """The story of one of the runs."""
    return dpcore.trace_fixed_budget(
        line.algorithm, bandit.features, bandit.theta, budget, line.epsilon, seed, bandit.rewards, run=run
    )


def error_rows(results: Results) -> list[dict[str, Any]]:
    """One row of exact figures per cell, for the table and the CSV."""
    rows = []
    for (line, budget), result in results.items():
        low, high = result.error_interval
        rows.append(
            {
                "algorithm": ALGORITHMS[line.algorithm].label,
                "epsilon": line.epsilon,
                "T": budget,
                "runs": result.runs,
                "wrong": result.errors,
                "error rate": result.error_rate,
                "95 % low": low,
                "95 % high": high,
                "samples used": float(result.pulls.sum(axis=1).mean()),
                "arms pulled": float((result.pulls > 0).sum(axis=1).mean()),
                "seed": result.seed,
                "version": result.version,
            }
        )
    return rows


def trace_rows(trace: FixedBudgetTrace) -> list[dict[str, Any]]:
    """One row per phase and active arm of one run."""
    rows = []
    for number, phase in enumerate(trace.phases, start=1):
        counts = dict(zip(phase.pulled.tolist(), phase.counts.tolist(), strict=True))
        for arm, estimate in zip(phase.active.tolist(), phase.estimates.tolist(), strict=True):
            rows.append(
                {
                    "phase": number,
                    "arm": arm + 1,
                    "mean": trace.parameters["means"][arm],
                    "private mean": estimate,
                    "pulls": counts.get(arm, 0),
                    "kept": bool(arm in phase.kept),
                }
            )
    return rows
