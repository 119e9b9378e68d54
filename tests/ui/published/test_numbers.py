"""The levels read off published figures against the lower bound, and the simulated table against them."""

import pytest

from ui.published.numbers import PANELS, simulated_for


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
