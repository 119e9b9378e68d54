"""The look for a projector: what is in pixels grows, what is in the axes' units does not."""

from types import SimpleNamespace

import plotly.graph_objects as go
import pytest

from ui.look import projector, theme


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
