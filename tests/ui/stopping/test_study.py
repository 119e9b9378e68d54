"""A study grows in rounds, computes nothing twice, and equals one call with all runs."""

import threading

import numpy as np
import pandas as pd
import pytest

import dpcore
from ui.stopping.curves import Curve
from ui.stopping.study import StoppingProblem, StoppingStudy, point_table

PROBLEM = StoppingProblem(means=(0.9, 0.3), risk=0.1, max_samples=20_000, seed=5)
PRIVATE, PUBLIC = Curve("pb-tas", "proven"), Curve("ttucb", "proven")


class Recorder:
    """Stands for a job: keeps what was published."""

    def __init__(self):
        self.cancel = dpcore.CancelFlag()
        self.published, self.done = [], 0

    stopped = property(lambda self: self.cancel.is_set())

    def publish(self, result, done):
        self.published.append(done)
        self.done = done


def test_grown_study_equals_one_call():
    study, job = StoppingStudy(PROBLEM), Recorder()
    cells = study.cells([PRIVATE, PUBLIC], [0.5, 2.0])
    assert cells == [(PUBLIC, None), (PRIVATE, 2.0), (PRIVATE, 0.5)]
    study.fill(job, cells, 10)
    assert job.published[-1] == 30
    study.fill(Recorder(), cells, 25)
    whole = dpcore.simulate_fixed_confidence("pb-tas", PROBLEM.means, 0.5, 0.1, 25, 5, 20_000)
    grown = study.results[(PRIVATE, 0.5)]
    np.testing.assert_array_equal(grown.stopping_times, whole.stopping_times)
    np.testing.assert_array_equal(grown.pulls, whole.pulls)


def test_filled_study_has_nothing_to_do(monkeypatch):
    study = StoppingStudy(PROBLEM)
    cells = study.cells([PRIVATE], [1.0])
    study.fill(Recorder(), cells, 8)
    monkeypatch.setattr(dpcore, "simulate_fixed_confidence", lambda *_, **__: pytest.fail("computed twice"))
    study.fill(Recorder(), cells, 8)
    assert study.missing(cells, 8) == 0
    assert study.missing(cells, 10) == 2


def test_cancelled_study_keeps_complete_runs():
    study, job = StoppingStudy(StoppingProblem((0.5, 0.4999), 0.01, 10**8, 1)), Recorder()
    cells = study.cells([PUBLIC], [])
    worker = threading.Thread(target=study.fill, args=(job, cells, 50))
    worker.start()
    job.cancel.set()
    worker.join(timeout=20)
    assert not worker.is_alive()
    assert study.runs(cells[0]) < 50


def test_table_has_no_mean_of_capped_runs():
    study = StoppingStudy(StoppingProblem((0.9, 0.3), 0.1, 50, 5))
    cells = study.cells([PUBLIC, PRIVATE], [0.01])
    study.fill(Recorder(), cells, 4)
    capped = point_table(study.results).set_index("algorithm").loc["PB-TaS"]
    assert capped["share capped"] == 1.0
    assert pd.isna(capped["mean"])
    assert pd.isna(capped["median"])
