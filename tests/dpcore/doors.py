"""Every public function and method of dpcore, found by itself, with arguments that work: test_every_door.py tries them.

An argument is known by its name; OWN says what a function is given besides, or instead.
"""

import inspect
from datetime import date
from functools import partial

import numpy as np

import dpcore
from dpcore import audit, bounded, choosing, designs, exercises, fixed_budget, private_stopping, regret, times
from dpcore.designs import superiority

NOT_TRIED = {  # no arguments that anybody else gives, or a registry's own
    *("warm_up", "release", "check_budget", "check_parameters", "halting_rule")
}
MEANS = (0.9, 0.5)
FEATURES, THETA = [[0.0, 1.0], [0.0, 0.9], [1.0, 0.0], [0.5, 0.5]], [0.1, 0.4]
POLICY = dpcore.privacy.counterexample()
OUTCOMES = bounded.tabulate_outcomes([[0, 1, 2], [1, 2, 2]])
STUDIES = choosing.simulate_studies(MEANS, 20, runs=2)
POSTERIOR = choosing.posterior_samples([MEANS] * 20, 1.0, 0.1, seed=0)
SHEET = exercises.Sheet("A", ("attacker-belief", "most-sampled-arm"))
ADA, PASSPHRASE, DAY = SHEET.student("Ada"), "correct horse battery", date(2026, 11, 24)
RECORDS = [exercises.QuestionRecord(True, 1, 0)] * 2
LINEAR = regret.LinearEnvironment.random(arms=3, dimension=2)
CONTEXTUAL = regret.ContextualEnvironment.random(arms=3, dimension=2)
EXPERIMENTS = (
    partial(dpcore.simulate_fixed_confidence, "ttucb", MEANS, runs=2),
    partial(dpcore.simulate_fixed_budget, "dp-bai", [[0, 1], [1, 0]], [0.1, 0.4], 60, 1.0, runs=2),
    partial(dpcore.simulate_private_stopping, "nas", 0.5, runs=2),
    partial(dpcore.simulate_regret, "ucb-episodes", MEANS, 20, runs=2),
    partial(choosing.look_schedule, MEANS, 1.0, 0.1, runs=2),
)
RESULTS = {experiment(): experiment(first_run=2) for experiment in EXPERIMENTS}
OBJECTS = {  # whose methods are tried
    type(each): each
    for each in (
        *(OUTCOMES, STUDIES, POSTERIOR, SHEET, choosing.BetaPosterior([3.0], [4.0]), *RESULTS),
        audit.begin_audit("dp-tt", 1.0),
    )
}
LOOKS, REGRET = OBJECTS[choosing.LookSchedule], OBJECTS[regret.RegretResult]

USUAL = {
    "means": MEANS, "epsilon": 1.0, "epsilons": [0.1, 1.0], "rho": 0.1, "delta": 0.1, "risk": 0.1, "lead": 0.1,
    "runs": 2, "run": 0, "seed": 0, "first_run": 0, "workers": 1, "cancel": None, "max_samples": 3000,
    "samples": 30.0, "trust_model": "central", "quantile": 0.9, "confidence": 0.9, "tolerance": 0.05,
    # times, linear and privacy
    "m": 0.5, "x": [0.6, 0.7], "best_mean": 0.6, "other_mean": 0.5, "best_weight": 1.0, "other_weight": [1.0, 2.0],
    "features": FEATURES, "policy": POLICY, "definition": "table", "rows": [[0, 1], [1, 1], [0, 0]], "prior": 0.5,
    "first": 0.5, "second": [0.5] * 4, "third": [0.5] * 16, "people": 3,
    # bounded and choosing
    "outcomes": [[0, 1, 2], [1, 2, 2]], "low": 0, "high": 2, "laws": bounded.clip_outcomes(OUTCOMES, 0, 2),
    "successes": [3, 4], "trials": [9, 9], "draws": [MEANS, (0.8, 0.4)], "count": 3, "probability": 0.9,
    "levels": [0.1, 0.9], "weeks": 3, "weekly": [3, 4], "values": [1.0, 2.0, 3.0], "participants": 20,
    "analyses": [choosing.Analysis(MEANS)],
    # designs and audit
    "difference": 0.3, "options": 3, "usual": 0.3, "power": 0.8, "per_option": 100, "missing": 0.1, "block": 2,
    "release": "winner", "noisy": 7, "rates": designs.AnyUsualRate(3, 0.3, (0.1, 0.5)),
    "rule": superiority.ClaimRule(0.1, 3, "counts", 0.1), "fault": "none", "pairs": 2000, "audits": 3, "factor": 2.0,
    "loss": 1.1, "outputs": np.arange(300.0), "neighbour_outputs": np.arange(300.0) / 2, "false_alarm_rate": 1e-6,
    # exercises
    "sheet": SHEET, "student": ADA, "name": "Ada", "records": RECORDS, "day": DAY, "passphrase": PASSPHRASE,
    "code": exercises.make_certificate(SHEET, ADA, RECORDS, DAY, PASSPHRASE), "line": SHEET.line, "answer": 0.5,
    "question": exercises.questions(SHEET, ADA)[0], "text": 'title = "A"\nkinds = ["attacker-belief"]',
    # fixed budgets, one mean, regret
    "theta": THETA, "horizon": 100, "rewards": "uniform", "num_arms": 4, "dimension": 2, "powers": (1, 1, 1),
    "hardness": fixed_budget.fixed_budget_hardness(FEATURES, THETA, 1.0), "mean": 0.5, "relative_error": 0.3,
    "reward_bound": 1.0, "distribution": "plus-minus", "environment": MEANS, "exploration": 3.1, "gap": 0.2,
    "failure_probability": 0.1, "split": True, "bounded": False, "private": REGRET, "non_private": REGRET,
}  # fmt: skip
OF_ROOM = {"regret": {"arms": 3}, "fixed_budget": {"algorithm": "dp-bai"}, "private_stopping": {"algorithm": "dp-nas"}}

OWN = {
    bounded.clip_outcomes: {"outcomes": OUTCOMES, "most_values": 2},
    bounded.bounded_divergence: {"values": [0.0, 1.0], "shares": [0.5, 0.5], "x": 0.6},
    OUTCOMES.at_least: {"threshold": 1.0},
    choosing.simulated_difference_band: {"means": 0.3, "arms": 3, "confidence": None},
    choosing.simulated_epsilon_band: {"means": (0.99, 0.01), "samples": 1.0, "confidence": None},
    dpcore.smallest_epsilon: {"samples": 900.0},
    dpcore.necessary_samples: {"trust_model": "local", "indifference": 0.1},
    dpcore.smallest_difference: {"samples": 90.0, "arms": None},
    choosing.posterior_samples: {"trust_model": "local"},
    choosing.posterior_epsilon_band: {"draws": [MEANS], "confidence": 0.5},
    choosing.calendar_weeks: {"samples": [1.0, 9.0]},
    choosing.achieving_algorithm: {"indifference": 0.1},
    choosing.BetaPosterior: {"alpha": [3, 4], "beta": [6, 5]},
    choosing.Analysis: {"rows": 3},
    dpcore.good_answers: {"indifference": 0.1},
    times.is_asymptotic: {"indifference": 0.1},
    dpcore.characteristic_time: {"divergence": "private", "leader_share": 0.5},
    dpcore.privacy.ThreeStepPolicy: {each: getattr(POLICY, each) for each in ("first", "second", "third")},
    designs.lead_possible_epsilon: {"participants": 1000.0},
    designs.probability_right: {"release": "counts"},
    designs.AnyUsualRate: {"usual_range": (0.1, 0.5)},
    superiority.ClaimRule: {"level": 0.1, "release": "counts"},
    superiority.probability_found: {"usual": (0.1, 0.5)},
    superiority.smallest_epsilon: {"usual": (0.1, 0.5)},
    superiority.smallest_participants: {"usual": (0.1, 0.5)},
    audit.begin_audit: {"algorithm": "dp-tt"},
    dpcore.simulate_fixed_confidence: {"algorithm": "ttucb", "indifference": 0.0},
    dpcore.trace_fixed_confidence: {"algorithm": "dp-tt", "indifference": 0.0},
    dpcore.fixed_confidence.prepared_arguments: {"algorithm": "prise", "indifference": 0.0, "lead": 0.1},
    exercises.Sheet: {"title": "A", "kinds": ["attacker-belief"], "difficulty": "hard"},
    private_stopping.stop_on_values: {"values": [0.5] * 50},
    regret.simulate_regret: {"algorithm": "adap-ucb", "environment": MEANS},
    regret.LinearEnvironment: {"features": [[1.0, 0.0], [0.5, 0.5]], "theta": [0.6, 0.1]},
    regret.ContextualEnvironment: {"theta": [0.6, 0.1], "context_variance": 0.1},
    regret.adac_gope_regret_bound: {"environment": LINEAR},
    regret.adac_gope_boundary_rhos: {"environment": LINEAR, "horizon": 10**6},
    regret.published_regret_means: {"instance": "C1", "arms": 5},
    **{result.extended_by: {"later": later} for result, later in RESULTS.items()},
}


def public():
    """Every public function, and method of a public class, that takes arguments, once."""
    modules = [
        dpcore,
        superiority,
        *(each for name in dpcore.__all__ if inspect.ismodule(each := getattr(dpcore, name))),
    ]
    offered = {id(each): each for module in modules for name in module.__all__ for each in [getattr(module, name)]}
    for each in offered.values():
        if inspect.isclass(each):
            methods = inspect.getmembers(each, lambda member: inspect.isfunction(member) or inspect.ismethod(member))
            names = {name for name, _ in methods if name[0] != "_"} - NOT_TRIED
            yield from (getattr(OBJECTS.get(each, each), name) for name in sorted(names))
        elif inspect.isfunction(each):
            yield each


def room(function):
    return function.__module__.split(".")[1]


def given(function):
    usual = USUAL | OF_ROOM.get(room(function), {})
    known = {name: usual[name] for name in inspect.signature(function).parameters if name in usual}
    return known | OWN.get(function, {})


def of_algorithm(simulate, name, **more):
    """A door of its own, with its arguments."""

    def of_it(**arguments):
        return simulate(name, **arguments)

    of_it.__qualname__, of_it.__module__ = f"{simulate.__name__} {name}", simulate.__module__
    return of_it, {each: value for each, value in given(simulate).items() if each != "algorithm"} | more


DOORS = {
    function: given(function)
    for function in (*public(), *OWN)
    if {*inspect.signature(function).parameters} - {"self"} and function.__name__ not in NOT_TRIED
}
ALGORITHMS = dict(of_algorithm(dpcore.simulate_fixed_confidence, name) for name in dpcore.fixed_confidence_algorithms())
played = partial(of_algorithm, regret.simulate_regret)
OF_FAMILIES = dict([
    of_algorithm(private_stopping.simulate_private_stopping, "nas"),
    of_algorithm(private_stopping.simulate_private_stopping, "exponential-dp-nas"),
    of_algorithm(fixed_budget.simulate_fixed_budget, "dp-od"),
    played("dp-se", risk=0.1),
    played("dp-ucb", split=True, failure_probability=0.1),
    played("dp-klucb", batch_ratio=1.5),
    played("adac-ucb", exploration=3.1),
    played("adac-gope", environment=LINEAR, risk=0.001),
    played("adac-oful", environment=CONTEXTUAL, risk=0.1, regularisation=0.1, growth=1.0),
])  # fmt: skip
