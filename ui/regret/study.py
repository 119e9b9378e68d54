"""A study of regret: algorithms over privacy budgets on one problem, beside their counterparts without privacy."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

import dpcore
from dpcore.regret import PriceOfPrivacy, RegretAlgorithm, RegretResult
from ui.jobs.growing import GrowingRuns
from ui.jobs.job import Job

# These cost one step of work per pull; the others jump from decision to decision.
PULL_BY_PULL = {"dp-ucb", "rs-oful", "adac-oful"}

# Algorithm and epsilon; inf is the counterpart without privacy.  rho-zCDP algorithms get rho = epsilon^2/2.
Cell = tuple[str, float]


@dataclass(frozen=True)
class Problem:
    """What all runs of a study have in common; `kind` is the environment of the algorithms' registry entries.

    means: for arms.  arms, dimension, instance_seed, bounded: of the random linear or contextual environment.
    """

    kind: str
    horizon: int
    seed: int
    means: tuple[float, ...] = ()
    arms: int = 10
    dimension: int = 3
    instance_seed: int = 0
    bounded: bool = False
    exploration: float = 3.1
    split: bool = True

    def environment(self) -> Any:
        """What dpcore.simulate_regret takes."""
        if self.kind == "arms":
            return self.means
        make = dpcore.LinearEnvironment if self.kind == "linear" else dpcore.ContextualEnvironment
        return make.random(self.arms, self.dimension, self.instance_seed, self.bounded)

    def parameters(self, algorithm: str) -> dict[str, Any]:
        """The parameters of this algorithm that the page lets people choose."""
        known = {parameter.name for parameter in entry_of(algorithm).parameters}
        chosen = {"exploration": self.exploration, "split": self.split}
        return {name: value for name, value in chosen.items() if name in known}


def entry_of(algorithm: str) -> RegretAlgorithm:
    """The algorithm's registry entry."""
    return dpcore.regret_algorithms()[algorithm]


def private_algorithms(kind: str) -> list[str]:
    """The names of the private algorithms for this kind of environment."""
    return [name for name, entry in dpcore.regret_algorithms().items() if entry.environment == kind and entry.budget]


def counterpart(algorithm: str) -> Cell:
    """The cell that a private algorithm is measured against."""
    return entry_of(algorithm).counterpart, math.inf


def label_of(cell: Cell) -> str:
    """What people read."""
    entry = entry_of(cell[0])
    return f"{entry.label} without noise" if entry.budget and math.isinf(cell[1]) else entry.label


class RegretStudy(GrowingRuns[Cell, RegretResult]):
    """The runs made so far for one problem."""

    def __init__(self, problem: Problem) -> None:
        super().__init__()
        self.problem = problem

    def cells(self, algorithms: list[str], epsilons: list[float], now: float) -> list[Cell]:
        """The points to compute: counterparts and the current epsilon first, what is simulated pull by pull last."""
        plain = dict.fromkeys(counterpart(algorithm) for algorithm in algorithms)
        private = [(algorithm, epsilon) for epsilon in (now, *epsilons) for algorithm in algorithms]
        return sorted(dict.fromkeys([*plain, *private]), key=lambda cell: cell[0] in PULL_BY_PULL)

    def fill_quick_first(self, job: Job, cells: list[Cell], runs: int) -> None:
        """Bring every cell to `runs` runs, without letting the quick ones wait for the slow."""
        for slow in (False, True):
            self.fill(job, [cell for cell in cells if (cell[0] in PULL_BY_PULL) == slow], runs)

    def simulate(self, cell: Cell, first_run: int, runs: int, cancel: dpcore.CancelFlag) -> RegretResult:
        """See GrowingRuns."""
        return dpcore.simulate_regret(
            cell[0],
            self.problem.environment(),
            self.problem.horizon,
            runs=runs,
            first_run=first_run,
            cancel=cancel,
            **budget_and_seed(cell, self.problem.seed),
            **self.problem.parameters(cell[0]),
        )

    def price(self, cell: Cell) -> PriceOfPrivacy | None:
        """What privacy adds at this cell; None until both it and its counterpart have two runs."""
        plain = counterpart(cell[0])
        if min(self.runs(cell), self.runs(plain)) < 2:
            return None
        return dpcore.price_of_privacy(self.results[cell], self.results[plain])


def budget_and_seed(cell: Cell, seed: int) -> dict[str, Any]:
    """The arguments that differ between cells; counterparts take the next seed, so that their runs are independent."""
    algorithm, epsilon = cell
    budget = entry_of(algorithm).budget
    value = {"epsilon": epsilon, "rho": dpcore.rho_from_epsilon(epsilon)}
    return {**({budget: value[budget]} if budget else {}), "seed": seed + math.isinf(epsilon)}


def point_rows(study: RegretStudy, cells: list[Cell]) -> list[dict[str, Any]]:
    """One row of exact figures at the horizon per cell, for the table and the CSV."""
    rows = []
    for cell in cells:
        if (result := study.results.get(cell)) is None:
            continue
        final, price = result.regret[:, -1], None if math.isinf(cell[1]) else study.price(cell)
        rows.append(
            {
                "algorithm": label_of(cell),
                "promise": "none" if math.isinf(cell[1]) else entry_of(cell[0]).privacy,
                "epsilon": result.parameters["epsilon"],
                "rho": result.parameters["rho"],
                "place on the scale": cell[1],
                "horizon": result.parameters["horizon"],
                "runs": result.runs,
                "mean regret": float(final.mean()),
                "standard error": float(result.standard_error[-1]) if result.runs > 1 else None,
                "10 % of runs below": float(np.quantile(final, 0.1)),
                "90 % of runs below": float(np.quantile(final, 0.9)),
                "price": price and float(price.difference[-1]),
                "its standard error": price and float(price.standard_error[-1]),
                "relative price": price and float(price.relative[-1]),
                "its standard error (relative)": price and float(price.relative_standard_error[-1]),
                "seed": result.seed,
                "version": result.version,
            }
        )
    return rows


def time_rows(study: RegretStudy, cells: list[Cell]) -> list[dict[str, Any]]:
    """One row per cell and recorded time."""
    return [
        {
            "algorithm": label_of(cell),
            "epsilon or rho": result.parameters["epsilon"] or result.parameters["rho"],
            "pulls": int(step),
            "mean regret": float(mean),
            "runs": result.runs,
            "seed": result.seed,
        }
        for cell in cells
        if (result := study.results.get(cell)) is not None
        for step, mean in zip(result.steps, result.mean_regret, strict=True)
    ]
