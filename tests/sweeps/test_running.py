"""Running a sweep: every finished cell is kept and made once, whatever happens meanwhile and whoever makes it."""

import os
import signal
import subprocess
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import dpcore
from sweeps import __main__ as command
from sweeps import cells, engines, files, plan
from sweeps.reading import read_sweep
from tests.processes import are_alive, children_of, waited
from tests.sweeps.slow_cells import ENVIRONMENT, PLAN, ROOT


def run(file, folder, *words):
    return command.main([str(file), "--folder", str(folder), "--workers", "1", *words])


def contents(folder):
    return {path.name: path.read_bytes() for path in (folder / "cells").iterdir()}


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("plan") / "kept.toml"
    path.write_text(PLAN)
    return path


@pytest.fixture(scope="module")
def whole(file, tmp_path_factory):
    """The folder of the sweep, run in one go by this process."""
    folder = tmp_path_factory.mktemp("whole")
    assert run(file, folder) == 0
    return folder


def test_a_cell_holds_the_runs_of_the_core(file, whole):
    cell = next(cell for cell, _ in plan.read(file).cells.values() if cell.asked["algorithm"] == "ttucb")
    table = pq.read_table(cell.path(whole)).to_pydict()
    asked = dict(cell.asked["parameters"])
    result = dpcore.simulate_fixed_confidence("ttucb", **asked, runs=cell.asked["runs"], seed=cell.seed)
    assert table["stopping_time"] == result.stopping_times.tolist()
    assert np.array_equal(table["pulls"], result.pulls)
    summary = read_sweep(whole)
    row = summary.rows.query("algorithm == 'ttucb'").iloc[0]
    assert row["mean samples"] == result.summary().mean
    assert summary.cells == len(summary.rows) == len(contents(whole))
    assert summary.origin["versions"]["dpcore"] == dpcore.__version__
    assert summary.origin["command"].startswith("python -m sweeps ")
    assert summary.words.question == "Is every cell kept?"


def test_a_sweep_killed_with_its_processes_goes_on_where_it_was(file, whole, tmp_path, monkeypatch):
    """Two processes, killed by what cannot be caught; the rest is made here, and nothing twice."""
    words = [sys.executable, "-m", "sweeps", str(file), "--folder", str(tmp_path), "--workers", "2"]
    with subprocess.Popen(words, cwd=ROOT, stderr=subprocess.DEVNULL, env=ENVIRONMENT) as started:
        try:
            children = waited(lambda: len(list((tmp_path / "cells").glob("*.parquet"))) >= 2 and children_of(started))
        finally:
            started.send_signal(signal.SIGKILL)
    waited(lambda: not are_alive(children))
    before = contents(tmp_path)
    kept = {name for name in before if name.endswith(".parquet")}
    assert 2 <= len(kept) < len(contents(whole))
    times = {name: (tmp_path / "cells" / name).stat().st_mtime_ns for name in kept}
    asked = []
    monkeypatch.setattr(engines, "make", lambda *words: asked.append(words) or cells.make(*words))
    assert run(file, tmp_path) == 0
    assert len(asked) == len(contents(whole)) - len(kept)
    assert {name: (tmp_path / "cells" / name).stat().st_mtime_ns for name in kept} == times
    assert {name: content for name, content in contents(tmp_path).items() if name.endswith(".parquet")} == contents(
        whole
    )
    assert read_sweep(tmp_path).rows.equals(read_sweep(whole).rows)


def test_a_damaged_cell_is_made_again(file, whole, tmp_path):
    for path in (whole / "cells").iterdir():
        files.written_whole(tmp_path / "cells" / path.name, lambda target, path=path: target.write(path.read_bytes()))
    cut, foreign, *_ = sorted((tmp_path / "cells").iterdir())
    cut.write_bytes(cut.read_bytes()[:-100])
    foreign.write_bytes(contents(whole)[cut.name])  # of another cell
    assert run(file, tmp_path) == 0
    assert contents(tmp_path) == contents(whole)


def test_no_damaged_byte_of_a_cells_runs_is_taken_over(tmp_path):
    cell = cells.SweepCell.of("fixed-confidence", "ttucb", {"means": [0.9, 0.2]}, 5, seed=1)
    cells.make(cell.content, str(tmp_path))
    path, figures = cell.path(tmp_path), cell.figures(tmp_path)
    whole, runs = path.read_bytes(), pq.read_table(path)
    footer = len(whole) - 8 - int.from_bytes(whole[-8:-4], "little")
    places, refused = range(0, footer, 17), 0
    for place in places:
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        if (found := cell.figures(tmp_path)) is None:
            refused += 1
        else:  # what in a page's head says nothing of its data
            assert found == figures
            assert pq.read_table(path).equals(runs)
    assert refused > len(places) / 2


@pytest.mark.parametrize("said", [{}, {b"sweeps": b"5"}, {b"sweeps": b"{}"}, {b"sweeps": b"[" * 10**5}])
def test_a_foreign_file_in_a_cells_place_is_made_anew(tmp_path, said):
    cell = cells.SweepCell.of("fixed-confidence", "ttucb", {"means": [0.9, 0.2]}, 1, seed=1)
    cell.path(tmp_path).parent.mkdir()
    pq.write_table(pa.table({"run": [0]}).replace_schema_metadata(said), cell.path(tmp_path))
    assert cell.figures(tmp_path) is None
    cells.make(cell.content, str(tmp_path))
    assert cell.figures(tmp_path) is not None


def test_another_sweep_keeps_its_folder(file, whole, tmp_path, capsys):
    other, longer = tmp_path / "other.toml", tmp_path / "longer.toml"
    other.write_text(PLAN.replace("seed = 5", "seed = 6"))
    before = {path: path.read_bytes() for path in whole.iterdir() if path.is_file()}
    assert run(other, whole) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"{other}: {whole} holds another sweep, which has none of these cells: ")
    assert {path: path.read_bytes() for path in whole.iterdir() if path.is_file()} == before
    longer.write_text(PLAN + "# one that goes on")
    assert not command._holds_another(whole, longer, plan.read(longer))


def test_a_file_without_an_ending_needs_a_folder(tmp_path, capsys):
    (tmp_path / "mine").write_text(PLAN)
    assert command.main([str(tmp_path / "mine")]) == 2
    assert capsys.readouterr().err.endswith("a file whose name has no extension, such as .toml, needs --folder.\n")


def test_a_folder_that_cannot_be_written_is_named_before_anything_is_made(file, tmp_path, capsys, monkeypatch):
    def refused(**words):
        raise PermissionError(13, "Permission denied", f"{tmp_path}/tmpabc")

    monkeypatch.setattr(command.tempfile, "TemporaryFile", refused)
    monkeypatch.setattr(engines, "make", None)
    assert run(file, tmp_path) == 2
    assert capsys.readouterr().err == f"{tmp_path}: Permission denied.\n"


def test_nothing_is_seen_of_a_file_that_was_not_finished(tmp_path):
    def broken(target):
        target.write(b"half")
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        files.written_whole(tmp_path / "a", broken)
    assert list(tmp_path.iterdir()) == []
    left = tmp_path / f"x{files._UNFINISHED}"
    left.write_bytes(b"half")
    files.swept(tmp_path)
    assert left.exists()  # perhaps somebody is writing it
    os.utime(left, (0, 0))
    files.swept(tmp_path)
    assert not left.exists()


def test_another_version_makes_no_cell(file, tmp_path, monkeypatch):
    (content, *_) = (cell.content for cell, _ in plan.read(file).cells.values())
    monkeypatch.setattr(dpcore, "__version__", "99")
    with pytest.raises(RuntimeError, match="a worker has dpcore 99, but this sweep needs"):
        cells.make(content, str(tmp_path))


def test_mistakes_are_one_sentence_on_the_error_stream(tmp_path, capsys):
    bad = tmp_path / "bad.toml"
    bad.write_text(PLAN.replace("risk = 0.1", "risk = 7"))
    assert run(bad, tmp_path / "out") == 2
    assert run(tmp_path / "none.toml", tmp_path / "out") == 2
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith(f"{bad}: the cell ")
    assert said[0].endswith("risk must be strictly between 0 and 1/2, not 7.")
    assert said[1] == f"{tmp_path / 'none.toml'}: No such file or directory."
    assert not (tmp_path / "out").exists()


def test_a_failure_is_one_sentence_and_what_is_finished_is_kept(file, tmp_path, capsys, monkeypatch):
    made = []

    def full(content, folder):
        if made:
            raise OSError(28, "No space left on device")
        made.append(cells.make(content, folder))
        return made[0]

    monkeypatch.setattr(engines, "make", full)
    assert run(file, tmp_path) == 1
    assert "No space left on device. Finished cells are kept" in capsys.readouterr().err
    assert len(read_sweep(tmp_path).rows) == 1


@pytest.mark.parametrize("seconds, words", [(0.2, "1 s"), (89, "89 s"), (100, "2 min"), (9000, "2.5 h")])
def test_spans_of_time(seconds, words):
    assert command._span(seconds) == words
