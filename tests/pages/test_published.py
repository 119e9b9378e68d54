"""Published figures without a browser: every panel is drawn with what it finds, and the snippet runs."""

import pytest

from tests.pages.visit import checked, opened, said, snippet_output
from ui.published.numbers import PANELS, simulated_for


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel.title)
def test_every_panel_is_drawn(panel):
    test = opened("published")
    checked(test.radio(key="figure").set_value(panel.title).run())
    assert panel.answer in said(test)
    assert panel.finding in said(test)


def test_snippet_makes_the_runs_of_the_table_again():
    median = simulated_for(PANELS[0], True)["median"].iloc[0]
    assert f"0.5: {median}" in snippet_output(opened("published"))
