"""What is drawn of a sweep, and what spreadsheets get of it."""

import math

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sweeps import reading
from sweeps.reading import SweepTable, read_sweep, sweep_folders
from sweeps.source import Words
from ui.sweeps import charts, view
from ui.sweeps.view import NOTHING, SweepView

ROWS = pd.DataFrame(
    {
        "instance": ["a", "a", "a", "b", "b", "b", "a"],
        "algorithm": ["x", "x", "x", "x", "x", "x", "=y()"],
        "arms": [2.0, 2, 2, 3, 3, 3, 2],
        "epsilon": [1.0, 0.01, math.inf, 0.01, 1, math.inf, np.nan],
        "runs": [9.0] * 7,
        "mean samples": [10.0, 1000, 5, 2000, 20, 7, 4],
        "mean, low": [9.0, 900, 4, 1900, 19, 6, 3],
        "mean, high": [12.0, 1100, 6, 2100, 21, 8, 5],
        "median samples": [1.0, 2, 3, 4, 5, np.nan, 7],
    }
)


def of(x="epsilon", y="mean samples", split="instance", rows=ROWS, **only):
    return SweepView("s", SweepTable(rows, len(rows), {}, Words()), x, y, split, only)


def points(drawn):
    return {(line.value, x, y) for line in drawn.lines for x, y in zip(line.x, line.y, strict=True)}


def test_a_line_for_each_value_in_the_order_of_x():
    (a, b) = of().lines
    assert (a.value, a.x, a.y) == ("a", [0.01, 1.0], [1000.0, 10.0])
    assert (a.low, a.high) == ([900.0, 9.0], [1100.0, 12.0])
    assert (b.value, b.x, b.y) == ("b", [0.01, 1.0], [2000.0, 20.0])
    assert of().left_out == 3  # epsilon inf twice, and none


def test_cells_that_differ_otherwise_are_not_joined():
    lines = of(x="arms", split=NOTHING).lines
    assert sorted(line.x for line in lines) == [[2.0], [2.0, 3.0], [2.0, 3.0], [2.0, 3.0]]
    assert len(points(of(x="arms", split=NOTHING))) == 7


def test_only_one_value_is_drawn_and_what_has_none_stays():
    assert points(of(x="arms", split="algorithm", epsilon=1.0)) == {("x", 2, 10), ("x", 3, 20), ("=y()", 2, 4)}


def test_a_figure_without_a_number_is_left_out():
    assert of(y="median samples", x="arms").left_out == 1
    assert all(line.low is None for line in of(y="median samples", x="arms").lines)


def test_what_varies_is_told_once():
    assert view.varying(ROWS) == ["instance", "algorithm", "epsilon"]  # arms say what instances say
    assert view.others(ROWS, "arms", NOTHING) == ["algorithm", "epsilon"]
    assert view.figures(ROWS)[0] == "mean samples"
    assert "algorithm" not in view.figures(ROWS)


@pytest.mark.parametrize("split", [NOTHING, "algorithm", "arms"])
def test_any_two_columns_and_any_split_give_every_cell_a_place(split):
    for x in ("instance", "epsilon", "median samples"):
        for y in view.figures(ROWS):
            drawn = of(x, y, split)
            assert sum(len(line.x) for line in drawn.lines) == len(drawn.rows) - drawn.left_out
            assert drawn.left_out <= 3 + (y == "epsilon") + (y == "median samples")


@pytest.mark.parametrize("x, y, split", [("instance", "mean samples", "epsilon"), ("arms", "runs", NOTHING)])
def test_every_line_is_drawn(x, y, split):
    drawn = of(x, y, split)
    assert [list(trace.y) for trace in charts.sweep_chart(drawn).data] == [line.y for line in drawn.lines]


def test_very_many_lines_become_points():
    rows = pd.concat([ROWS.assign(instance=str(k), arms=float(k)) for k in range(110)])
    chart = charts.sweep_chart(of(x="epsilon", split="algorithm", y="mean samples", rows=rows))
    assert [trace.mode for trace in chart.data] == ["markers"]
    assert len(chart.data[0].x) == 110 * 4


def test_a_foreign_name_is_shown_and_not_drawn_as_markup():
    chart = charts.sweep_chart(of(x="arms", split="instance", rows=ROWS.replace({"instance": {"a": "<b>a</b>"}})))
    assert "&lt;b&gt;a&lt;/b&gt;" in {trace.name for trace in chart.data}


def write(folder, table, metadata=b'{"cells": 7}'):
    folder.mkdir()
    pq.write_table(table.replace_schema_metadata({reading.METADATA: metadata}), folder / reading.SUMMARY)


def test_a_folder_is_read_or_one_sentence_says_why_not(tmp_path, monkeypatch):
    table = pa.Table.from_pandas(ROWS, preserve_index=False)
    write(tmp_path / "good", table)
    write(tmp_path / "without", table, b"no")
    write(tmp_path / "list", table, b"[]")
    write(tmp_path / "broken", table)
    (tmp_path / "broken" / reading.SUMMARY).write_bytes(b"PAR1 and nothing more")
    write(tmp_path / "words", table)
    (tmp_path / "words" / reading.PLAN).write_text("question = 5")
    write(tmp_path / "bytes", table, b"\xff")
    write(tmp_path / "deep", table, b"[" * 10**5)
    write(tmp_path / "lists", pa.table({"a": [[1.0]]}))
    write(tmp_path / "twins", pa.table([pa.array([1.0])] * 2, names=["a", "a"]))
    (tmp_path / "other").mkdir()
    found = sweep_folders(tmp_path)
    assert list(found) == ["broken", "bytes", "deep", "good", "list", "lists", "twins", "without", "words"]
    assert read_sweep(found["good"]).rows.equals(ROWS)
    for name in found.keys() - {"good"}:
        with pytest.raises(ValueError, match=r"^(its|question) "):
            read_sweep(found[name])
    monkeypatch.setattr(reading, "MOST_CELLS", 6)
    with pytest.raises(ValueError, match="more than 6 rows"):
        read_sweep(found["good"])
    monkeypatch.setattr(reading, "MOST_BYTES", 100)
    with pytest.raises(ValueError, match="larger than"):
        read_sweep(found["good"])
    assert sweep_folders(tmp_path / "none") == {}
    assert sweep_folders(tmp_path / "good") == {"good": tmp_path / "good"}


def test_algorithms_are_called_by_their_labels_and_the_axis_has_ticks_as_elsewhere():
    chart = charts.sweep_chart(of(split="algorithm", rows=ROWS.replace({"algorithm": {"x": "dp-tt"}})))
    assert "DP-TT" in {trace.name for trace in chart.data}
    assert {"10", "100", "1k"} <= set(chart.layout.yaxis.ticktext)
