"""The main picture of regret: what is lost at each privacy budget, above what is lost without privacy."""

import math
from typing import NamedTuple

import plotly.graph_objects as go

from dpcore.regret import RegretResult
from ui.look import marks, theme
from ui.look.numbers import number, percent, setting
from ui.regret.charts import spread
from ui.regret.comparison import Comparison, compared
from ui.regret.study import RegretView, label_of

_HEIGHT = 380
_NOTICEABLE = 0.15  # a smaller gap has no room for its words


class _Point(NamedTuple):
    """The smallest mean regret of the private algorithms compared at one epsilon."""

    epsilon: float
    algorithm: str
    result: RegretResult

    @property
    def mean(self) -> float:
        """Of the runs, at the horizon."""
        return float(self.result.mean_regret[-1])


def cost_against_budget(view: RegretView, found: Comparison | None) -> go.Figure:
    """Mean regret at the horizon with and without privacy against epsilon; the gap at the epsilon chosen."""
    chart = theme.figure(_HEIGHT)
    theme.epsilon_axis(chart, view.epsilons[0], view.epsilons[-1])
    chart.update_yaxes(type="log", title=f"rewards lost in {view.problem.horizon:,} pulls", automargin=True)
    marks.choice_line(chart, view.epsilon, f"ε = {setting(view.epsilon)}", width=1.5, dash="dot")
    if points := _best(view):
        _add_private(chart, view, points)
        labels = [(points[-1].mean, "with privacy", theme.palette().private)]
        if found is not None:
            _add_plain(chart, view, found, points)
            labels.append((found.plain_regret, "without", theme.palette().without_privacy))
        theme.label_right_ends(chart, labels, spacing=0.07)
        low, high = chart.layout.yaxis.range
        theme.log_axis(chart.update_yaxes, 10.0**low, 10.0**high, lambda tick: f"{tick:,.12g}")
    if found is not None and found.is_certain and abs(found.added) > _NOTICEABLE:
        _add_gap(chart, view, found)
    return chart


def _best(view: RegretView) -> list[_Point]:
    """The best algorithm at each epsilon at which all of them have runs."""
    results, names = dict(view.study.results), compared(view)
    return [
        min((_Point(epsilon, name, results[name, epsilon]) for name in names), key=lambda point: point.mean)
        for epsilon in view.epsilons
        if names and all((name, epsilon) in results for name in names)
    ]


def _add_private(chart: go.Figure, view: RegretView, points: list[_Point]) -> None:
    color, places = theme.palette().private, [point.epsilon for point in points]
    low, high = zip(*[[side[-1] for side in spread(point.result, view.show_spread)] for point in points], strict=True)
    floors = [max(end, point.mean / 20) for end, point in zip(low, points, strict=True)]
    marks.band(chart, places, floors, high, color, 0.18)
    marks.curve(
        chart,
        places,
        [point.mean for point in points],
        color,
        "with privacy, <b>%{customdata[0]}</b>: %{y:,.0f} at ε = %{x:.3g}, mean of %{customdata[1]} runs",
        width=4,
        dots=9,
        customdata=[[label_of((point.algorithm, point.epsilon)), point.result.runs] for point in points],
    )


def _add_plain(chart: go.Figure, view: RegretView, found: Comparison, points: list[_Point]) -> None:
    """The line without privacy, and what privacy costs: the area up to the private curve."""
    plain, places = found.plain_regret, [point.epsilon for point in points]
    tops = [max(point.mean, plain) for point in points]
    marks.band(chart, places, [plain] * len(places), tops, theme.palette().private, 0.1)
    ends, color = (view.epsilons[0], view.epsilons[-1]), theme.palette().without_privacy
    says = f"without privacy, <b>{label_of(found.plain)}</b>: %{{y:,.0f}}, mean of {found.runs} runs"
    marks.curve(chart, ends, [plain] * 2, color, says, width=3, dash="dash")


def _add_gap(chart: go.Figure, view: RegretView, found: Comparison) -> None:
    """An arrow from the one regret to the other at the epsilon chosen, with its size beside it."""
    is_right = view.epsilon > math.sqrt(view.epsilons[0] * view.epsilons[-1])
    sign = "+" if found.added > 0 else "−"
    words = f"× {number(1 + found.added)}" if found.added > 1 else f"{sign}{percent(abs(found.added))}"
    marks.gap(chart, view.epsilon, found.plain_regret, found.private_regret, words, at_left=is_right)
