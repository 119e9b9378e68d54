"""The numbers about one mean, against the core's runs and bounds, and its sentences, whole at the controls' corners."""

import re

import numpy as np
import pytest

import dpcore
from ui.one_mean.question import MEAN_LIMITS, RULES, MeanQuestion, answer, bounds_table, demanded_means, trace_table
from ui.one_mean.words import distribution_reading, expert_verdict, verdict


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


@pytest.mark.parametrize("corner", [(0.01, 0.01, 1e-4, 1e-3), (1.0, 0.5, 0.4, 100.0), (0.01, 0.5, 0.4, 100.0)])
def test_corners_of_the_controls_speak_without_nan(corner):
    question = MeanQuestion(*corner, "plus-minus")
    found = answer(question, 10, 0)
    assert all(result.finished.all() for result in found.results.values())
    for sentence in (verdict(found), expert_verdict(found), distribution_reading(found)):
        assert "nan" not in sentence
        assert "None" not in sentence


def test_the_probability_of_having_stopped_is_rounded_down():
    found = answer(MeanQuestion(0.9, 0.5, 1.2e-4, 50.0, "plus-minus"), 10, 0)
    assert "with probability at least 0.9998. " in distribution_reading(found)


@pytest.mark.parametrize("mean", [0.13, 0.17, 0.21, 0.29, 0.33, 0.37])
def test_the_lower_bound_is_rounded_down(mean):
    found = answer(MeanQuestion(mean, 0.1, 0.05, 0.1, "plus-minus"), 10, 0)
    (told,) = re.findall(r"times the lower bound, ([\d,.]+)\. Est", distribution_reading(found))
    exact = found.bounds["exponential-dp-nas"].lower_bound
    assert 0.99 * exact < float(told.replace(",", "")) <= exact
