"""Every benchmark finds what it imports: the suite runs none of them."""

import importlib
import pkgutil

import pytest

import benchmarks

NAMES = [module.name for module in pkgutil.iter_modules(benchmarks.__path__)]


@pytest.mark.parametrize("name", NAMES)
def test_a_benchmark_finds_what_it_imports(name):
    importlib.import_module(f"benchmarks.{name}")
