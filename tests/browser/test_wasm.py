"""The kernels' modules in a real browser: the numbers that Python says, and workers that make the runs."""

import json
from pathlib import Path

import dpcore
import wasm
from tests.wasm import test_simulations as simulations
from tests.wasm.test_parity import asked, compare, instances, program
from ui.components import assets
from wasm.simulations import module_of


def test_the_overviews_are_those_of_python(visitor):
    page, some = visitor.new_page(), instances()[::23]  # all of them in tests/wasm/test_parity.py
    compare(page.evaluate(f"async () => {{ {program()}\nreturn overviews({asked(some)}) }}"), some)
    page.close()


def test_the_runs_are_those_of_python(visitor):
    page, few = visitor.new_page(), [(*one[:3], 5, *one[4:]) for one in simulations.EXPERIMENTS[:3]]
    script = f"async () => {{ {simulations.program()}\nreturn simulations({simulations.asked(few, 3)}) }}"
    simulations.compare(page.evaluate(script), few, 3)
    page.close()


def test_workers_make_the_runs_stop_at_once_and_say_that_they_cannot(visitor):
    page, (name, *problem) = visitor.new_page(), ("ttucb", simulations.EASY, None)
    of_name = module_of(name)
    modules = simulations.of_modules([of_name, "overview"])
    prepared = simulations.prepared_arguments(name, *problem)
    asked_for = {
        "source": assets.script(Path(wasm.__file__).with_name("worker.js")),
        "good": modules[of_name],
        "bad": modules["overview"],
        "prepared": [simulations.sent(leaf) for leaf in prepared],
        "seed": 4,
        "wanted": 30,
    }
    script = assets.script(Path(simulations.__file__).with_name("workers.js"))
    found = json.loads(page.evaluate(f"async () => {{ {script}\nreturn grown({json.dumps(asked_for)}) }}"))
    made = dpcore.simulate_fixed_confidence(name, *problem, runs=30, seed=4)
    assert found["runs"] == simulations.rows(made)
    assert found["later"] == 0
    assert found["said"].startswith("The simulation in this browser has failed twice: ")
    page.close()
