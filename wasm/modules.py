"""The modules: which kernels they are made of, and what they say of their sources."""

import ast
import hashlib
import inspect
import json
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba import float64, int64
from numba.core.dispatcher import Dispatcher
from numba.core.types import BaseTuple, NamedTuple

from dpcore.designs.lead_bound import Game, fill_bounds
from dpcore.designs.searches import fill_budget, fill_numbers
from dpcore.designs.studies import Study
from dpcore.times.overview import OverviewArrays, overview_kernel
from wasm import generators
from wasm.simulations import modules, simulation, types_of

SECTION = "kernels"  # a module's custom section: its note in JSON
COMMAND = "./run kernels"
RUNTIME = Path(__file__).with_name("runtime.ll")
_NUMBER, _LINE, _TABLE = float64, float64[::1], float64[:, ::1]
_COUNT, _COUNTS = int64, int64[::1]
_STUDY = NamedTuple((_LINE, _COUNTS, _COUNT, _NUMBER, _NUMBER), Study)
_GAME = NamedTuple((_LINE, _COUNTS, _NUMBER, _COUNT), Game)
_OVERVIEW = (_TABLE, _TABLE, _LINE, _TABLE, _LINE, _LINE, _TABLE, _LINE, _LINE)


@dataclass(frozen=True)
class Entry:
    """A kernel that a module exports, with its arguments' types."""

    kernel: Any
    arguments: tuple[Any, ...]

    @property
    def name(self) -> str:
        """Its name in Python, and in the module."""
        return str(self.kernel.py_func.__name__)

    @property
    def leaves(self) -> list[str]:
        """What its callers hand over: the types' names, of tuples those of their parts."""
        return [str(leaf) for argument in self.arguments for leaf in _leaves(argument)]


MODULES: dict[str, tuple[Entry, ...]] = {
    "overview": (
        Entry(
            overview_kernel,
            (_LINE, *[_NUMBER] * 4, _LINE, NamedTuple(_OVERVIEW, OverviewArrays)),
        ),
    ),
    "designs": (
        Entry(fill_numbers, (_STUDY, _LINE, _COUNT, _COUNT, _LINE)),
        Entry(fill_budget, (_STUDY, _COUNT, _LINE)),
        Entry(fill_bounds, (_GAME, _LINE, _NUMBER, _LINE)),
    ),
    **{name: (Entry(simulation(run.func), types_of(run)),) for name, run in modules().items()},
}


def note(module: str) -> dict[str, Any]:
    """What a module made today says: the entries' arguments, the compiler's versions and a digest of its sources."""
    entries = MODULES[module]
    return {
        "entries": {entry.name: entry.leaves for entry in entries},
        "numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
        "sources": _digest(entries),
    }


def said(binary: bytes) -> dict[str, Any]:
    """The note in a module, which is its last section.  Raises: ValueError if it has none."""
    _, found, content = binary.rpartition(_named(SECTION))
    if not found:
        raise ValueError(f"the module has no section {SECTION!r}; run `{COMMAND}`")
    note: dict[str, Any] = json.loads(content)
    return note


def with_note(binary: bytes, content: dict[str, Any]) -> bytes:
    """The module with the note as its last section."""
    body = _named(SECTION) + json.dumps(content, sort_keys=True).encode()
    return binary + b"\0" + _leb128(len(body)) + body


def _leaves(argument: Any) -> Iterator[Any]:
    if isinstance(argument, BaseTuple):
        tuple_type: Any = argument
        for part in tuple_type.types:
            yield from _leaves(part)
    else:
        yield argument


def _digest(entries: tuple[Entry, ...]) -> str:
    """Of all functions that the entries are compiled from and the constants that they read; not of comments."""
    parts = {RUNTIME.name: RUNTIME.read_text(encoding="utf-8")}
    waiting = [entry.kernel for entry in entries]
    while waiting:
        function = waiting.pop().py_func
        called = f"{function.__module__}.{function.__qualname__}"
        if called in parts:
            continue
        parts[called] = _code(function)
        if function.__module__ == generators.__name__:  # what is no kernel there makes some of its code
            parts[function.__module__] = inspect.getsource(generators)
        closed = inspect.getclosurevars(function)
        for name, value in {**closed.globals, **closed.nonlocals}.items():
            if isinstance(value, Dispatcher):
                waiting.append(value)
            elif isinstance(value, int | float | str | tuple):
                parts[f"{function.__module__}.{name}"] = repr(value)
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def _code(function: Any) -> str:
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    assert isinstance(definition, ast.FunctionDef)
    if ast.get_docstring(definition) is not None:
        del definition.body[0]
    return ast.unparse(definition)


def _named(section: str) -> bytes:
    """How a section of this name begins."""
    return _leb128(len(section)) + section.encode()


def _leb128(number: int) -> bytes:
    parts = []
    while number >= 128:
        parts.append(number % 128 + 128)
        number //= 128
    return bytes([*parts, number])
