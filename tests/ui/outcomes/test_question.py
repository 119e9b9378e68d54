"""What the page about own outcomes asks and says, and a visitor's table as the page gets it, without a page."""

import math
import tomllib
from pathlib import Path

import numpy as np
import pytest

import dpcore
from dpcore.fixed_confidence import FixedConfidenceResult
from dpcore.times.lower_bounds import quantile_divergence
from ui.look.numbers import at_least
from ui.outcomes import question, words
from ui.outcomes.example import NAMES, PARTICIPANTS, example_csv, example_rows, revenues
from ui.outcomes.rows import OutcomeRows, rows_in, warnings_of
from ui.reading.reading import read_as
from ui.reading.table import read_table
from ui.reading.text import MOST_BYTES
from ui.reading.values import read_values


def view_of(data, low=0.0, high=100.0, threshold=1.0, epsilon=1.0, runs=20):
    study = question.OutcomeStudy(question.OutcomeProblem(data, low, 0.1, 0))
    return question.OutcomeView(data, False, high, threshold, epsilon, runs, study)


def filled(view, cells=None):
    for cell in cells or view.cells:
        flag = dpcore.CancelFlag()
        view.study.add(cell, 0, view.study.simulate(cell, 0, view.runs, flag))
    return view


@pytest.fixture(scope="module")
def example():
    return filled(view_of(example_rows()))


def test_the_example_is_its_own_file():
    found = read_values(example_csv()).result
    assert found.names == NAMES
    assert [outcomes.size for outcomes in found.outcomes] == [PARTICIPANTS] * 3
    assert [outcomes.mean() for outcomes in found.outcomes] == pytest.approx(example_rows().outcomes.means)


def test_the_example_tells_that_a_narrow_clip_names_another_option():
    view = view_of(example_rows())
    assert view.best == view.true_best == NAMES.index("bundle")
    assert view.best_at[20.0] == view.best_at[10.0] == NAMES.index("discount")
    narrow = view_of(example_rows(), high=20.0)
    assert "bundle has the largest mean, but once outcomes are clipped, discount has it" in words.clip_warning(narrow)
    assert words.clip_warning(view) == ""


def test_the_verdict_tells_the_quantiles_of_the_runs(example):
    private, free = (
        np.sort(example.study.results[question.OutcomeCell(100.0, None, epsilon)].stopping_times)[17]
        for epsilon in (1.0, math.inf)
    )
    assert f"**{private:,} participants** in 90 of 100 simulated runs ({free:,} without" in words.verdict(example)
    assert len(words.verdict(example).split()) <= 30


def test_the_bound_is_below_what_runs_needed_and_above_nothing(example):
    private, free = question.bounds_of(example)
    assert 0 < free <= private < example.needed(100.0, True).participants
    told = words.expert_verdict(example, (private, free))
    assert at_least(private) in told
    assert at_least(free) in told
    assert "whatever the distributions of outcomes within this clip, needs at least" in told


@pytest.mark.parametrize("capped, needed", [(0, 90), (10, 90), (11, math.inf)])
def test_what_is_needed_against_planted_runs(example, capped, needed):
    view, right = view_of(example.data, runs=100), NAMES.index("discount")
    assert (view.best_at[20.0], view.yes_best, view.true_best) == (right, right, NAMES.index("bundle"))
    times = np.random.default_rng(0).permutation(100) + 1
    planted = FixedConfidenceResult(
        algorithm="pb-tas", seed=0, first_run=0, version="", parameters={},
        stopping_times=times, recommendations=np.where(times <= 3, view.true_best, right),
        finished=times <= 100 - capped, pulls=np.zeros((100, 3), np.int64),
    )  # fmt: skip
    for high in (20.0, None):
        view.study.results[view.cell(high, True)] = planted
        found = view.needed(high, True)
        assert (found.participants, found.wrong) == (needed, 3)


def test_the_cheapest_clip_keeps_the_best_option(example):
    needed = {high: example.needed(high, True).participants for high in example.highs}
    keeps = [high for high in example.highs if example.best_at[high] == example.true_best]
    assert example.cheapest in keeps
    assert needed[example.cheapest] == min(needed[high] for high in keeps)
    assert "reveals something about them" in words.points_reading(example)


def test_the_yes_no_version_is_told_apart(example):
    assert example.yes_no.means == pytest.approx([np.mean(each >= 1) for each in revenues()])
    assert "discount is best, **a different option**" in words.yes_no_reading(example)
    assert "how many, not how much" in words.yes_no_reading(example)


def test_tables_hold_what_was_simulated(example):
    table = question.needed_table(example)
    assert len(table) == 2 * 8
    assert (table["runs"] == 20).all()
    options = question.option_table(example)
    assert options["clipped mean"].tolist() == pytest.approx([np.minimum(each, 100).mean() for each in revenues()])


def test_several_rows_of_one_participant_share_the_budget():
    data = example_rows()
    several = view_of(OutcomeRows(data.names, data.outcomes, 4))
    assert several.row_epsilon == 0.25
    assert several.cells[0].epsilon == 0.25
    assert "ε/4 = 0.25 (group privacy)" in words.told("rows", several)
    assert words.told("rows", view_of(data)) == ""


def test_the_bound_is_that_of_a_rows_share_of_the_budget():
    rates, risk = (0.6, 0.5), 0.1
    outcomes = dpcore.bounded.tabulate_outcomes([np.repeat([0, 1], [10 - ones, ones]) for ones in (6, 5)])
    bounds = question.bounds_of(view_of(OutcomeRows(("A", "B"), outcomes, 4), high=1.0, epsilon=0.2))
    times = [dpcore.characteristic_time(rates, epsilon=epsilon).time for epsilon in (0.05, math.inf)]
    assert bounds == pytest.approx([time * quantile_divergence(0.9, risk) for time in times], rel=1e-3)


def test_constant_outcomes_are_answered_with_a_sentence():
    data = OutcomeRows(("A", "B"), dpcore.bounded.tabulate_outcomes([np.array([5.0])] * 2))
    view = view_of(data)
    assert view.cells == []
    assert view.cheapest is None
    assert "there is nothing to find" in words.verdict(view)
    assert "there is nothing to find" in words.yes_no_reading(view)


def test_the_snippet_gives_the_same_numbers(example, capsys):
    shown = question.OutcomeView(example.data, True, 100.0, 1.0, 1.0, 20, example.study)
    exec(compile(words.notebook(shown).code, "snippet", "exec"), {})
    assert (
        f"epsilon 1: {example.needed(100.0, True).participants:,.0f} participants in 90 of 100 runs"
        in capsys.readouterr().out
    )


def rows_of(text):
    return read_as(lambda: read_table(text.encode()), {}, rows_in).result


def test_outcomes_of_columns_with_any_name():
    data = rows_of("Kunde;Variante;Umsatz in €\n7;A;1,5\n8;B;0\n7;A;20\n9;B;-3\n")
    assert data.names == ("A", "B")
    assert [values.tolist() for values in data.outcomes.values] == [[1.5, 20], [-3, 0]]
    assert (data.rows, data.rows_of_one) == (4, 2)


def test_a_long_name_is_short_in_sentences_and_whole_in_the_table():
    long = "x" * 100
    data = rows_of(f"arm,revenue\n{long},1.5\nB,2.5\n")
    assert [len(name) for name in data.names] == [60, 1]
    assert data.whole_names == (long, "B")


def test_an_uneven_split_is_said_unless_it_was_intended():
    data = rows_of("arm,revenue\n" + "A,1.5\n" * 100 + "B,2.5\n" * 200)
    (sentence,) = warnings_of(data, None)
    assert "(“A” 100, “B” 200) do not look like an equal split" in sentence
    assert list(warnings_of(data, (1, 2))) == []


def test_the_server_takes_larger_files_than_are_read_so_that_the_page_says_what_to_do():
    server = tomllib.loads((Path(__file__).parents[3] / ".streamlit" / "config.toml").read_text())["server"]
    assert server["maxUploadSize"] * 2**20 > MOST_BYTES
