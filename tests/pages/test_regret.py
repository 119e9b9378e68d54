"""Regret without a browser: verdict against the core, links, presets, added runs, what is not promised, the snippet."""

import math
import re

import pytest

import dpcore
from tests.pages.visit import button, finished, opened, said, snippet_output
from ui.look.documents import linked
from ui.regret.controls import HORIZONS
from ui.regret.presets import PRESETS
from ui.regret.study import KINDS
from ui.state.keys import EPSILON_RANGE


def points(test):
    """The rows of the box of numbers, which have four digits."""
    return test.dataframe[0].value.set_index(["algorithm", "at ε"])


@pytest.fixture(scope="module")
def small():
    return opened("regret", is_long=True, arms="0.9, 0.3", epsilon="0.5")


def test_opening_picture_has_runs_of_every_algorithm_and_its_counterpart(small):
    figures = points(small)
    assert (figures["runs"] == 20).all()
    names = {"DP-SE", "AdaP-UCB", "AdaC-UCB", "DP-SE without noise", "UCB in episodes"}
    assert set(figures.index.get_level_values(0)) == names
    assert {0.01, 0.5, 10.0} <= set(figures.index.get_level_values(1))


def test_verdict_tells_the_numbers_of_the_core(small):
    private = dpcore.simulate_regret("adac-ucb", (0.9, 0.3), 10**7, rho=0.5 * math.tanh(0.25), runs=20)
    plain = dpcore.simulate_regret("ucb-episodes", (0.9, 0.3), 10**7, runs=20, seed=1)
    best = dpcore.simulate_regret("adap-ucb", (0.9, 0.3), 10**7, epsilon=0.5, runs=20)
    assert f"{best.mean_regret[-1]:,.0f} instead of {plain.mean_regret[-1]:,.0f} in 10,000,000 pulls" in said(small)
    assert "(privacy budget ε = 0.5)" in said(small)
    lost = f"loses **{private.mean_regret[-1]:,.0f}** and UCB in episodes {plain.mean_regret[-1]:,.0f}"
    assert f"**AdaC-UCB** (ρ-zCDP) {lost}" in said(small)
    (told,) = [row for row in small.table[0].value.to_dict("records") if row["algorithm"].startswith("AdaC-UCB")]
    assert told["without privacy"] == f"{plain.mean_regret[-1]:,.0f} (UCB in episodes)"
    assert float(told["times"]) == pytest.approx(private.mean_regret[-1] / plain.mean_regret[-1], rel=0.005)


def test_sources_choices_and_unreproduced_figures_are_told(small):
    for entry in map(dpcore.regret_algorithms().get, ("dp-se", "adap-ucb", "adac-ucb", "ucb-episodes")):
        assert linked(entry.source) in said(small)
        assert all(sentence in said(small) for sentence in (*entry.inferred, *entry.warnings))
    told = small.dataframe[1].value
    assert len(told) == 4
    assert set(told["algorithm"]) == {"DP-SE", "AdaP-KLUCB"}


def test_no_algorithm_is_a_sentence_not_an_error(small):
    small.multiselect(key="arms-algorithms").set_value([])
    assert "Choose a private algorithm" in said(finished(small.run()))


def test_linear_arms_warn_that_gaussian_rewards_promise_nothing():
    test = opened("regret", is_long=True, regret_setting="linear arms", epsilon="0.1")
    assert "no formal privacy guarantee holds" in said(test)
    assert "**AdaC-GOPE** (ρ-zCDP) loses" in said(test)
    test.toggle(key="linear-bounded").set_value(True)
    test = finished(test.run())
    assert "no formal privacy guarantee holds" not in said(test)
    assert "bounded=True" in test.code[0].value


def test_contexts_draw_no_bound_and_their_snippet_runs():
    link = {"regret_setting": "linear contexts", "regret_runs": "2", "contextual_horizon": "1,000", "epsilon": "1"}
    test = opened("regret", is_long=True, **link)
    assert "neither a lower bound nor an explicit upper bound is published" in said(test)
    printed = float(re.search(r"AdaC-OFUL ([\d.]+)", snippet_output(test)).group(1))
    assert points(test).loc[("AdaC-OFUL", 1.0), "mean regret"] == pytest.approx(printed, rel=1e-3)


def test_a_link_opens_a_published_instance_and_bad_values_fall_back():
    link = {"regret_instance": "C2", "arms_count": "3", "regret_runs": "2", "epsilon": "0.25", "arms_horizon": "junk"}
    test = opened("regret", **link, arms_algorithms="DP-SE (ε-DP)")
    assert "environment = [0.75, 0.5, 0.25]" in test.code[0].value
    assert "in 10,000,000 pulls (privacy budget ε = 0.25)" in said(test)
    assert (points(test)["runs"] == 2).all()


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.title)
def test_presets_name_controls_that_exist(preset):
    kind = preset.controls["regret-setting"]
    horizons = [size for power in range(3, 9) for size in (10**power, 2 * 10**power, 5 * 10**power)]
    assert kind in KINDS
    assert preset.controls[f"{kind}-horizon"] in [size for size in horizons if size <= HORIZONS[kind][1]]
    assert set(preset.controls[f"{kind}-algorithms"]) <= set(dpcore.regret_algorithms())
    assert EPSILON_RANGE[0] <= float(preset.controls["epsilon"]) <= EPSILON_RANGE[1]


def test_a_published_setting_sets_every_control():
    test = opened("regret", epsilon="1", regret_runs="2")
    button(test, "The staircase of AdaP-KLUCB").click()
    test = finished(test.run())
    assert "environment = [0.8, 0.1, 0.1, 0.1, 0.1]" in test.code[0].value
    assert "in 10,000,000 pulls (privacy budget ε = 0.33)" in said(test)
    assert "**AdaP-KLUCB** (ε-DP)" in said(test)
