"""Run i depends on (seed, i) alone: not on workers, chunks or the number of runs."""

import numpy as np
import pytest

from dpcore import CancelFlag
from dpcore._engine import map_runs


def draws(runs, seed, workers=None):
    return map_runs(lambda generator: generator.random(), runs, seed, CancelFlag(), workers)


def test_results_do_not_depend_on_workers():
    assert draws(range(40), 7, workers=1) == draws(range(40), 7, workers=4)


def test_more_runs_extend_fewer_runs():
    assert draws(range(40), 7)[:15] == draws(range(15), 7)
    assert draws(range(15, 40), 7) == draws(range(40), 7)[15:]


def test_seeds_and_runs_differ():
    assert len(set(draws(range(100), 0) + draws(range(100), 1))) == 200


def test_runs_are_uniform():
    # Mean of 4000 uniforms: |z| > 4.9 has probability 1e-6.
    assert abs(np.mean(draws(range(4000), 3)) - 0.5) < 4.9 / np.sqrt(12 * 4000)


def test_cancelling_keeps_the_unbroken_sequence_of_complete_runs():
    cancel, started = CancelFlag(), []

    def one_run(generator):
        started.append(generator)
        if len(started) == 6:
            cancel.set()
        return generator.random()

    results = map_runs(one_run, range(40), 7, cancel, workers=1)
    assert results == draws(range(5), 7)


def test_an_error_in_a_run_is_not_lost():
    def one_run(generator):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        map_runs(one_run, range(4), 7, CancelFlag(), workers=2)


def test_a_set_flag_yields_nothing():
    cancel = CancelFlag()
    cancel.set()
    assert map_runs(lambda generator: 1, range(5), 0, cancel) == []
