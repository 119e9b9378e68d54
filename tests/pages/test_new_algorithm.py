"""An algorithm is one file and one line of a registry: a toy one then is on its page, drawn and explained."""

import json
from dataclasses import replace

import pytest

import dpcore
from dpcore.warmup import GROUPS
from tests.pages.visit import SECONDS, checked, opened, said, snippet_output
from ui.look import theme
from ui.shell.kernels import kernels

TWO = {"arms": "0.9, 0.3", "epsilon": "1"}


@pytest.fixture(autouse=True)
def no_kernels_loading():
    """The server's threads would run each algorithm that is listed when they come by, also after the test."""
    assert kernels().wait(list(GROUPS), SECONDS)


@pytest.fixture
def list_as_toy(monkeypatch):
    """Lists an algorithm a second time, under a name that no page can know, as one more line of its registry would."""

    def listed(registry, name, **more):
        told = {"label": "Round Robin", "source": "Nobody (2026)", "warnings": ("It guesses.",), **more}
        toy = replace(registry[name], name="toy", **told)
        monkeypatch.setattr(registry, "_entries", {**registry._entries, "toy": toy})

    return listed


def assert_explained(test):
    """It says who invented the toy, and what to beware of, and draws it in the colour of its name."""
    assert "Nobody (2026)" in said(test)
    assert "It guesses." in said(test)
    assert theme.algorithm_color("toy") in drawn(test)


def drawn(test):
    return json.dumps([chart.proto.spec for chart in test.get("plotly_chart")])


def test_a_new_regret_algorithm_is_found_on_its_page(list_as_toy):
    list_as_toy(dpcore.regret_algorithms(), "adap-ucb", regret_bound=lambda means, horizon, *_: 7.0 + horizon)
    link = {"arms_algorithms": "Round Robin (ε-DP)", "regret_runs": "2", "arms_horizon": "1,000"}
    test = opened("regret", is_long=True, **TWO, **link)
    (lost,) = dpcore.simulate_regret("adap-ucb", (0.9, 0.3), 1000, epsilon=1.0, runs=2).mean_regret[-1:]
    assert f"**Round Robin** (ε-DP) loses **{lost:,.0f}**" in said(test)
    assert_explained(test)
    assert "Round Robin, proven" in drawn(test)
    assert f"Round Robin {lost}" in snippet_output(test)


def test_a_new_fixed_budget_algorithm_is_found_on_its_page(list_as_toy):
    list_as_toy(dpcore.fixed_budget_algorithms(), "baseline")
    test = opened("fixed_budget", budget_algorithms="Round Robin", budget_runs="20")
    assert set(test.dataframe[0].value["algorithm"]) == {"Round Robin"}
    assert_explained(test)
    assert "simulate_fixed_budget('toy'" in test.code[0].value


def test_a_new_algorithm_of_fixed_confidence_is_found_on_its_pages(list_as_toy):
    list_as_toy(dpcore.fixed_confidence_algorithms(), "prise", thresholds={"proven": "none at all"})
    test = opened("stopping_times", is_long=True, **TWO, risk="0.1", algorithms="Round Robin", runs="3")
    figures = test.dataframe[0].value.set_index(["algorithm", "epsilon"])
    found = dpcore.simulate_fixed_confidence("prise", (0.9, 0.3), 1.0, 0.1, runs=3)
    assert figures.loc[("Round Robin", 1.0), "median"] == found.summary().median
    assert "**Round Robin** (epsilon-global DP). Proven threshold: none at all. Source: Nobody (2026)." in said(test)
    assert_explained(test)
    assert "Round Robin" in snippet_output(test)
    run = opened("one_run", **TWO, risk="0.1", algorithm="Round Robin")
    run.button(key="guess-1").click()
    assert f"{found.stopping_times[0]:,} participants" in said(checked(run.run()))
    assert "It guesses." in said(run)
