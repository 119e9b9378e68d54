"""A Dask cluster, whole or with a worker process that is killed midway: the same bytes as on one machine."""

import signal
import subprocess
import sys
import time
from contextlib import ExitStack

import pytest
from distributed import LocalCluster

from sweeps import __main__ as command
from tests.sweeps.slow_cells import ENVIRONMENT, PLAN, ROOT
from tools.dashboard import free_port

SECONDS = 120  # of a busy machine
WORKER = ("worker", "--nworkers", "1", "--nthreads", "1", "--no-nanny", "--no-dashboard", "--death-timeout", "60")
KEPT = {
    **ENVIRONMENT,
    "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0",
}  # a death is enough, if nobody asks for patience


def started(stack, log, folder, environment, *words):
    """A process that runs a Python module, and ends with the test."""
    said = stack.enter_context(log.open("w"))
    command = [sys.executable, "-m", *words]
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=said, stderr=said)
    stack.callback(process.wait)
    stack.callback(process.kill)
    return process


def waited(found, *needed):
    """Wait, as long as the processes that are needed for it are there."""
    deadline = time.monotonic() + SECONDS
    while not (value := found()):
        assert time.monotonic() < deadline
        assert all(process.poll() is None for process in needed)
        time.sleep(0.01)
    return value


def cells(folder):
    return {path.name: path.read_bytes() for path in (folder / "cells").glob("*.parquet")}


def test_a_cluster_makes_the_same_bytes(tmp_path):
    file = tmp_path / "plan.toml"
    file.write_text(PLAN.replace("0.0004, 0.0005, 0.0006, 0.0007, 0.0008", "0.5"))
    in_here = {"n_workers": 1, "processes": False, "protocol": "tcp", "host": "127.0.0.1"}
    with LocalCluster(**in_here, dashboard_address=None) as cluster:
        words = ["--folder", str(tmp_path / "far"), "--scheduler", cluster.scheduler_address]
        assert command.main([str(file), *words]) == 0
    assert command.main([str(file), "--folder", str(tmp_path / "here"), "--workers", "1"]) == 0
    assert len(cells(tmp_path / "far")) == 3
    assert cells(tmp_path / "far") == cells(tmp_path / "here")


@pytest.mark.long
def test_a_worker_killed_midway_changes_no_byte(tmp_path):
    file = tmp_path / "plan.toml"
    file.write_text(PLAN)
    with ExitStack() as stack:
        port = str(free_port())
        address, here = f"tcp://127.0.0.1:{port}", ("--host", "127.0.0.1", "--port", port)
        started(stack, tmp_path / "scheduler.log", tmp_path, KEPT, "dask", "scheduler", "--no-dashboard", *here)
        workers = [
            started(stack, tmp_path / f"worker{k}.log", tmp_path, KEPT, "dask", *WORKER, address) for k in range(2)
        ]
        words = [str(file), "--folder", str(tmp_path / "far"), "--scheduler", address]
        asking = started(stack, tmp_path / "asking.log", ROOT, ENVIRONMENT, "sweeps", *words)
        assert command.main([str(file), "--folder", str(tmp_path / "here"), "--workers", "1"]) == 0
        waited(lambda: len(cells(tmp_path / "far")) >= 2 or asking.poll() is not None, *workers)
        workers[0].send_signal(signal.SIGKILL)
        before = len(cells(tmp_path / "far"))
        assert asking.wait(SECONDS) == 0, (tmp_path / "asking.log").read_text()
    assert before < len(cells(tmp_path / "far"))
    assert cells(tmp_path / "far") == cells(tmp_path / "here")
