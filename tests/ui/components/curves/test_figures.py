"""The figures that the browser tells of its runs are those of Python."""

from dataclasses import replace

import numpy as np
import pytest

from tests.ui.components.node import said_of_each
from tests.ui.components.test_assets import COMPONENTS
from tests.ui.stopping.test_words import PROVEN, view_of
from ui.stopping.charts import stopping_time_curves

RUNS = (1, 2, 3, 10, 21, 200)


def test_figures_of_runs_are_those_of_the_core():
    generator, view = np.random.default_rng(3), view_of(PROVEN, epsilons=(1.0,), max_samples=10**6)
    (cell,), asked, expected = view.cells, [], []
    for runs in RUNS:
        for share in (0, 0.1, 0.6, 1):
            times = generator.integers(1, 10**6, runs)
            finished = generator.random(runs) >= share
            view.study.results[cell] = replace(
                view.study.results[cell], stopping_times=times, finished=finished, recommendations=times * 0,
                pulls=np.column_stack((times, times * 0)),
            )  # fmt: skip
            for show_mean in (False, True):
                shown = stopping_time_curves(replace(view, show_mean=show_mean))
                asked.append([np.where(finished, times, -times).tolist(), shown["figure"], 10**6])
                expected.append(shown["curves"][0]["points"][0][1:])
    found = said_of_each(COMPONENTS / "curves" / "figures.js", "figuresOf", asked)
    for mine, core in zip(found, expected, strict=True):
        assert mine == pytest.approx(core, rel=1e-13)
