"""The families of experiments that a sweep can run, each through its public door and registry in dpcore."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import dpcore
from dpcore.experiments import ExperimentResult
from dpcore.regret import ContextualEnvironment, LinearEnvironment

_OF_THE_RUNS = {"algorithm", "environment", "runs", "seed", "first_run", "workers", "cancel", "parameters"}
Figures = dict[str, float | int | None]


@dataclass(frozen=True)
class Family:
    """One family.

    door: dpcore's function.  instance: the names that describe an instance.  figures: of a result, the numbers that
    stand in a sweep's summary.  environment: makes the door's second argument of an instance, where it takes an object.
    """

    door: Callable[..., Any]
    registry: Callable[[], Mapping[str, Any]]
    instance: tuple[str, ...]
    figures: Callable[[Any], Figures]
    environment: Callable[[Mapping[str, Any]], Any] | None = None

    @property
    def settings(self) -> dict[str, bool]:
        """The names of the door's other arguments, and whether each must be given."""
        return {
            name: argument.default is argument.empty
            for name, argument in inspect.signature(self.door).parameters.items()
            if name not in _OF_THE_RUNS and name not in self.instance
        }

    def missing(self, instance: Mapping[str, Any]) -> list[str]:
        """What an instance of this family must say, and this one does not."""
        if "means" in instance:
            return []
        maker = self.door if self.environment is None else _environment_of(instance)
        arguments = inspect.signature(maker).parameters.values()
        needed = [argument.name for argument in arguments if argument.default is argument.empty]
        return [name for name in needed if name in self.instance and name not in instance]

    def simulate(self, algorithm: str, parameters: Mapping[str, Any], **runs: Any) -> ExperimentResult:
        """The door's result.  parameters: instance, settings and parameters; those of a result give it again."""
        if "features" in parameters:  # they imply the means, which a result repeats
            parameters = {name: value for name, value in parameters.items() if name != "means"}
        instance = {name: value for name, value in parameters.items() if name in self.instance}
        others = {name: value for name, value in parameters.items() if name not in self.instance}
        if self.environment is None:
            made: ExperimentResult = self.door(algorithm, **instance, **others, **runs)
        else:
            made = self.door(algorithm, self.environment(instance), **others, **runs)
        return made


def _confidence_figures(result: dpcore.fixed_confidence.FixedConfidenceResult) -> Figures:
    summary, asked = result.summary(), result.parameters
    low, high = summary.mean_interval or (None, None)
    epsilon = asked["epsilon"]
    bounds = dpcore.sample_lower_bounds(
        asked["means"], epsilon or float("inf"), asked["risk"], indifference=asked["indifference"]
    )
    bound = bounds["non_private" if epsilon is None else "tightest_private"]
    return {
        "mean samples": summary.mean,
        "mean, low": low,
        "mean, high": high,
        "median samples": summary.median,
        "samples of 1 in 10": summary.quantiles[0.1],
        "samples of 9 in 10": summary.quantiles[0.9],
        "lower bound": bound,
        "times the bound": None if summary.mean is None else summary.mean / bound,
        "share capped": summary.share_capped,
        "share wrong": summary.error_rate_all,
        "wrong, low": summary.error_interval_all[0],
        "wrong, high": summary.error_interval_all[1],
    }


def _budget_figures(result: dpcore.fixed_budget.FixedBudgetResult) -> Figures:
    summary = result.summary()
    low, high = summary.error_interval
    return {"share wrong": summary.error_rate, "wrong, low": low, "wrong, high": high}


def _regret_figures(result: dpcore.regret.RegretResult) -> Figures:
    summary = result.summary()
    low, high = summary.mean_interval or (None, None)
    tenth, median, ninety = (summary.quantiles.get(level) for level in (0.1, 0.5, 0.9))
    return {
        "mean regret": summary.mean,
        "mean, low": low,
        "mean, high": high,
        "median regret": median,
        "regret of 1 in 10": tenth,
        "regret of 9 in 10": ninety,
    }


def _stopping_figures(result: dpcore.private_stopping.PrivateStoppingResult) -> Figures:
    summary = result.summary()
    is_whole = summary.finished == summary.runs
    low, high = (is_whole and summary.mean_stopping_time_interval) or (None, None)
    return {
        "mean samples": summary.mean_stopping_time if is_whole else None,
        "mean, low": low,
        "mean, high": high,
        "median samples": summary.stopping_time_quantiles.get(0.5) if is_whole else None,
        "share capped": 1 - summary.finished / summary.runs,
        "share wrong": summary.errors / summary.runs,
        "wrong, low": summary.error_rate_interval[0],
        "wrong, high": summary.error_rate_interval[1],
    }


def _environment(instance: Mapping[str, Any]) -> Any:
    return instance["means"] if "means" in instance else _environment_of(instance)(**instance)


def _environment_of(instance: Mapping[str, Any]) -> Any:
    return LinearEnvironment if "features" in instance else ContextualEnvironment


FAMILIES = {
    "fixed-confidence": Family(
        dpcore.simulate_fixed_confidence, dpcore.fixed_confidence_algorithms, ("means",), _confidence_figures
    ),
    "fixed-budget": Family(
        dpcore.simulate_fixed_budget, dpcore.fixed_budget_algorithms, ("features", "theta"), _budget_figures
    ),
    "regret": Family(
        dpcore.simulate_regret,
        dpcore.regret_algorithms,
        ("means", "features", "theta", "arms", "context_variance", "bounded"),
        _regret_figures,
        _environment,
    ),
    "private-stopping": Family(
        dpcore.simulate_private_stopping,
        dpcore.private_stopping_algorithms,
        ("mean", "reward_bound", "distribution"),
        _stopping_figures,
    ),
}
