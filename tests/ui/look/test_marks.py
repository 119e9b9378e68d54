"""Marks on charts, and the look for a projector: what is in pixels grows, what is in the axes' units does not."""

import math
from types import SimpleNamespace

import numpy as np
import plotly.graph_objects as go
import pytest

from ui.look import marks, projector, theme


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


@pytest.fixture
def figure():
    drawn = theme.figure(380)
    drawn.add_scatter(x=[1, 2], y=[3, 4], mode="lines+markers", marker={"size": [8, 10]})
    drawn.add_scatter(x=[1, 2], y=[3, 4], mode="lines", line={"width": 4})
    drawn.add_annotation(x=1, y=3, ax=2, ay=4, axref="x", ayref="y", text="arrow", font={"size": 10}, xshift=10)
    drawn.add_shape(type="line", x0=1, x1=1, y0=0, y1=1, line={"width": 2})
    return drawn


def test_words_lines_marks_and_margins_grow_and_places_stay(monkeypatch, figure):
    monkeypatch.setattr(projector, "is_on", lambda: True)
    drawn = projector.enlarged(figure)
    larger = projector.LARGER
    layout = drawn.layout
    assert layout.font.size == 14 * larger
    assert layout.margin.l == 64 * larger
    assert layout.height == 380
    assert (drawn.data[0].line.width, drawn.data[1].line.width) == (2 * larger, 4 * larger)
    assert drawn.data[0].marker.size == (8 * larger, 10 * larger)
    assert layout.shapes[0].line.width == 2 * larger
    (note,) = layout.annotations
    assert (note.font.size, note.xshift, note.ax, note.ay) == (10 * larger, 10 * larger, 2, 4)
    assert (drawn.data[0].x, drawn.data[0].y) == ((1, 2), (3, 4))
    assert isinstance(drawn, go.Figure)


@pytest.mark.parametrize("height, is_lower, expected", [(400, False, 364), (400, True, 400), (380, False, 380)])
def test_a_high_picture_of_the_first_screen_is_flatter(monkeypatch, height, is_lower, expected):
    monkeypatch.setattr(projector, "is_on", lambda: True)
    assert projector.enlarged(theme.figure(height), is_lower).layout.height == expected


def test_a_phone_that_follows_a_projectors_link_has_a_phones_pictures(monkeypatch, figure):
    monkeypatch.setattr(projector, "is_on", lambda: True)
    agent = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36"
    monkeypatch.setattr(projector.st, "context", SimpleNamespace(headers={"User-Agent": agent}))
    assert projector.enlarged(figure) is figure
    assert projector.larger() == 1


def test_elsewhere_a_figure_stays_as_it_is(monkeypatch, figure):
    monkeypatch.setattr(projector, "is_on", lambda: False)
    assert projector.enlarged(figure) is figure
