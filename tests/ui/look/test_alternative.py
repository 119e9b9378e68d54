"""Charts in words: what their hover text says, with the numbers as Plotly would write them."""

import math

import numpy as np
import plotly.graph_objects as go
import pytest

from ui.look.alternative import words_of


def line(**what):
    return go.Scatter(**{"x": [1, 10, 100, 1000], "y": [0.5, 2, 3, 1234.6], **what})


@pytest.mark.parametrize(
    "template, told",
    [
        ("%{y:,.0f} after %{x} pulls<extra></extra>", "0 after 1 pulls; 1,235 after 1,000 pulls"),
        ("<b>A</b>: %{y:.3g}<extra>hidden</extra> at %{x:,}", "A: 0.5 at 1; 1,230 at 1,000"),
        ("loss %{y:+,.1f} at %{x}", "loss +0.5 at 1; loss +1,234.6 at 1,000"),
        ("%{y:.1%} of %{x}", "50.0 % of 1; 123,460.0 % of 1,000"),
        ("%{y:.3p} of %{x}", "50 % of 1; 123,000 % of 1,000"),
        ("%{customdata[1]} at %{x}", "b at 1; h at 1,000"),
        (None, "0.5 at 1; 1,235 at 1,000"),
    ],
)
def test_a_line_tells_both_its_ends_as_its_hover_text_does(template, told):
    data = np.array(list("abcdefgh"), dtype=object).reshape(4, 2)
    figure = go.Figure(line(hovertemplate=template, customdata=data))
    figure.update_layout(xaxis_title="pulls", yaxis_title="regret<br>so far")
    assert words_of(figure) == f"regret, so far against pulls. {told}."


def test_few_points_are_all_told_and_gaps_and_what_is_only_ground_are_not():
    figure = go.Figure(
        [
            line(x=[1, 2, 3], y=[4, math.nan, 6], name="seen"),
            line(name="ground", hoverinfo="skip"),
            line(name="empty", x=[None], y=[None]),
            go.Bar(name="shares", x=["a", "b", "c"], y=[0.2, 0.5, 0.3], hovertemplate="%{x}: %{y:.0%}"),
            go.Bar(name="many", x=list("abcdefgh"), y=[1, 2, 9, 3, 4, 5, 0, 6], hovertemplate="%{x}: %{y}"),
        ]
    )
    assert words_of(figure) == "seen: 4 at 1; 6 at 3. shares: a: 20 %; b: 50 %; c: 30 %. many: c: 9; g: 0."


def test_places_have_the_names_that_the_axis_gives_them():
    figure = go.Figure(line(x=[0, 1], y=[3, 4], hovertemplate="%{y} participants"))
    figure.update_xaxes(tickvals=[0, 1], ticktext=["arm 1", "<b>arm 2</b>"])
    assert words_of(figure) == "3 participants at arm 1; 4 participants at arm 2."


def test_marks_are_told_once_and_long_charts_are_cut():
    figure = go.Figure([line(name=f"series {i}") for i in range(20)])
    for text in ("ε = 0.1", "ε = 0.1", "series 3"):
        figure.add_annotation(text=text)
    told = words_of(figure)
    assert told.count("series ") == 12
    assert told.endswith("8 more. Marked: ε = 0.1.")


def test_a_visitors_words_are_told_as_they_are():
    assert words_of(go.Figure(line(name="a &lt;b&gt; c", x=[1], y=[2]))) == "a <b> c: 2 at 1."
