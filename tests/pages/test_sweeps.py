"""The page about sweeps, without a browser: any sweep that the server offers, and no other."""

import os

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sweeps import plan, summary
from sweeps.reading import COMMITTED, PLAN, SUMMARY, sweep_folders
from tests.pages.visit import checked, opened, said
from tests.sweeps import slow_cells

MINE = "mine (this server's)"


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A folder that the server's administrator names, with one sweep in it, three of whose cells are finished."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / PLAN).write_text(slow_cells.PLAN)
    sweep = plan.read(folder / PLAN)
    keys = [key for key, (cell, _) in sweep.cells.items() if cell.asked["algorithm"] == "prise"][:3]
    summary.write(folder, sweep, {key: {"mean samples": 10.0 + place} for place, key in enumerate(keys)}, "made up")
    monkeypatch.setenv("SWEEPS_FOLDER", str(tmp_path))
    return folder


@pytest.mark.parametrize("name", sweep_folders(COMMITTED))
def test_every_committed_sweep_is_drawn_with_its_answer(name):
    test = opened("sweeps", sweep=name)
    assert test.selectbox(key="sweep").value == name
    assert not test.warning
    words = plan.parsed(COMMITTED / name / PLAN)
    assert words["answer"].replace("**", "")[:20] in said(test).replace("**", "").replace("\\", "")
    assert words["finding"][:20] in said(test).replace("\\", "")
    assert [test.selectbox(key=f"sweep-{axis}").value for axis in ("x", "y")] == [words["view"][a] for a in ("x", "y")]


def test_the_administrators_folder_is_offered_and_the_link_says_what_is_drawn(own):
    test = opened("sweeps", sweep="mine (this server's)", sweep_x="epsilon", sweep_y="mean samples")
    assert test.selectbox(key="sweep").value == "mine (this server's)"
    assert "**3 of 11** cells of this sweep are finished." in said(test)
    assert "Is every cell kept?" in said(test)
    other = test.selectbox(key="sweep").options[1]
    checked(test.selectbox(key="sweep").set_value(other).run())
    assert "of this sweep are finished" not in said(test)


@pytest.mark.parametrize("name", ["../mine", "/etc", "mine", ""])
def test_a_visitor_names_no_folder(own, name):
    test = opened("sweeps", sweep=name)
    assert test.selectbox(key="sweep").value == test.selectbox(key="sweep").options[0]


def test_a_damaged_summary_is_one_sentence(own):
    (own / SUMMARY).write_bytes(b"PAR1")
    test = opened("sweeps", sweep="mine (this server's)")
    assert [box.value for box in test.warning] == [f"This sweep is not available: its {SUMMARY} cannot be read."]


@pytest.mark.parametrize("rows", [1, 2, 3])
def test_an_unfinished_sweep_is_drawn(own, rows):
    """Columns that the file's [view] names may be missing as yet, or say the same of all cells."""
    table = pq.read_table(COMMITTED / "risks" / SUMMARY)
    pq.write_table(table.slice(0, rows), own / SUMMARY)
    (own / PLAN).write_bytes((COMMITTED / "risks" / PLAN).read_bytes())
    assert not opened("sweeps", sweep=MINE).warning


def test_a_view_of_columns_that_are_not_there_is_drawn_otherwise(own):
    (own / PLAN).write_text('view = {x = "nope", y = "nope", split = "nope"}')
    test = opened("sweeps", sweep=MINE)
    shown = [test.selectbox(key=f"sweep-{each}").value for each in ("x", "y", "split")]
    assert shown == ["epsilon", "mean samples", "nothing"]


def test_a_sweep_without_a_finished_cell_is_one_sentence(own):
    sweep = plan.read(own / PLAN)
    summary.write(own, sweep, {}, "made up")
    test = opened("sweeps", sweep=MINE)
    assert [box.value for box in test.warning] == ["There is nothing to draw yet: none of its cells is finished."]
    pq.write_table(pa.table({"a": ["b"]}).replace_schema_metadata({"sweep": '{"cells": 1}'}), own / SUMMARY)
    test = opened("sweeps", sweep=MINE)
    assert [box.value for box in test.warning] == ["There is nothing to draw yet: none of its columns has numbers."]


def test_a_folder_whose_name_is_no_text_spoils_no_other(own):
    own.rename(own.parent / os.fsdecode(b"mine\xff"))
    test = opened("sweeps", sweep="mine\ufffd (this server's)")
    assert "**3 of 11** cells of this sweep are finished." in said(test)


def test_another_sweep_tells_the_browser_what_its_boxes_now_say():
    test = opened("sweeps", sweep="risks", sweep_y="share wrong", sweep_only_1="1")
    checked(test.selectbox(key="sweep").set_value("near-ties").run())
    view = plan.parsed(COMMITTED / "near-ties" / PLAN)["view"]
    for axis in ("x", "y", "split"):
        box = test.selectbox(key=f"sweep-{axis}")
        assert (box.value, box.proto.set_value) == (view[axis], True)
    assert test.selectbox(key="sweep-only-1").proto.set_value
    checked(test.selectbox(key="sweep-y").set_value("mean samples").run())
    assert test.selectbox(key="sweep-y").value == "mean samples"


def test_published_figures_and_sweeps_lead_to_each_other_above_both():
    def leads(test):
        return [link.proto.page for link in test.get("page_link")][:2]

    assert leads(opened("published")) == leads(opened("sweeps")) == ["published", "sweeps"]
    assert leads(opened("glossary")) != ["published", "sweeps"]
