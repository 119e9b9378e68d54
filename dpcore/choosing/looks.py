"""When a plan looks at its data, how long it takes, and what it has answered by a fixed number of samples: simulated.

A look is a moment at which the method may stop: every arm has been released, and the stopping rule is asked anew.  Both
methods may look as often as they wish, and may be given up at any time: P(a wrong answer at any look) <= risk, by
Ville's inequality for the supremum of their e-processes (docs/prise.md and docs/pb-tas.md, Risk-correctness).
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dpcore._indifference import good_answers
from dpcore._validation import check_choice, check_count, check_epsilon, check_means, check_numbers, check_risk, quoted
from dpcore.choosing.bounds import TRUST_MODELS
from dpcore.choosing.observed import (
    ACHIEVING_ALGORITHM,
    achieving_algorithm,
    check_promise,
    observed,
    observed_difference,
)
from dpcore.choosing.posterior import check_draws
from dpcore.choosing.schedule import LookSchedule
from dpcore.experiments import CancelFlag, check_cancel, check_runs, map_numbers
from dpcore.fixed_confidence.result import FixedConfidenceTrace
from dpcore.fixed_confidence.simulate import LARGEST_MAX_SAMPLES, trace_fixed_confidence

LOOKING_ALGORITHMS = ("prise", "pb-tas")
FROM_THE_PLAN = frozenset({"first_run", "max_samples", "run"})  # no parameters of an algorithm
PROMISES = ("indifference", "lead")
MOST_SCHEDULED_RUNS = 5000  # each one's stopping test is worked out for its trace at every look


def look_schedule(
    means: ArrayLike,
    epsilon: float,
    risk: float,
    trust_model: str = "central",
    runs: int = 200,
    seed: int = 0,
    *,
    algorithm: str | None = None,
    indifference: float = 0.0,
    lead: float = 0.0,
    first_run: int = 0,
    workers: int | None = None,
    cancel: CancelFlag | None = None,
    **parameters: Any,
) -> LookSchedule:
    """Return when simulated runs of a plan look at their data, and when they answer.

    With the algorithm of achievable_samples the runs are those of simulate_achievable from the same seed.

    Source: this project's PRISE and PB-TaS, docs/prise.md and docs/pb-tas.md.  Deviations: none.
    Args:
        means: (K,) floats strictly between 0 and 1, one unique maximum; or (D, K), for example BetaPosterior.draws: run
            number i on row i, without looks and unfinished where the best arms of the row tie.
        epsilon, risk, trust_model, seed: as achievable_samples.
        runs: number of runs, 0 to 5000.
        algorithm: "prise" or "pb-tas"; None: the one of achievable_samples.
        indifference: the smallest difference between means that matters, in [0, 1); above 0 for PB-TaS alone.
        lead: as achievable_samples; PB-TaS finds it as its smallest difference that matters (docs/pb-tas.md).
        first_run, workers, parameters: as simulate_fixed_confidence.
        cancel: once set, the runs completed before are returned, within .5 s on a free core (the rule: CancelFlag).
    Returns: simulated samples; a run is capped at 1e12 samples.
    Raises: ValueError when an argument is out of its domain.
    Examples:
        >>> int(look_schedule([0.9, 0.5], 1.0, 0.1, runs=20).done_by(10**6))
        20
    """
    check_choice("trust_model", trust_model, TRUST_MODELS)
    epsilon, risk, (indifference, lead) = check_epsilon(epsilon), check_risk(risk), check_promise(indifference, lead)
    rows = check_numbers("means", means, "a list of numbers, or a table with a row for each run")
    rows = check_draws(rows) if rows.ndim == 2 else check_means(rows, indifference)[None, :]
    check_count("runs", runs, 0, MOST_SCHEDULED_RUNS)
    chosen = check_runs(runs, first_run, seed, workers, figures_per_run=len(LookSchedule.PER_RUN))
    if len(rows) > 1 and chosen.numbers.stop > len(rows):
        raise ValueError(f"means must have a row for each run, not {len(rows)} for {chosen.numbers.stop} runs")
    name, extra = _method(algorithm, indifference, lead, epsilon, trust_model, parameters)
    flag = check_cancel(cancel)

    def one_run(run: int) -> tuple[FixedConfidenceTrace | None, bool]:
        row = rows[run % len(rows)]
        if indifference == 0 and np.sum(row == row.max()) > 1:
            return None, False
        seen, budget = observed(row, epsilon, trust_model, indifference)
        trace = trace_fixed_confidence(
            name, seen, budget, risk, seed=chosen.seed, max_samples=LARGEST_MAX_SAMPLES, run=run, cancel=flag,
            **extra,
        )  # fmt: skip
        return trace, trace is not None and bool(good_answers(row, indifference)[trace.recommendation])

    done = map_numbers(one_run, chosen.numbers, chosen.workers, flag)
    traces = [trace for trace, _ in done]
    pulls = [_pulls_at_looks(trace, rows.shape[1]) for trace in traces]
    described = {
        "means": tuple(map(tuple, rows.tolist())),
        "epsilon": epsilon,
        "risk": risk,
        "trust_model": trust_model,
        "indifference": indifference,
        "lead": lead,
        "max_samples": LARGEST_MAX_SAMPLES,
        **{key: value for key, value in extra.items() if key not in PROMISES},
    }
    return LookSchedule(
        **chosen.origin(name, described),
        stopping_times=np.array([LARGEST_MAX_SAMPLES if t is None else t.stopping_time for t in traces], np.int64),
        recommendations=np.array([0 if t is None else t.recommendation for t in traces], np.int64),
        finished=np.array([t is not None and t.finished for t in traces], np.bool_),
        right=np.array([is_right for _, is_right in done], np.bool_),
        looks=np.array([len(each) for each in pulls], np.int64),
        pulls=np.concatenate([np.zeros((0, rows.shape[1]), np.int64), *pulls]),
    )


def _method(
    algorithm: str | None,
    indifference: float,
    lead: float,
    epsilon: float,
    trust_model: str,
    parameters: dict[str, Any],
) -> tuple[str, dict[str, Any]]:
    """The algorithm, and its arguments beside the problem and epsilon that it works with."""
    if algorithm is None:
        algorithm = achieving_algorithm(indifference)
        parameters = {"evidence": "scheduled", **parameters} if indifference > 0 else parameters
    name = check_choice("algorithm", algorithm, LOOKING_ALGORITHMS)
    if given := FROM_THE_PLAN & parameters.keys():
        raise ValueError(f"{quoted(min(given))} is not a parameter here: it follows from the plan")
    difference = observed_difference(max(indifference, lead), epsilon, trust_model)
    if difference == 0:
        return name, parameters
    is_lead_of_prise = lead > 0 and name == ACHIEVING_ALGORITHM
    return name, {**parameters, "lead" if is_lead_of_prise else "indifference": difference}


def _pulls_at_looks(trace: FixedConfidenceTrace | None, arms: int) -> NDArray[np.int64]:
    """(looks, K): samples of each arm whenever the stopping rule was asked; a round of releases is one look."""
    if trace is None:
        return np.zeros((0, arms), np.int64)
    is_look: NDArray[np.bool_] = np.all(trace.private_counts > 0, axis=1)
    if not trace.finished:
        is_look[-1] = False  # the cap
    at_looks = trace.counts[is_look]
    is_new = np.diff(trace.times[is_look], prepend=0) > 0
    return at_looks[is_new]
