"""The pictures of simulated stopping times: curves over epsilon, their distribution, and the shares of the arms."""

import math
from typing import NamedTuple

import plotly.graph_objects as go

from ui.look import marks, theme
from ui.look.numbers import at_least, count, percent, setting
from ui.stopping.curves import Curve
from ui.stopping.study import StoppingView
from ui.stopping.words import earlier_name

HEIGHT = 380  # of a picture below the main one
_FADED = 0.35
_BOUND, _WITHOUT = "lower bound", "bound, no privacy"  # in this order when they lie on one another


def stopping_time_curves(view: StoppingView, earlier: StoppingView | None = None) -> go.Figure:
    """Participants against epsilon on log axes: simulated points with bands over the two lower bounds.

    Medians with the 10-90 % band, or means with their 95 % interval; capped cells have no mean and show their cap as a
    triangle.  earlier: what was asked before, whose curves are faded.
    """
    chart = theme.figure(height=384)
    colors = theme.palette()
    bounds, epsilon = view.bounds, view.instance.epsilon
    low, high = view.epsilons[0], view.epsilons[-1]
    theme.epsilon_axis(chart, low, high)
    chart.update_yaxes(type="log", title="participants until the stop", dtick=1)
    if earlier is not None:
        _add_earlier(chart, earlier, view)
    chart.add_scatter(
        x=[low, high],
        y=[bounds.non_private] * 2,
        mode="lines",
        line={"color": colors.without_privacy, "dash": "dash", "width": 2},
        hovertemplate=f"lower bound without privacy: {at_least(bounds.non_private)} participants<extra></extra>",
    )
    chart.add_scatter(
        x=bounds.epsilons,
        y=bounds.private,
        mode="lines",
        line={"color": colors.private, "width": 4},
        customdata=[at_least(samples) for samples in bounds.private],
        hovertemplate="lower bound at ε = %{x:.4g}: %{customdata} participants<extra></extra>",
    )
    labels = [(bounds.private[-1], _BOUND, colors.private), (bounds.non_private, _WITHOUT, colors.without_privacy)]
    for curve in view.curves:
        if points := _points(view, curve):
            _add_curve(chart, curve, points)
            labels.append((points[-1].middle, _name(curve), curve.color))
    marks.choice_line(chart, epsilon, f"ε = {setting(epsilon)}")
    heights = [2 * math.log10(y) for trace in chart.data for y in trace.y if y > 0]
    # Half decades, so that the axis rests while a bar is dragged a little.
    chart.update_yaxes(range=[math.floor(min(heights)) / 2, math.ceil(max(heights)) / 2])
    theme.label_right_ends(chart, labels)
    longest = max(len(text) for text in (_BOUND, _WITHOUT, *map(_name, view.curves)))
    return chart.update_layout(margin={"t": 32, "r": 24 + 7 * longest})  # the same before the first runs


def _name(curve: Curve) -> str:
    """What stands at the curve's end."""
    return curve.label if curve.is_private else f"{curve.label}, not private"


def _add_earlier(chart: go.Figure, earlier: StoppingView, view: StoppingView) -> None:
    """Faded curves that are not an answer to what is asked now, with the words that say so."""
    for curve in earlier.curves:
        points = [point for point in _points(earlier, curve) if view.epsilons[0] <= point.epsilon <= view.epsilons[-1]]
        chart.add_scatter(
            x=[point.epsilon for point in points],
            y=[point.middle for point in points],
            mode="lines",
            line={**curve.line(width=2), "color": theme.translucent(curve.color, _FADED)},
            hoverinfo="skip",
        )
    is_left = view.instance.epsilon > math.sqrt(view.epsilons[0] * view.epsilons[-1])
    chart.add_annotation(
        x=0 if is_left else 1, xref="paper", y=1, yref="paper", yanchor="bottom", showarrow=False,
        xanchor="left" if is_left else "right", text=f"faded: {earlier_name(earlier, view)}",
        font={"color": theme.palette().without_privacy, "size": 13},
    )  # fmt: skip


class _Point(NamedTuple):
    epsilon: float
    low: float
    middle: float
    high: float
    share_capped: float
    runs: int


def _points(view: StoppingView, curve: Curve) -> list[_Point]:
    """The curve's points by epsilon; an undetermined figure sits at the cap, one without runs is left out."""
    points = []
    for (other, epsilon), result in view.results().items():
        if other != curve or result.runs == 0:
            continue
        summary, cap = result.summary(), float(result.parameters["max_samples"])
        if view.show_mean:
            middle = cap if summary.mean is None else summary.mean
            low, high = summary.mean_interval or (middle, middle)
        else:
            quantiles = (summary.quantiles[level] for level in (0.1, 0.5, 0.9))
            low, middle, high = (cap if value is None else value for value in quantiles)
        places = (view.epsilons[0], view.epsilons[-1]) if epsilon is None else (epsilon,)
        points += [_Point(x, low, middle, high, summary.share_capped or 0.0, summary.runs) for x in places]
    return sorted(points)


def _add_curve(chart: go.Figure, curve: Curve, points: list[_Point]) -> None:
    epsilons = [point.epsilon for point in points]
    marks.band(chart, epsilons, [point.low for point in points], [point.high for point in points], curve.color, 0.18)
    chart.add_scatter(
        x=epsilons,
        y=[point.middle for point in points],
        mode="lines+markers" if curve.is_private else "lines",
        line=curve.line(width=2),
        marker={"size": 9, "symbol": ["triangle-up-open" if point.share_capped else "circle" for point in points]},
        customdata=[
            [
                f"{percent(point.share_capped)} of runs capped" if point.share_capped else "all runs stopped",
                f"{point.runs} runs",
                count(point.low),
                count(point.high),
            ]
            for point in points
        ],
        hovertemplate=f"<b>{curve.label}</b> at ε = %{{x:.3g}}: %{{y:,.0f}} participants<br>from %{{customdata[2]}} to "
        "%{customdata[3]}<br>%{customdata[1]}, %{customdata[0]}<extra></extra>",
    )


def distribution(view: StoppingView) -> go.Figure:
    """The share of runs that have stopped by a number of participants; capped runs keep a curve below 100 %."""
    chart = theme.figure(HEIGHT)
    chart.update_xaxes(type="log", title="participants", dtick="D2")
    chart.update_yaxes(title="runs that have stopped", tickformat=".0%", range=[-0.02, 1.04])
    color = theme.palette().private
    marks.named_line(chart, view.bounds.at_epsilon, "lower bound on the mean", color, width=3)
    for curve, result in view.at_epsilon():
        marks.share_stopped(chart, result, curve.label, **curve.line(width=2.5))
    return marks.legend_above(chart)


def pull_shares(view: StoppingView) -> go.Figure:
    """Each arm's share of all participants, per algorithm, beside the optimal allocation."""
    chart = theme.figure(HEIGHT)
    colors = theme.palette()
    allocation = view.bounds.allocation
    arms = [f"arm {arm + 1}" for arm in range(len(allocation))]
    chart.update_yaxes(title="share of the participants", tickformat=".0%")
    chart.add_bar(x=arms, y=allocation, name="optimal", marker={"color": colors.private})
    for curve, result in view.at_epsilon():
        shares = result.pulls.sum(axis=0) / result.pulls.sum()
        chart.add_bar(x=arms, y=shares.tolist(), name=curve.label, marker={"color": curve.color})
    chart.update_traces(hovertemplate="%{x}: %{y:.1%}")
    return marks.legend_above(chart).update_layout(barmode="group")
