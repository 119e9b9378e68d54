"""An algorithm is one file and one line of a registry: a toy one then is on its page, drawn and explained."""

import json
from functools import partial

import numpy as np
import pytest

import dpcore
from dpcore.experiments import GLOBAL_DP, Registry
from dpcore.fixed_budget.protocol import FixedBudgetAlgorithm
from dpcore.fixed_budget.schedule import baseline_schedule
from dpcore.fixed_confidence.protocol import Ending, FixedConfidenceAlgorithm, Moment, new_shown, record_moment
from dpcore.regret.protocol import RegretAlgorithm
from dpcore.warmup import GROUPS
from tests.pages.visit import checked, opened, said, snippet_output
from ui.look import theme
from ui.shell.kernels import kernels

PATIENCE_SECONDS = 600


def pull_in_turn(means, generator, rewards, cancel, record):
    """Round and round the arms, whatever comes."""
    turns = (record.steps[:, None] - np.arange(means.size) + means.size - 1) // means.size
    record.regret[:] = turns @ (means.max() - means)
    record.pulls[:] = turns[-1]


TOY_REGRET = RegretAlgorithm(
    name="toy",
    label="Round Robin",
    privacy=GLOBAL_DP,
    source="Nobody (2026)",
    warnings=("It never learns.",),
    parameters=(),
    prepare=lambda setting: partial(pull_in_turn, setting.environment),
    environment="arms",
    counterpart="ucb-episodes",
    works_every_pull=True,
    regret_bound=lambda means, horizon, epsilon, parameters: 7.0 + horizon,
)


def answer_any(problem, generator, rewards, record):
    """Whichever arm, after as many pulls of each as one phase of BASELINE makes."""
    record.pulls[:] = 1
    record.phase_pulls[:] = problem.means.size
    record.log[:, :2] = 1.0
    return int(generator.integers(problem.means.size))


TOY_FIXED_BUDGET = FixedBudgetAlgorithm(
    name="toy",
    label="Any Arm",
    privacy=GLOBAL_DP,
    source="Nobody (2026)",
    warnings=("It guesses.",),
    parameters=(),
    schedule=baseline_schedule,
    prepare=lambda setting: partial(answer_any, setting.problem),
)


def ten_rounds(problem, generator, rewards, cancel, record):
    """Ten rounds of all arms, then an arm at random."""
    arms = problem.means.size
    record.pulls[:] = 10
    answer = int(generator.integers(arms))
    moment = Moment(10 * arms, answer, 0.0, answer, -1, new_shown(record.pulls))
    return Ending(True, 10 * arms, answer, record_moment(record, 0, moment))


TOY_FIXED_CONFIDENCE = FixedConfidenceAlgorithm(
    name="toy",
    label="Round Robin",
    privacy=GLOBAL_DP,
    source="Nobody (2026)",
    warnings=("It guesses.",),
    parameters=(),
    thresholds={"proven": "none at all"},
    prepare=lambda setting: partial(ten_rounds, setting.problem),
)


@pytest.fixture(autouse=True)
def no_kernels_loading():
    """The server's threads would run each algorithm that is listed when they come by, also after the test."""
    assert kernels().wait(list(GROUPS), PATIENCE_SECONDS)


def list_also(monkeypatch, registry, entry):
    """As one more line of the registry would."""
    monkeypatch.setattr(registry, "_entries", {**registry._entries, entry.name: entry})


def colours(test):
    """Every colour in the page's pictures."""
    return json.dumps([chart.proto.spec for chart in test.get("plotly_chart")])


def test_a_new_regret_algorithm_is_found_on_its_page(monkeypatch):
    list_also(monkeypatch, dpcore.regret_algorithms(), TOY_REGRET)
    link = {"arms_algorithms": "Round Robin (ε-DP)", "regret_runs": "2", "arms_horizon": "1,000"}
    test = opened("regret", arms="0.9, 0.3", epsilon="1", **link)
    assert "**Round Robin** (ε-DP) loses **300**" in said(test)
    assert "Nobody (2026)" in said(test)
    assert "It never learns." in said(test)
    assert theme.algorithm_color("toy") in colours(test)
    assert "Round Robin, proven" in colours(test)
    assert "Round Robin 300.0" in snippet_output(test)


def test_a_new_fixed_budget_algorithm_is_found_on_its_page(monkeypatch):
    list_also(monkeypatch, dpcore.fixed_budget_algorithms(), TOY_FIXED_BUDGET)
    test = opened("fixed_budget", budget_algorithms="Any Arm", budget_runs="20")
    rows = test.dataframe[0].value
    assert set(rows["algorithm"]) == {"Any Arm"}
    assert "It guesses." in said(test)
    assert "Nobody (2026)" in said(test)
    assert theme.algorithm_color("toy") in colours(test)
    assert "simulate_fixed_budget('toy'" in test.code[0].value


def test_a_new_algorithm_of_fixed_confidence_is_found_on_its_pages(monkeypatch):
    registered = Registry(*dpcore.fixed_confidence_algorithms().values(), TOY_FIXED_CONFIDENCE)
    monkeypatch.setattr("dpcore.fixed_confidence.registry._ALGORITHMS", registered)
    test = opened("stopping_times", arms="0.9, 0.3", epsilon="1", risk="0.1", algorithms="Round Robin", runs="3")
    figures = test.dataframe[0].value
    assert (figures.loc[figures["algorithm"] == "Round Robin", "median"] == 20).all()
    assert "**Round Robin** (epsilon-global DP). Proven threshold: none at all. Source: Nobody (2026)." in said(test)
    assert "It guesses." in said(test)
    assert theme.algorithm_color("toy") in colours(test)
    assert "Round Robin" in snippet_output(test)
    run = opened("one_run", arms="0.9, 0.3", epsilon="1", algorithm="Round Robin")
    run.button(key="guess-1").click()
    assert "20 participants" in said(checked(run.run()))
    assert "It guesses." in said(run)
