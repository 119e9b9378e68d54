"""The arrows run app -> pages -> ui -> wasm -> dpcore, and no page imports a page; sweeps stand on dpcore.

Tests and benchmarks share tools, and nothing that a visitor is served imports any of the three.
"""

import ast
import inspect
import re
import sys
from functools import cache
from pathlib import Path

import pytest

import dpcore
from dpcore.experiments import NORMAL_95

ROOT = Path(__file__).parent.parent
LAYERS = ("dpcore", "sweeps", "wasm", "ui", "pages", "app")
AROUND = ("tools", "benchmarks", "tests")  # what no visitor is served
VIEW_LIBRARIES = {"streamlit", "plotly", "pandas", "pyarrow", "distributed"}
READ_BY_PAGES = "sweeps.reading."  # what others may import of sweeps
# What several pages' rooms in ui/ share; each imports of them only those before it.
SHARED_ROOMS = (
    "glossary",
    "state",
    "look",
    "reading",
    "components",
    "controls",
    "jobs",
    "streamlit_patches",
    "shell",
    "own_table",
    "arms",
)
CORE_LIBRARIES = {"numpy", "scipy", "numba", "llvmlite"}
OPTIONAL_LIBRARIES = {"dpcore/trial/noise.py": {"opendp"}, "dpcore/trial/counts.py": {"python_calamine"}}


@cache
def declared(source: str) -> list[ast.AST]:
    """The imports and classes of a piece of source, at any depth of the file."""
    return [
        node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import | ast.ImportFrom | ast.ClassDef)
    ]


def imported_modules(source: str) -> set[str]:
    """The full dotted names that a piece of source imports."""
    names: set[str] = set()
    for node in declared(source):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add("relative")
    return names


def upward(layer: str, source: str) -> set[str]:
    """The imports of what stands above this layer, or around all of them."""
    order = (*LAYERS, *AROUND)
    above = order[order.index(layer) + 1 :]
    return {name for name in imported_modules(source) if name.split(".")[0] in above}


def violations(layer: str, source: str) -> set[str]:
    """The imports that this layer may not have."""
    found = upward(layer, source)
    for name in imported_modules(source):
        top = name.split(".")[0]
        if (
            name == "relative"
            or (layer == "pages" and top == "pages")
            or (layer in ("dpcore", "wasm") and top in VIEW_LIBRARIES)
            or (layer == "sweeps" and top in {"streamlit", "plotly"})
            or (layer not in ("sweeps", "dpcore") and top == "sweeps" and not name.startswith(READ_BY_PAGES))
            or (layer != "dpcore" and name.startswith("dpcore._"))
        ):
            found.add(name)
    return found


def layer_files() -> list[tuple[str, Path]]:
    folders = [(layer, path) for layer in LAYERS[:-1] for path in sorted((ROOT / layer).rglob("*.py"))]
    return [*folders, ("app", ROOT / "app.py"), ("app", ROOT / "server.py")]


def test_imports_run_downwards():
    found = {path: violations(layer, path.read_text()) for layer, path in layer_files()}
    assert {path: names for path, names in found.items() if names} == {}


def test_tools_import_neither_benchmarks_nor_tests_and_benchmarks_no_tests():
    files = [(layer, path) for layer in AROUND[:-1] for path in (ROOT / layer).rglob("*.py")]
    assert {layer for layer, _ in files} == set(AROUND[:-1])
    found = {path: upward(layer, path.read_text()) for layer, path in files}
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize(
    "layer, source",
    [
        ("dpcore", "import streamlit"),
        ("dpcore", "def f():\n    from ui.look.numbers import number"),
        ("dpcore", "from wasm import path"),
        ("wasm", "from ui.components import assets"),
        ("wasm", "import streamlit"),
        ("dpcore", "from sweeps.reading import read_sweep"),
        ("dpcore", "import pyarrow.parquet as pq"),
        ("sweeps", "import streamlit"),
        ("sweeps", "from ui.look.numbers import number"),
        ("ui", "from sweeps.engines import here"),
        ("ui", "import sweeps"),
        ("ui", "import pages.explore"),
        ("pages", "from pages import explore"),
        ("pages", "from dpcore._validation import check_means"),
        ("ui", "from . import words"),
        ("wasm", "from tools.simulations import program"),
        ("sweeps", "from tests.loops import finished"),
        ("pages", "import benchmarks.start"),
        ("app", "from tools.dashboard import free_port"),
        ("tools", "import tests"),
        ("tools", "def f():\n    from benchmarks.access import THEMES"),
        ("benchmarks", "from tests.loops import finished"),
    ],
)
def test_a_planted_violation_is_caught(layer, source):
    assert violations(layer, source)


def room_of(path: Path) -> str:
    return path.relative_to(ROOT / "ui").with_suffix("").parts[0]


def room_violations(room: str, source: str) -> set[str]:
    """The imports of ui/ that this room of ui/ may not have.

    Shared rooms import those before them in SHARED_ROOMS; a page's room whatever is shared, and of another page's room
    what it computes or draws, but nothing for a constant alone.
    """
    found = set()
    for node in declared(source):
        if not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith("ui"):
            continue
        for full in {f"{node.module}.{alias.name}" for alias in node.names}:
            other = full.split(".")[1]
            if other == room:
                continue
            if room in SHARED_ROOMS and other not in SHARED_ROOMS[: SHARED_ROOMS.index(room)]:
                found.add(full)
            if other not in SHARED_ROOMS and all(alias.name.isupper() for alias in node.names):
                found.add(full)
    return found


def test_shared_rooms_import_those_below_and_none_imports_a_constant_alone():
    found = {path: room_violations(room_of(path), path.read_text()) for path in (ROOT / "ui").rglob("*.py")}
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize(
    "room, source",
    [
        ("state", "from ui.look import theme"),
        ("jobs", "from ui.shell.page import verdict"),
        ("arms", "from ui.explore.numbers import numbers_of"),
        ("own_table", "from ui.choose import own_data"),
        ("stopping", "from ui.approximate.study import DELTA"),
        ("lecture", "from ui.explore.numbers import CURVE_POINTS, TOLERANCE"),
    ],
)
def test_a_planted_import_of_a_room_is_caught(room, source):
    assert room_violations(room, source)


def test_no_class_of_the_pages_shares_its_name():
    """A name means one thing: across the rooms of ui/, and against all of dpcore."""
    places: dict[str, list[str]] = {}
    for layer, path in layer_files():
        names = {node.name for node in declared(path.read_text()) if isinstance(node, ast.ClassDef)}
        for name in names:
            if not name.startswith("_"):
                places.setdefault(name, []).append(f"{layer}: {path.relative_to(ROOT)}")
    shared = {name: found for name, found in places.items() if len(found) > 1}
    assert {name: found for name, found in shared.items() if any(place.startswith("ui") for place in found)} == {}


def test_pages_end_early_by_page_end_alone():
    files = [path for folder in ("pages", "ui") for path in (ROOT / folder).rglob("*.py")]
    texts = {path: path.read_text(encoding="utf-8") for path in files}
    assert [path for path, text in texts.items() if "st.stop()" in text] == []
    assert [path for path, text in texts.items() if "raise StopException" in text] == [
        ROOT / "ui" / "shell" / "page.py"
    ]


def test_the_normal_quantile_of_all_intervals_stands_once_in_each_language():
    number = re.compile(r"\b1\.9(?:6|5996\d*)\b")
    files = [path for layer in LAYERS[:-1] for end in ("py", "js") for path in (ROOT / layer).rglob(f"*.{end}")]
    found = {path: number.findall(path.read_text(encoding="utf-8")) for path in files}
    assert {str(path.relative_to(ROOT)): numbers for path, numbers in found.items() if numbers} == {
        "dpcore/_intervals.py": [str(NORMAL_95)],
        "ui/components/curves/figures.js": [str(NORMAL_95)],
    }


def test_core_uses_only_its_libraries():
    allowed = CORE_LIBRARIES | {"dpcore"} | set(sys.stdlib_module_names)
    for path in (ROOT / "dpcore").rglob("*.py"):
        tops = {name.split(".")[0] for name in imported_modules(path.read_text())}
        assert tops <= allowed | OPTIONAL_LIBRARIES.get(str(path.relative_to(ROOT)), set()), path


def test_dpcore_shows_a_newcomer_about_two_dozen_doors():
    doors = [name for name in dpcore.__all__ if not inspect.ismodule(getattr(dpcore, name))]
    assert len(doors) <= 28
    for name in set(dpcore.__all__) - set(doors):
        assert set(getattr(dpcore, name).__all__) >= {door for door in doors if hasattr(getattr(dpcore, name), door)}
