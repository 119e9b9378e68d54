"""Stopping times without a browser: the opening picture, added runs, links, capped runs, and the snippet."""

import json
from functools import partial

import pytest

import dpcore
from dpcore.experiments import GLOBAL_DP, Registry
from dpcore.fixed_confidence.protocol import Ending, FixedConfidenceAlgorithm, Moment, new_shown, record_moment
from dpcore.warmup import GROUPS
from tests.pages.visit import checked, finished, moving, opened, runs_made, said, snippet_output
from ui.look.theme import algorithm_color
from ui.shell.kernels import kernels


def table(test):
    return test.dataframe[0].value.set_index(["algorithm", "epsilon"])


def sentence(test):
    return moving(test)["expert"]


@pytest.fixture(scope="module")
def small():
    return opened("stopping_times", arms="0.9, 0.3", epsilon="1", risk="0.1")


def test_opening_picture_has_runs_and_a_verdict(small):
    figures = table(small)
    assert (figures["runs"] == 20).all()
    assert {"PRISE", "PB-TaS", "DP-SE", "TTUCB"} == set(figures.index.get_level_values(0))
    assert (
        "no ε-DP algorithm that is wrong with probability at most 10 %, whatever the means are, stops after fewer than"
        in sentence(small)
    )
    assert "20 runs). The median is" in sentence(small)


def test_added_runs_extend_the_earlier_ones(small, monkeypatch):
    before = table(small)
    made = runs_made(monkeypatch, "simulate_fixed_confidence")
    small.button(key="add-runs").click()
    after = table(finished(small.run()))
    assert (after["runs"] == 40).all()
    assert after.index.equals(before.index)
    assert min(first for first, _ in made) == 20  # none a second time
    assert max(last for _, last in made) == 39


def test_no_algorithm_is_a_sentence_not_an_error(small):
    small.multiselect(key="algorithms").set_value([])
    told = sentence(finished(small.run()))
    assert (
        "no ε-DP algorithm that is wrong with probability at most 10 %, whatever the means are, stops after fewer than"
        in told
    )
    assert "The median is" not in told
    assert small.dataframe[0].value.empty


def test_capped_runs_are_explained_and_have_no_mean():
    test = opened("stopping_times", arms="0.5, 0.499", epsilon="0.01", risk="0.01", cap="1000")
    figures = table(test)
    assert (figures["share capped"] == 1.0).all()
    assert figures["mean"].isna().all()
    assert any("20 of 20 runs" in warning.value and "never averaged" in warning.value for warning in test.warning)
    assert "in every simulated run" not in said(test)
    order = [element.type for element in test.main]
    assert order.index("warning") > max(place for place, kind in enumerate(order) if kind == "text_input")


def test_snippet_runs_as_it_stands_and_says_what_the_page_says():
    test = opened("stopping_times", arms="0.9, 0.3", epsilon="1", risk="0.1", runs="3")
    output = snippet_output(test)
    assert "no eps-DP algorithm that keeps this risk, whatever the means are, averages fewer" in output
    for name in ("PRISE", "PB-TaS", "DP-SE"):
        figures = output.partition(f"\n{name}\n")[2]
        median = next(line.split()[1] for line in figures.splitlines() if line.startswith("median"))
        assert median == f"{table(test).loc[(name, 1.0), 'median']:g}"


def pull_in_turn(problem, generator, rewards, cancel, record):
    """Ten rounds of all arms, then an arm at random."""
    arms = problem.means.size
    record.pulls[:] = 10
    answer = int(generator.integers(arms))
    moment = Moment(10 * arms, answer, 0.0, answer, -1, new_shown(record.pulls))
    return Ending(True, 10 * arms, answer, record_moment(record, 0, moment))


TOY = FixedConfidenceAlgorithm(
    name="toy",
    label="Round Robin",
    privacy=GLOBAL_DP,
    source="Nobody (2026)",
    warnings=("It guesses.",),
    parameters=(),
    thresholds={"proven": "none at all"},
    prepare=lambda setting: partial(pull_in_turn, setting.problem),
)


@pytest.fixture
def toy_in_registry(monkeypatch):
    """The toy is listed with the algorithms of the project, once no thread of the server runs all that are listed."""
    assert kernels().wait(list(GROUPS), 600)
    registered = Registry(*dpcore.fixed_confidence_algorithms().values(), TOY)
    monkeypatch.setattr("dpcore.fixed_confidence.registry._ALGORITHMS", registered)


def test_a_new_algorithm_is_on_its_pages_once_it_is_registered(toy_in_registry):
    test = opened("stopping_times", arms="0.9, 0.3", epsilon="1", risk="0.1", algorithms="Round Robin", runs="3")
    assert (table(test).loc["Round Robin"]["median"] == 20).all()
    assert "**Round Robin** (epsilon-global DP). Proven threshold: none at all. Source: Nobody (2026)." in said(test)
    assert "It guesses." in said(test)
    pictures = json.dumps([chart.proto.spec for chart in test.get("plotly_chart")])
    assert algorithm_color("toy") in pictures
    assert "Round Robin" in snippet_output(test)
    run = opened("one_run", arms="0.9, 0.3", epsilon="1", algorithm="Round Robin")
    run.button(key="guess-1").click()
    assert "20 participants" in said(checked(run.run()))
    assert "It guesses." in said(run)
