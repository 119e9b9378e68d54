"""What is achievable at the Explorer's instance: the core's runs, in words and in the picture."""

from dataclasses import replace

import numpy as np
import pytest

import dpcore
from ui.arms.instance import Instance
from ui.explore import achieved
from ui.explore.achieved import Achieved, simulate
from ui.explore.charts import picture_of
from ui.explore.numbers import numbers_of
from ui.explore.words import sentences
from ui.state.shared import Shared

INSTANCE = Instance((0.9, 0.8), 1.0, 0.05)


def test_the_figures_are_the_cores(monkeypatch):
    monkeypatch.setattr(achieved, "RUNS", 10)
    found = simulate(INSTANCE)
    times = dpcore.choosing.simulate_achievable(INSTANCE.means, 1.0, 0.05, runs=10).stopping_times
    half = 1.96 * times.std(ddof=1) / 10**0.5
    assert [found.samples, *found.interval] == pytest.approx(times.mean() + np.array([0, -half, half]), rel=1e-4)
    assert picture_of(numbers_of(INSTANCE), found)["achieved"] == {"samples": found.samples, "method": "PRISE"}


def test_nothing_is_drawn_before_it_is_known_or_where_runs_were_given_up():
    numbers = numbers_of(INSTANCE)
    assert picture_of(numbers)["achieved"] is None
    assert "once its runs" in sentences(numbers, None)["achieved"]
    given_up = Achieved(runs=100, stopped=37, samples=None, interval=None)
    assert picture_of(numbers, given_up)["achieved"] is None
    assert "Of 100 simulated runs of" in (told := sentences(numbers, given_up)["achieved"])
    assert "37 had stopped within 10¹² participants" in told


def test_of_many_who_wait_for_the_same_the_first_ones_runs_serve_all_and_a_cancelled_ones_none(monkeypatch):
    made = []
    monkeypatch.setattr(achieved, "_known", Shared(2))
    monkeypatch.setattr(achieved, "simulate", lambda instance, cancel: made.append(instance) or object())
    cancelled = dpcore.CancelFlag()
    cancelled.set()
    achieved._find(INSTANCE, cancelled)
    assert achieved.achieved_at(INSTANCE) is None
    first, named = achieved._find(INSTANCE, dpcore.CancelFlag()), replace(INSTANCE, names=("a",))
    assert achieved._find(named, dpcore.CancelFlag()) is first
    assert achieved.achieved_at(INSTANCE) is first
    assert len(made) == 2
