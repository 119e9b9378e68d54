"""A study of regret: algorithms over privacy budgets on one problem, beside their counterparts without privacy."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

import dpcore
from dpcore.experiments import NORMAL_95
from dpcore.regret import PriceOfPrivacy, RegretAlgorithm, RegretResult
from ui.jobs.growing import GrowingRuns

KINDS = {"arms": "finite arms", "linear": "linear arms", "contextual": "linear contexts"}

# Algorithm and epsilon; inf is the counterpart without privacy.  rho-zCDP algorithms get rho_from_epsilon.
RegretCell = tuple[str, float]


@dataclass(frozen=True)
class RegretProblem:
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
        make = dpcore.regret.LinearEnvironment if self.kind == "linear" else dpcore.regret.ContextualEnvironment
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
    entries = dpcore.regret_algorithms().items()
    return [name for name, entry in entries if entry.environment == kind and entry.privacy.is_private]


def counterpart(algorithm: str) -> RegretCell:
    """The cell that a private algorithm is measured against."""
    return entry_of(algorithm).counterpart, math.inf


def label_of(cell: RegretCell) -> str:
    """What people read."""
    entry = entry_of(cell[0])
    return f"{entry.label} without noise" if entry.privacy.is_private and math.isinf(cell[1]) else entry.label


class RegretStudy(GrowingRuns[RegretCell, RegretResult]):
    """The runs made so far for one problem."""

    problem: RegretProblem

    def stages(self, cells: Sequence[RegretCell]) -> list[Sequence[RegretCell]]:
        """See GrowingRuns; the quick cells do not wait for the slow ones."""
        return [[cell for cell in cells if entry_of(cell[0]).works_every_pull == slow] for slow in (False, True)]

    def simulate(self, cell: RegretCell, first_run: int, runs: int, cancel: dpcore.CancelFlag) -> RegretResult:
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

    def price(self, cell: RegretCell) -> PriceOfPrivacy | None:
        """What privacy adds at this cell; None until both it and its counterpart have two runs."""
        plain = counterpart(cell[0])
        if min(self.runs(cell), self.runs(plain)) < 2:
            return None
        return dpcore.price_of_privacy(self.results[cell], self.results[plain])


def budget_and_seed(cell: RegretCell, seed: int) -> dict[str, Any]:
    """The arguments that differ between cells; counterparts take the next seed, so that their runs are independent."""
    algorithm, epsilon = cell
    budget = entry_of(algorithm).privacy.budget
    value = {"epsilon": epsilon, "rho": dpcore.privacy.rho_from_epsilon(epsilon)}
    return {**({budget: value[budget]} if budget else {}), "seed": seed + math.isinf(epsilon)}


@dataclass(frozen=True)
class RegretView:
    """What the page shows: algorithms at the epsilons of a range, beside their counterparts, and at one epsilon."""

    algorithms: tuple[str, ...]
    epsilon: float
    epsilons: tuple[float, ...]  # ascending, the one above among them
    runs: int
    show_spread: bool  # of the runs, instead of the mean's interval
    show_relative: bool  # prices
    show_bounds: bool
    study: RegretStudy

    @property
    def problem(self) -> RegretProblem:
        """The problem of all runs."""
        return self.study.problem

    @property
    def rho(self) -> float:
        """The zCDP budget at the same place on the scale."""
        return dpcore.privacy.rho_from_epsilon(self.epsilon)

    @cached_property
    def cells(self) -> list[RegretCell]:
        """The points to compute: those looked at first, what is simulated pull by pull last."""
        private = [(algorithm, epsilon) for epsilon in self.epsilons for algorithm in self.algorithms]
        found = dict.fromkeys([*self.at_epsilon, *private])
        return sorted(found, key=lambda cell: entry_of(cell[0]).works_every_pull)

    @cached_property
    def counterparts(self) -> list[RegretCell]:
        """What the algorithms are measured against."""
        return list(dict.fromkeys(counterpart(algorithm) for algorithm in self.algorithms))

    @property
    def at_epsilon(self) -> list[RegretCell]:
        """The counterparts, and every algorithm at the epsilon looked at."""
        return [*self.counterparts, *((algorithm, self.epsilon) for algorithm in self.algorithms)]


def at_horizon(price: PriceOfPrivacy) -> tuple[float, float]:
    """What privacy adds in all pulls, and half of the 95 % interval of that."""
    return float(price.difference[-1]), float(half_interval(price.standard_error)[-1])


def half_interval(standard_error: NDArray[np.float64]) -> NDArray[np.float64]:
    """Half of the 95 % interval of a mean with this standard error."""
    return NORMAL_95 * standard_error
