"""The price of privacy, drawn: what the points, their intervals and the axis say is the core's figure."""

import math
from dataclasses import replace

import numpy as np
import pytest

import dpcore
from tests.ui.regret.cases import ARMS, filled
from ui.regret.charts import cost_against_budget
from ui.regret.comparison import compare
from ui.regret.price_charts import price_over_epsilon, price_over_time
from ui.regret.words import verdict


@pytest.fixture(scope="module")
def view():
    return filled(ARMS, ["adap-ucb", "dp-se"], [0.1, 10.0], 4)


def traces(chart, name):
    """(band, curve) of this name; a band comes just before its curve."""
    (place,) = [place for place, trace in enumerate(chart.data) if trace.name == name]
    return chart.data[place - 1], chart.data[place]


def price(view, epsilon):
    results = view.study.results
    return dpcore.price_of_privacy(results["adap-ucb", epsilon], results["ucb-episodes", math.inf])


def said(text):
    """The number that a label says."""
    return float(text.replace("−", "-").replace("+", "").replace(",", "").replace(" %", "e-2"))


def test_points_say_price_and_interval_and_keep_their_order(view):
    band, curve = traces(price_over_epsilon(view), "AdaP-UCB")
    assert list(curve.x) == [0.1, 10.0]
    for place, epsilon in enumerate(curve.x):
        value, half = curve.customdata[place].removesuffix(" (95 % interval)").split(" ± ")
        exact = price(view, epsilon)
        assert said(value) == pytest.approx(exact.difference[-1], rel=5e-3)
        assert said(half) == pytest.approx(1.96 * exact.standard_error[-1], rel=5e-3)
        low, high = sorted((band.y[place], band.y[-1 - place]))
        assert low < curve.y[place] < high
    assert (curve.y[0] > curve.y[1]) == (price(view, 0.1).difference[-1] > price(view, 10.0).difference[-1])


def test_heavy_tails_have_no_interval():
    view = filled(ARMS, ["dp-imed"], [0.1], 4)
    for chart in (price_over_epsilon(view), price_over_time(view)):
        (curve,) = chart.data
        assert all(text == "∞" or text.endswith(" (no valid interval: heavy tails)") for text in curve.customdata)
        assert curve.customdata[-1] != "∞"


def test_the_axis_names_its_ticks_as_far_as_the_intervals_reach(view):
    for relative in (False, True):
        chart = price_over_epsilon(replace(view, show_relative=relative))
        axis = chart.layout.yaxis
        assert list(axis.tickvals) == sorted(axis.tickvals)
        assert axis.ticktext[list(axis.tickvals).index(0.0)] == "0"
        assert [said(text) > 0 for text in axis.ticktext] == [place > 0 for place in axis.tickvals]
        assert all(("%" in text) == relative for text in axis.ticktext if text != "0")
        highest = max(high for name in ("AdaP-UCB", "DP-SE") for high in traces(chart, name)[0].y)
        assert highest <= axis.tickvals[-1]


def test_relative_prices_are_shares_of_the_counterpart(view):
    _, curve = traces(price_over_epsilon(replace(view, show_relative=True)), "AdaP-UCB")
    assert said(curve.customdata[0].split(" ± ")[0]) == pytest.approx(price(view, 0.1).relative[-1], rel=5e-3)


def test_over_time_it_ends_where_it_stands_over_epsilon(view):
    _, over_time = traces(price_over_time(view), "AdaP-UCB")
    _, over_epsilon = traces(price_over_epsilon(view), "AdaP-UCB")
    assert over_time.customdata[-1] == over_epsilon.customdata[list(over_epsilon.x).index(view.epsilon)]
    assert over_time.x[-1] == ARMS.horizon


def test_without_algorithms_the_axes_stand_empty(view):
    empty = replace(view, algorithms=())
    for chart in (price_over_epsilon(empty), price_over_time(empty)):
        assert len(chart.data) == 0
        assert "0" in chart.layout.yaxis.ticktext


@pytest.mark.parametrize("runs", [4, 40])
def test_what_the_runs_cannot_tell_is_neither_told_nor_drawn(runs):
    view = filled(ARMS, ["dp-se"], [0.1], runs)
    results, lost = view.study.results, np.resize([100.0, 101.0, 99.0, 3000.0], (runs, 1))
    for cell, ends in ((("dp-se", 0.1), lost), (view.counterparts[0], np.full((runs, 1), 102.0))):
        results[cell] = replace(results[cell], regret=np.tile(ends, (1, results[cell].steps.size)))
    told = verdict(view, compare(view))
    drawn = "".join(note.text for note in cost_against_budget(view, compare(view)).layout.annotations)
    assert told.startswith("These 4 runs **do not settle** whether privacy costs rewards: 825 are lost") == (runs == 4)
    assert ("8.09 times as much" in told) == ("× 8.09" in drawn) == (runs == 40)
