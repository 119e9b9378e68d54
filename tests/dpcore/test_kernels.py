"""The cache of compiled kernels: found again, never stale, and harmless when damaged, full, unwritable or shared.

It stands on numba's FunctionCache, CompileResultCacheImpl and locators, which are not public.  If everything here
fails after an update of numba, compare dpcore/_kernels.py with numba/core/caching.py.
"""

import errno
import hashlib
import importlib.util
import os
import pickle
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from numba.core import config
from numba.core.caching import InTreeCacheLocator, UserWideCacheLocator

from dpcore import _kernels

ROOT = Path(__file__).parents[2]
SOURCE = """
from dpcore._kernels import kernel


@kernel
def double(x):
    return 2 * x
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Where numba puts compiled code during a test."""
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # a source changed within a second would not be read again
    (tmp_path / "toy.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path / "cache"


def fresh(folder):
    """The kernel as a new process sees it: not compiled yet."""
    spec = importlib.util.spec_from_file_location("toy", folder.parent / "toy.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.double


def is_loaded(kernel):
    """Whether the kernel came from the disk, after a call that gives the right answer."""
    assert kernel(3) == 6
    return bool(kernel.stats.cache_hits)


def files(folder):
    return [path for path in folder.rglob("*") if path.is_file()]


def test_a_kernel_is_compiled_once(folder):
    kernel = fresh(folder)
    assert not _kernels.is_saved(kernel)
    assert not is_loaded(kernel)
    assert _kernels.is_saved(kernel)
    assert kernel(1.5) == 3.0
    assert len(files(folder)) == 2  # each signature has its own
    kernel = fresh(folder)
    assert (kernel(1.5), kernel(3)) == (3.0, 6)
    assert sum(kernel.stats.cache_hits.values()) == 2


def _holding(*content):
    """A file whose checksum is right."""
    data = pickle.dumps(content)
    return hashlib.sha256(data).digest() + data


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[:-1] + bytes([content[-1] ^ 1]),
        lambda content: hashlib.sha256(b"not a pickle").digest() + b"not a pickle",
        lambda content: _holding(pickle.loads(content[32:])[0], "no kernel"),
    ],
    ids=["empty", "last bit", "garbage with its checksum", "no kernel"],
)
def test_a_damaged_file_is_compiled_anew_and_mended(folder, damage):
    assert not is_loaded(fresh(folder))
    (file,) = files(folder)
    file.write_bytes(damage(file.read_bytes()))
    assert not is_loaded(fresh(folder))
    assert is_loaded(fresh(folder))


def test_a_folder_in_the_place_of_a_file_is_no_harm(folder, caplog):
    assert not is_loaded(fresh(folder))
    (file,) = files(folder)
    file.unlink()
    file.mkdir()
    _kernels._say_once.cache_clear()
    assert not is_loaded(fresh(folder))
    assert "could not be saved" in caplog.text


def test_a_full_disk_is_said_once_and_all_works(folder, monkeypatch, caplog):
    def full(source, target):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "replace", full)
    _kernels._say_once.cache_clear()
    kernel = fresh(folder)
    assert not is_loaded(kernel)
    assert kernel(1.5) == 3.0
    (record,) = caplog.records
    assert record.getMessage().startswith("Kernels are compiled again at every start: they could not be saved in ")
    assert record.getMessage().endswith("(No space left on device).")
    assert files(folder) == []


def test_without_any_folder_kernels_run_uncached(folder, monkeypatch, caplog):
    monkeypatch.setattr(_kernels._Locator, "from_function", classmethod(lambda *_: None))
    _kernels._say_once.cache_clear()
    kernel = fresh(folder)
    assert not is_loaded(kernel)
    assert not _kernels.can_save(kernel)
    assert "no folder" in caplog.text


def test_a_folder_that_cannot_be_written_is_passed_over(folder, monkeypatch):
    folder.write_text("a file where the folder should be")
    kernel = fresh(folder)
    assert _kernels.can_save(kernel)
    assert not is_loaded(kernel)
    assert is_loaded(fresh(folder))
    assert list((folder.parent / "__pycache__").glob("toy.double.*.nbc"))


@pytest.mark.parametrize("other_folder", [True, False], ids=["another folder", "no folder at all"])
def test_kernels_beside_their_source_are_found_where_they_cannot_be_written(folder, monkeypatch, caplog, other_folder):
    """As in an image that brings its kernels along and whose files are read-only."""
    monkeypatch.setattr(config, "CACHE_DIR", "")
    assert not is_loaded(fresh(folder))

    def read_only(locator):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(config, "CACHE_DIR", str(folder) if other_folder else "")
    monkeypatch.setattr(InTreeCacheLocator, "ensure_cache_path", read_only)
    monkeypatch.setattr(UserWideCacheLocator, "ensure_cache_path", read_only)
    monkeypatch.setattr(tempfile, "NamedTemporaryFile", tempfile.NamedTemporaryFile if other_folder else read_only_file)
    _kernels._say_once.cache_clear()
    kernel = fresh(folder)
    assert _kernels.is_saved(kernel)
    assert _kernels.can_save(kernel) is other_folder
    assert is_loaded(kernel)
    assert kernel(1.5) == 3.0  # not brought along: compiled
    assert len(files(folder)) == (1 if other_folder else 0)
    assert ("could not be saved" in caplog.text) is not other_folder


def read_only_file(**_):
    raise OSError(errno.EROFS, os.strerror(errno.EROFS))


def test_kernels_for_any_processor_are_found_on_another_one(folder, monkeypatch):
    def stamp(processor):
        monkeypatch.setattr(_kernels, "get_host_cpu_name", lambda: processor)
        _kernels._stamp.cache_clear()
        return _kernels._stamp(folder.parent / "toy.py")

    assert stamp("znver3") != stamp("skylake")
    monkeypatch.setattr(config, "CPU_NAME", "generic")
    assert stamp("znver3") == stamp("skylake")
    _kernels._stamp.cache_clear()


def test_a_change_in_a_module_that_is_called_is_noticed(tmp_path, monkeypatch):
    package = tmp_path / "core"
    package.mkdir()
    monkeypatch.setattr(_kernels, "_PACKAGE", package)
    (package / "__init__.py").write_text("from core.unrelated import x")
    (package / "top.py").write_text("from core import middle")
    (package / "middle.py").write_text("from core.bottom import number")
    (package / "bottom.py").write_text("number = 1")
    (package / "unrelated.py").write_text("x = 1")

    def stamp():
        for cached in (_kernels._stamp, _kernels._imports, _kernels._file_of, _kernels._source):
            cached.cache_clear()
        return _kernels._stamp(package / "top.py")

    before = stamp()
    (package / "unrelated.py").write_text("x = 2")
    assert stamp() == before
    (package / "bottom.py").write_text("number = 2")
    assert stamp() != before


def test_a_stale_file_is_not_used_and_goes(folder):
    assert not is_loaded(fresh(folder))
    (folder.parent / "toy.py").write_text(SOURCE.replace("2 * x", "x + x"))
    for cached in (_kernels._stamp, _kernels._imports, _kernels._source):
        cached.cache_clear()
    assert not is_loaded(fresh(folder))
    assert len(files(folder)) == 1


@pytest.mark.long
def test_processes_that_compile_at_once_do_not_mix_their_entries(folder):
    work = "import toy; assert [toy.double(x) for x in {order}] == [2 * x for x in {order}]"
    environment = os.environ | {
        "NUMBA_CACHE_DIR": str(folder),
        "PYTHONPATH": os.pathsep.join([str(folder.parent), str(ROOT)]),
    }
    orders = ([1, 1.5], [1.5, 1])
    processes = [
        subprocess.Popen([sys.executable, "-c", work.format(order=order)], env=environment) for order in orders
    ]
    assert [process.wait(timeout=600) for process in processes] == [0] * len(processes)
    kernel = fresh(folder)
    assert (kernel(1), kernel(1.5)) == (2, 3.0)
    assert sum(kernel.stats.cache_hits.values()) == 2
    assert len(files(folder)) == 2


WRONG_CALLS = """
from dpcore._kernels import inlined, kernel


@kernel
def half(value: float) -> float:
    return value / 2


@kernel(error_model="numpy")
def third(value: float) -> float:
    return value / 3


@inlined
def fourth(value: float) -> float:
    return value / 4


half("a")  # wrong
third("a")  # wrong
fourth(1.0, 2.0)  # wrong
third.py_func("a")  # wrong
word: str = half(1.0)  # wrong
number: float = third(1.0) + third.py_func(1.0)
"""


@pytest.mark.slow
def test_the_type_checker_sees_a_kernel_called_with_what_it_does_not_take(tmp_path):
    source = tmp_path / "wrong_calls.py"
    source.write_text(WRONG_CALLS)
    found = subprocess.run([sys.executable, "-m", "mypy", str(source)], cwd=ROOT, capture_output=True, text=True).stdout
    lines = [int(line.split(":")[1]) for line in found.splitlines() if ": error:" in line]
    assert lines == [number for number, line in enumerate(WRONG_CALLS.splitlines(), 1) if line.endswith("# wrong")]
