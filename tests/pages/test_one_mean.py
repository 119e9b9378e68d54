"""The page about one mean without a browser: its sentences against the core, its link, its snippet."""

import numpy as np
import pytest

import dpcore
from tests.pages.visit import opened, said


@pytest.fixture(scope="module")
def preset():
    return opened("one_mean")


def test_verdict_tells_the_simulated_medians(preset):
    private = dpcore.simulate_private_stopping("dp-nas", 0.5, 0.1, 0.05, 0.1, runs=200)
    free = dpcore.simulate_private_stopping("nas", 0.5, 0.1, 0.05, runs=200)
    medians = np.median(private.stopping_times), np.median(free.stopping_times)
    assert f"after **{medians[0]:,.0f} samples** with privacy (DP-NAS, budget ε = 0.1)" in said(preset)
    assert f"{medians[0] / medians[1]:.2f} times the {medians[1]:,.0f} needed without" in said(preset)
    assert f"{private.stopping_times[0]:,} samples (the median of 200 runs is {medians[0]:,.0f})" in said(preset)


def test_link_opens_the_same_state():
    link = {"mean": 0.2, "mean_error": 0.2, "mean_risk": 0.1, "mean_epsilon": 2, "mean_rule": "NAS", "mean_run": 7}
    test = opened("one_mean", is_long=True, mean_runs=30, **link)
    assert "A mean of 0.2 is known to within 20 % after" in said(test)
    assert "(DP-NAS, budget ε = 2)" in said(test)
    assert "the risk that it is larger is 10 %" in said(test)
    assert "shows run 7: NAS stops after" in said(test)
    assert "Theorem 3.3 asks for a risk of at most 8 %, not 10 %" in said(test)
    assert "NAS adds no noise" in said(test)
