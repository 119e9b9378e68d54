"""The contract that all four families of experiments keep, at their doors."""

import inspect
import json

import pytest

import dpcore
from dpcore.experiments import LARGEST_RESULT, Algorithm, CancelFlag, ExperimentResult, Registry
from dpcore.private_stopping import private_stopping_algorithms

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


@pytest.mark.parametrize("family", DOORS)
def test_runs_are_extended_recorded_and_summed_up_alike(family):
    simulate, arguments = DOORS[family]
    first, more = simulate(*arguments, runs=2, seed=7), simulate(*arguments, runs=1, seed=7, first_run=2)
    assert isinstance(first, ExperimentResult)
    whole = first.extended_by(more)
    assert (whole.runs, whole.seed, whole.first_run, whole.algorithm) == (3, 7, 0, arguments[0])
    records = json.loads(json.dumps(whole.to_records()))
    assert records == simulate(*arguments, runs=3, seed=7).to_records()
    assert [record["run"] for record in records] == [0, 1, 2]
    assert whole.summary().runs == 3
    assert first.extended_by(simulate(*arguments, runs=0, seed=7, first_run=2)).runs == 2


@pytest.mark.parametrize("family", DOORS)
def test_one_call_has_a_bounded_amount_of_work(family):
    simulate, arguments = DOORS[family]
    with pytest.raises(ValueError, match="runs must be at least 0, got -1"):
        simulate(*arguments, runs=-1)
    for runs in (LARGEST_RESULT, 10**9, 10**400):
        with pytest.raises(ValueError, match=r"runs must be at most \d+, got"):
            simulate(*arguments, runs=runs)


TRACES = {
    "fixed confidence": (dpcore.trace_fixed_confidence, ("dp-tt", (0.9, 0.2), 1.0, 0.1)),
    "fixed budget": (dpcore.trace_fixed_budget, ("dp-bai", [[1, 0], [0, 1]], (0.4, 0.1), 100, 1.0)),
    "private stopping": (dpcore.private_stopping.trace_private_stopping, ("dp-nas", 0.9, 0.5, 0.2, 5.0)),
}


@pytest.mark.parametrize("door, arguments", [*DOORS.values(), *TRACES.values()])
def test_every_door_takes_the_same_seeds(door, arguments):
    assert door(*arguments, seed=2**128 - 1).seed == 2**128 - 1
    for seed in (2**128, 10**400):
        with pytest.raises(ValueError, match="seed must be at most 340282366920938463463374607431768211455, got"):
            door(*arguments, seed=seed)


@pytest.mark.parametrize("family", DOORS)
def test_a_call_that_is_cancelled_before_it_begins_returns_no_run(family):
    simulate, arguments = DOORS[family]
    cancel = CancelFlag()
    cancel.set()
    assert simulate(*arguments, runs=5, cancel=cancel).runs == 0


@pytest.mark.parametrize("door, arguments", [*DOORS.values(), TRACES["fixed confidence"]])
def test_what_is_no_flag_cannot_cancel(door, arguments):
    with pytest.raises(ValueError, match="cancel must be CancelFlag or NoneType, got 5"):
        door(*arguments, cancel=5)


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
