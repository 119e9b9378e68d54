"""The modules of the simulations make the very runs that dpcore makes: stopping times, answers and pulls."""

import itertools
import json

import numpy as np
import pytest

from dpcore.fixed_confidence import fixed_confidence_algorithms, prepared_arguments, simulate_fixed_confidence
from tests.ui.components.node import ran
from tools.simulations import of_modules, program
from wasm.simulations import module_of, sent

HARD, EASY = (0.75, 0.7, 0.7, 0.7, 0.7), (0.9, 0.5, 0.3)
# algorithm, means, epsilon, runs, max_samples, more; the first three fully, the others less.
EXPERIMENTS = [
    ("pb-tas", HARD, 0.1, 200, 10**9, {}),
    ("dp-se", HARD, 0.1, 200, 10**12, {}),
    ("ttucb", EASY, None, 200, 10**6, {}),
    ("pb-tas", EASY, 1.0, 40, 10**9, {"evidence": "scheduled", "growth": 0.3}),
    ("pb-tas", (0.5, 0.5, 0.49), 0.3, 40, 10**9, {"evidence": "scheduled", "indifference": 0.05}),
    ("gaussian-pb-tas", HARD, None, 40, 10**9, {"rho": 0.02}),
    ("dp-se", EASY, 1e-3, 40, 10**6, {}),  # capped
    ("prise", HARD, 0.05, 40, 10**9, {}),
    ("prise", EASY, 10.0, 40, 10**9, {}),
    ("prise", (0.4, 0.3, 0.3), 0.1, 40, 10**9, {"lead": 0.1}),
    ("prise", (0.4, 0.3, 0.3), np.inf, 40, 10**9, {"lead": 0.1}),
    ("ttucb", HARD, None, 10, 3000, {"threshold": "heuristic"}),
    ("ctb-tt", EASY, 1.0, 20, 10**6, {}),
    ("eb-tci", EASY, None, 20, 10**6, {}),
    ("track-and-stop", EASY, None, 20, 10**6, {}),
    ("adap-tt", EASY, 1.0, 20, 10**6, {}),
    ("adap-tt", EASY, 0.3, 20, 10**6, {"threshold": "heuristic", "leader": "log"}),
    ("adap-tt-star", EASY, 1.0, 20, 10**6, {}),
    ("dp-tt", EASY, 0.3, 20, 10**6, {}),
    ("gaussian-dp-tt", EASY, None, 20, 10**6, {"rho": 0.05}),
    ("dp-tt", EASY, 1.0, 20, 10**6, {"threshold": "heuristic"}),
]
SEEDS = [0, 1, 2**31, 2**32, 2**64 + 5, 2**128 - 1]
RUNS = (0, 1, 2**32 - 1, 2**32 + 7)


def asked(experiments, seed, first=1):
    """What the harness wants, as JavaScript: the `count` runs of each experiment from the first one on."""
    names = {name: module_of(name) for name, *_ in experiments}
    return json.dumps(
        {
            "modules": of_modules(names.values()),
            "experiments": [
                {
                    "module": names[name],
                    "prepared": [
                        sent(leaf) for leaf in prepared_arguments(name, means, epsilon, max_samples=max_samples, **more)
                    ],
                    "seed": str(seed),
                    "first": first,
                    "count": count,
                }
                for name, means, epsilon, count, max_samples, more in experiments
            ],
        }
    )


def rows(made):
    """Of each run whether it stopped, its time, its answer and its pulls, as the modules say them."""
    return np.column_stack((made.finished, made.stopping_times, made.recommendations, made.pulls)).tolist()


def compare(answer, experiments, seed, first=1):
    """The modules' runs against Python's."""
    for (name, means, epsilon, count, max_samples, more), theirs in zip(experiments, json.loads(answer), strict=True):
        made = simulate_fixed_confidence(
            name, means, epsilon, runs=count, first_run=first, seed=seed, max_samples=max_samples, workers=1, **more
        )
        assert rows(made) == theirs, (name, means, epsilon)


def test_the_runs_are_those_of_python():
    """In Node; tests/browser/test_wasm.py asks a browser the same."""
    compare(ran(f"{program()}\nconsole.log(await simulations({asked(EXPERIMENTS, 7)}))"), EXPERIMENTS, 7)


def test_another_seed_is_noticed():
    experiment = ("ttucb", EASY, None, 2, 10**6, {})
    answer = json.dumps([rows(simulate_fixed_confidence("ttucb", EASY, runs=2, first_run=1, seed=1, workers=1))])
    compare(answer, [experiment], 1)
    with pytest.raises(AssertionError, match="ttucb"):
        compare(answer, [experiment], 2)


def test_generators_begin_as_numpys_do_whatever_seed_and_number():
    experiment, places = [("ttucb", EASY, None, 2, 10**6, {})], list(itertools.product(SEEDS, RUNS))
    calls = ", ".join(f"await simulations({asked(experiment, *place)})" for place in places)
    answers = json.loads(ran(f"{program()}\nconsole.log(JSON.stringify([{calls}]))"))
    for place, answer in zip(places, answers, strict=True):
        compare(answer, experiment, *place)


def test_every_algorithm_has_a_module():
    modules = {"every_sample", "dp_se", "doubling", "dp_tt", "pb_tas", "prise"}
    assert {module_of(name) for name in fixed_confidence_algorithms()} == modules
    assert {name for name, *_ in EXPERIMENTS} == set(fixed_confidence_algorithms())
