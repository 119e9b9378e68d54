"""Marks on charts: closed bands, labels on log axes, and the share of runs that have stopped."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from ui.look import marks, theme


def test_a_band_goes_along_the_upper_curve_and_back_along_the_lower():
    chart = theme.figure()
    marks.band(chart, [1, 2, 3], np.array([0, 1, 2]), (4, 5, 6), "#102030", 0.5)
    (area,) = chart.data
    assert list(area.x) == [1, 2, 3, 3, 2, 1]
    assert list(area.y) == [4, 5, 6, 2, 1, 0]
    assert area.fillcolor == "rgba(16,32,48,0.5)"


@pytest.mark.parametrize("kind, place", [("log", math.log10(20)), ("linear", 20)])
@pytest.mark.parametrize("draw", [marks.choice_line, lambda *args: marks.named_line(*args, "#102030")])
def test_a_label_stands_at_its_line_on_every_axis(draw, kind, place):
    chart = theme.figure()
    chart.update_xaxes(type=kind)
    draw(chart, 20, "here")
    assert chart.layout.shapes[0].x0 == 20
    assert chart.layout.annotations[0].x == pytest.approx(place)
    assert chart.layout.annotations[0].text == "here"


def test_a_line_without_a_label_is_only_a_line():
    chart = theme.figure()
    marks.choice_line(chart, 20)
    assert not chart.layout.annotations


@pytest.mark.parametrize(
    "times, x, y",
    [
        ([30, 10, 20, 40], [10, 10, 20, 30, 40, 40], [0, 0.25, 0.5, 0.75, 1, 1]),
        ([30, 10, 99, 99], [10, 10, 30, 99], [0, 0.25, 0.5, 0.5]),
        ([99, 99, 99, 99], [99], [0]),
    ],
)
def test_capped_runs_keep_the_share_of_stopped_runs_below_one(times, x, y):
    times = np.array(times)
    runs = SimpleNamespace(stopping_times=times, finished=times < 99, parameters={"max_samples": 99})
    chart = theme.figure()
    marks.share_stopped(chart, runs, "a rule", "#0072B2")
    assert list(chart.data[0].x) == x
    assert list(chart.data[0].y) == y
