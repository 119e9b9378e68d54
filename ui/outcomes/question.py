"""What the visitor's outcomes cost: the question, the runs that answer it, and what clipping does to the options."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import pandas as pd

import dpcore
from dpcore.bounded import BoundedLaws, Outcomes
from dpcore.bounded.outcomes import LARGEST_OUTCOME
from dpcore.fixed_confidence import FixedConfidenceResult
from ui.jobs.growing import GrowingRuns
from ui.outcomes.rows import OutcomeRows

FACTORS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)  # of the clip's width: the public grid on which it is varied
NARROWEST = 1e-9  # a clip, of its larger end: narrower ones would lose the digits of outcomes
QUANTILE = 0.9
BOUND_VALUES = 500  # to which laws are merged for a bound: fewer are quicker, and the bound stays one


class OutcomeCell(NamedTuple):
    """What is simulated: outcomes clipped at `high`, or their yes/no version from a threshold on; inf: no privacy."""

    high: float
    threshold: float | None
    epsilon: float


class OutcomeProblem(NamedTuple):
    """What all runs of a study have in common."""

    data: OutcomeRows
    low: float
    risk: float
    seed: int


class OutcomeStudy(GrowingRuns[OutcomeCell, FixedConfidenceResult]):
    """The runs made so far for one file and one lower clip."""

    problem: OutcomeProblem

    def stages(self, cells: Sequence[OutcomeCell]) -> list[Sequence[OutcomeCell]]:
        """The two cells of the answer come first."""
        return [cells[:2], cells[2:]]

    def simulate(
        self, cell: OutcomeCell, first_run: int, runs: int, cancel: dpcore.CancelFlag
    ) -> FixedConfidenceResult:
        """See GrowingRuns."""
        return dpcore.bounded.simulate_outcomes(
            self.laws(cell),
            cell.epsilon,
            self.problem.risk,
            runs=runs,
            seed=self.problem.seed,
            first_run=first_run,
            cancel=cancel,
        )

    def laws(self, cell: OutcomeCell) -> BoundedLaws:
        """What the runs of a cell resample."""
        if cell.threshold is None:
            return dpcore.bounded.clip_outcomes(self.problem.data.outcomes, self.problem.low, cell.high)
        return dpcore.bounded.clip_outcomes(self.problem.data.outcomes.at_least(cell.threshold), 0, 1)


class Needed(NamedTuple):
    """A 90 % quantile of runs with its 95 % interval; wrong: how many runs named another option than the best."""

    low: float
    participants: float
    high: float
    runs: int
    wrong: int


@dataclass(frozen=True, eq=False)
class OutcomeView:
    """What the page shows.

    epsilon: per participant.  threshold: from which on an outcome counts as a yes.  reading: Python that reads a file.
    """

    data: OutcomeRows
    is_example: bool
    high: float
    threshold: float
    epsilon: float
    runs: int
    study: OutcomeStudy
    reading: str = ""

    @property
    def low(self) -> float:
        """The lower clip."""
        return self.study.problem.low

    @property
    def risk(self) -> float:
        """The accepted probability of a wrong answer."""
        return self.study.problem.risk

    @property
    def row_epsilon(self) -> float:
        """The budget of one row: a participant may have several (group privacy)."""
        return self.epsilon / self.data.rows_of_one

    @cached_property
    def highs(self) -> list[float]:
        """The upper clips of the public grid that an outcome may reach at all."""
        width = self.high - self.low
        grid = [self.high if factor == 1 else float(f"{self.low + factor * width:.12g}") for factor in FACTORS]
        return list(dict.fromkeys(high for high in grid if high <= LARGEST_OUTCOME))

    @cached_property
    def laws(self) -> BoundedLaws:
        """The outcomes, clipped as asked."""
        return dpcore.bounded.clip_outcomes(self.data.outcomes, self.low, self.high)

    @cached_property
    def best(self) -> int | None:
        """The best option of the clipped outcomes; None if several are."""
        return _best(self.laws)

    @cached_property
    def true_best(self) -> int | None:
        """The option with the largest mean before clipping; None if several have it."""
        low, high = self.data.outcomes.range
        return _best(dpcore.bounded.clip_outcomes(self.data.outcomes, low, high)) if low < high else None

    @property
    def equally_good(self) -> list[str]:
        """The options with the largest mean of clipped outcomes."""
        means = self.laws.unit_means
        return [name for name, mean in zip(self.data.names, means, strict=True) if mean >= means.max() - 1e-12]

    @property
    def can_be_answered(self) -> bool:
        """Whether an option is best at any upper clip of the grid: else there is nothing to draw."""
        return any(best is not None for best in self.best_at.values())

    @cached_property
    def yes_no(self) -> Outcomes:
        """The yes/no version."""
        return self.data.outcomes.at_least(self.threshold)

    @cached_property
    def yes_best(self) -> int | None:
        """The best option of the yes/no version; None if several are."""
        return _best(dpcore.bounded.clip_outcomes(self.yes_no, 0, 1))

    @cached_property
    def best_at(self) -> dict[float, int | None]:
        """The best option at every upper clip of the grid; None if several are."""
        laws = [dpcore.bounded.clip_outcomes(self.data.outcomes, self.low, high) for high in self.highs]
        return dict(zip(self.highs, map(_best, laws), strict=True))

    def cell(self, high: float | None, is_private: bool) -> OutcomeCell:
        """The runs at an upper clip; None: of the yes/no version."""
        epsilon = self.row_epsilon if is_private else math.inf
        return OutcomeCell(0.0, self.threshold, epsilon) if high is None else OutcomeCell(high, None, epsilon)

    @cached_property
    def cells(self) -> list[OutcomeCell]:
        """Everything that can be simulated, first the answer's; where several options are best there are no runs."""
        able = [high for high in (self.high, *self.highs) if self.best_at[high] is not None]
        wanted: list[float | None] = [*able, *([] if self.yes_best is None else [None])]
        cells = [self.cell(high, is_private) for high in wanted for is_private in (True, False)]
        return list(dict.fromkeys(cells))

    def needed(self, high: float | None, is_private: bool) -> Needed | None:
        """What these runs needed; None as long as there are none."""
        result = self.study.results.get(self.cell(high, is_private))
        if result is None or result.runs == 0:
            return None
        times = np.where(result.finished, result.stopping_times, math.inf)  # a capped run needs more than any shown
        best = self.yes_best if high is None else self.best_at[high]
        low, estimate, above = dpcore.choosing.quantile_interval(times, QUANTILE)
        wrong = int((result.recommendations != best).sum())
        return Needed(low, estimate, above, result.runs, wrong)

    @property
    def unit(self) -> str:
        """What is counted: rows, where a participant has several."""
        return "participants" if self.data.rows_of_one == 1 else "rows"

    @property
    def keeping(self) -> list[float]:
        """The upper clips of the grid that keep the best option."""
        return [high for high in self.highs if self.best_at[high] is not None and self.best_at[high] == self.true_best]

    @property
    def cheapest(self) -> float | None:
        """The clip among these that needed the fewest participants; None if there is no such clip, or no run yet."""
        found = {high: needed.participants for high in self.keeping if (needed := self.needed(high, True)) is not None}
        return min(found, key=found.__getitem__) if found else None

    @property
    def is_answered(self) -> bool:
        """Whether all runs are there."""
        return self.study.holds(self.cells, self.runs)


def bounds_of(view: OutcomeView) -> tuple[float, float]:
    """What 90 of 100 runs take at least, with privacy and without, if a method is right on all laws in the clip."""
    laws = dpcore.bounded.clip_outcomes(view.data.outcomes, view.low, view.high, BOUND_VALUES)
    private, free = (
        dpcore.bounded.necessary_participants(laws, epsilon, view.risk, QUANTILE)
        for epsilon in (view.row_epsilon, math.inf)
    )
    return private, free


def option_table(view: OutcomeView) -> pd.DataFrame:
    """Every option before and after clipping."""
    outside = 100 * view.data.outcomes.shares_outside(view.low, view.high)
    return pd.DataFrame(
        {
            "option": view.data.whole_names or view.data.names,
            "rows": view.data.outcomes.sizes,
            "mean": view.data.outcomes.means,
            "clipped mean": view.laws.means,
            "% below": outside[:, 0],
            "% above": outside[:, 1],
            "% yes": 100 * view.yes_no.means,
        }
    )


def needed_table(view: OutcomeView) -> pd.DataFrame:
    """One row per clip and privacy, and of the yes/no version: what 90 % of runs needed."""
    rows = []
    for high in (*view.highs, None):
        for is_private in (True, False):
            if (needed := view.needed(high, is_private)) is None:
                continue
            best = view.yes_best if high is None else view.best_at[high]
            rows.append(
                {
                    "outcome": f"yes if at least {view.threshold:g}" if high is None else f"{view.low:g} to {high:g}",
                    "epsilon": view.epsilon if is_private else math.inf,
                    "90 % of runs": needed.participants,
                    "95 % interval, low": needed.low,
                    "95 % interval, high": needed.high,
                    "best option": view.data.names[best] if best is not None else "",
                    "wrong runs": needed.wrong,
                    "runs": needed.runs,
                    "seed": view.study.problem.seed,
                }
            )
    return pd.DataFrame(rows)


def _best(laws: BoundedLaws) -> int | None:
    try:
        return laws.best_arm
    except ValueError:
        return None
