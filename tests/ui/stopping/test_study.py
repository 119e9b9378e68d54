"""A study grows in rounds, computes nothing twice, and equals one call with all runs."""

import itertools

import numpy as np
import pandas as pd

import dpcore
from tests.ui.jobs.fake import FakeJob
from tests.ui.stopping.test_words import view_of
from ui.stopping.curves import Curve
from ui.stopping.study import StoppingProblem, StoppingStudy, point_table

PROBLEM = StoppingProblem(means=(0.9, 0.3), risk=0.1, max_samples=20_000, seed=5)
PRIVATE, PUBLIC = Curve("pb-tas", "proven"), Curve("ttucb", "proven")


class SetAtRun(dpcore.CancelFlag):
    """A flag that is set while run number `last` (from 0) is on its way: dpcore asks it after every run."""

    def __init__(self, last):
        super().__init__()
        self.asked, self.last = itertools.count(), last

    def is_set(self):
        if next(self.asked) == self.last:
            self.set()
        return super().is_set()


def test_grown_study_equals_one_call():
    study, job = StoppingStudy(PROBLEM), FakeJob()
    cells = view_of(PRIVATE, PUBLIC, epsilons=(0.5, 1.0, 2.0), runs=0).cells
    assert cells == [(PUBLIC, None), (PRIVATE, 1.0), (PRIVATE, 2.0), (PRIVATE, 0.5)]
    study.fill(job, cells, 10)
    assert job.done == 40
    study.fill(FakeJob(), cells, 25)
    whole = dpcore.simulate_fixed_confidence("pb-tas", PROBLEM.means, 0.5, 0.1, runs=25, seed=5, max_samples=20_000)
    grown = study.results[(PRIVATE, 0.5)]
    np.testing.assert_array_equal(grown.stopping_times, whole.stopping_times)
    np.testing.assert_array_equal(grown.pulls, whole.pulls)


def test_cancelled_study_keeps_complete_runs(monkeypatch):
    monkeypatch.setattr("dpcore.experiments.runs.cores", lambda: 1)  # one worker: run after run
    study, job = StoppingStudy(PROBLEM), FakeJob()
    job.cancel = SetAtRun(7)
    cell = PRIVATE, 0.5
    study.first_round = 20
    study.fill(job, [cell], 20)
    assert study.runs(cell) == job.done == 7
    whole = dpcore.simulate_fixed_confidence("pb-tas", PROBLEM.means, 0.5, 0.1, runs=20, seed=5, max_samples=20_000)
    np.testing.assert_array_equal(study.results[cell].stopping_times, whole.stopping_times[:7])
    study.fill(FakeJob(), [cell], 20)
    np.testing.assert_array_equal(study.results[cell].stopping_times, whole.stopping_times)


def test_table_has_no_mean_of_capped_runs():
    study = StoppingStudy(StoppingProblem((0.9, 0.3), 0.1, 50, 5))
    study.fill(FakeJob(), [(PUBLIC, None), (PRIVATE, 0.01)], 4)
    capped = point_table(study.results).set_index("algorithm").loc["PB-TaS"]
    assert capped["share capped"] == 1.0
    assert pd.isna(capped["mean"])
    assert pd.isna(capped["median"])
