"""`pip install .` brings dpcore and nothing else, and the lists of requirements agree."""

import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from dpcore import __version__

ROOT = Path(__file__).parents[1]


def lines(name):
    """The requirements of a file, without comments and references to other files."""
    found = (ROOT / name).read_text().splitlines()
    return [Requirement(line) for line in found if line.strip() and line[0] not in "#-"]


@pytest.mark.long
def test_the_wheel_holds_dpcore_alone_and_works(tmp_path):
    """It is built from the files that git tracks, offline."""
    source, alone = tmp_path / "source", tmp_path / "alone"
    tracked = subprocess.check_output(["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=ROOT).decode()
    for name in tracked.split("\0"):
        if name and (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes((ROOT / name).read_bytes())
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*command, "--wheel-dir", tmp_path, source], check=True)
    (found,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(found) as wheel:
        names = set(wheel.namelist())
        wheel.extractall(alone)
    assert {name.split("/")[0] for name in names} == {"dpcore", f"price_of_privacy-{__version__}.dist-info"}
    assert "dpcore/py.typed" in names
    sources = {path.relative_to(ROOT).as_posix() for path in (ROOT / "dpcore").rglob("*.py")}
    assert {name for name in names if name.endswith(".py")} == sources
    code = "import sys, dpcore; assert 'streamlit' not in sys.modules; assert dpcore.exercises.shipped_sheets(); "
    code += "print(dpcore.__version__, dpcore.__file__)"
    told = subprocess.check_output([sys.executable, "-c", code], cwd=alone, text=True)
    assert told.split() == [__version__, str(alone / "dpcore" / "__init__.py")]


def test_the_library_asks_for_what_the_app_asks_for():
    with open(ROOT / "pyproject.toml", "rb") as file:
        library = tomllib.load(file)["project"]["dependencies"]
    assert {str(line) for line in map(Requirement, library)} <= {str(line) for line in lines("requirements.txt")}


def test_the_locked_versions_satisfy_the_requirements():
    """If this fails, refresh constraints.txt by `./run lock`."""
    locked = {line.name.lower(): str(line.specifier).removeprefix("==") for line in lines("constraints.txt")}
    for line in lines("requirements.txt") + lines("requirements-dev.txt"):
        assert line.specifier.contains(locked[line.name.lower()]), line


def test_streamlit_is_pinned_to_the_minor_version_that_is_locked_and_tested():
    """Its private names change between minor versions: whoever raises the pin runs the browser's tests."""
    (asked,) = (line.specifier for line in lines("requirements.txt") if line.name == "streamlit")
    (locked,) = (line.specifier for line in lines("constraints.txt") if line.name == "streamlit")
    (exact,) = locked
    major, minor, *_ = exact.version.split(".")
    assert str(asked) == f"=={major}.{minor}.*"
    assert version("streamlit") in locked
