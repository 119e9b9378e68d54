"""The page about sweeps, without a browser: any sweep that the server offers, and no other."""

import pytest

from sweeps import plan, summary
from sweeps.reading import COMMITTED, PLAN, SUMMARY, sweep_folders
from tests.pages.visit import checked, opened, said, snippet_output
from tests.sweeps import slow_cells


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
    assert [box.value for box in test.warning] == [f"This sweep is not shown: its {SUMMARY} cannot be read."]


def test_snippet_makes_the_first_cell_again():
    assert "FixedConfidenceSummary(runs=" in snippet_output(opened("sweeps"))
