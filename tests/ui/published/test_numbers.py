"""The levels read off published figures against the lower bound, and the simulated table against them."""

import re

import pytest

from ui.look.numbers import at_least
from ui.published.numbers import gap, simulated_for
from ui.published.stopping import PANELS
from ui.published.words import reading


def lowest(panel):
    return min(samples for pairs in panel.readings.values() for _, samples in pairs)


@pytest.mark.parametrize("panel", [PANELS[1], PANELS[3]], ids=lambda panel: panel.title)
def test_second_panels_lie_below_the_lower_bound(panel):
    assert lowest(panel) < panel.lower_bound


@pytest.mark.parametrize("panel", [PANELS[0], PANELS[2]], ids=lambda panel: panel.title)
def test_first_panels_respect_the_lower_bound(panel):
    assert lowest(panel) > panel.lower_bound


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel.title)
def test_simulated_table_covers_every_algorithm_of_the_panel(panel):
    assert set(simulated_for(panel, True)["algorithm"]) == set(panel.readings)
    proven = simulated_for(panel, False)
    assert set(proven["threshold"]) == {"proven"}
    assert 0 < len(proven) < len(simulated_for(panel, True))


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel.title)
def test_the_answer_is_short_and_its_number_is_that_of_the_data(panel):
    assert len(panel.answer.split()) <= 30
    if "No: the print shows" in panel.answer:
        assert f"after {lowest(panel):,.0f} samples" in panel.answer
        assert f"at least **{at_least(panel.lower_bound)}**" in panel.answer
        return
    printed, ours = gap(panel)
    rows = simulated_for(panel, False).query("algorithm == @panel.compared and epsilon >= 10")
    assert ours in rows["mean"].tolist()
    assert (rows["mean"] > 5 * printed).all()
    assert "**more than 5 times** the printed samples" in panel.answer


def test_without_privacy_the_first_panel_agrees_within_a_quarter():
    (printed,) = (samples for _, samples in PANELS[0].readings["ttucb"])
    (ours,) = simulated_for(PANELS[0], False).query("algorithm == 'ttucb'")["mean"]
    assert printed / 1.25 < ours < 1.25 * printed


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel.title)
def test_under_the_picture_the_bound_is_rounded_down(panel):
    (told,) = re.findall(r"averages fewer than ([\d,]+) samples", reading(panel, simulated_for(panel, True)))
    assert 0.999 * panel.lower_bound < int(told.replace(",", "")) <= panel.lower_bound
