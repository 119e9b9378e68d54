"""Ticks of log axes: there are enough of them, and they are written as in the pictures that browsers draw."""

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest

from tests.ui.components.test_assets import NODE
from ui.look.ticks import in_thousands, log_range, log_ticks

FRAME = Path(__file__).parents[3] / "ui/components/shared/frame.js"


def test_every_axis_has_three_to_ten_ticks():
    generator = np.random.default_rng(0)
    for _ in range(500):
        low, decades = 10 ** generator.uniform(-4, 9), generator.uniform(0, 8)
        ends = log_range([low, low * 10**decades])
        assert ends[0] <= low <= low * 10**decades <= ends[1]
        assert 3 <= len(log_ticks(*ends)) <= 10


@pytest.mark.parametrize(
    "low, high, ticks", [(3, 9, [3, 5, 7]), (3, 90, [5, 10, 20, 50]), (3, 2e4, [10, 100, 1e3, 1e4])]
)
def test_the_fewer_decades_the_denser(low, high, ticks):
    assert log_ticks(low, high) == ticks


def test_they_are_written_as_on_the_explorer(tmp_path):
    values = [1, 2, 50, 100, 500, 1e3, 2e3, 2e4, 5e5, 1e6, 2e7, 1e9, 5e12]
    (tmp_path / "said.mjs").write_text(
        f'import {{ inThousands }} from "{FRAME.as_uri()}"\n'
        f"console.log(JSON.stringify({json.dumps(values)}.map(inThousands)))"
    )
    said = json.loads(subprocess.check_output([NODE, tmp_path / "said.mjs"], text=True))
    assert [in_thousands(value) for value in values] == said
    assert in_thousands(2e4) == "20k"
