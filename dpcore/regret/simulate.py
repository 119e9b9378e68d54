"""The public functions: many runs of a regret algorithm."""

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore._validation import check_count, quoted
from dpcore.experiments import CancelFlag, check_cancel, check_runs, map_runs
from dpcore.regret.environments import ContextualEnvironment, LinearEnvironment, check_arms
from dpcore.regret.protocol import Environment, Record, RegretAlgorithm, Setting
from dpcore.regret.registry import regret_algorithms
from dpcore.regret.result import RegretResult

LARGEST_HORIZON = 10**12
LARGEST_HORIZON_PULL_BY_PULL = 10**10  # where a run's work grows with every pull
SMALLEST_BUDGET = 1e-100  # of privacy; far below it the noise would leave the range of a double
STEPS_PER_DECADE = 25


def simulate_regret(
    algorithm: str,
    environment: ArrayLike | LinearEnvironment | ContextualEnvironment,
    horizon: int,
    epsilon: float | None = None,
    rho: float | None = None,
    *,
    runs: int = 20,
    seed: int = 0,
    first_run: int = 0,
    workers: int | None = None,
    cancel: CancelFlag | None = None,
    **parameters: Any,
) -> RegretResult:
    """Return the pseudo-regret of `runs` independent runs of a bandit algorithm.

    Source: the algorithm's registry entry (regret_algorithms).  Deviations: those it lists as inferred; episodes and
    epochs are simulated as one event each, with the same distribution as pull by pull.
    Args:
        algorithm: a name in regret_algorithms().
        environment: (K,) Bernoulli means strictly between 0 and 1, ties allowed; or a LinearEnvironment; or a
            ContextualEnvironment, as the algorithm's entry says.
        horizon: number of pulls T, from the number of arms to 10^12 (10^10 where the entry works_every_pull).
        epsilon: privacy budget per reward, nats, >= 1e-100; inf = no noise.  Required by algorithms whose entry says
            so, ignored by others.
        rho: zCDP budget per reward, >= 1e-100; inf = no noise.  Required or ignored likewise.
        runs: number of runs, >= 0; the result may hold at most 10^7 numbers.
        seed: >= 0.  Run number i depends on (seed, i) and the other arguments alone.
        first_run: number of the first run, so that earlier runs can be extended (RegretResult.extended_by).
        workers: threads, by default one per core that no other call uses; no influence on the result.
        cancel: once set, the unbroken sequence of runs completed so far, possibly none, is returned soon.
        parameters: those of the algorithm's registry entry.
    Returns: simulated regret (R, S) at S log-spaced steps, 25 a decade counted back from the horizon, and pulls (R, K).
    Raises: ValueError for an argument out of its domain, an unknown name, or an environment of another kind.
    Examples:
        >>> simulate_regret("adap-ucb", [0.7, 0.3], 60, epsilon=1.0, runs=20).summary().horizon
        60
    """
    entry = regret_algorithms().find(algorithm)
    checked, flag = _check_environment(entry, environment), check_cancel(cancel)
    arms, longest = _arms(checked), LARGEST_HORIZON_PULL_BY_PULL if entry.works_every_pull else LARGEST_HORIZON
    setting = Setting(
        environment=checked,
        steps=log_spaced_steps(check_count("horizon", horizon, arms, longest)),
        budget=entry.check_budget(epsilon, rho, smallest=SMALLEST_BUDGET),
        parameters=entry.check_parameters(parameters),
    )
    chosen = check_runs(runs, first_run, seed, workers, figures_per_run=arms + setting.steps.size)
    one_run = entry.prepare(setting)
    no_table = np.empty((0, arms))

    def run(generator: np.random.Generator) -> Record:
        record = Record(setting.steps, np.empty(setting.steps.size), np.zeros(arms, dtype=np.int64))
        one_run(generator, no_table, flag.array, record)
        return record

    done = map_runs(run, chosen, flag)
    return RegretResult(
        **chosen.origin(algorithm, _describe(entry, setting)),
        steps=setting.steps,
        regret=np.array([record.regret for record in done]).reshape(len(done), setting.steps.size),
        pulls=np.array([record.pulls for record in done], dtype=np.int64).reshape(len(done), arms),
    )


def log_spaced_steps(horizon: int) -> NDArray[np.int64]:
    """The horizon divided by powers of 10^(1/25), rounded, ascending: horizons ten times apart share their steps."""
    exponents = np.arange(math.ceil(math.log10(horizon) * STEPS_PER_DECADE), -1, -1) / STEPS_PER_DECADE
    return np.unique(np.maximum(np.rint(horizon / 10**exponents), 1).astype(np.int64))


def _check_environment(entry: RegretAlgorithm, environment: Any) -> Any:
    kinds = {"LinearEnvironment": "linear", "ContextualEnvironment": "contextual"}
    if kinds.get(type(environment).__name__, "arms") != entry.environment:
        wanted = {kind: name for name, kind in kinds.items()}.get(entry.environment, "list of Bernoulli means")
        raise ValueError(f"{entry.label} needs a {wanted} as environment, not {quoted(environment)}")
    return check_arms(environment) if entry.environment == "arms" else environment


def _arms(environment: Environment) -> int:
    if isinstance(environment, LinearEnvironment):
        return int(environment.features.shape[0])
    return environment.arms if isinstance(environment, ContextualEnvironment) else environment.size


def _describe(entry: RegretAlgorithm, setting: Setting) -> dict[str, Any]:
    return {
        **_describe_environment(setting.environment),
        "horizon": setting.horizon,
        **{name: setting.budget if entry.privacy.budget == name else None for name in ("epsilon", "rho")},
        **setting.parameters,
    }


def _describe_environment(environment: Environment) -> dict[str, Any]:
    if isinstance(environment, LinearEnvironment):
        features = tuple(tuple(row) for row in environment.features.tolist())
        return {"features": features, "theta": tuple(environment.theta.tolist()), "bounded": environment.bounded}
    if isinstance(environment, ContextualEnvironment):
        return {
            "theta": tuple(environment.theta.tolist()),
            "arms": environment.arms,
            "context_variance": environment.context_variance,
            "bounded": environment.bounded,
        }
    return {"means": tuple(environment.tolist())}


def warm_up() -> None:
    """Compile, or load from the cache, every kernel that the public functions call."""
    environments: dict[str, Any] = {
        "arms": (0.9, 0.1),
        "linear": LinearEnvironment.random(arms=3, dimension=2),
        "contextual": ContextualEnvironment.random(arms=3, dimension=2),
    }
    for name, entry in regret_algorithms().items():
        simulate_regret(name, environments[entry.environment], 20_000, epsilon=1.0, rho=1.0, runs=1)
