"""The figures that the browser tells of its runs are those of Python."""

import json
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.ui.components.test_assets import NODE
from tests.ui.stopping.test_words import PROVEN, view_of
from ui.components import assets
from ui.stopping.charts import stopping_time_curves

RUNS = (1, 2, 3, 10, 21, 200)


def test_figures_of_runs_are_those_of_the_core(tmp_path):
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
    file = tmp_path / "figures.mjs"
    script = assets.script(Path(__file__).with_name("figures.js"))
    file.write_text(f"{script}\nconsole.log(figures({json.dumps(asked)}))", encoding="utf-8")
    found = json.loads(subprocess.check_output([NODE, file], text=True))
    for mine, core in zip(found, expected, strict=True):
        assert mine == pytest.approx(core, rel=1e-13)
