"""The main picture of regret: what is lost at each privacy budget, above what is lost without privacy."""

import math
from dataclasses import dataclass

import plotly.graph_objects as go

from dpcore.regret import RegretResult
from ui.look import marks, theme
from ui.look.axes import log_ticks
from ui.look.numbers import number, percent, setting
from ui.regret.charts import Label, spread
from ui.regret.comparison import Comparison, compared
from ui.regret.study import RegretView, label_of

_HEIGHT = 380
_NOTICEABLE = 0.15  # a smaller gap has no room for its words


@dataclass(frozen=True)
class _Point:
    """The smallest mean regret of the private algorithms compared at one epsilon."""

    epsilon: float
    algorithm: str
    result: RegretResult


def cost_against_budget(view: RegretView, found: Comparison | None) -> go.Figure:
    """Mean regret at the horizon with and without privacy against epsilon; the gap at the epsilon chosen."""
    chart = theme.figure(_HEIGHT)
    theme.epsilon_axis(chart, view.epsilons[0], view.epsilons[-1])
    chart.update_yaxes(type="log", title=f"rewards lost in {view.problem.horizon:,} pulls", automargin=True)
    marks.choice_line(chart, view.epsilon, f"ε = {setting(view.epsilon)}", width=1.5, dash="dot")
    if points := _best(view):
        labels = [_add_private(chart, view, points)]
        if found is not None:
            labels.append(_add_plain(chart, view, found, points))
        theme.label_right_ends(chart, labels, spacing=0.07)
        _name_ticks(chart)
    if found is not None and found.is_certain and abs(found.added) > _NOTICEABLE:
        _add_gap(chart, view, found)
    return chart


def _best(view: RegretView) -> list[_Point]:
    """The best algorithm at each epsilon at which all of them have runs."""
    results, points = dict(view.study.results), []
    for epsilon in view.epsilons:
        at = [(name, results[name, epsilon]) for name in compared(view) if (name, epsilon) in results]
        if at and len(at) == len(compared(view)):
            points.append(_Point(epsilon, *min(at, key=lambda entry: float(entry[1].mean_regret[-1]))))
    return points


def _add_private(chart: go.Figure, view: RegretView, points: list[_Point]) -> Label:
    color = theme.palette().private
    places = [point.epsilon for point in points]
    means = [float(point.result.mean_regret[-1]) for point in points]
    low, high = zip(*[[side[-1] for side in spread(point.result, view.show_spread)] for point in points], strict=True)
    marks.band(chart, places, [max(*pair) for pair in zip(low, [mean / 20 for mean in means], strict=True)], high,
        color, 0.18)  # fmt: skip
    chart.add_scatter(
        x=places,
        y=means,
        mode="lines+markers",
        line={"color": color, "width": 4},
        marker={"size": 9},
        customdata=[[label_of((point.algorithm, point.epsilon)), point.result.runs] for point in points],
        hovertemplate="with privacy, <b>%{customdata[0]}</b>: %{y:,.0f} at ε = %{x:.3g}, mean of %{customdata[1]} runs"
        "<extra></extra>",
    )
    return means[-1], "with privacy", color


def _add_plain(chart: go.Figure, view: RegretView, found: Comparison, points: list[_Point]) -> Label:
    """The line without privacy, and what privacy costs: the area up to the private curve."""
    color, plain = theme.palette().without_privacy, found.plain_regret
    tops = [max(float(point.result.mean_regret[-1]), plain) for point in points]
    places = [point.epsilon for point in points]
    marks.band(chart, places, [plain] * len(places), tops, theme.palette().private, 0.1)
    chart.add_scatter(
        x=[view.epsilons[0], view.epsilons[-1]],
        y=[plain] * 2,
        mode="lines",
        line={"color": color, "width": 3, "dash": "dash"},
        hovertemplate=f"without privacy, <b>{label_of(found.plain)}</b>: %{{y:,.0f}}, mean of {found.runs} runs"
        "<extra></extra>",
    )
    return plain, "without", color


def _add_gap(chart: go.Figure, view: RegretView, found: Comparison) -> None:
    """An arrow from the one regret to the other at the epsilon chosen, with its size beside it."""
    is_right = view.epsilon > math.sqrt(view.epsilons[0] * view.epsilons[-1])
    sign = "+" if found.added > 0 else "−"
    words = f"× {number(1 + found.added)}" if found.added > 1 else f"{sign}{percent(abs(found.added))}"
    marks.gap(chart, view.epsilon, found.plain_regret, found.private_regret, words, at_left=is_right)


def _name_ticks(chart: go.Figure) -> None:
    """Written-out numbers on the axis of rewards."""
    low, high = chart.layout.yaxis.range
    ticks = log_ticks(10.0**low, 10.0**high)
    chart.update_yaxes(tickvals=ticks, ticktext=[f"{tick:,.12g}" for tick in ticks])
