"""Runs of PB-TaS on bounded outcomes, resampled from laws: the public door."""

from functools import partial
from typing import Any

import numpy as np

from dpcore._validation import check_count, check_epsilon, check_risk, check_type
from dpcore.bounded.laws import BoundedLaws
from dpcore.experiments import CancelFlag, check_cancel, check_runs
from dpcore.fixed_confidence.algorithms.pb_tas.kernel import Laws
from dpcore.fixed_confidence.protocol import Problem, Setting
from dpcore.fixed_confidence.registry import fixed_confidence_algorithms
from dpcore.fixed_confidence.result import FixedConfidenceResult
from dpcore.fixed_confidence.simulate import LARGEST_MAX_SAMPLES, SMALLEST_EPSILON, made_runs

ALGORITHM = "pb-tas"


def simulate_outcomes(
    laws: BoundedLaws,
    epsilon: float,
    risk: float = 0.01,
    *,
    runs: int = 100,
    seed: int = 0,
    max_samples: int = LARGEST_MAX_SAMPLES,
    first_run: int = 0,
    workers: int | None = None,
    cancel: CancelFlag | None = None,
) -> FixedConfidenceResult:
    """Return `runs` independent runs of PB-TaS, with scheduled bets, whose participants are resampled from `laws`.

    Each batch's sum is drawn at once, as a multinomial over the laws' values (docs/bounded-outcomes.md).  PB-TaS is
    risk-correct for rewards in [0, 1] and epsilon-DP for their sums (docs/pb-tas.md).

    Source: this project's PB-TaS, docs/pb-tas.md.  Deviations: none.
    Args:
        laws: see clip_outcomes; one best arm.
        epsilon: privacy budget per outcome, nats, >= 1e-12; inf = no noise.
        risk, runs, seed, max_samples, first_run, workers, cancel: as simulate_fixed_confidence.
    Returns: simulated samples (stopping_times, pulls) and recommended arms, 0-based; parameters["means"] are those on
        [0, 1].
    Raises: ValueError when an argument is out of its domain or several arms are best.
    Examples:
        >>> laws = clip_outcomes(tabulate_outcomes([[0, 1, 2], [1, 2, 2]]), 0, 2)
        >>> int(simulate_outcomes(laws, 1.0, 0.1, runs=20).finished.sum())
        20
    """
    check_type("laws", laws, BoundedLaws)
    _ = laws.best_arm
    epsilon, arms = check_epsilon(epsilon), len(laws.shares)
    if epsilon < SMALLEST_EPSILON:
        raise ValueError(f"epsilon must be at least {SMALLEST_EPSILON:g} in a simulation, not {epsilon}")
    problem = Problem(
        means=laws.unit_means,
        epsilon=epsilon,
        risk=check_risk(risk),
        max_samples=check_count("max_samples", max_samples, arms, LARGEST_MAX_SAMPLES),
    )
    entry = fixed_confidence_algorithms()[ALGORITHM]
    parameters = entry.check_parameters({"evidence": "scheduled"})
    prepared: Any = entry.prepare(Setting(problem, "proven", parameters))
    options = prepared.args[1]._replace(laws=law_table(laws))
    described = {
        "means": tuple(problem.means.tolist()),
        "low": laws.low,
        "high": laws.high,
        "epsilon": epsilon,
        "risk": problem.risk,
        "max_samples": problem.max_samples,
        "threshold": "proven",
        **parameters,
    }
    return made_runs(
        ALGORITHM,
        partial(prepared.func, problem, options),
        described,
        check_runs(runs, first_run, seed, workers, figures_per_run=3 + arms),
        check_cancel(cancel),
    )


def law_table(laws: BoundedLaws) -> Laws:
    """The laws as the kernel draws from them: how likely a value of each place or a later one is, 1 at the first."""
    tails = np.cumsum(laws.shares[:, ::-1], axis=1)[:, ::-1]
    return Laws(laws.values, np.ascontiguousarray(tails / tails[:, :1]))
