"""The groups of kernels: complete, saved by their warm-up, and compiled by the command."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from dpcore import warmup
from dpcore._kernels import is_saved
from dpcore.warmup import GROUPS, WHILE_INPUT_IS_OPEN

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("group", GROUPS.values(), ids=GROUPS)
def test_a_warm_up_leaves_no_kernel_of_its_group_to_a_user(group):
    group.load()
    assert group.kernels
    assert [kernel for kernel in group.kernels if not is_saved(kernel)] == []
    assert group.can_be_saved
    saved, needed = group.progress
    assert saved == needed > 0


class Growing(dict):
    """What other threads add to while anybody walks through it."""

    def items(self):
        for place, item in enumerate(super().items()):
            if place:
                raise RuntimeError("dictionary changed size during iteration")
            yield item


def test_other_threads_may_import_while_kernels_are_listed(monkeypatch):
    group = GROUPS["private stopping"]
    listed = group.kernels
    monkeypatch.setattr(warmup, "sys", SimpleNamespace(modules=Growing(sys.modules)))
    assert group.kernels == listed


def test_the_command_loads_a_group(monkeypatch, capsys):
    monkeypatch.setattr(warmup, "_end_with_input", lambda: None)
    warmup.main([WHILE_INPUT_IS_OPEN, "private stopping"])
    assert capsys.readouterr().err.endswith("s: private stopping\n")


@pytest.mark.long
def test_the_command_compiles_a_group_for_other_processes_and_ends_while_its_input_is_open(tmp_path):
    environment = {"NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_CPU_NAME": "generic"}  # none stand beside the sources
    command = [sys.executable, "-m", "dpcore.warmup", WHILE_INPUT_IS_OPEN, "private stopping"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, cwd=ROOT, env=environment) as process:
        assert process.wait(120) == 0
    progress = "from dpcore.warmup import GROUPS; print(*GROUPS['private stopping'].progress)"
    output = subprocess.check_output([sys.executable, "-c", progress], cwd=ROOT, env=environment, text=True)
    saved, needed = output.split()
    assert int(saved) == int(needed) > 0
    assert any(tmp_path.rglob("*.nbc"))
