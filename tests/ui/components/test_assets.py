"""The components' JavaScript: assembled as one module, without an unknown or repeated name, linted, and unit-tested.

Node comes with Playwright, the linter with pip; a user of the dashboard needs neither.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import playwright
import pytest

from ui.components import assets

HERE, ROOT = Path(__file__).parent, Path(__file__).parents[3]
COMPONENTS = ROOT / "ui" / "components"
NAMES = ("bars", "crowd", "curves", "knob", "lecture", "lines", "lower", "paper", "plane")
(NODE,) = (Path(playwright.__file__).parent / "driver").glob("node*")
LINTER = shutil.which("oxlint", path=str(Path(sys.executable).parent)) or shutil.which("oxlint")


def lint(*places):
    assert LINTER, "oxlint is missing: pip install -r requirements-dev.txt"
    command = [LINTER, "--config", ROOT / "oxlint.json", "--deny-warnings", *places]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT)


def entry(name):
    return COMPONENTS / name / f"{name}.js"


@pytest.mark.parametrize("name", NAMES)
def test_a_component_is_one_module(name):
    script = assets.script(entry(name))
    assert not re.search(r"^import ", script, re.MULTILINE)
    (exported,) = re.findall(r"^export .*", script, re.MULTILINE)
    # `mounted` passes over data that come late.
    assert re.fullmatch(r'export default mounted\("\.[a-z-]+", \w+\)', exported)


@pytest.mark.parametrize("path", [COMPONENTS / "loads.js", *map(entry, NAMES)], ids=lambda path: path.stem)
def test_no_script_waits_before_it_is_complete(path):
    """WebKit hands a module that waits at its top to its second importer before it is complete."""
    top = re.findall(r"^(?! |//).*\bawait\b.*", assets.script(path), re.MULTILINE)
    assert [line for line in top if not re.match("(export |const )?(default )?.*async", line)] == []


def test_what_is_assembled_repeats_no_name():
    others = ("components/figure_downloads/figure_downloads.js", "pocket/pocket.js")
    paths = [*map(entry, NAMES), *(ROOT / "ui" / path for path in others)]
    read = "import { SourceTextModule } from 'node:vm'\n"
    for path in paths:
        read += f"new SourceTextModule({json.dumps(assets.script(path))}, {{ identifier: '{path.name}' }})\n"
    command = [NODE, "--experimental-vm-modules", "--input-type=module"]
    checked = subprocess.run(command, input=read, capture_output=True, encoding="utf-8")
    assert checked.returncode == 0, checked.stderr


def test_data_come_as_constants_and_a_workers_script_as_a_text(tmp_path):
    (tmp_path / "words.json").write_text('{\n  "task": "é"\n}')
    (tmp_path / "part.js").write_text("export const half = (x) => x / 2\n")
    (tmp_path / "worker.js").write_text('import { half } from "./part.js"\nconsole.log(half(8))\n')
    (tmp_path / "whole.js").write_text(
        'import words from "./words.json" with { type: "json" }\nimport source from "./worker.js"\n'
        'import { half } from "./part.js"\nconsole.log(words.task, half(6), source)\n'
    )
    (tmp_path / "whole.mjs").write_text(assets.script(tmp_path / "whole.js"), encoding="utf-8")
    said = subprocess.check_output([NODE, tmp_path / "whole.mjs"], text=True)
    assert said == "é 3 const half = (x) => x / 2\n\nconsole.log(half(8))\n\n"


def test_data_say_in_which_session_and_as_which_they_were_made(monkeypatch):
    monkeypatch.setattr(assets.st, "session_state", {})
    session, first = assets._made("bars", {"epsilon": 0.1})
    assert assets._made("bars", {"epsilon": 0.1}) == (session, first)
    assert assets._made("bars", {"epsilon": 0.2}) == (session, first + 1)
    assert assets._made("knob", {"epsilon": 0.2}) == (session, first)
    assert assets._made("bars", {"epsilon": 0.1}) == (session, first + 2)
    monkeypatch.setattr(assets.st, "session_state", {})
    assert assets._made("bars", {"epsilon": 0.1}) not in ((session, first), (session, first + 1))


def test_no_file_is_longer_than_300_lines():
    for path in COMPONENTS.rglob("*.js"):
        assert len(path.read_text(encoding="utf-8").splitlines()) < 300, path


def test_the_linter_finds_nothing():
    found = lint("ui", "wasm", "tools", "tests")
    assert found.returncode == 0, found.stdout
    assert not re.search(r"on [0-3] files", found.stdout)


@pytest.mark.parametrize("slip", ["export const x = clamp(1, 0, 1)", 'import { clam } from "./numbers.js"\nclam()'])
def test_the_linter_finds_an_unknown_name(slip, tmp_path):
    (tmp_path / "numbers.js").write_text("export const clamp = (x, low, high) => Math.min(high, Math.max(low, x))\n")
    (tmp_path / "slip.js").write_text(slip + "\n")
    found = lint(tmp_path)
    assert found.returncode != 0
    assert "clam" in found.stdout


def test_what_javascript_computes(tmp_path):
    """live_runs.js imports a worker's script as a text: only what is assembled runs in Node."""
    (tmp_path / "live_runs.mjs").write_text(assets.script(HERE / "curves" / "live_runs.js"), encoding="utf-8")
    files = [*HERE.rglob("*.test.js"), *(ROOT / "tests" / "wasm").glob("*.test.js"), *tmp_path.iterdir()]
    ran = subprocess.run([NODE, "--test", *sorted(files)], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout
    assert len(files) >= 20
    assert re.search(r"^. pass [1-9]\d\d", ran.stdout, re.MULTILINE)
