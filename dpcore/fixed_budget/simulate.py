"""The public door: many runs of a fixed-budget algorithm, or the story of one."""

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore._validation import check_count, check_epsilon
from dpcore._version import __version__
from dpcore.experiments import CancelFlag, check_runs, map_runs, run_generator
from dpcore.fixed_budget.algorithms.dp_bai import plan_phase
from dpcore.fixed_budget.instance import LinearInstance, check_instance
from dpcore.fixed_budget.protocol import LOG_ROWS, Algorithm, Problem, Record, Setting
from dpcore.fixed_budget.registry import find_algorithm, fixed_budget_algorithms
from dpcore.fixed_budget.result import FixedBudgetPhase, FixedBudgetResult, FixedBudgetTrace
from dpcore.linear.span import spanning_arms_kernel

LARGEST_BUDGET = 10**12


def simulate_fixed_budget(
    algorithm: str,
    features: ArrayLike,
    theta: ArrayLike,
    budget: int,
    epsilon: float | None = None,
    runs: int = 1000,
    seed: int = 0,
    rewards: str = "uniform",
    *,
    first_run: int = 0,
    workers: int | None = None,
    cancel: CancelFlag | None = None,
) -> FixedBudgetResult:
    """Return `runs` independent runs of a fixed-budget best-arm identification algorithm on a linear bandit.

    Source: the algorithm's registry entry (fixed_budget_algorithms).  Deviations: features of rank r < d are replaced
    by their coordinates in an orthonormal basis of their span, and r takes the place of d.
    Args:
        algorithm: a name in fixed_budget_algorithms().
        features: (K, d) finite floats, K >= 2, public; np.eye(K) for unstructured arms (then theta is the means).
        theta: (d,) floats; the means <features, theta> lie in [0, 1], with one maximum.
        budget: T, samples, at most 10^12; enough for one pull of every arm that a phase measures.
        epsilon: privacy budget per person, nats, > 0; inf = no noise.  Required by private algorithms; the others
            ignore it, so that one epsilon can be passed to all when they are compared.
        runs: number of runs, >= 0.
        seed: >= 0.  Run number i depends on (seed, i) and the other arguments alone.
        rewards: "uniform" on [0, 2 mean] (means at most 1/2), or "bernoulli".
        first_run: number of the first run, so that earlier runs can be extended (FixedBudgetResult.extended_by).
        workers: threads, default one per core; no influence on the result.
        cancel: once set, a result without runs is returned soon.
    Returns: simulated recommendations, 0-based, and samples per arm and per phase; their total never exceeds T.
    Raises: ValueError when an argument is out of its domain, or for an unknown name.
    """
    entry, instance, setting, parameters = _check(algorithm, features, theta, budget, epsilon, rewards)
    num_arms, phases = instance.means.size, setting.schedule.phases
    chosen = check_runs(runs, first_run, seed, workers, figures_per_run=1 + num_arms + phases)
    one_run = entry.prepare(setting)
    no_table, no_log = np.empty((0, num_arms)), np.empty((0, LOG_ROWS, num_arms))

    def counted_run(generator: np.random.Generator) -> tuple[int, Record]:
        record = Record(np.zeros(num_arms, np.int64), np.zeros(phases, np.int64), no_log)
        return one_run(generator, no_table, record), record

    done = map_runs(counted_run, chosen, cancel or CancelFlag())
    return FixedBudgetResult(
        algorithm=algorithm,
        seed=chosen.seed,
        first_run=chosen.numbers.start,
        version=__version__,
        parameters=parameters,
        recommendations=np.array([answer for answer, _ in done], dtype=np.int64),
        pulls=np.array([record.pulls for _, record in done], dtype=np.int64).reshape(-1, num_arms),
        phase_pulls=np.array([record.phase_pulls for _, record in done], dtype=np.int64).reshape(-1, phases),
    )


def trace_fixed_budget(
    algorithm: str,
    features: ArrayLike,
    theta: ArrayLike,
    budget: int,
    epsilon: float | None = None,
    seed: int = 0,
    rewards: str = "uniform",
    *,
    run: int = 0,
) -> FixedBudgetTrace:
    """Return the story of run number `run`: the very run that simulate_fixed_budget makes from this seed.

    Source, Deviations, Args, Raises: as simulate_fixed_budget.
    Returns: the phases (active arms, what was pulled and why, estimates, who was eliminated) and the answer.
    """
    entry, instance, setting, parameters = _check(algorithm, features, theta, budget, epsilon, rewards)
    run, seed = check_count("run", run, 0), check_count("seed", seed, 0)
    num_arms, phases = instance.means.size, setting.schedule.phases
    log = np.zeros((phases, LOG_ROWS, num_arms))
    record = Record(np.zeros(num_arms, np.int64), np.zeros(phases, np.int64), log)
    answer = entry.prepare(setting)(run_generator(seed, run), np.empty((0, num_arms)), record)
    survivors = [*(np.flatnonzero(row) for row in log[:, 0]), np.array([answer])]
    return FixedBudgetTrace(
        algorithm=algorithm,
        seed=seed,
        run=run,
        version=__version__,
        parameters=parameters,
        recommendation=answer,
        pulls=record.pulls,
        phases=tuple(
            _read_phase(instance, log[phase], survivors[phase], survivors[phase + 1], algorithm == "dp-bai")
            for phase in range(phases)
        ),
    )


def _read_phase(
    instance: LinearInstance,
    log: NDArray[np.float64],
    active: NDArray[np.int64],
    kept: NDArray[np.int64],
    uses_max_det: bool,
) -> FixedBudgetPhase:
    features = instance.coordinates[active]
    coefficients = plan_phase(features)[1] if uses_max_det else np.empty((0, 0))
    pulled = np.flatnonzero(log[1])
    return FixedBudgetPhase(
        active=active,
        dimension=int(spanning_arms_kernel(features, instance.rank)[0].size),
        pulled=pulled,
        counts=log[1, pulled].astype(np.int64),
        estimates=log[2, active],
        coefficients=coefficients if coefficients.size else None,
        kept=kept,
        eliminated=np.setdiff1d(active, kept),
    )


def _check(
    algorithm: str, features: ArrayLike, theta: ArrayLike, budget: int, epsilon: float | None, rewards: str
) -> tuple[Algorithm, LinearInstance, Setting, dict[str, Any]]:
    entry = find_algorithm(algorithm)
    instance = check_instance(features, theta, rewards)
    if entry.is_private and epsilon is None:
        raise ValueError(f"epsilon must be given: {entry.label} is private ({entry.privacy})")
    strength = check_epsilon(epsilon) if entry.is_private and epsilon is not None else math.inf
    budget = check_count("budget", budget, 1, LARGEST_BUDGET)
    setting = Setting(
        problem=Problem(instance.coordinates, instance.means, rewards == "uniform"),
        epsilon=strength,
        schedule=entry.schedule(instance.means.size, instance.rank, budget),
    )
    parameters = {
        "features": tuple(map(tuple, instance.features.tolist())),
        "theta": tuple(instance.theta.tolist()),
        "means": tuple(instance.means.tolist()),
        "budget": budget,
        "epsilon": strength if entry.is_private else None,
        "rewards": rewards,
    }
    return entry, instance, setting, parameters


def warm_up() -> None:
    """Compile, or load from the cache, every kernel behind the public door."""
    features = [[0.0, 1.0], [0.0, 0.9], [1.0, 0.0], [0.5, 0.5]]
    for name in fixed_budget_algorithms():
        simulate_fixed_budget(name, features, [0.1, 0.4], 100, 1.0, runs=1)
    trace_fixed_budget("dp-bai", features, [0.1, 0.4], 100, 1.0)
