"""How many cores a process may use, and that all who share out work keep to it, whichever file starts the dashboard."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dpcore import cores as counting

ROOT = Path(__file__).parents[2]
# Three visitors' jobs, six runs at a time, threads that load kernels, a sweep's processes: more than two cores have.
ASK = """
import sys, threading
START
from dpcore.experiments.runs import CancelFlag, map_numbers
from ui.jobs.turns import Turn, _working
from ui.shell import kernels
from sweeps.__main__ import _arguments
for visitor in "abc":
    Turn(visitor).enter()
threads, began = set(), threading.Barrier(2)
def run(number):
    threads.add(threading.get_ident())
    try:
        began.wait(0.2)
    except threading.BrokenBarrierError:
        pass
map_numbers(run, range(6), None, CancelFlag())
loaders = []
kernels.threading.Thread = lambda **_: loaders.append(1) or type("Thread", (), {"start": lambda self: None})()
kernels.Kernels()
print(_working(), len(threads), len(loaders), _arguments(["x.toml"]).workers)
"""


@pytest.mark.parametrize(
    "quota, cores",
    [("100000 100000\n", 1), ("150000 100000\n", 2), ("max 100000\n", 8), ("", 8), (None, 8), ("1 9\n", 1)],
)
def test_a_container_that_may_use_less_computes_with_less(monkeypatch, tmp_path, quota, cores):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)), raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    if quota is not None:
        (tmp_path / "cpu.max").write_text(quota)
    assert counting.usable(tmp_path / "cpu.max") == cores


def test_a_system_without_affinity_counts_its_cores(monkeypatch, tmp_path):
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 5)
    assert counting.usable(tmp_path / "cpu.max") == 5


# Libraries are imported once: they take most of the time, and none of them counts cores for these.
FORKS = """
import os, sys
import numba, pandas, plotly.graph_objects, scipy.optimize, scipy.stats, streamlit
for code, cores in CASES:
    child = os.fork()
    if not child:
        os.sched_setaffinity(0, cores)
        exec(code, {})
        sys.exit()
    assert os.waitpid(child, 0)[1] == 0
"""


def shares(*cases):
    """How many of each kind are at work, in processes that begin by these lines and may use these cores."""
    codes = [(ASK.replace("START", start), cores) for start, cores in cases]
    command = [sys.executable, "-c", FORKS.replace("CASES", repr(codes))]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [[int(word) for word in line.split()] for line in said.splitlines()]


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity") or len(os.sched_getaffinity(0)) < 2, reason="needs two cores")
def test_a_process_that_is_bound_to_some_cores_computes_with_so_many():
    first, second, *_ = sorted(os.sched_getaffinity(0))
    server, alone = "import server", "import ui.jobs.turns"
    bound, app_alone, free = shares((server, [first]), (alone, [first]), (server, [first, second]))
    assert bound == app_alone == [1, 1, 1, 1]
    assert free[0] == 2  # or the others would say nothing
