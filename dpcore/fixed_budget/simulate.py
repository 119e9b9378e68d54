"""The public door: many runs of a fixed-budget algorithm, or the story of one."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore._validation import check_count, check_seed
from dpcore._version import __version__
from dpcore.experiments import CancelFlag, check_cancel, check_runs, map_runs, run_generator
from dpcore.fixed_budget.instance import LinearInstance, check_instance
from dpcore.fixed_budget.protocol import LOG_ROWS, FixedBudgetAlgorithm, Plan, Problem, Record, Setting
from dpcore.fixed_budget.registry import fixed_budget_algorithms
from dpcore.fixed_budget.result import FixedBudgetPhase, FixedBudgetResult, FixedBudgetTrace
from dpcore.linear.span import spanning_arms_kernel

LARGEST_HORIZON = 10**12
SMALLEST_EPSILON = 1e-100  # in a simulation: far below, the noise would leave the range of a double


def simulate_fixed_budget(
    algorithm: str,
    features: ArrayLike,
    theta: ArrayLike,
    horizon: int,
    epsilon: float | None = None,
    *,
    runs: int = 1000,
    seed: int = 0,
    rewards: str = "uniform",
    first_run: int = 0,
    workers: int | None = None,
    cancel: CancelFlag | None = None,
    **parameters: Any,
) -> FixedBudgetResult:
    """Return `runs` independent runs of a fixed-budget best-arm identification algorithm on a linear bandit.

    Source: the algorithm's registry entry (fixed_budget_algorithms).  Deviations: features of rank r < d are replaced
    by their coordinates in an orthonormal basis of their span, and r takes the place of d.
    Args:
        algorithm: a name in fixed_budget_algorithms().
        features: (K, d) finite floats, K >= 2, public; np.eye(K) for unstructured arms (then theta is the means).
        theta: (d,) floats; the means <features, theta> lie in [0, 1], with one maximum.
        horizon: T, samples, at most 10^12; enough for one pull of every arm that a phase measures.
        epsilon: privacy budget per person, nats, >= 1e-100; inf = no noise.  Required by private algorithms; the others
            ignore it, so that one epsilon can be passed to all when they are compared.
        runs: number of runs, >= 0; the result may hold at most 10^7 numbers.
        seed: >= 0.  Run number i depends on (seed, i) and the other arguments alone.
        rewards: "uniform" on [0, 2 mean] (means at most 1/2), or "bernoulli".
        first_run: number of the first run, so that earlier runs can be extended (FixedBudgetResult.extended_by).
        workers: threads, by default one per core that no other call uses; no influence on the result.
        cancel: once set, the unbroken sequence of runs completed so far, possibly none, is returned soon.
        parameters: those of the algorithm's registry entry.
    Returns: simulated recommendations, 0-based, and samples per arm and per phase; their total never exceeds T.
    Raises: ValueError when an argument is out of its domain, or for an unknown name.
    Examples:
        >>> simulate_fixed_budget("dp-bai", [[0, 1], [1, 0]], [0.1, 0.4], 60, 1.0, runs=20).summary().errors
        0
    """
    entry, instance, setting = _check(algorithm, features, theta, horizon, epsilon, rewards, parameters)
    num_arms, phases = instance.means.size, setting.schedule.phases
    chosen = check_runs(runs, first_run, seed, workers, figures_per_run=1 + num_arms + phases)
    one_run = entry.prepare(setting)
    no_table, no_log = np.empty((0, num_arms)), np.empty((0, LOG_ROWS, num_arms))

    def counted_run(generator: np.random.Generator) -> tuple[int, Record]:
        record = Record(np.zeros(num_arms, np.int64), np.zeros(phases, np.int64), no_log)
        return one_run(generator, no_table, record), record

    done = map_runs(counted_run, chosen, check_cancel(cancel))
    return FixedBudgetResult(
        **chosen.origin(algorithm, _describe(entry, instance, setting, horizon, rewards)),
        recommendations=np.array([answer for answer, _ in done], dtype=np.int64),
        pulls=np.array([record.pulls for _, record in done], dtype=np.int64).reshape(-1, num_arms),
        phase_pulls=np.array([record.phase_pulls for _, record in done], dtype=np.int64).reshape(-1, phases),
    )


def trace_fixed_budget(
    algorithm: str,
    features: ArrayLike,
    theta: ArrayLike,
    horizon: int,
    epsilon: float | None = None,
    *,
    seed: int = 0,
    rewards: str = "uniform",
    run: int = 0,
    **parameters: Any,
) -> FixedBudgetTrace:
    """Return the story of run number `run`: the very run that simulate_fixed_budget makes from this seed.

    Source, Deviations, Args, Raises: as simulate_fixed_budget.
    Returns: the phases (active arms, what was pulled and why, estimates, who was eliminated) and the answer.
    Examples:
        >>> trace_fixed_budget("dp-bai", [[0, 1], [1, 0]], [0.1, 0.4], 60, 1.0).recommendation
        0
    """
    entry, instance, setting = _check(algorithm, features, theta, horizon, epsilon, rewards, parameters)
    run, seed = check_count("run", run, 0), check_seed(seed)
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
        parameters=_describe(entry, instance, setting, horizon, rewards),
        recommendation=answer,
        pulls=record.pulls,
        phases=tuple(
            _read_phase(instance, log[phase], survivors[phase], survivors[phase + 1], entry.plan)
            for phase in range(phases)
        ),
    )


def _read_phase(
    instance: LinearInstance,
    log: NDArray[np.float64],
    active: NDArray[np.int64],
    kept: NDArray[np.int64],
    plan: Plan | None,
) -> FixedBudgetPhase:
    features = instance.coordinates[active]
    coefficients = plan(features)[1] if plan else np.empty((0, 0))
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
    algorithm: str,
    features: ArrayLike,
    theta: ArrayLike,
    horizon: int,
    epsilon: float | None,
    rewards: str,
    parameters: Mapping[str, Any],
) -> tuple[FixedBudgetAlgorithm, LinearInstance, Setting]:
    entry = fixed_budget_algorithms().find(algorithm)
    instance = check_instance(features, theta, rewards)
    budget = entry.check_budget(epsilon, smallest=SMALLEST_EPSILON)
    horizon = check_count("horizon", horizon, 1, LARGEST_HORIZON)
    checked = entry.check_parameters(parameters)
    setting = Setting(
        problem=Problem(instance.coordinates, instance.means, rewards == "uniform"),
        epsilon=budget,
        schedule=entry.schedule(instance.means.size, instance.rank, horizon, **checked),
        parameters=checked,
    )
    return entry, instance, setting


def _describe(
    entry: FixedBudgetAlgorithm, instance: LinearInstance, setting: Setting, horizon: int, rewards: str
) -> dict[str, Any]:
    return {
        "features": tuple(map(tuple, instance.features.tolist())),
        "theta": tuple(instance.theta.tolist()),
        "means": tuple(instance.means.tolist()),
        "horizon": int(horizon),
        "epsilon": setting.epsilon if entry.privacy.is_private else None,
        "rewards": rewards,
        **setting.parameters,
    }


def warm_up() -> None:
    """Compile, or load from the cache, every kernel behind the public door."""
    features = [[0.0, 1.0], [0.0, 0.9], [1.0, 0.0], [0.5, 0.5]]
    for name in fixed_budget_algorithms():
        simulate_fixed_budget(name, features, [0.1, 0.4], 100, 1.0, runs=1)
    trace_fixed_budget("dp-bai", features, [0.1, 0.4], 100, 1.0)
