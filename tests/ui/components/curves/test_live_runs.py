"""The runs that a browser makes reach the server once, also where a report or the server's memory was lost."""

import subprocess
from pathlib import Path

from tests.ui.components.test_assets import NODE
from ui.components import assets


def test_what_is_reported_of_runs(tmp_path):
    file = tmp_path / "live_runs.mjs"
    file.write_text(assets.script(Path(__file__).with_name("live_runs.js")), encoding="utf-8")
    ran = subprocess.run([NODE, "--test", file], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout
    assert "pass 10" in ran.stdout
