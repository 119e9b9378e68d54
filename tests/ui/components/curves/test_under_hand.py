"""What Stopping times draws, says and counts in the browser is what Python does."""

from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

from tests.ui.components.bars.test_following import instances, with_gaps
from tests.ui.components.node import said, said_of_each
from tests.ui.components.test_assets import COMPONENTS
from tests.ui.stopping.test_words import PROVEN, PUBLIC, view_of
from ui.stopping.browser import EPSILONS
from ui.stopping.charts import stopping_time_curves
from ui.stopping.study import StoppingView
from ui.stopping.words import expert_verdict, verdict

RANGE = (0.02, 30.0)


def test_bounds_and_sentences_are_those_of_python():
    some = [*instances(50), *with_gaps(18)]
    asked = {"epsilons": EPSILONS.tolist(), "range": RANGE, "states": [asdict(instance) for instance in some]}
    found = said(Path(__file__).with_name("under_hand.js"), "dragged", asked)
    for instance, drawn in zip(some, found, strict=True):
        curves = (PROVEN, PUBLIC) if instance.epsilon > 0.1 else (PUBLIC,)
        view: StoppingView = replace(view_of(*curves, epsilons=RANGE, runs=0), instance=instance)
        assert drawn["sentences"] == [verdict(view), expert_verdict(view)]
        assert drawn["free"] == pytest.approx(view.bounds.non_private, rel=1e-12)
        assert drawn["epsilons"] == pytest.approx(view.bounds.epsilons, rel=1e-12)
        # Read off between the points of a curve over all epsilons, which has bends where another answer becomes the
        # best one: less than a pixel of the picture.
        near = 2e-3 if instance.indifference == 0 else 1e-2
        assert drawn["private"] == pytest.approx(view.bounds.private, rel=near)


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
