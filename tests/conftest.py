"""Which tests `./run test quick` leaves out, which worker runs which, and how hypothesis looks for examples."""

import functools
import gc
import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings
from xdist.scheduler import LoadFileScheduling

# The same examples in every run: what fails once fails always.  `--hypothesis-profile=default` looks for new ones.
settings.register_profile("same", derandomize=True, max_examples=50, deadline=None)  # a busy machine is no failure
settings.load_profile("same")

# Workers, servers and later runs import the same files: what Python compiles is kept, as the kernels are.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

ROOT = Path(__file__).parent
# From this folder on, what takes seconds in all; `./run test quick` does not even collect browsers, pages and sweeps.
SLOW = (
    "benchmarks",
    "dpcore/audit",
    "dpcore/choosing/test_achievable.py",
    "dpcore/fixed_budget",
    "dpcore/fixed_confidence",
    "dpcore/private_stopping",
    "dpcore/regret",
    "dpcore/test_every_door.py",
    "dpcore/test_kernels.py",
    "dpcore/test_warmup.py",
    "dpcore/times/test_characteristic.py",
    "test_deployment.py",
    "ui/choose/sequential/test_study.py",
    "ui/components/bars/test_following.py",
    "ui/jobs/test_job.py",
    "ui/shell/test_kernels.py",
)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """One more than cores: a worker with a browser waits half of its time."""
    return (os.cpu_count() or 1) + 1


class TwoWithBrowsers(LoadFileScheduling):
    """Gives each worker whole files, and those of browsers to two workers: each starts a server and a Chromium."""

    def _split_scope(self, nodeid):
        file = super()._split_scope(nodeid)
        return f"browsers {len(file) % 2}" if file.startswith("tests/browser/") else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    return TwoWithBrowsers(config, log) if config.getvalue("dist") == "loadfile" else None


def pytest_collection_modifyitems(items):
    assert [name for name in SLOW if not (ROOT / name).exists()] == []
    for item in items:
        if _is_slow(item.path):
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish():
    """What has been imported stays: no collection of garbage need look through it again, and young garbage can wait."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)


@functools.cache
def _is_slow(path: Path) -> bool:
    return any(path.is_relative_to(ROOT / name) for name in SLOW)
