"""What Stopping times draws and says during a drag, in the browser, is what Python draws and says without runs."""

from dataclasses import asdict, replace
from pathlib import Path

import pytest

from tests.ui.components.bars.test_following import instances, with_gaps
from tests.ui.components.node import said
from tests.ui.stopping.test_words import PROVEN, PUBLIC, view_of
from ui.stopping.browser import EPSILONS
from ui.stopping.study import StoppingView
from ui.stopping.words import expert_verdict, verdict

RANGE = (0.02, 30.0)


def test_bounds_and_sentences_are_those_of_python():
    some = [*instances(100), *with_gaps(30)]
    asked = {"epsilons": EPSILONS.tolist(), "range": RANGE, "states": [asdict(instance) for instance in some]}
    found = said(Path(__file__).with_name("under_hand.js"), "dragged", asked)
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
