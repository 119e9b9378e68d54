"""What Stopping times draws and says during a drag, in the browser, is what Python draws and says without runs."""

import json
import subprocess
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from tests.ui.components.bars.test_following import instances, with_gaps
from tests.ui.components.test_assets import NODE
from tests.ui.stopping.test_words import PROVEN, PUBLIC, view_of
from ui.components import assets
from ui.stopping.browser import EPSILONS
from ui.stopping.study import StoppingView
from ui.stopping.words import expert_verdict, verdict

HARNESS = Path(__file__).with_name("under_hand.js")
RANGE = (0.02, 30.0)


def test_bounds_and_sentences_are_those_of_python(tmp_path):
    some = [*instances(100), *with_gaps(30)]
    asked = {
        "epsilons": EPSILONS.tolist(),
        "range": RANGE,
        "states": [asdict(instance) for instance in some],
    }
    file = tmp_path / "under_hand.mjs"
    file.write_text(f"{assets.script(HARNESS)}\nconsole.log(await dragged({json.dumps(asked)}))", encoding="utf-8")
    found = json.loads(subprocess.check_output([NODE, file], text=True))
    for instance, drawn in zip(some, found, strict=True):
        curves = (PROVEN, PUBLIC) if instance.epsilon > 0.1 else (PUBLIC,)
        view: StoppingView = replace(view_of(*curves, epsilons=RANGE, runs=0), instance=instance)
        assert drawn["sentences"] == [verdict(view), expert_verdict(view)]
        assert drawn["free"] == pytest.approx(view.bounds.non_private, rel=1e-12)
        assert drawn["epsilons"] == pytest.approx(view.bounds.epsilons, rel=1e-12)
        # Read off between the points of a curve over all epsilons, which has bends where another answer becomes the
        # best one: less than a pixel of the picture.
        near = 2e-3 if instance.indifference == 0 else 1e-2
        assert drawn["private"] == pytest.approx(view.bounds.private, rel=near)
