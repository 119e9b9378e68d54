"""A study of stopping times: the runs of algorithms over epsilon, what the page shows of them, and the lower bounds."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import pandas as pd

import dpcore
from dpcore.fixed_confidence import FixedConfidenceResult
from ui.arms.instance import Instance
from ui.jobs.growing import GrowingRuns
from ui.look.numbers import count, number, percent, rounded_up
from ui.stopping.curves import Curve

# epsilon is None for a curve that does not depend on it.
StoppingCell = tuple[Curve, float | None]
_BOUND_POINTS = 160


@dataclass(frozen=True)
class StoppingProblem:
    """What all curves of a study have in common."""

    means: tuple[float, ...]
    risk: float
    max_samples: int
    seed: int
    indifference: float = 0.0


class StoppingStudy(GrowingRuns[StoppingCell, FixedConfidenceResult]):
    """The runs made so far for one problem, by curve and epsilon."""

    problem: StoppingProblem
    is_of_browser = False  # whether some runs were reported by a browser: nobody else may see those

    def take(self, cell: StoppingCell, made: FixedConfidenceResult) -> None:
        """Take over runs that the visitor's browser has made."""
        self.is_of_browser = True
        self.add(cell, made.first_run, made)

    def simulate(
        self, cell: StoppingCell, first_run: int, runs: int, cancel: dpcore.CancelFlag
    ) -> FixedConfidenceResult:
        """See GrowingRuns."""
        curve, epsilon = cell
        return dpcore.simulate_fixed_confidence(
            curve.algorithm,
            self.problem.means,
            risk=self.problem.risk,
            **curve.budget_at(epsilon),
            runs=runs,
            seed=self.problem.seed,
            max_samples=self.problem.max_samples,
            threshold=curve.threshold,
            indifference=self.problem.indifference,
            first_run=first_run,
            cancel=cancel,
            **dict(curve.parameters),
        )


@dataclass(frozen=True)
class SampleBounds:
    """Lower bounds on the expected stopping time: at the instance's epsilon, over epsilons, and without privacy."""

    at_epsilon: float
    epsilons: list[float]
    private: list[float]
    non_private: float
    allocation: list[float]  # which attains T*_epsilon


@dataclass(frozen=True)
class StoppingView:
    """What the page shows: the chosen curves at the chosen epsilons, ascending and with the instance's own."""

    instance: Instance
    curves: tuple[Curve, ...]
    epsilons: tuple[float, ...]
    runs: int
    show_mean: bool
    study: StoppingStudy
    in_browser: bool = False  # whether the visitor's browser makes the runs

    @cached_property
    def cells(self) -> list[StoppingCell]:
        """The points of the main picture: first at the instance's epsilon, then the quick ones (large epsilon)."""
        everywhere: list[StoppingCell] = [(curve, None) for curve in self.curves if not curve.is_private]
        epsilons = sorted(self.epsilons, key=lambda epsilon: (epsilon != self.instance.epsilon, -epsilon))
        return everywhere + [(curve, epsilon) for epsilon in epsilons for curve in self.curves if curve.is_private]

    def results(self) -> dict[StoppingCell, FixedConfidenceResult]:
        """The runs so far of every cell that has some."""
        return self.study.found(self.cells)

    def dragged_to(self, live: Instance) -> "StoppingView":
        """The view of the instance under the visitor's finger: runs stay with the arms and the risk they are for."""
        if live == self.instance:
            return self
        study = self.study
        changed = replace(study.problem, means=live.means, risk=live.risk, indifference=live.indifference)
        if changed != study.problem:
            study = StoppingStudy(changed)
        epsilons = tuple(sorted({*self.epsilons, live.epsilon}))
        return replace(self, instance=live, epsilons=epsilons, study=study)

    def at_epsilon(self) -> list[tuple[Curve, FixedConfidenceResult]]:
        """The runs so far at the instance's epsilon."""
        here = (None, self.instance.epsilon)
        return [(curve, result) for (curve, epsilon), result in self.results().items() if epsilon in here]

    @cached_property
    def bounds(self) -> SampleBounds:
        """The lower bounds over the epsilons shown."""
        means, epsilon, zeta = self.instance.means, self.instance.epsilon, self.instance.indifference
        here = dpcore.sample_lower_bounds(means, epsilon, self.instance.risk, indifference=zeta)
        optimum = dpcore.characteristic_time(means, epsilon=epsilon, indifference=zeta)
        fine = np.geomspace(self.epsilons[0], self.epsilons[-1], _BOUND_POINTS)
        times = dpcore.characteristic_time_curve(means, fine, indifference=zeta).times
        return SampleBounds(
            at_epsilon=here["tightest_private"],
            epsilons=fine.tolist(),
            private=(times * (here["tightest_private"] / optimum.time)).tolist(),
            non_private=here["non_private"],
            allocation=optimum.allocation.tolist(),
        )

    @cached_property
    def bound_under_zcdp(self) -> float:
        """The lower bound on the expected stopping time of ρ-zCDP methods at the ρ that this epsilon implies."""
        rho, instance = dpcore.privacy.rho_from_epsilon(self.instance.epsilon), self.instance
        return dpcore.choosing.necessary_samples_under_zcdp(
            instance.means, rho, instance.risk, indifference=instance.indifference
        )


def summary_table(view: StoppingView) -> pd.DataFrame:
    """What the algorithms took at the epsilon looked at, as people read it: one row for each."""
    return pd.DataFrame([_summarised(view, curve, result) for curve, result in view.at_epsilon()])


def _summarised(view: StoppingView, curve: Curve, result: FixedConfidenceResult) -> dict[str, str]:
    summary, stopped = result.summary(), result.runs - result.summary().capped
    low, median, high = (_or_over(summary.quantiles[level]) for level in (0.1, 0.5, 0.9))
    private = view.bound_under_zcdp if curve.is_zcdp else view.bounds.at_epsilon
    bound, most = private if curve.is_private else view.bounds.non_private, summary.error_interval_finished[1]
    return {
        "algorithm": curve.label_with_promise,
        "median": median,
        "mean": "unknown" if summary.mean is None else count(summary.mean),
        "80 % of the runs": f"{low} to {high}",
        "wrong": f"{summary.errors_finished} of {stopped} (at most {percent(rounded_up(most))})",
        "capped": f"{summary.capped} of {summary.runs}",
        "times the bound": "–" if summary.mean is None else number(summary.mean / bound),
    }


def _or_over(samples: float | None) -> str:
    return "over the cap" if samples is None else count(samples)


def point_table(results: Mapping[StoppingCell, FixedConfidenceResult]) -> pd.DataFrame:
    """One row of exact figures per cell, for the page and the CSV."""
    rows = []
    for (curve, epsilon), result in results.items():
        summary = result.summary()
        low, high = summary.error_interval_finished
        rows.append(
            {
                "algorithm": curve.label,
                "epsilon": epsilon,
                "runs": summary.runs,
                "share capped": summary.share_capped,
                "10 %": summary.quantiles[0.1],
                "median": summary.median,
                "90 %": summary.quantiles[0.9],
                "mean": summary.mean,
                "mean, low": summary.mean_interval and summary.mean_interval[0],
                "mean, high": summary.mean_interval and summary.mean_interval[1],
                "wrong, of finished": summary.error_rate_finished,
                "wrong, low": low,
                "wrong, high": high,
                "wrong, of all": summary.error_rate_all,
                "seed": result.seed,
                "version": result.version,
            }
        )
    return pd.DataFrame(rows)
