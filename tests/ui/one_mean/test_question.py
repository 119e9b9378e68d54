"""The numbers about one mean, against the core's runs and bounds."""

import numpy as np
import pytest

import dpcore
from ui.one_mean.question import MEAN_LIMITS, RULES, MeanQuestion, answer, bounds_table, demanded_means, trace_table


@pytest.mark.parametrize("rule", list(RULES))
def test_demanded_means_are_the_thresholds_of_a_run(rule):
    epsilon = None if rule == "nas" else 0.1
    trace = dpcore.trace_private_stopping(rule, 0.05, 0.1, 0.05, epsilon)
    times, sizes = demanded_means(0.1, 0.05, 0.1)[rule]
    expected = np.exp(np.interp(np.log(trace.times), np.log(times), np.log(sizes)))
    inside = trace.times >= times[0]
    np.testing.assert_allclose(trace.thresholds[inside], expected[inside], rtol=2e-3)
    assert sizes[-1] < MEAN_LIMITS[0]


def test_trace_table_ends_where_the_run_stops():
    table = trace_table(dpcore.trace_private_stopping("dp-nas", 0.5, 0.1, 0.05, 0.1))
    last = table.iloc[-1]
    assert abs(last["running mean"]) >= last["noisy threshold"]
    noise = (last["threshold noise"] + last["query noise"]) / last["samples"]
    assert last["noisy threshold"] == pytest.approx(last["threshold"] + noise)


def test_bounds_table_holds_the_figures_of_the_core():
    table = bounds_table(answer(MeanQuestion(0.5, 0.1, 0.05, 0.1, "plus-minus"), 20, 0)).set_index("rule")
    assert list(table.index) == list(RULES.values())
    runs = dpcore.simulate_private_stopping("dp-nas", 0.5, 0.1, 0.05, 0.1, runs=20)
    bounds = dpcore.private_stopping.private_stopping_bounds("dp-nas", 0.5, 0.1, 0.05, 0.1)
    assert table.loc["DP-NAS", "median"] == runs.summary().stopping_time_quantiles[0.5]
    assert table.loc["DP-NAS", "stops by (proven)"] == bounds.halting_time_proven
