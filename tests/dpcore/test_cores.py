"""How many cores a process may use, and that all who share out work keep to it."""

import contextlib
import os
import threading
from types import SimpleNamespace

import pytest

from dpcore import cores as counting
from dpcore.experiments.runs import CancelFlag, map_numbers
from sweeps.__main__ import _arguments
from ui.jobs.turns import Turn
from ui.shell import kernels


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


@pytest.fixture
def bound_to(monkeypatch, tmp_path):
    """The process as if it were bound to so many cores."""

    def bound(count):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(count)), raising=False)
        monkeypatch.setattr(counting, "_QUOTA", tmp_path / "missing")
        counting.cores.cache_clear()

    yield bound
    counting.cores.cache_clear()


@pytest.mark.parametrize("count", [1, 2])
def test_all_who_share_out_work_keep_to_the_cores_of_the_process(monkeypatch, bound_to, count):
    """Three visitors' jobs, six runs at a time, threads that load kernels, a sweep's processes: more than that."""
    bound_to(count)
    threads, loaders, both = set(), [], threading.Barrier(2)

    def run(_):
        threads.add(threading.get_ident())
        with contextlib.suppress(threading.BrokenBarrierError):
            both.wait(0.1)

    visitors = [Turn(visitor) for visitor in "abc"]
    for turn in visitors:
        turn.enter()
    working = sum(not turn.waits for turn in visitors)
    for turn in visitors:
        turn.leave()
    map_numbers(run, range(6), None, CancelFlag())
    unstarted = SimpleNamespace(start=lambda: loaders.append(1))
    fake = SimpleNamespace(Lock=threading.Lock, Event=threading.Event, Thread=lambda **_: unstarted)
    monkeypatch.setattr(kernels, "threading", fake)
    kernels.Kernels()
    assert (working, len(threads), len(loaders), _arguments(["x.toml"]).workers) == (count,) * 4
