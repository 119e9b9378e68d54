"""The groups of kernels: complete, saved by their warm-up, and compiled by the command."""

import subprocess
import sys
from pathlib import Path

import pytest

from dpcore._kernels import is_saved
from dpcore.warmup import GROUPS, WHILE_INPUT_IS_OPEN

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("group", GROUPS.values(), ids=GROUPS)
def test_a_warm_up_leaves_no_kernel_of_its_group_to_a_user(group):
    group.load()
    assert group.kernels
    assert [kernel for kernel in group.kernels if not is_saved(kernel)] == []
    assert group.can_be_saved
    assert group.saved_share == 1


def test_the_command_compiles_a_group_for_other_processes(tmp_path):
    count = "from dpcore.warmup import GROUPS; print(GROUPS['private stopping'].saved_share)"
    environment = {"NUMBA_CACHE_DIR": str(tmp_path)}

    def share():
        return float(subprocess.check_output([sys.executable, "-c", count], cwd=ROOT, env=environment))

    assert share() == 0
    subprocess.run([sys.executable, "-m", "dpcore.warmup", "private stopping"], cwd=ROOT, env=environment, check=True)
    assert share() == 1


def test_a_process_whose_input_stays_open_ends_as_it_should():
    command = [sys.executable, "-m", "dpcore.warmup", WHILE_INPUT_IS_OPEN, "characteristic times"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE) as process:
        assert process.wait(120) == 0
