"""Runs differ, share the cores, and end if one fails or is cancelled; test_families.py says what decides each."""

import importlib.util
import threading
import time

import numpy as np
import pytest

from dpcore.experiments import LARGEST_RESULT, CancelFlag, Runs, check_runs, map_numbers, map_runs
from tests.dpcore.refusals import refused


def draws(numbers, seed, workers=None):
    return map_runs(lambda generator: generator.random(), Runs(numbers, seed, workers), CancelFlag())


def test_seeds_and_runs_differ():
    assert len(set(draws(range(100), 0) + draws(range(100), 1))) == 200


def test_runs_are_uniform():
    # Mean of 4000 uniforms: |z| > 4.9 has probability 1e-6.
    assert abs(np.mean(draws(range(4000), 3)) - 0.5) < 4.9 / np.sqrt(12 * 4000)


def test_a_run_that_fails_ends_the_others():
    """So does Ctrl-C: in a thread of its own a run hears nothing else."""
    cancel, has_begun = CancelFlag(), threading.Event()

    def one(number):
        if number == 0:
            assert has_begun.wait(10)
            raise ValueError("planted")
        has_begun.set()
        deadline = time.monotonic() + 30
        while not cancel.is_set() and time.monotonic() < deadline:
            time.sleep(0.01)
        assert cancel.is_set()

    with pytest.raises(ValueError, match="planted"):
        map_numbers(one, range(2), 2, cancel)
    assert cancel.is_set()


def test_cancelling_drops_the_runs_beyond_a_gap():
    """Run 2 is interrupted while runs 0, 1, 3 and 4 are complete: 0 and 1 are returned."""
    cancel, order = CancelFlag(), draws(range(40), 7)
    others_done, cancelled = threading.Event(), threading.Event()

    def one_run(generator):
        number = order.index(generator.random())
        if number == 2:
            assert others_done.wait(10)
            cancel.set()
            cancelled.set()
        elif number == 5:
            others_done.set()  # runs 3 and 4 were made by this very thread
            assert cancelled.wait(10)
        return number

    assert map_runs(one_run, Runs(range(40), 7, 2), cancel) == [0, 1]


def test_a_set_flag_yields_nothing():
    cancel = CancelFlag()
    cancel.set()
    assert map_runs(lambda generator: 1, Runs(range(5), 0, None), cancel) == []


def test_calls_at_a_time_share_the_cores_and_each_has_a_thread():
    spec = importlib.util.find_spec("dpcore.experiments.runs")
    alone = importlib.util.module_from_spec(spec)  # counts no calls of other tests' jobs
    spec.loader.exec_module(alone)
    alone.cores = lambda: 3

    def takes_threads(number_of_threads, one, workers=None):
        found, all_began = set(), threading.Barrier(number_of_threads)

        def run(number):
            if threading.get_ident() not in found:
                found.add(threading.get_ident())
                all_began.wait(20)  # it breaks where there are fewer threads, or more
            return one(number)

        alone.map_numbers(run, range(12), workers, CancelFlag())

    def nested(number_of_threads):
        return lambda number: takes_threads(number_of_threads, lambda _: 0) if number == 0 else None

    takes_threads(3, nested(1))
    takes_threads(1, nested(2), 1)
    takes_threads(3, lambda number: number)


def test_checked_runs():
    assert check_runs(3, 5, 2, None, 10) == (range(5, 8), 2, None)
    assert check_runs(0, 0, 0, 1, 10) == (range(0), 0, 1)
    assert len(check_runs(LARGEST_RESULT // 4, 0, 0, None, 4).numbers) == LARGEST_RESULT // 4


test_runs_out_of_their_domain = refused(
    check_runs,
    (10**9, 0, 0, None, 4, f"runs must be at most {LARGEST_RESULT // 4}, not 1000000000"),
    (1, 0, 0, 10**9, 1, "workers must be at most 256, not 1000000000"),
)
