"""Published figures without a browser: every panel is drawn with what it finds, and the snippet runs."""

from unittest import mock

import pytest

from tests.pages.visit import button, checked, opened, said, snippet_output
from ui.published.numbers import simulated_for
from ui.published.stopping import PANELS


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel.title)
def test_every_panel_is_drawn(panel):
    test = opened("published")
    checked(test.radio(key="figure").set_value(panel.title).run())
    assert panel.answer in said(test)
    assert panel.finding in said(test)


def test_the_next_step_shows_the_panels_arms_on_stopping_times():
    test = opened("published", figure=PANELS[1].title)
    with mock.patch("streamlit.switch_page") as switched:
        checked(button(test, "Watch these arms stop").click().run())
    assert switched.call_args.args == ("pages/stopping_times.py",)
    assert [test.text_input(key=key).value for key in ("arms", "risk")] == ["0.75, 0.7, 0.7, 0.7, 0.7", "0.01"]


def test_snippet_makes_the_runs_of_the_table_again():
    median = simulated_for(PANELS[0], True)["median"].iloc[0]
    assert f"0.5: {median}" in snippet_output(opened("published"))
