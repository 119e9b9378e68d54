"""The question how well one mean is known, and what simulation and bounds answer."""

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import dpcore
from dpcore import CancelFlag
from dpcore.private_stopping import PrivateStoppingResult, StoppingBounds, StoppingTrace
from dpcore.private_stopping.rules import check_rule
from ui.state.keys import EPSILON_RANGE

RULES = {name: entry.label for name, entry in dpcore.private_stopping_algorithms().items()}
REWARDS = {"plus-minus": "−1 or 1", "bernoulli": "0 or 1"}
MEAN_LIMITS = (0.01, 1.0)
ERROR_LIMITS = (0.01, 0.5)
FIRST_SAMPLE = 10
EPSILONS = np.geomspace(*EPSILON_RANGE, 16)
RUNS_PER_EPSILON = 60
MAX_SAMPLES = 10**14
PROVEN, PUBLISHED = "stops by (proven)", "stops by (published)"  # columns of the tables


@dataclass(frozen=True)
class MeanQuestion:
    """A mean of rewards in [-1, 1] that is to be known to a relative error, except with the risk, at this epsilon."""

    mean: float
    relative_error: float
    risk: float
    epsilon: float
    rewards: str

    def epsilon_of(self, rule: str) -> float | None:
        """The rule's privacy budget: None for NAS, which is not private."""
        return self.epsilon if dpcore.private_stopping_algorithms()[rule].privacy.is_private else None

    def simulate(self, rule: str, runs: int, seed: int, cancel: CancelFlag | None = None) -> PrivateStoppingResult:
        """Runs of the rule; once cancelled, those completed before."""
        return dpcore.simulate_private_stopping(*self._asked(rule), **self._how, runs=runs, seed=seed, cancel=cancel)

    def one_run(self, rule: str, run: int, seed: int) -> StoppingTrace:
        """The tests of one of the runs."""
        return dpcore.trace_private_stopping(*self._asked(rule), **self._how, run=run, seed=seed)

    def bounds(self, rule: str) -> StoppingBounds:
        """What is proven and published of the rule."""
        return dpcore.private_stopping.private_stopping_bounds(*self._asked(rule))

    def _asked(self, rule: str) -> tuple[Any, ...]:
        return rule, self.mean, self.relative_error, self.risk, self.epsilon_of(rule)

    @property
    def _how(self) -> dict[str, Any]:
        return {"distribution": self.rewards, "max_samples": MAX_SAMPLES}


@dataclass(frozen=True)
class MeanView:
    """What the page shows: the question, the number of runs, and the rule and number of the run that is drawn."""

    question: MeanQuestion
    rule: str
    run: int
    runs: int
    seed: int


@dataclass(frozen=True)
class MeanAnswer:
    """The runs and bounds of every rule in RULES."""

    question: MeanQuestion
    results: dict[str, PrivateStoppingResult]
    bounds: dict[str, StoppingBounds]

    def quantile(self, rule: str, level: float) -> float:
        """Samples by which this share of the rule's runs had stopped: 0.1, 0.5 or 0.9."""
        return self.results[rule].summary().stopping_time_quantiles[level]


def answer(question: MeanQuestion, runs: int, seed: int, cancel: CancelFlag | None = None) -> MeanAnswer:
    """Runs and bounds of the three rules; once cancelled, of the runs completed before."""
    results = {rule: question.simulate(rule, runs, seed, cancel) for rule in RULES}
    return MeanAnswer(question, results, {rule: question.bounds(rule) for rule in RULES})


def demanded_means(relative_error: float, risk: float, epsilon: float) -> dict[str, NDArray[np.float64]]:
    """For each rule the (times, sizes of the running mean that halt it without noise), (2, T)."""
    question = MeanQuestion(MEAN_LIMITS[0], relative_error, risk, epsilon, "plus-minus")
    last = max(question.bounds(rule).halting_time_proven for rule in RULES)
    curves = {}
    for name in RULES:
        rule = check_rule(name, relative_error, risk, question.epsilon_of(name))
        if rule.doubling:
            times = 2.0 ** np.arange(math.ceil(math.log2(FIRST_SAMPLE)), math.ceil(math.log2(last)) + 1)
        else:
            times = np.geomspace(FIRST_SAMPLE, last, 160)
        curves[name] = np.stack([times, rule.levels(times) / times])
    return curves


def along_epsilon(question: MeanQuestion, seed: int, cancel: CancelFlag | None = None) -> pd.DataFrame:
    """One row per private rule and epsilon, and one for NAS: quantiles of RUNS_PER_EPSILON runs, and the bounds.

    Once cancelled, the rows completed before.
    """
    rows: list[dict[str, object]] = []
    for rule, label in RULES.items():
        is_private = question.epsilon_of(rule) is not None
        for epsilon in sorted({*EPSILONS, question.epsilon}) if is_private else (question.epsilon,):
            asked = replace(question, epsilon=epsilon)
            result = asked.simulate(rule, RUNS_PER_EPSILON, seed, cancel)
            if cancel is not None and cancel.is_set():
                return pd.DataFrame(rows)
            told = {"epsilon": asked.epsilon_of(rule), **_figures(result, asked.bounds(rule))}
            rows.append({"rule": label, **told, "runs": RUNS_PER_EPSILON, "seed": seed})
    return pd.DataFrame(rows)


def bounds_table(found: MeanAnswer) -> pd.DataFrame:
    """All figures by rule, with exact digits."""
    return pd.DataFrame(
        {
            "rule": RULES[rule],
            **_figures(result, found.bounds[rule]),
            "errors": result.summary().errors,
            "error rate, high": result.summary().error_rate_interval[1],
            "runs": result.runs,
            "seed": result.seed,
            "version": result.version,
        }
        for rule, result in found.results.items()
    )


def _figures(result: PrivateStoppingResult, bounds: StoppingBounds) -> dict[str, object]:
    """When runs stopped, and what is known of that."""
    quantiles = result.summary().stopping_time_quantiles
    return {
        "10 %": quantiles[0.1],
        "median": quantiles[0.5],
        "90 %": quantiles[0.9],
        PROVEN: bounds.halting_time_proven,
        PUBLISHED: bounds.published_halting_time,
        "lower bound": bounds.lower_bound,
    }


def stopping_table(found: MeanAnswer) -> pd.DataFrame:
    """Every run: rule, run number, samples, estimate."""
    return pd.concat(
        pd.DataFrame(
            {
                "rule": RULES[rule],
                "run": np.arange(result.stopping_times.size),
                "samples": result.stopping_times,
                "estimate": result.estimates,
            }
        )
        for rule, result in found.results.items()
    )


def trace_table(trace: StoppingTrace) -> pd.DataFrame:
    """The tests of one run that are drawn."""
    return pd.DataFrame(
        {
            "samples": trace.times,
            "running mean": trace.sample_means,
            "threshold": trace.thresholds,
            "threshold noise": trace.threshold_noise,
            "query noise": trace.query_noises,
            "noisy threshold": trace.noisy_thresholds,
        }
    )
