"""The picture of a sweep: one column against another."""

import math
from typing import Any

import plotly.graph_objects as go

import dpcore
from ui.look import axes, marks, theme
from ui.look.literal import in_chart
from ui.look.numbers import general
from ui.sweeps.view import SweepLine, SweepView, is_log, is_number

_REGISTRIES = (
    dpcore.fixed_confidence_algorithms(),
    dpcore.fixed_budget_algorithms(),
    dpcore.regret_algorithms(),
    dpcore.private_stopping_algorithms(),
)
_LABELS = {name: entry.label for registry in _REGISTRIES for name, entry in registry.items()}
_MOST_NAMED = 12  # lines that a legend names
_DASHES = ("solid", "dash", "dot", "dashdot")
_SYMBOLS = ("circle", "diamond", "square", "cross", "x")  # the next one where the colours repeat
_MOST_LINES = 100  # more are drawn as points


def sweep_chart(view: SweepView) -> go.Figure:
    """Points with their intervals where the figure has one, joined along x."""
    chart = theme.figure(height=450)
    lines = view.lines
    across = [x for line in lines for x in line.x]
    number = is_number(view.table.rows, view.x)
    kind = "log" if number and is_log(across) else "-" if number else "category"
    chart.update_xaxes(title=in_chart(view.x), type=kind, exponentformat="power")
    up = [y for line in lines for y in line.y]
    chart.update_yaxes(title=in_chart(view.y), exponentformat="power")
    if is_log(up):
        low, high = axes.log_range(up)
        shown = axes.log_ticks(low, high)
        text = [axes.in_thousands(tick, is_long=tick >= 1e9) for tick in shown]
        chart.update_yaxes(
            automargin=True, type="log", range=[math.log10(low), math.log10(high)], tickvals=shown, ticktext=text
        )
    values = list(dict.fromkeys(line.value for line in lines))
    aparts = list(dict.fromkeys(line.apart for line in lines))
    are_told = len({(line.value, line.apart) for line in lines}) <= _MOST_NAMED
    named: set[str] = set()
    for line in lines if len(lines) <= _MOST_LINES else _joined(lines):
        name = _name(view, line, are_told)
        is_named = name not in named and len(values) <= _MOST_NAMED
        mode = "lines+markers" if len(lines) <= _MOST_LINES else "markers"
        dash = _DASHES[aparts.index(line.apart) % len(_DASHES)] if are_told else "solid"
        style = {"color": _color(view, values, line), "width": 2, "dash": dash}
        symbol = _SYMBOLS[values.index(line.value) // len(theme.ARM_COLORS)]
        _add(chart, view, line, name, mode, style, symbol, is_named)
        named.add(name)
    return marks.legend_above(chart, font={"size": 13})


def _joined(lines: list[SweepLine]) -> list[SweepLine]:
    """One for each value, without intervals."""
    return [
        SweepLine(
            value,
            "",
            [x for line in lines if line.value == value for x in line.x],
            [y for line in lines if line.value == value for y in line.y],
            None,
            None,
        )
        for value in dict.fromkeys(line.value for line in lines)
    ]


def _add(
    chart: go.Figure,
    view: SweepView,
    line: SweepLine,
    name: str,
    mode: str,
    style: dict[str, Any],
    symbol: str,
    is_named: bool,
) -> None:
    interval = None
    if line.low is not None and line.high is not None:
        ends = list(zip(line.y, line.low, line.high, strict=True))
        interval = {
            "type": "data",
            "array": [high - y for y, _, high in ends],
            "arrayminus": [y - low for y, low, _ in ends],
            "thickness": 1,
            "width": 3,
        }
    chart.add_scatter(
        x=[in_chart(x) if isinstance(x, str) else x for x in line.x],
        y=line.y,
        error_y=interval,
        mode=mode,
        name=name,
        legendgroup=name,
        showlegend=is_named,
        line=style,
        marker={"size": 7, "symbol": symbol},
        hovertemplate=f"{name}<br>{in_chart(view.x)} %{{x}}<br>{in_chart(view.y)} %{{y:,.4g}}<extra></extra>",
    )


def _color(view: SweepView, values: list[object], line: SweepLine) -> str:
    if view.split == "algorithm":
        return theme.algorithm_color(str(line.value))
    return theme.arm_color(values.index(line.value))


def _name(view: SweepView, line: SweepLine, is_told: bool) -> str:
    """The name of a line; is_told: with what distinguishes it from others of its colour."""
    value = line.value
    if view.split == "algorithm":
        name = _LABELS.get(str(value), str(value))
    else:
        name = f"{view.split} {general(value)}" if isinstance(value, int | float) else str(value)
    return in_chart(f"{name}, {line.apart}" if is_told and line.apart else name)
