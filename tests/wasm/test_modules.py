"""The committed modules are those of today's kernels and compilers, small, and made anew where a linker is."""

import subprocess
import sys

import pytest

from dpcore._kernels import kernel
from dpcore.times import solver
from tests.wasm import test_parity, test_simulations
from tools import simulations
from wasm import path
from wasm.build import linker
from wasm.modules import COMMAND, MODULES, note, said, with_note

EMPTY = b"\0asm\1\0\0\0"


@pytest.mark.parametrize("module", MODULES)
def test_a_module_is_that_of_todays_kernels_and_compilers(module):
    assert said(path(module).read_bytes()) == note(module), f"run `{COMMAND}` and commit what it makes"


@pytest.mark.parametrize("module", MODULES)
def test_a_module_takes_some_tens_of_kilobytes(module):
    assert path(module).stat().st_size < 75_000


@kernel
def _moved(odds, step):
    return odds


def test_a_changed_kernel_or_constant_is_noticed(monkeypatch):
    before = note("overview")
    monkeypatch.setattr(solver, "TARGET_WIDTH", 1e-11)
    assert note("overview") != before
    monkeypatch.undo()
    assert note("overview") == before
    monkeypatch.setattr(solver, "_moved", _moved)
    assert note("overview") != before


def test_a_note_is_found_behind_other_sections():
    other = b"\0\3\2hi"
    content = {"sources": "é" * 200}
    assert said(with_note(EMPTY + other, content)) == content
    with pytest.raises(ValueError, match=r"has no section 'kernels'; run `\./run kernels`"):
        said(EMPTY + other)


@pytest.mark.long
@pytest.mark.skipif(linker() is None, reason="wasm-ld is not installed: users need no linker")
def test_modules_made_anew_say_what_the_committed_ones_say(tmp_path, monkeypatch):
    """On a tenth of the instances, and not byte for byte: another version of the linker may lay them out otherwise."""
    subprocess.run([sys.executable, "-m", "wasm.build", tmp_path], check=True, capture_output=True)
    made = {file.stem: said(file.read_bytes()) for file in tmp_path.glob("*.wasm")}
    assert made == {module: note(module) for module in MODULES}
    for parity in (test_parity, simulations):
        monkeypatch.setattr(parity, "path", lambda module: tmp_path / f"{module}.wasm")
    monkeypatch.setattr(test_parity, "INSTANCES", 70)
    test_parity.test_the_overviews_are_those_of_python()
    test_simulations.test_the_runs_are_those_of_python()
