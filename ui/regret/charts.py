"""The pictures of regret: against time, and the cost and the bounds against the privacy budget."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

import dpcore
from dpcore.regret import RegretResult
from ui.look import marks, theme
from ui.look.axes import between_ends
from ui.look.numbers import exact, number, percent, setting
from ui.regret.bounds import BoundCurve, RegretBounds
from ui.regret.comparison import Comparison, compared
from ui.regret.study import RegretCell, RegretView, entry_of, half_interval, label_of

TIME_HEIGHT, BUDGET_HEIGHT, _COST_HEIGHT = 440, 520, 380
_NOTICEABLE = 0.15  # a smaller gap has no room for its words
_OPACITY = 0.18  # of bands
_PLAIN_DASHES = ("dash", "dashdot", "longdash")
Values = Sequence[float] | NDArray[Any]
Label = tuple[float, str, str]  # of the right end of a curve: its height, words and colour


def _style(cell: RegretCell, view: RegretView) -> tuple[str, str]:
    if math.isinf(cell[1]):
        return theme.palette().without_privacy, _PLAIN_DASHES[view.counterparts.index(cell) % len(_PLAIN_DASHES)]
    return theme.algorithm_color(cell[0]), "solid"


def spread(result: RegretResult, show_spread: bool) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(low, high) of the regret at every step; without width when one run has no standard error."""
    if show_spread:
        low, high = np.quantile(result.regret, [0.1, 0.9], axis=0)
        return low, high
    half = half_interval(result.standard_error) if result.runs > 1 else np.zeros(result.steps.size)
    return result.mean_regret - half, result.mean_regret + half


def over_time(view: RegretView, bounds: RegretBounds) -> go.Figure:
    """Mean regret against pulls on log axes at one budget, with bands and the proven bounds."""
    chart = theme.figure(TIME_HEIGHT)
    chart.update_xaxes(type="log", title="pulls", tick0=1, dtick=2, exponentformat="power")
    chart.update_yaxes(type="log", title="regret so far (expected rewards lost)", dtick=1, exponentformat="power")
    labels = []
    for cell in view.at_epsilon:
        result = view.study.results.get(cell)
        if result is None or not (seen := result.mean_regret > 0).any():
            continue
        color, dash = _style(cell, view)
        low, high = (np.maximum(side[seen], result.mean_regret[seen] / 20) for side in spread(result, view.show_spread))
        steps, means = result.steps[seen], result.mean_regret[seen]
        marks.band(chart, steps, low, high, color, _OPACITY)
        says = f"<b>{label_of(cell)}</b>: %{{y:,.0f}} after %{{x:,.0f}} pulls, mean of {result.runs} runs"
        labels.append(_labelled(chart, steps, means, label_of(cell), color, says, width=2.5, dash=dash))
    labels += _proven(chart, bounds.over_time, "after %{x:,.0f} pulls")
    if bounds.limit_over_time is not None:
        says = "log t × limit: %{y:,.3g} at t = %{x:,.0f}, a guide, not a bound"
        color = theme.palette().private
        labels.append(_labelled(chart, *bounds.limit_over_time, "log t × limit, ε-DP", color, says, dash="dot"))
    if labels:
        theme.label_right_ends(chart, labels)
    return chart


def over_epsilon(view: RegretView, bounds: RegretBounds) -> go.Figure:
    """Regret at the horizon against the budget on log axes: points with bands, bounds, and the two regimes."""
    chart = theme.figure(BUDGET_HEIGHT)
    budget_axis(chart, view)
    chart.update_yaxes(
        type="log", title=f"regret after {view.problem.horizon:,} pulls", dtick=1, exponentformat="power"
    )
    labels, ends = [], (view.epsilons[0], view.epsilons[-1])
    for bound in bounds.lower:
        says, dash = f"%{{y:,.3g}} at ε = %{{x:.3g}}: {bound.says}", "dot" if bound.is_limit else "solid"
        color = theme.palette().private
        labels.append(_labelled(chart, bounds.epsilons, bound.values, bound.label, color, says, dash=dash))
    labels += _proven(chart, bounds.over_epsilon, "at ε = %{x:.3g}")
    for cell in view.counterparts:
        if (result := view.study.results.get(cell)) is not None:
            color, dash = _style(cell, view)
            says = f"{label_of(cell)}: %{{y:,.0f}}, mean of {result.runs} runs"
            level = [float(result.mean_regret[-1])] * 2
            labels.append(_labelled(chart, ends, level, label_of(cell), color, says, dash=dash))
    for algorithm in view.algorithms:
        if cells := [(algorithm, place) for place in view.epsilons if (algorithm, place) in view.study.results]:
            color, label = theme.algorithm_color(algorithm), entry_of(algorithm).label
            told = [setting(dpcore.privacy.rho_from_epsilon(place)) for _, place in cells]
            at = "at ε = %{x:.3g}, ρ = %{customdata[0]}, mean of %{customdata[1]} runs"
            means = add_points(chart, view, cells, color, f"<b>{label}</b>: %{{y:,.0f}} {at}", told, dots=8)
            labels.append((float(means[-1]), label, color))
    _mark_boundaries(chart, bounds, ends)
    marks.choice_line(chart, view.epsilon, f"ε = {setting(view.epsilon)}")
    if labels:
        theme.label_right_ends(chart, [label for label in labels if label[0] > 0])
    return chart


def add_points(
    chart: go.Figure,
    view: RegretView,
    cells: Sequence[RegretCell],
    color: str,
    says: str,
    told: list[str],
    **style: Any,
) -> NDArray[np.float64]:
    """Mean regret at the horizon of these cells over epsilon, with its band; returns the means.

    says: on hover, of customdata: what is told of a cell, and how many runs it has.
    """
    results, places = [view.study.results[cell] for cell in cells], [epsilon for _, epsilon in cells]
    means = np.array([result.mean_regret[-1] for result in results])
    low, high = np.array([[side[-1] for side in spread(result, view.show_spread)] for result in results]).T
    marks.band(chart, places, np.maximum(low, means / 20), high, color, _OPACITY)
    customdata = list(zip(told, [result.runs for result in results], strict=True))
    marks.curve(chart, places, means, color, says, customdata=customdata, **style)
    return means


def _proven(chart: go.Figure, bounds: Mapping[str, BoundCurve], where: str) -> list[Label]:
    """The bounds by algorithm as thin lines."""
    labels = []
    for algorithm, (places, values) in bounds.items():
        color, label = theme.algorithm_color(algorithm), entry_of(algorithm).label
        says = f"proven bound of {label}: %{{y:,.0f}} {where}"
        labels.append(_labelled(chart, places, values, f"{label}, proven", color, says, width=1.2))
    return labels


def _labelled(chart: go.Figure, x: Values, y: Values, label: str, color: str, says: str, **style: Any) -> Label:
    """A curve, and what is to be written at its right end."""
    marks.curve(chart, x, y, color, says, **style)
    return float(y[-1]), label, color


def budget_axis(chart: go.Figure, view: RegretView) -> None:
    """One log scale with both budgets: epsilon, and the rho that it implies below it."""
    theme.epsilon_axis(chart, view.epsilons[0], view.epsilons[-1])
    places = chart.layout.xaxis.tickvals
    chart.update_xaxes(
        ticktext=[f"{place:g}<br>{_typeset(dpcore.privacy.rho_from_epsilon(place))}" for place in places],
        title=f"ε, below it ρ = ε tanh(ε/2)<br>{between_ends('')}",
    )
    chart.update_layout(margin={"b": 92})


def _typeset(value: float) -> str:
    """Three digits, with the power of ten of a small number as a superscript."""
    digits, _, power = f"{value:.3g}".partition("e")
    return f"{digits}·10<sup>{int(power)}</sup>".replace("-", "−") if power else digits


def _mark_boundaries(chart: go.Figure, bounds: RegretBounds, ends: tuple[float, float]) -> None:
    """A thin vertical per boundary with its letter at its foot; shaded where privacy dominates on this instance."""
    colors = theme.palette()
    for row, (letter, boundary) in enumerate(bounds.lettered(ends)):
        chart.add_vline(x=boundary.epsilon, line={"color": colors.without_privacy, "width": 1, "dash": "dot"})
        says = f"Below ε = {number(boundary.epsilon)} privacy dominates: {boundary.label}. {boundary.says}"
        foot: dict[str, Any] = {"yref": "paper", "yanchor": "bottom", "bgcolor": colors.background, "hovertext": says}
        x, y = math.log10(boundary.epsilon), 0.01 + 0.06 * (row % 2)
        marks.note(chart, x, y, letter, colors.without_privacy, **foot)
    for boundary in bounds.boundaries:
        if boundary.shades and boundary.epsilon > ends[0]:
            chart.add_vrect(
                x0=ends[0], x1=min(boundary.epsilon, ends[1]), fillcolor=colors.private, opacity=0.06, line_width=0,
                layer="below",
            )  # fmt: skip


def cost_against_budget(view: RegretView, found: Comparison | None) -> go.Figure:
    """The main picture: mean regret at the horizon with and without privacy, and the gap at the epsilon chosen."""
    chart = theme.figure(_COST_HEIGHT)
    theme.epsilon_axis(chart, view.epsilons[0], view.epsilons[-1])
    chart.update_yaxes(type="log", title=f"rewards lost in {view.problem.horizon:,} pulls", automargin=True)
    marks.choice_line(chart, view.epsilon, f"ε = {setting(view.epsilon)}", width=1.5, dash="dot")
    colors = theme.palette()
    if cells := _best(view):
        places, told = [epsilon for _, epsilon in cells], [label_of(cell) for cell in cells]
        says = "with privacy, <b>%{customdata[0]}</b>: %{y:,.0f} at ε = %{x:.3g}, mean of %{customdata[1]} runs"
        means = add_points(chart, view, cells, colors.private, says, told, width=4, dots=9)
        labels = [(float(means[-1]), "with privacy", colors.private)]
        if found is not None:
            plain, ends, color = found.plain_regret, (view.epsilons[0], view.epsilons[-1]), colors.without_privacy
            marks.band(chart, places, [plain] * len(places), np.maximum(means, plain), colors.private, 0.1)
            says = f"without privacy, <b>{found.plain_label}</b>: %{{y:,.0f}}, mean of {found.runs} runs"
            marks.curve(chart, ends, [plain] * 2, color, says, width=3, dash="dash")
            labels.append((plain, "without", color))
        theme.label_right_ends(chart, labels, spacing=0.07)
        low, high = chart.layout.yaxis.range
        theme.log_axis(chart.update_yaxes, 10.0**low, 10.0**high, exact)
    if found is not None and found.is_certain and abs(found.added) > _NOTICEABLE:
        is_right = view.epsilon > math.sqrt(view.epsilons[0] * view.epsilons[-1])
        sign = "+" if found.added > 0 else "−"
        words = f"× {number(found.times)}" if found.added > 1 else f"{sign}{percent(abs(found.added))}"
        marks.gap(chart, view.epsilon, found.plain_regret, found.private_regret, words, at_left=is_right)
    return chart


def _best(view: RegretView) -> list[RegretCell]:
    """The best algorithm, of smallest mean regret, at each epsilon at which all of them have runs."""
    results, names = dict(view.study.results), compared(view)
    return [
        min(((name, epsilon) for name in names), key=lambda cell: float(results[cell].mean_regret[-1]))
        for epsilon in view.epsilons
        if names and all((name, epsilon) in results for name in names)
    ]
