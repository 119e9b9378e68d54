"""What comes from outside is read as data: nothing of ours unpickles it or runs it as a program.

Compiled kernels alone are pickled; tests/dpcore/test_kernels.py says from where they are taken.
"""

import ast
import json
import pickle
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sweeps import reading
from tests.outside import sitecustomize

ROOT = Path(__file__).parent.parent
PICKLED = ROOT / "dpcore" / "_kernels.py"
PATCHES = ROOT / "ui" / "streamlit_patches" / "__init__.py"  # imports its own modules, by names in its source
MODULES = {
    "pickle",
    "_pickle",
    "cPickle",
    "cloudpickle",
    "dill",
    "joblib",
    "marshal",
    "shelve",
    "yaml",
    "runpy",
    "code",
}
CALLS = {"eval", "exec", "compile", "__import__"}
READERS = {"read_pickle", "to_pickle", "read_hdf", "read_orc", "memmap", "loadtxt", "unsafe_load", "import_module"}
OF_LIBRARIES = {("np", "load"), ("numpy", "load"), ("pd", "eval"), ("pd", "read_xml"), ("os", "system")}
OPTIONS = {"allow_pickle": "True", "shell": "True", "engine": "'python'", "unsafe_allow_html": "True"}


def ways_to_run_data(source):
    """What in this source could turn data into a program."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name.partition(".")[0] in MODULES}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in MODULES:
            found.add(node.module)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
            found.add(node.func.id)
        elif isinstance(node, ast.Attribute) and node.attr in READERS:
            found.add(node.attr)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found |= {(node.value.id, node.attr)} & OF_LIBRARIES
        elif isinstance(node, ast.keyword) and node.arg in OPTIONS and ast.unparse(node.value) == OPTIONS[node.arg]:
            found.add(node.arg)
    return found


def test_no_module_can_run_data():
    sources = [path for room in ("dpcore", "sweeps", "wasm", "ui", "pages") for path in (ROOT / room).rglob("*.py")]
    found = {path: ways_to_run_data(path.read_text()) for path in [*sources, ROOT / "app.py", ROOT / "server.py"]}
    assert {path: ways for path, ways in found.items() if ways} == {PICKLED: {"pickle"}, PATCHES: {"import_module"}}


@pytest.mark.parametrize(
    "source",
    [
        "import pickle",
        "from joblib import load",
        "import yaml",
        "def f(x):\n    return eval(x)",
        "np.load(path)",
        "np.fromfile(path, allow_pickle=True)",
        "pd.read_pickle(path)",
        "subprocess.run(words, shell=True)",
        "st.markdown(name, unsafe_allow_html=True)",
        "table.query(text, engine='python')",
    ],
)
def test_a_planted_way_is_caught(source):
    assert ways_to_run_data(source)


class Trap:
    """Leaves a file behind when it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


def test_a_sweep_with_pickled_types_or_indexes_is_read_as_data(tmp_path, monkeypatch):
    """Arrow's older versions unpickled what a field of this name carries (CVE-2023-47248)."""
    monkeypatch.setattr(sitecustomize, "is_watching", True)
    monkeypatch.setattr(sitecustomize, "noted", noted := [])
    sprung = tmp_path / "sprung"
    trap = pickle.dumps(Trap(sprung))
    assert not sprung.exists()
    carried = {b"ARROW:extension:name": b"arrow.py_extension_type", b"ARROW:extension:metadata": trap}
    field = pa.field("epsilon", pa.float64(), metadata=carried)
    of_pandas = {
        "index_columns": ["epsilon"],
        "columns": [{"name": "x", "numpy_type": "object", "metadata": trap.hex()}],
    }
    metadata = {reading.METADATA: b'{"cells": 1}', b"pandas": json.dumps(of_pandas).encode()}
    table = pa.table([pa.array([1.0])], schema=pa.schema([field], metadata=metadata))
    pq.write_table(table, tmp_path / reading.SUMMARY)
    assert reading.read_sweep(tmp_path).rows["epsilon"].tolist() == [1.0]
    assert noted == []
    assert not sprung.exists()
    pickle.loads(trap)
    assert sprung.exists()
    assert noted
