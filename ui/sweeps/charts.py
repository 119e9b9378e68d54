"""The picture of a sweep: one column against another."""

from collections.abc import Hashable
from typing import Any

import plotly.graph_objects as go

import dpcore
from ui.look import axes, marks, theme
from ui.look.literal import in_chart
from ui.sweeps.view import SweepLine, SweepView, is_log, is_number, said

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
        theme.log_axis(
            chart.update_yaxes,
            *axes.log_range(up),
            lambda tick: axes.in_thousands(tick, is_long=tick >= 1e9),
            automargin=True,
        )
    values = list(dict.fromkeys(line.value for line in lines))
    aparts = list(dict.fromkeys(line.apart for line in lines))
    are_told = len({(line.value, line.apart) for line in lines}) <= _MOST_NAMED
    named: set[str] = set()
    for line in lines if len(lines) <= _MOST_LINES else _joined(lines):
        name, place = _name(view, line, are_told), values.index(line.value)
        interval = None
        if line.low is not None and line.high is not None:
            interval = marks.interval(line.y, line.low, line.high, thickness=1, width=3)
        color = theme.algorithm_color(str(line.value)) if view.split == "algorithm" else theme.arm_color(place)
        dash = _DASHES[aparts.index(line.apart) % len(_DASHES)] if are_told else "solid"
        places = [in_chart(x) if isinstance(x, str) else x for x in line.x]
        says = f"{name}<br>{in_chart(view.x)} %{{x}}<br>{in_chart(view.y)} %{{y:,.4g}}"
        style: dict[str, Any] = {"name": name, "legendgroup": name, "error_y": interval}
        style |= {"showlegend": name not in named and len(values) <= _MOST_NAMED}
        symbol = _SYMBOLS[place // len(theme.ARM_COLORS)]
        if len(lines) <= _MOST_LINES:
            marks.curve(chart, places, line.y, color, says, dash=dash, dots=7, marker_symbol=symbol, **style)
        else:
            marks.points(chart, places, line.y, color, says, size=7, symbol=symbol, **style)
        named.add(name)
    return marks.legend_above(chart, font={"size": 13})


def _joined(lines: list[SweepLine]) -> list[SweepLine]:
    """One for each value, without intervals."""
    joined: dict[Hashable, SweepLine] = {}
    for line in lines:
        whole = joined.setdefault(line.value, SweepLine(line.value, "", [], [], None, None))
        whole.x.extend(line.x)
        whole.y.extend(line.y)
    return list(joined.values())


def _name(view: SweepView, line: SweepLine, is_told: bool) -> str:
    """The name of a line; is_told: with what distinguishes it from others of its colour."""
    value = line.value
    if view.split == "algorithm":
        name = _LABELS.get(str(value), str(value))
    else:
        name = f"{view.split} {said(value)}" if isinstance(value, int | float) else str(value)
    return in_chart(f"{name}, {line.apart}" if is_told and line.apart else name)
