"""A Dask cluster, started as the README says, whole or with a worker process that is killed midway: the same bytes as
on one machine."""

import os
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from sweeps import __main__ as command
from sweeps import engines, plan
from tests.processes import waited
from tests.sweeps.slow_cells import ENVIRONMENT, PLAN, ROOT
from tools.dashboard import free_port

SECONDS = 120  # of a busy machine
DASK = str(Path(sys.executable).with_name("dask"))
WORKER = (DASK, "worker", "--nworkers", "1", "--nthreads", "1", "--no-nanny", "--no-dashboard", "--death-timeout", "60")
# A death is enough, if nobody asks for patience; and nobody has the project on his path by himself.
ALONE = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
ALONE["DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES"] = "0"
IN_FOLDER = ALONE | {"PYTHONPATH": "."}


def started(stack, log, folder, environment, *words):
    """A process of these words, which ends with the test."""
    said = stack.enter_context(log.open("w"))
    process = subprocess.Popen(words, cwd=folder, env=environment, stdout=said, stderr=said)
    stack.callback(process.wait)
    stack.callback(process.kill)
    return process


def cells(folder):
    return {path.name: path.read_bytes() for path in (folder / "cells").glob("*.parquet")}


@pytest.fixture(scope="module")
def empty(tmp_path_factory):
    """A folder without this project."""
    return tmp_path_factory.mktemp("empty")


@pytest.fixture(scope="module")
def address(empty):
    """Of a scheduler that knows nothing of this project."""
    port = str(free_port())
    here = ("--host", "127.0.0.1", "--port", port)
    with ExitStack() as stack:
        started(stack, empty / "scheduler.log", empty, ALONE, DASK, "scheduler", "--no-dashboard", *here)
        yield f"tcp://127.0.0.1:{port}"


@pytest.fixture
def short_plan(tmp_path):
    file = tmp_path / "plan.toml"
    file.write_text(PLAN.replace("0.0004, 0.0005, 0.0006, 0.0007, 0.0008", "0.5"))
    return file


def test_a_cluster_makes_the_same_bytes_and_says_where_a_worker_does_not_see_the_folder(tmp_path, short_plan, address):
    asked = [cell for cell, _ in plan.read(short_plan).cells.values()]
    with ExitStack() as stack:
        started(stack, tmp_path / "worker.log", ROOT, IN_FOLDER, *WORKER, address)
        assert command.main([str(short_plan), "--folder", str(tmp_path / "far"), "--scheduler", address]) == 0
        with pytest.raises(RuntimeError, match=r"a worker cannot see .*/elsewhere: all machines must see this folder"):
            list(engines.on_cluster(asked, tmp_path / "elsewhere", address))
    assert not (tmp_path / "elsewhere").exists()  # as on another machine
    assert command.main([str(short_plan), "--folder", str(tmp_path / "here"), "--workers", "1"]) == 0
    assert len(cells(tmp_path / "far")) == 3
    assert cells(tmp_path / "far") == cells(tmp_path / "here")


@pytest.mark.long
def test_a_worker_outside_of_the_folder_gets_a_sentence(tmp_path, capsys, short_plan, empty, address):
    with ExitStack() as stack:
        started(stack, tmp_path / "worker.log", empty, ALONE, *WORKER, address)
        assert command.main([str(short_plan), "--folder", str(tmp_path / "far"), "--scheduler", address]) == 1
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.startswith("a worker cannot find this program (No module named 'sweeps'): start workers in its folder")


@pytest.mark.long
def test_a_worker_killed_midway_changes_no_byte(tmp_path, address):
    file = tmp_path / "plan.toml"
    file.write_text(PLAN)
    with ExitStack() as stack:
        workers = [started(stack, tmp_path / f"worker{k}.log", ROOT, IN_FOLDER, *WORKER, address) for k in range(2)]
        words = [str(file), "--folder", str(tmp_path / "far"), "--scheduler", address]
        asking = started(stack, tmp_path / "asking.log", ROOT, ENVIRONMENT, sys.executable, "-m", "sweeps", *words)
        assert command.main([str(file), "--folder", str(tmp_path / "here"), "--workers", "1"]) == 0
        waited(lambda: len(cells(tmp_path / "far")) >= 2 or asking.poll() is not None, *workers)
        workers[0].send_signal(signal.SIGKILL)
        before = len(cells(tmp_path / "far"))
        assert asking.wait(SECONDS) == 0, (tmp_path / "asking.log").read_text()
    assert before < len(cells(tmp_path / "far"))
    assert cells(tmp_path / "far") == cells(tmp_path / "here")
