"""The picture of stopping times against epsilon."""

from dataclasses import replace

import pytest

from tests.ui.stopping.test_words import INSTANCE, PROVEN, view_of
from ui.stopping.charts import stopping_time_curves


@pytest.mark.parametrize("means", [INSTANCE.means, (0.9, 0.1)])
def test_both_bounds_are_named_beside_the_picture_where_no_curve_runs(means):
    chart = stopping_time_curves(view_of(PROVEN, runs=0, instance=replace(INSTANCE, means=means)))
    notes = {note.text: note for note in chart.layout.annotations}
    bound, without = notes["lower bound"], notes["bound, no privacy"]
    assert (bound.xref, without.xref) == ("paper", "paper")
    assert min(bound.x, without.x) > 1
    assert without.y <= bound.y - 0.05 + 1e-12
