"""Every published figure and statement: its verdict follows from printed and own levels, its words from the data."""

import datetime
import hashlib
import json
import math
import re

import numpy as np
import pytest

from benchmarks.published.__main__ import STUDIES
from ui.published import store
from ui.published.charts import chart_of
from ui.published.exhibits import ALL, FAMILIES, PANELS, Panel, Verdict
from ui.published.numbers import runs_of, simulated_for
from ui.published.words import made, overview, reading, tally

CURVES = [exhibit for exhibit in ALL if not isinstance(exhibit, Panel)]
BY_TITLE = {exhibit.title: exhibit for exhibit in ALL}
AGREES = 1.25  # a level within this factor of another agrees with it


# Of all printed levels as they stood when two copies of the notes that were taken of the sources agreed.
READ_TWICE = "58d6840aa8c61664a7d247fb1183ca79a98a0323aa4e83cb582d78ad50fc1cae"


def of_title(exhibit):
    return exhibit.title


def test_levels_are_those_that_were_read_off_the_print():
    levels = {each.title: getattr(each, "readings", None) or getattr(each, "printed", {}) for each in ALL}
    told = json.dumps(levels, default=list, sort_keys=True)
    assert hashlib.sha256(told.encode()).hexdigest() == READ_TWICE


def test_titles_are_different_so_that_links_name_them():
    assert len(BY_TITLE) == len(ALL) == len(overview(FAMILIES))


@pytest.mark.parametrize("study", sorted({exhibit.study for exhibit in ALL}))
def test_every_study_says_how_it_was_made(study):
    how = store.provenance(study)
    assert re.fullmatch("[0-9a-f]{40}", how["commit"])
    assert how["command"] == f"python -m benchmarks.published {study}"
    assert study in STUDIES
    assert datetime.date.fromisoformat(how["made"])
    assert how["versions"]["price-of-privacy"]
    assert (store.FOLDER / f"{study}.parquet").stat().st_size < 100_000


@pytest.mark.parametrize("exhibit", ALL, ids=of_title)
def test_every_figure_is_drawn_from_rows_of_its_own(exhibit):
    table = runs_of(exhibit, True)
    chart = chart_of(exhibit, table)
    assert sum(trace.x is not None and len(trace.x) > 0 for trace in chart.data) >= 2
    assert reading(exhibit, table)
    assert store.provenance(exhibit.study)["commit"][:9] in made(exhibit, table)
    assert len(exhibit.answer.split()) <= (30 if isinstance(exhibit, Panel) else 36)
    if exhibit in CURVES:
        assert set(exhibit.printed) <= {line.key for line in exhibit.lines} <= set(runs_of(exhibit, False)["line"])


def ours_at(exhibit, line, x):
    """Our value on a line at x: the nearest two points, joined as the picture joins them."""
    rows = runs_of(exhibit, False).query("line == @line").sort_values("x")
    values = np.log(rows["value"]) if exhibit.y.log else rows["value"]
    found = float(np.interp(math.log(x), np.log(rows["x"]), values))
    return math.exp(found) if exhibit.y.log else found


def agrees(exhibit, line, x, printed):
    """Whether a printed level lies within a quarter of ours, or within the 95 % margin of both where that is known."""
    ours = ours_at(exhibit, line, x)
    if 1 / AGREES <= (printed / ours if ours else math.inf) <= AGREES:
        return True
    if exhibit.printed_runs is None:
        return False
    rows = runs_of(exhibit, False).query("line == @line and x == @x")
    half = float((rows["high"] - rows["low"]).item()) / 2
    return abs(printed - ours) <= half * math.sqrt(1 + float(rows["runs"].item()) / exhibit.printed_runs)


def worst_factor(exhibit):
    """The largest ratio, of either over the other, between a printed level and ours."""
    ratios = [
        printed / ours_at(exhibit, line, x)
        for line, pairs in exhibit.printed.items()
        for x, printed in pairs
        if x is not None
    ]
    return max(max(ratio, 1 / ratio) for ratio in ratios)


@pytest.mark.parametrize("exhibit", [each for each in CURVES if each.tolerance], ids=of_title)
def test_printed_levels_lie_within_the_stated_factor(exhibit):
    assert worst_factor(exhibit) <= exhibit.tolerance


@pytest.mark.parametrize("exhibit", [each for each in CURVES if each.printed], ids=of_title)
def test_the_verdict_follows_from_one_rule(exhibit):
    agree = [agrees(exhibit, line, x, printed) for line, pairs in exhibit.printed.items() for x, printed in pairs]
    assert all(agree) == (exhibit.verdict in (Verdict.REPRODUCES, Verdict.SLIP))
    assert exhibit.verdict is not Verdict.NOTHING


def test_the_rule_takes_a_quarter_or_the_error_of_both_simulations():
    exhibit, twin = BY_TITLE["Thesis, Fig. 5.2: DP-SE"], BY_TITLE["AdaC-UCB: the relative price"]
    ours = ours_at(exhibit, "dp-se", 1e7)
    near = [agrees(exhibit, "dp-se", 1e7, ours * factor) for factor in (0.79, 0.81, 1.24, 1.26)]
    assert near == [False, True, True, False]
    row = runs_of(twin, False).query("x == 0.5").iloc[0]
    error = (row["high"] - row["low"]) / 2 * math.sqrt(1 + 1000 / 100)
    assert [agrees(twin, "adac-ucb", 0.5, row["value"] + times * error) for times in (0.99, 1.01)] == [True, False]


def test_what_cannot_be_compared_prints_nothing_and_says_so():
    for exhibit in ALL:
        if exhibit.verdict is Verdict.NOTHING:
            assert not exhibit.printed
            assert "without numbers" in exhibit.answer or "do not have the figure" in exhibit.answer


def test_the_tally_counts_every_figure_once():
    counts = [int(word) for word in re.findall(r"\d+", tally(ALL))]
    assert counts[0] == sum(counts[1:]) == len(ALL)
    assert len(tally(ALL).split()) <= 30


def test_dp_se_beside_dp_ucb():
    exhibit = BY_TITLE["DP-SE is at least five times better than DP-UCB"]
    table = runs_of(exhibit, False)
    split = table[table["line"].str.startswith("dp-ucb")]
    assert len(split) == len(table) - len(split) == 4 * 4 * 4
    for instance in ("C1", "C2", "C3", "C4"):
        (panel,) = (each for each in CURVES if each.figure == instance)
        curves = runs_of(panel, False)
        steps = sorted(curves["x"].unique())
        before, ends = (curves[curves["x"] == step].set_index(["panel", "line"])["value"] for step in steps[-2:])
        rising = {arms for arms, line in ends.index[ends > before * (1 + 1e-9)] if line.startswith("dp-se")}
        assert rising == ({"20 arms"} if "not yet with 20 arms" in panel.answer else set())
        for _, each in split[split["panel"] == instance].iterrows():
            arms = f"{each['line'].split()[1]} arms"
            ratio = ends[(arms, f"dp-ucb {each['x']:g}")] / ends[(arms, f"dp-se {each['x']:g}")]
            assert ratio == pytest.approx(each["value"])


@pytest.mark.parametrize("panel", PANELS, ids=of_title)
def test_a_panel_of_stopping_times_shows_every_algorithm_over_its_bound(panel):
    table = simulated_for(panel, True)
    proven = simulated_for(panel, False)
    assert set(table["algorithm"]) == set(panel.readings)
    assert set(proven["threshold"]) == {"proven"}
    assert 0 < len(proven) < len(table)
    lowest = min(samples for pairs in panel.readings.values() for _, samples in pairs)
    assert (lowest < panel.lower_bound) == ("In print, runs stop" in panel.answer)
    (told,) = re.findall(r"averages fewer than ([\d,]+) samples", reading(panel, table))
    assert 0.999 * panel.lower_bound < int(told.replace(",", "")) <= panel.lower_bound
