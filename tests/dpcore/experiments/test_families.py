"""The contract that all four families of experiments keep, at their doors."""

import inspect
import json
from functools import partial

import pytest

import dpcore
from dpcore.experiments import LARGEST_RESULT, Algorithm, ExperimentResult, Registry
from dpcore.private_stopping import private_stopping_algorithms
from tests.dpcore.cancelling import CancelledAfter

DOORS = {
    "fixed confidence": (dpcore.simulate_fixed_confidence, ("dp-tt", (0.9, 0.2), 1.0, 0.1)),
    "fixed budget": (dpcore.simulate_fixed_budget, ("dp-bai", [[1, 0], [0, 1]], (0.4, 0.1), 100, 1.0)),
    "regret": (dpcore.simulate_regret, ("adap-ucb", (0.9, 0.2), 1000, 1.0)),
    "private stopping": (dpcore.simulate_private_stopping, ("dp-nas", 0.9, 0.5, 0.2, 5.0)),
}
REGISTRIES = (
    dpcore.fixed_confidence_algorithms,
    dpcore.fixed_budget_algorithms,
    dpcore.regret_algorithms,
    private_stopping_algorithms,
)


def every_algorithm():
    """Each algorithm of all families on a problem that takes it milliseconds."""
    features, theta = [[1.0, 0.0, 0.2], [0.0, 1.0, 0.1], [0.5, 0.5, 0.0], [0.4, 0.1, 0.9]], [0.5, 0.45, 0.3]
    environments = {
        "arms": (0.3, 0.7, 0.5),
        "linear": dpcore.regret.LinearEnvironment.random(arms=5, dimension=2, seed=1),
        "contextual": dpcore.regret.ContextualEnvironment.random(arms=5, dimension=2, seed=1),
    }
    for name in dpcore.fixed_confidence_algorithms():
        yield partial(dpcore.simulate_fixed_confidence, name, (0.3, 0.8, 0.5), 1.0, 0.2, rho=0.5, max_samples=5000)
    for name in dpcore.fixed_budget_algorithms():
        yield partial(dpcore.simulate_fixed_budget, name, features, theta, 60, 1.0, rewards="bernoulli")
    for name, entry in dpcore.regret_algorithms().items():
        yield partial(dpcore.simulate_regret, name, environments[entry.environment], 3000, epsilon=1.0, rho=0.5)
    for name in private_stopping_algorithms():
        yield partial(dpcore.simulate_private_stopping, name, 0.5, 0.3, 0.1, 1.0)


EVERY = pytest.mark.parametrize("simulate", list(every_algorithm()), ids=lambda simulate: simulate.args[0])
# Whose runs hardly depend on chance in problems as small as these.
ALIKE = {"dp-se", "gope", "adac-gope", "adac-gope-var"}


@EVERY
def test_runs_depend_on_seed_and_number_alone_and_are_recorded_one_by_one(simulate):
    whole = simulate(runs=7, seed=4, workers=1)
    assert isinstance(whole, ExperimentResult)
    assert (whole.runs, whole.seed, whole.first_run, whole.algorithm) == (7, 4, 0, simulate.args[0])
    records = json.loads(json.dumps(whole.to_records()))
    assert [record["run"] for record in records] == list(range(7))
    for name, single in whole.PER_RUN.items():
        assert [record[single] for record in records] == getattr(whole, name).tolist()
    assert simulate(runs=7, seed=4, workers=3).to_records() == records
    first, more = simulate(runs=3, seed=4), simulate(runs=4, seed=4, first_run=3)
    assert first.extended_by(more).to_records() == records
    assert first.extended_by(simulate(runs=0, seed=4, first_run=3)).runs == 3
    assert whole.summary().runs == 7
    other = simulate(runs=7, seed=5).to_records()
    figures = [[[record[single] for single in whole.PER_RUN.values()] for record in each] for each in (records, other)]
    assert figures[0] != figures[1] or simulate.args[0] in ALIKE


@EVERY
def test_cancelling_keeps_the_runs_completed_before(simulate):
    """Neither nothing nor everything: with one worker the flag is asked after every run."""
    whole, part = simulate(runs=5), simulate(runs=5, cancel=CancelledAfter(3), workers=1)
    assert part.to_records() == whole.to_records()[:3]
    assert part.extended_by(simulate(runs=2, first_run=3)).to_records() == whole.to_records()


@pytest.mark.parametrize("simulate, arguments", DOORS.values())
def test_too_many_runs_are_refused(simulate, arguments):
    for runs in (LARGEST_RESULT, 10**9, 10**400):
        with pytest.raises(ValueError, match=r"runs must be at most \d+, not"):
            simulate(*arguments, runs=runs)


TRACES = {
    "fixed confidence": (dpcore.trace_fixed_confidence, ("dp-tt", (0.9, 0.2), 1.0, 0.1)),
    "fixed budget": (dpcore.trace_fixed_budget, ("dp-bai", [[1, 0], [0, 1]], (0.4, 0.1), 100, 1.0)),
    "private stopping": (dpcore.private_stopping.trace_private_stopping, ("dp-nas", 0.9, 0.5, 0.2, 5.0)),
}


@pytest.mark.parametrize("door, arguments", [*DOORS.values(), *TRACES.values()])
def test_every_door_takes_the_same_seeds(door, arguments):
    assert door(*arguments, seed=2**128 - 1).seed == 2**128 - 1


@pytest.mark.parametrize("family", DOORS)
def test_how_the_runs_are_made_is_said_by_name(family):
    parameters = inspect.signature(DOORS[family][0]).parameters
    by_name = {name for name, each in parameters.items() if each.kind is inspect.Parameter.KEYWORD_ONLY}
    assert {"runs", "seed", "first_run", "workers", "cancel"} <= by_name
    assert "budget" not in parameters


@pytest.mark.parametrize("registry", REGISTRIES, ids=lambda registry: registry.__name__)
def test_every_registry_tells_the_same_of_an_algorithm(registry):
    algorithms = registry()
    assert isinstance(algorithms, Registry)
    for name, entry in algorithms.items():
        assert isinstance(entry, Algorithm)
        assert algorithms.find(name) is entry
        assert entry.name == name
        assert entry.label
        assert entry.source
        assert entry.check_parameters({}) == {each.name: each.default for each in entry.parameters}
