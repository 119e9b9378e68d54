"""What is drawn of a sweep, and what spreadsheets get of it."""

import math
import os
import time

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sweeps import reading
from sweeps.reading import SweepTable, read_sweep, sweep_folders
from sweeps.source import Words
from ui.sweeps import charts, view, words
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
    return SweepView(SweepTable(rows, len(rows), {}, Words()), x, y, split, only)


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


def test_what_says_nothing_is_not_offered():
    rows = ROWS.assign(capped=np.nan, endless=math.inf, unsaid=pd.Series([None] * 7, dtype=str))
    assert {"capped", "unsaid"}.isdisjoint(view.columns(rows))
    assert {"capped", "endless"}.isdisjoint(view.figures(rows))


def test_a_choice_without_any_number_has_no_line_and_one_sentence():
    drawn = of(y="median samples", rows=ROWS.assign(**{"median samples": np.nan}))
    assert drawn.lines == []
    assert not charts.sweep_chart(drawn).data
    assert words.reading(drawn).startswith("There is nothing to draw here")


def test_what_varies_is_told_once():
    table = of().table
    assert view.varying(table) == ["instance", "algorithm", "epsilon"]  # arms say what instances say
    assert view.others(table, "arms", NOTHING) == ["algorithm", "epsilon"]
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
    rows = pd.concat([ROWS.assign(instance=str(k), arms=float(k)) for k in range(110)], ignore_index=True)
    chart = charts.sweep_chart(of(x="epsilon", split="algorithm", y="mean samples", rows=rows))
    assert [trace.mode for trace in chart.data] == ["markers"]
    assert len(chart.data[0].x) == 110 * 4


def test_a_foreign_name_is_shown_and_not_drawn_as_markup():
    chart = charts.sweep_chart(of(x="arms", split="instance", rows=ROWS.replace({"instance": {"a": "<b>a</b>"}})))
    assert "&lt;b&gt;a&lt;/b&gt;" in {trace.name.partition(",")[0] for trace in chart.data}


def write(folder, table, metadata=b'{"cells": 7}'):
    folder.mkdir()
    pq.write_table(table.replace_schema_metadata({reading.METADATA: metadata}), folder / reading.SUMMARY)


def test_a_folder_is_read_or_one_sentence_says_why_not(tmp_path, monkeypatch):
    table = pa.Table.from_pandas(ROWS, preserve_index=False)
    for name in ("good", "broken", "words"):
        write(tmp_path / name, table)
    (tmp_path / "broken" / reading.SUMMARY).write_bytes(b"PAR1 and nothing more")
    (tmp_path / "words" / reading.PLAN).write_text("question = 5")
    write(tmp_path / "twins", pa.table([pa.array([1.0])] * 2, names=["a", "a"]))
    (tmp_path / "other").mkdir()
    found = sweep_folders(tmp_path)
    assert list(found) == ["broken", "good", "twins", "words"]
    assert read_sweep(found["good"]).rows.equals(ROWS)
    for name in found.keys() - {"good"}:
        with pytest.raises(ValueError, match=r"^(its|question|two columns of its summary\.parquet have the same name)"):
            read_sweep(found[name])
    monkeypatch.setattr(reading, "MOST_CELLS", 6)
    with pytest.raises(ValueError, match="more than 6 rows"):
        read_sweep(found["good"])
    monkeypatch.setattr(reading, "MOST_BYTES", 100)
    with pytest.raises(ValueError, match="larger than"):
        read_sweep(found["good"])
    assert sweep_folders(tmp_path / "none") == {}
    assert sweep_folders(tmp_path / "good") == {"good": tmp_path / "good"}


ODD = {
    "list": pa.array([[1.0]] * 7),
    "struct": pa.array([{"a": 1}] * 7),
    "bytes": pa.array([b"a"] * 7),
    "date": pa.array([0] * 7, pa.date32()),
    "no UTF-8": pa.array([b"\xff"] * 7).view(pa.string()),
    "long": pa.array(["x" * 1001] * 7),
    "n" * 101: pa.array([1.0] * 7),
    "runs": pa.array(["9"] * 7),
    "mean, low": pa.array(["9"] * 7),
    "cell": pa.array([1.0] * 7),
}


@pytest.mark.parametrize("name", ODD)
def test_a_column_of_another_kind_is_one_sentence(tmp_path, name):
    write(tmp_path / "a", pa.table({"epsilon": [1.0] * 7, name: ODD[name]}))
    with pytest.raises(ValueError, match=r"its summary\.parquet") as raised:
        read_sweep(tmp_path / "a")
    assert len(str(raised.value)) < 300


@pytest.mark.parametrize("runs", [[math.nan], [None], [0.0], [1.5], [math.inf]])
def test_runs_are_counted(tmp_path, runs):
    write(tmp_path / "a", pa.table({"runs": pa.array(runs, pa.float64())}))
    with pytest.raises(ValueError, match=r"^the column 'runs' of its summary\.parquet must hold whole numbers from 1$"):
        read_sweep(tmp_path / "a")


@pytest.mark.parametrize(
    "said",
    [
        *(b"", b"no", b"[]", b"\xff", b"[" * 100_000),
        b'{"cells": "7"}',
        b'{"cells": NaN}',
        b'{"cells": -5}',
        b'{"cells": 6}',
        b'{"cells": 1' + b"0" * 400 + b"}",
        b'{"cells": 1' + b"0" * 5000 + b"}",
        b'{"cells": 7, "versions": 5}',
        b'{"cells": 7, "versions": {"numpy": []}}',
        b'{"cells": 7, "commit": 5}',
    ],
    ids=range(14),
)
def test_an_origin_that_says_nothing_is_one_sentence(tmp_path, said):
    write(tmp_path / "a", pa.Table.from_pandas(ROWS, preserve_index=False), said)
    with pytest.raises(ValueError, match=r"^its summary\.parquet (does not say|says)") as raised:
        read_sweep(tmp_path / "a")
    assert len(str(raised.value)) < 200


def test_a_column_without_any_value_is_one_of_numbers(tmp_path):
    ends = {"mean samples": [1.0], "mean, low": [None], "mean, high": [None]}
    write(tmp_path / "a", pa.table(ends))
    (line,) = of("mean samples", "mean samples", NOTHING, read_sweep(tmp_path / "a").rows).lines
    assert np.isnan(line.low + line.high).all()


def test_what_grows_when_it_is_read_is_refused_before_it_has(tmp_path, monkeypatch):
    write(tmp_path / "a", pa.table({"a": ["x" * 100_000] * 100}), b'{"cells": 100}')  # the same text, stored once
    assert (tmp_path / "a" / reading.SUMMARY).stat().st_size < 10**6
    monkeypatch.setattr(reading, "MOST_DECODED_BYTES", 2**20)
    with pytest.raises(ValueError, match="holds more than 1 MB once it is read"):
        read_sweep(tmp_path / "a")


def test_a_pipe_is_not_waited_for(tmp_path):
    (tmp_path / "a").mkdir()
    os.mkfifo(tmp_path / "a" / reading.SUMMARY)
    with pytest.raises(ValueError, match="is not a file"):
        read_sweep(tmp_path / "a")
    write(tmp_path / "b", pa.table({"a": [1.0]}))
    os.mkfifo(tmp_path / "b" / reading.PLAN)
    assert read_sweep(tmp_path / "b").words == Words()


def test_a_large_table_is_drawn_at_once():
    """Every column varies, and says nothing of another: the page asks this some four times for one picture."""
    numbers = np.random.default_rng(0).integers(0, 90, (2500, 99))
    names = [f"c{place}" for place in range(98)] + ["runs"]
    rows = pd.DataFrame({name: numbers[:, place].astype(float) for place, name in enumerate(names)})
    rows = rows.assign(**{f"c{place}": rows[f"c{place}"].astype(str) for place in range(10)})
    drawn = of("c60", "c61", NOTHING, rows)
    start = time.process_time()
    assert len(view.others(drawn.table, "c60", NOTHING)) == 98
    assert len(drawn.lines) == 2500
    assert time.process_time() - start < 5  # about 0.3 s; a minute when each pair was compared as texts


def test_algorithms_are_called_by_their_labels_and_the_axis_has_ticks_as_elsewhere():
    chart = charts.sweep_chart(of(split="algorithm", rows=ROWS.replace({"algorithm": {"x": "dp-tt"}})))
    assert "DP-TT" in {trace.name.partition(",")[0] for trace in chart.data}
    assert {"10", "100", "1k"} <= set(chart.layout.yaxis.ticktext)


def test_lines_of_one_colour_say_what_tells_them_apart():
    both = of(x="arms", split="algorithm")
    names = {trace.name: trace.line.dash for trace in charts.sweep_chart(both).data}
    assert {"x, epsilon 0.01", "x, epsilon 1", "x, epsilon inf"} <= set(names)
    assert len({names[f"x, epsilon {each}"] for each in ("0.01", "1", "inf")}) == 3
    one = of(x="epsilon", split="arms", instance="a")
    assert {trace.name for trace in charts.sweep_chart(one).data} >= {"arms 2"}
