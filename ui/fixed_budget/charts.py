"""The pictures of a fixed budget: error against budget, the phases of one run, and where the samples went."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from dpcore import FixedBudgetResult, FixedBudgetTrace
from ui.fixed_budget.bandit import Bandit
from ui.fixed_budget.study import ALGORITHMS, Line, Results
from ui.look import theme
from ui.look.numbers import count, percent, setting

# Blue, grey and vermilion keep their meanings of bounds, no privacy and choice.
_COLORS = {"dp-bai": "#009E73", "baseline": "#CC79A7", "dp-od": "#E69F00"}
_SYMBOLS = ("circle", "square", "diamond", "cross", "star", "hexagon", "pentagon", "x")
_LEGEND = {"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0}


def line_color(algorithm: str) -> str:
    """The colour of an algorithm; grey is the one without privacy."""
    return _COLORS.get(algorithm, theme.palette().without_privacy)


def error_chart(
    results: Results,
    lines: Sequence[Line],
    bounds: Mapping[float, tuple[Sequence[float], Sequence[float]]],
    budget: float,
    limits: tuple[int, int],
) -> go.Figure:
    """Error probability against T on log axes: simulated rates with exact bands, DP-BAI's bound as blue lines.

    bounds: epsilon -> (budgets, bounds).  budget: the chosen T, marked.
    """
    chart = theme.figure(height=470)
    colors = theme.palette()
    most_runs = max((result.runs for result in results.values()), default=1)
    floor = 0.7 / max(100, most_runs)
    chart.update_xaxes(type="log", title="budget T (samples)", range=[math.log10(limit) for limit in limits], dtick=1)
    ticks = [10.0**-k for k in range(6) if 10.0**-k > floor]
    chart.update_yaxes(
        type="log",
        title="probability of a wrong answer",
        range=[math.log10(floor), 0.08],
        tickvals=ticks,
        ticktext=[percent(tick) for tick in ticks],
    )
    for epsilon, (budgets, values) in bounds.items():
        chart.add_scatter(
            x=list(budgets),
            y=list(values),
            mode="lines",
            name=f"bound of DP-BAI, ε = {setting(epsilon)}",
            line={"color": colors.private, "width": 3},
            hovertemplate=f"bound of DP-BAI at ε = {setting(epsilon)}, proven for T large enough: %{{y:.3g}}"
            "<extra></extra>",
        )
    symbols = dict(zip(sorted({line.epsilon for line in lines if line.epsilon}), _SYMBOLS * 2, strict=False))
    for line in lines:
        cells = sorted((cell[1], result) for cell, result in results.items() if cell[0] == line and result.runs)
        if cells:
            _add_line(chart, line, cells, symbols.get(line.epsilon or 0.0, "circle"), floor)
    chart.add_vline(x=budget, line={"color": colors.choice, "width": 2})
    return chart.update_layout(showlegend=True, legend={**_LEGEND, "y": 1.07}, margin={"t": 90})


def _add_line(
    chart: go.Figure, line: Line, cells: list[tuple[int, FixedBudgetResult]], symbol: str, floor: float
) -> None:
    """Points at the observed rates; where no run erred, an open triangle at the upper end of the interval."""
    color = line_color(line.algorithm)
    budgets = [budget for budget, _ in cells]
    intervals = [result.error_interval for _, result in cells]
    chart.add_scatter(
        x=budgets + budgets[::-1],
        y=[high for _, high in intervals] + [max(low, floor / 10) for low, _ in reversed(intervals)],
        fill="toself",
        fillcolor=theme.translucent(color, 0.16),
        line={"width": 0},
        mode="lines",
        hoverinfo="skip",
        showlegend=False,
    )
    for has_errors in (True, False):
        shown = [pair for pair in zip(cells, intervals, strict=True) if bool(pair[0][1].errors) == has_errors]
        chart.add_scatter(
            x=[budget for (budget, _), _ in shown],
            y=[result.error_rate or high for (_, result), (_, high) in shown],
            mode="lines+markers" if has_errors else "markers",
            name=line.label,
            legendgroup=line.label,
            showlegend=has_errors == any(result.errors for _, result in cells),
            line={"color": color, "width": 2.5},
            marker={"size": 9, "color": color, "symbol": symbol if has_errors else "triangle-down-open"},
            customdata=[
                [result.errors, f"{result.runs:,}", percent(low), percent(high)] for (_, result), (low, high) in shown
            ],
            hovertemplate=f"<b>{line.label}</b>, T = %{{x:,}}: wrong in %{{customdata[0]}} of %{{customdata[1]}} runs"
            "<br>95 % interval %{customdata[2]} to %{customdata[3]}<extra></extra>",
        )


def phases_chart(trace: FixedBudgetTrace) -> go.Figure:
    """One panel a phase: true means, the means the algorithm sees, what it pulls and what it drops."""
    phases = trace.phases
    colors = theme.palette()
    means = np.asarray(trace.parameters["means"])
    chart = make_subplots(
        cols=len(phases),
        shared_yaxes=True,
        horizontal_spacing=0.03,
        column_widths=[max(phase.active.size, 3) for phase in phases],
        subplot_titles=[f"phase {number}: {phase.active.size} arms" for number, phase in enumerate(phases, start=1)],
    )
    chart.update_layout(theme.figure(height=380).layout)
    seen = np.concatenate([phase.estimates for phase in phases])
    low, high = min(0.0, float(means.min()), float(seen.min())), max(float(means.max()), float(seen.max()))
    limits = [max(low - 0.06, -0.5), min(high + 0.1, 1.5)]
    for column, phase in enumerate(phases, start=1):
        names = [str(arm + 1) for arm in phase.active]
        kept = np.isin(phase.active, phase.kept)
        counts = dict(zip(phase.pulled.tolist(), phase.counts.tolist(), strict=True))
        pulls = [f"{count(counts[arm])} pulls" if arm in counts else "not pulled" for arm in phase.active.tolist()]
        marks = (
            ("true mean", means[phase.active], "line-ew-open", colors.text, 14),
            ("seen, kept", np.where(kept, phase.estimates, np.nan), "circle", colors.private, 11),
            ("seen, dropped", np.where(kept, np.nan, phase.estimates), "x-thin", colors.private, 8),
            (
                "pulled",
                np.where(np.isin(phase.active, phase.pulled), phase.estimates, np.nan),
                "circle-open",
                colors.choice,
                19,
            ),
        )
        for name, values, symbol, color, size in marks:
            chart.add_scatter(
                x=names,
                y=np.clip(values, *limits).tolist(),
                customdata=list(zip(values.tolist(), pulls, strict=True)),
                mode="markers",
                cliponaxis=False,
                name=name,
                legendgroup=name,
                showlegend=column == 1,
                marker={"symbol": symbol, "size": size, "color": color, "line": {"width": 2, "color": color}},
                hovertemplate=f"arm %{{x}}: {name} %{{customdata[0]:.4g}}, %{{customdata[1]}}<extra></extra>",
                row=1,
                col=column,
            )
        chart.update_xaxes(type="category", tickangle=0, row=1, col=column)
    chart.update_yaxes(gridcolor=colors.grid, zeroline=False, range=limits)
    chart.update_yaxes(title="mean", col=1)
    chart.update_xaxes(showgrid=False, linecolor=colors.grid, title="arm")
    chart.update_annotations(font={"size": 13})
    return chart.update_layout(showlegend=True, legend={**_LEGEND, "y": 1.1}, margin={"t": 84})


def pulls_chart(results: Sequence[tuple[Line, FixedBudgetResult]]) -> go.Figure:
    """Mean samples of each arm, per algorithm."""
    chart = theme.figure(height=380)
    chart.update_yaxes(title="samples of the arm, mean over runs")
    chart.update_xaxes(title="arm", type="category", tickangle=0)
    for line, result in results:
        chart.add_bar(
            x=[str(arm + 1) for arm in range(result.pulls.shape[1])],
            y=result.pulls.mean(axis=0).tolist(),
            name=ALGORITHMS[line.algorithm].label,
            marker={"color": line_color(line.algorithm)},
            hovertemplate="arm %{x}: %{y:,.0f} samples",
        )
    return chart.update_layout(barmode="group", showlegend=True, legend=_LEGEND, margin={"t": 60})


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
