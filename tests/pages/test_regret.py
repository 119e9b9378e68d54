"""Regret without a browser: verdict against the core, links, presets, added runs, what is not promised, the snippet."""

import io
import re
import time
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import dpcore
from ui.regret.controls import EPSILONS, HORIZONS, KINDS
from ui.regret.presets import PRESETS

APP = Path(__file__).parents[2] / "app.py"
SECONDS = 60


def opened(**link):
    test = AppTest.from_file(str(APP), default_timeout=SECONDS)
    for name, value in link.items():
        test.query_params[name.replace("_", "-")] = value
    test.run()
    return finished(test.switch_page("pages/regret.py").run())


def finished(test):
    """Run again until the job is done, as the polling page does."""
    deadline = time.monotonic() + SECONDS
    while "regret-job" in test.session_state and test.session_state["regret-job"].running:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    test.run()
    assert not test.exception
    assert not test.error
    return test


def points(test):
    return test.dataframe[0].value.set_index(["algorithm", "place on the scale"])


def spoken(test):
    return " ".join(block.value for block in [*test.markdown, *test.caption])


@pytest.fixture(scope="module")
def small():
    return opened(arms="0.9, 0.3", epsilon="0.5")


def test_opening_picture_has_runs_of_every_algorithm_and_its_counterpart(small):
    figures = points(small)
    assert (figures["runs"] == 20).all()
    names = {"DP-SE", "AdaP-UCB", "AdaC-UCB", "DP-SE without noise", "UCB in episodes"}
    assert set(figures.index.get_level_values(0)) == names
    assert {0.01, 0.5, 10.0} <= set(figures.index.get_level_values(1))


def test_verdict_tells_the_numbers_of_the_core(small):
    private = dpcore.simulate_regret("adac-ucb", (0.9, 0.3), 10**7, rho=0.125, runs=20)
    plain = dpcore.simulate_regret("ucb-episodes", (0.9, 0.3), 10**7, runs=20, seed=1)
    assert "After 10,000,000 pulls at ε = 0.5 (ρ = 0.125)" in spoken(small)
    lost = (
        f"has lost **{private.mean_regret[-1]:,.0f}** in expected rewards, UCB in episodes {plain.mean_regret[-1]:,.0f}"
    )
    assert f"**AdaC-UCB** (ρ-zCDP) {lost}" in spoken(small)
    price = dpcore.price_of_privacy(private, plain)
    row = points(small).loc[("AdaC-UCB", 0.5)]
    assert row["price"] == pytest.approx(price.difference[-1])
    assert row["its standard error"] == pytest.approx(price.standard_error[-1])


def test_snippet_runs_as_it_stands(small):
    output = io.StringIO()
    with redirect_stdout(output):
        exec(small.code[0].value, {})
    printed = float(re.search(r"AdaC-UCB ([\d.]+)", output.getvalue()).group(1))
    assert printed == pytest.approx(points(small).loc[("AdaC-UCB", 0.5), "mean regret"])


def test_sources_choices_and_unreproduced_figures_are_told(small):
    for entry in map(dpcore.regret_algorithms().get, ("dp-se", "adap-ucb", "adac-ucb", "ucb-episodes")):
        assert entry.source in spoken(small)
        assert all(sentence in spoken(small) for sentence in (*entry.inferred, *entry.warnings))
    told = small.dataframe[1].value
    assert len(told) == 4
    assert set(told["algorithm"]) == {"DP-SE", "AdaP-KLUCB"}


def test_added_runs_extend_the_earlier_ones(small):
    before = points(small)
    small.button(key="regret-add").click()
    after = points(finished(small.run()))
    assert (after["runs"] == 40).all()
    assert after.index.equals(before.index)


def test_no_algorithm_is_a_sentence_not_an_error(small):
    small.multiselect(key="arms-algorithms").set_value([])
    assert "choose an algorithm" in spoken(finished(small.run()))


def test_linear_arms_warn_that_gaussian_rewards_promise_nothing():
    test = opened(regret_setting="linear arms", epsilon="0.1")
    assert "no formal privacy guarantee holds" in spoken(test)
    assert "**AdaC-GOPE** (ρ-zCDP) has lost" in spoken(test)
    test.toggle(key="linear-bounded").set_value(True)
    test = finished(test.run())
    assert "no formal privacy guarantee holds" not in spoken(test)
    assert "bounded=True" in test.code[0].value


def test_contexts_draw_no_bound_and_their_snippet_runs():
    test = opened(regret_setting="linear contexts", regret_runs="2", contextual_horizon="1,000", epsilon="1")
    assert "neither a lower bound nor an explicit upper bound is published" in spoken(test)
    with redirect_stdout(io.StringIO()) as output:
        exec(test.code[0].value, {})
    printed = float(re.search(r"AdaC-OFUL ([\d.]+)", output.getvalue()).group(1))
    assert printed == pytest.approx(points(test).loc[("AdaC-OFUL", 1.0), "mean regret"])


def test_a_link_opens_a_published_instance_and_bad_values_fall_back():
    link = {"regret_instance": "C2", "arms_count": "3", "regret_runs": "2", "epsilon": "0.25", "arms_horizon": "junk"}
    test = opened(**link, arms_algorithms="DP-SE (ε-DP)")
    assert "environment = [0.75, 0.5, 0.25]" in test.code[0].value
    assert "After 10,000,000 pulls at ε = 0.25" in spoken(test)
    assert (points(test)["runs"] == 2).all()


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.title)
def test_presets_name_controls_that_exist(preset):
    kind = preset.controls["regret-setting"]
    horizons = [size for power in range(3, 9) for size in (10**power, 2 * 10**power, 5 * 10**power)]
    assert kind in KINDS
    assert preset.controls[f"{kind}-horizon"] in [size for size in horizons if size <= HORIZONS[kind][1]]
    assert set(preset.controls[f"{kind}-algorithms"]) <= set(dpcore.regret_algorithms())
    assert EPSILONS[0] <= float(preset.controls["epsilon"]) <= EPSILONS[-1]


def test_a_published_setting_sets_every_control():
    test = opened(epsilon="1", regret_runs="2")
    next(button for button in test.button if button.label == "The staircase of AdaP-KLUCB").click()
    test = finished(test.run())
    assert "environment = [0.8, 0.1, 0.1, 0.1, 0.1]" in test.code[0].value
    assert "After 10,000,000 pulls at ε = 0.33" in spoken(test)
    assert "**AdaP-KLUCB** (ε-DP)" in spoken(test)
