"""Published figures: every panel is drawn, and what it finds is what the simulated table says."""

import pytest

import dpcore
from tests.pages.visit import checked, opened
from ui.published import study as published


@pytest.mark.parametrize("panel", published.PANELS, ids=lambda panel: panel.title)
def test_every_panel_is_drawn(panel):
    test = opened("published")
    checked(test.segmented_control(key="figure").set_value(panel.title).run())
    assert any(panel.finding == block.value for block in test.markdown)


@pytest.mark.parametrize("panel", [published.PANELS[1], published.PANELS[3]], ids=lambda panel: panel.title)
def test_second_panels_lie_below_the_lower_bound(panel):
    bound = dpcore.sample_lower_bounds(panel.means, 1.0, 0.01)["non_private"]
    levels = [samples for pairs in panel.readings.values() for _, samples in pairs]
    assert min(levels) < bound


def test_first_panels_respect_the_lower_bound():
    for panel in (published.PANELS[0], published.PANELS[2]):
        bound = dpcore.sample_lower_bounds(panel.means, 1.0, 0.01)["non_private"]
        assert min(samples for pairs in panel.readings.values() for _, samples in pairs) > bound


def test_simulated_table_covers_every_algorithm_of_every_panel():
    for panel in published.PANELS:
        assert set(published.simulated_for(panel, True)["algorithm"]) == set(panel.readings)
