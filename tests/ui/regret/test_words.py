"""The readings under the pictures of regret speak of what is drawn, and of nothing else."""

import math
from dataclasses import replace

import numpy as np
import pytest

import dpcore
from tests.ui.regret.cases import ARMS, LINEAR, filled, view_of
from ui.look.numbers import count, number
from ui.regret import words
from ui.regret.bounds import bounds_of
from ui.regret.comparison import compare
from ui.regret.presets import PRESETS
from ui.regret.study import entry_of


def readings(view):
    bounds = bounds_of(view)
    return words.time_reading(view, bounds), words.regimes_reading(view, bounds), words.scale_sentence(view), bounds


@pytest.mark.parametrize(
    "algorithms", [("adac-ucb",), ("adap-klucb",), ("dp-imed",), ("dp-se",), ("dp-ucb",), ("dp-se", "adac-ucb")]
)
@pytest.mark.parametrize("exploration", [1.0, 3.1])
@pytest.mark.parametrize("show_bounds", [True, False])
def test_only_lines_that_are_drawn_are_told(algorithms, exploration, show_bounds):
    view = view_of(replace(ARMS, exploration=exploration), algorithms, show_bounds=show_bounds)
    over_time, regimes, scale, bounds = readings(view)
    assert ("Thin" in over_time) == bool(bounds.over_time)
    assert all(entry_of(name).label in over_time for name in bounds.over_time)
    assert ("DP-SE" in over_time) == ("dp-se" in algorithms)
    assert ("episodes that double" in over_time) == bool({"adac-ucb", "adap-klucb"} & set(algorithms))
    assert ("forget nothing" in over_time) == ("dp-imed" in algorithms)
    assert ("dotted" in over_time) == (bounds.limit_over_time is not None)
    assert ("The dotted line" in regimes) == any(each.is_limit for each in bounds.lower)
    assert ("Blue" in regimes) == bool(bounds.lower)
    assert ("dotted vertical" in regimes) == bool(bounds.lettered((0.1, 2.0)))
    promises = {entry_of(name).privacy.budget for name in algorithms}
    assert ("two promises" in scale) == (len(promises) == 2)
    is_about_zcdp = any(not each.is_limit and "ε-DP" not in each.label for each in bounds.lower)
    assert (
        "ρ-zCDP is drawn as published, but the published proof is incomplete (docs/errata.md)" in regimes
    ) == is_about_zcdp


def test_linear_arms_tell_the_boundaries_of_completed_phases_and_what_was_simulated():
    view = filled(LINEAR, ["adac-gope"], [0.001, 0.1, 10.0], 4)
    bounds = bounds_of(view)
    text = words.regimes_reading(view, bounds)
    rhos = dpcore.regret.adac_gope_boundary_rhos(LINEAR.environment(), LINEAR.horizon)
    for rho, label in zip(rhos, ("in every phase", "in the first phase"), strict=True):
        (boundary,) = [each for each in bounds.boundaries if each.label.startswith(label)]
        assert boundary.epsilon == dpcore.privacy.epsilon_at_rho(rho)
        assert f"at ε = {number(boundary.epsilon)} ({boundary.label})" in text
    results = view.study.results
    low, middle, high = (
        results["adac-gope", epsilon].mean_regret[-1] / results["gope", math.inf].mean_regret[-1]
        for epsilon in (0.001, 0.1, 10.0)
    )
    assert f"AdaC-GOPE loses {number(low)} times as much as GOPE at ε = 0.001 and {number(high)} times as much" in text
    assert low > 2 > high
    assert f"Up to ε = {0.1 if middle >= 2 else 0.001} it loses at least twice as much." in text
    assert "simulated" not in words.regimes_reading(view_of(LINEAR, ["adac-gope"]), bounds)


def test_adac_ucb_alone_has_no_dotted_limit_and_the_klucb_preset_no_thin_line():
    assert "The dotted line" not in readings(view_of(ARMS, ["adac-ucb"]))[1]
    (preset,) = [preset for preset in PRESETS if "staircase" in preset.title]
    assert "Thin" not in readings(view_of(ARMS, preset.controls["arms-algorithms"]))[0]
    assert "Thin lines are bounds on AdaC-GOPE" in readings(view_of(LINEAR, ["adac-gope"]))[0]


def test_heavy_tails_have_no_interval_of_the_mean_in_words_but_a_median():
    view = filled(ARMS, ["dp-imed"], [0.5], 20)
    median = np.median(view.study.results["dp-imed", 0.5].regret[:, -1])
    assert "heavy tails, so 95 % intervals of its mean are not valid" in words.tails_reading(view)
    assert f"Medians at ε = 0.5: DP-IMED {count(float(median))}." in words.tails_reading(view)
    sentence = words.verdict(view, compare(view))
    plain = min(np.median(view.study.results[cell].regret[:, -1]) for cell in view.counterparts)
    assert sentence.startswith(
        f"Of these 20 runs, the median one loses **{count(float(median))}** rewards with privacy"
    )
    assert f" and {count(float(plain))} without, in " in sentence
    told = words.expert_verdict(view, compare(view))
    assert "the smallest median regret here with and without privacy, over 20 runs" in told
    assert "±" not in sentence
    assert "No intervals are drawn because the tails are heavy" in words.price_reading(view)
    assert "with 95 % intervals" in words.price_reading(filled(ARMS, ["dp-imed", "dp-se"], [0.5], 4))
    assert len(sentence.split()) <= 40
    assert "±" not in told
    assert words.tails_reading(filled(ARMS, ["adac-ucb"], [0.5], 2)) == ""
