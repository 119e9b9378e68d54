"""The pictures of a fixed budget: error against budget, the phases of one run, and where the samples went."""

import math
from typing import Any

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from dpcore.fixed_budget import FixedBudgetPhase, FixedBudgetResult, FixedBudgetTrace
from ui.fixed_budget.bandit import Bandit
from ui.fixed_budget.study import BudgetView, Line, Results
from ui.look import marks, theme
from ui.look.numbers import count, percent, setting

HEIGHT = 380  # of a picture below the main one
_SYMBOLS = ("circle", "square", "diamond", "cross", "star", "hexagon", "pentagon", "x")
_TOP = 2.0  # of the axis of shares: above 100 % there is room for the handle at T


def _line_color(line: Line) -> str:
    """Its algorithm's colour; grey without privacy."""
    return theme.palette().without_privacy if line.epsilon is None else theme.algorithm_color(line.algorithm)


def error_chart(view: BudgetView, results: Results) -> go.Figure:
    """Error probability against T on log axes: simulated rates with exact bands, DP-BAI's bound as blue lines."""
    chart = theme.figure(height=440)
    most_runs = max((result.runs for result in results.values()), default=1)
    floor = 0.7 / max(100, most_runs)
    low, high = map(math.log10, view.limits)
    chart.update_xaxes(type="log", title="samples T", range=[low - 0.03, high + 0.03], dtick=1)
    theme.log_axis(chart.update_yaxes, floor, _TOP, percent, title="runs that named a wrong arm")
    symbols = dict(zip(sorted({line.epsilon for line in view.lines if line.epsilon}), _SYMBOLS * 2, strict=False))
    coincides = {line for line in view.lines if line.algorithm == "baseline" and view.bandit.is_too_few}
    for line in sorted(view.lines, key=lambda line: line not in coincides):
        cells = sorted((cell[1], result) for cell, result in results.items() if cell[0] == line and result.runs)
        if cells:
            label = line.label if len(symbols) > 1 else line.name
            label += " (not private)" if line.epsilon is None else ""
            _add_line(chart, line, label, cells, symbols.get(line.epsilon or 0.0, "circle"), floor)
            if line in coincides:  # with DP-BAI, so it is drawn behind that, and wider
                chart.update_traces({"line.width": 8, "marker.size": 16}, {"legendgroup": line.label})
    marker = {"size": 9, "color": theme.palette().text, "symbol": f"{_SYMBOLS[0]}-open"}
    chart.add_scatter(x=[None], y=[None], mode="markers", name="no wrong run", legendgroup="key", marker=marker)
    for epsilon, (budgets, values) in view.bounds.items():
        name = "bound of DP-BAI" + (f", ε = {setting(epsilon)}" if len(view.bounds) > 1 else "")
        says = f"bound of DP-BAI at ε = {setting(epsilon)}, proven for T large enough: %{{y:.4~p}}"
        style: dict[str, Any] = {"name": name, "legendgroup": name, "visible": "legendonly"}
        marks.curve(chart, budgets, values, theme.palette().private, says, width=3, **style)
    marks.choice_line(chart, view.budget)
    return marks.legend_above(chart, room=0.07, font={"size": 13}, tracegroupgap=0)


def _add_line(
    chart: go.Figure, line: Line, label: str, cells: list[tuple[int, FixedBudgetResult]], symbol: str, floor: float
) -> None:
    """Points at the observed rates; where no run erred, a hollow one at the upper end of the interval."""
    color = _line_color(line)
    points = [(budget, result, *result.error_interval) for budget, result in cells]
    if erring := [point for point in points if point[1].errors]:
        budgets, _, lows, highs = zip(*erring, strict=True)
        marks.band(chart, budgets, [max(low, floor / 10) for low in lows], highs, color, 0.16)
    for has_errors in (True, False):
        shown = [point for point in points if bool(point[1].errors) == has_errors]
        chart.add_scatter(
            x=[budget for budget, *_ in shown],
            y=[result.error_rate or high for _, result, _, high in shown],
            mode="lines+markers" if has_errors else "markers",
            name=label,
            legendgroup=line.label,
            showlegend=has_errors == bool(erring),
            line={"color": color, "width": 2.5, "dash": "solid" if line.may_conclude else "dash"},
            cliponaxis=has_errors,  # a hollow point at the frame stays whole
            marker={"size": 9, "color": color, "symbol": symbol if has_errors else f"{symbol}-open"},
            customdata=[[its.errors, f"{its.runs:,}", percent(low), percent(high)] for _, its, low, high in shown],
            hovertemplate=f"<b>{line.label}</b>, T = %{{x:,}}: wrong in %{{customdata[0]}} of %{{customdata[1]}} runs"
            "<br>95 % interval %{customdata[2]} to %{customdata[3]}<extra></extra>",
        )


def phases_chart(trace: FixedBudgetTrace) -> go.Figure:
    """One panel a phase: true means, the means the algorithm sees, what it pulls and what it drops."""
    phases = trace.phases
    colors = theme.palette()
    means = np.asarray(trace.parameters["means"])
    chart = make_subplots(
        figure=theme.figure(HEIGHT),
        cols=len(phases),
        shared_yaxes=True,
        horizontal_spacing=0.03,
        column_widths=[max(phase.active.size, 3) for phase in phases],
        subplot_titles=[
            f"{number}<br>{phase.active.size}" if number > 1 else f"phase 1<br>{phase.active.size} arms"
            for number, phase in enumerate(phases, start=1)
        ],
    )
    seen = np.concatenate([means, *(phase.estimates for phase in phases)])
    limits = max(min(0.0, float(seen.min())) - 0.06, -0.5), min(float(seen.max()) + 0.1, 1.5)
    for column, phase in enumerate(phases, start=1):
        _add_phase(chart, phase, means, limits, column)
    chart.update_yaxes(gridcolor=colors.grid, zeroline=False, range=limits)
    chart.update_yaxes(title="mean", col=1)
    chart.update_xaxes(showgrid=False, linecolor=colors.grid, title="arm")
    chart.update_annotations(font={"size": 13})
    return marks.legend_above(chart, room=0.17)


def _add_phase(
    chart: go.Figure, phase: FixedBudgetPhase, means: np.ndarray, limits: tuple[float, float], column: int
) -> None:
    colors = theme.palette()
    kept, pulled = np.isin(phase.active, phase.kept), np.isin(phase.active, phase.pulled)
    counts = dict(zip(phase.pulled.tolist(), phase.counts.tolist(), strict=True))
    pulls = [f"{count(counts[arm])} samples" if arm in counts else "not sampled" for arm in phase.active.tolist()]
    for name, values, symbol, color, size in (
        ("true mean", means[phase.active], "line-ew-open", colors.text, 14),
        ("seen, kept", np.where(kept, phase.estimates, np.nan), "circle", colors.private, 11),
        ("seen, dropped", np.where(kept, np.nan, phase.estimates), "x-thin", colors.private, 8),
        ("sampled", np.where(pulled, phase.estimates, np.nan), "circle-open", colors.choice, 19),
    ):
        look: dict[str, Any] = {"size": size, "symbol": symbol, "rim": 2, "cliponaxis": False}
        look |= {"name": name, "legendgroup": name, "showlegend": column == 1, "row": 1, "col": column}
        x, y = [str(arm + 1) for arm in phase.active], np.clip(values, *limits).tolist()
        says = f"arm %{{x}}: {name} %{{customdata[0]:.4g}}, %{{customdata[1]}}"
        marks.points(chart, x, y, color, says, customdata=list(zip(values.tolist(), pulls, strict=True)), **look)
    chart.update_xaxes(type="category", tickangle=0, row=1, col=column)


def pulls_chart(view: BudgetView) -> go.Figure:
    """Mean samples of each arm, per algorithm."""
    chart = theme.figure(HEIGHT)
    chart.update_yaxes(title="samples of the arm, mean over runs")
    chart.update_xaxes(title="arm", type="category", tickangle=0)
    for line, result in view.at_budget_once():
        chart.add_bar(
            x=[str(arm + 1) for arm in range(result.pulls.shape[1])],
            y=result.pulls.mean(axis=0).tolist(),
            name=line.name,
            marker={"color": _line_color(line)},
            hovertemplate="arm %{x}: %{y:,.0f} samples",
        )
    return marks.legend_above(chart).update_layout(barmode="group")


def means_chart(bandit: Bandit) -> go.Figure:
    """The arms' means as bars, where the features cannot be drawn in the plane."""
    chart = theme.figure(height=400)
    linear = bandit.linear
    colors = theme.palette()
    chart.update_yaxes(title="mean", range=[0, max(0.05, 1.12 * float(linear.means.max()))])
    chart.update_xaxes(title="arm", type="category")
    chart.add_bar(
        x=[str(arm + 1) for arm in range(linear.means.size)],
        y=linear.means.tolist(),
        text=[setting(mean) for mean in linear.means] if linear.means.size <= 12 else None,
        textposition="outside",
        marker={
            "color": [colors.choice if arm == linear.best_arm else colors.grid for arm in range(linear.means.size)]
        },
        hovertemplate="arm %{x}: mean %{y:.4g}<extra></extra>",
    )
    return chart
