"""The picture of a published figure: its levels beside our simulation of the stated setting."""

import math
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from ui.look import marks, theme
from ui.look.numbers import at_least, number
from ui.published.curves_chart import HEIGHT, add_key, add_printed, add_printed_key, curves_chart
from ui.published.exhibits import Exhibit, Panel
from ui.published.numbers import COMPARED_EPSILON, gap
from ui.stopping.curves import Curve, all_curves

_EPSILON_LIMITS = (5e-4, 600.0)
_WITHOUT_PRIVACY = 300.0  # where levels without privacy stand
_AT_CAP: dict[str, Any] = {"symbol": "triangle-up", "size": 10}


def chart_of(exhibit: Exhibit, table: pd.DataFrame) -> go.Figure:
    """The picture of a figure or statement and our rows for it."""
    if isinstance(exhibit, Panel):
        return panel_chart(exhibit, table)
    return curves_chart(exhibit, table)


def panel_chart(panel: Panel, table: pd.DataFrame) -> go.Figure:
    """Published levels (diamonds) beside the medians of our runs (lines), over the bound without privacy."""
    chart = theme.figure(HEIGHT)
    theme.epsilon_axis(chart, *_EPSILON_LIMITS)
    printed = [samples for pairs in panel.readings.values() for _, samples in pairs]
    low, high = min(panel.lower_bound, *printed) / 3, 2 * max(*printed, *table["median"].fillna(table["max_samples"]))
    chart.update_yaxes(type="log", title="samples until the stop", dtick=1, range=[math.log10(low), math.log10(high)])
    _add_bound(chart, panel, low)
    for (name, threshold), rows in table.groupby(["algorithm", "threshold"], sort=False):
        _add_runs(chart, Curve(name, threshold), rows)
    curves = all_curves()
    for place, (name, pairs) in enumerate(panel.readings.items()):
        _add_levels(chart, curves.get(name) or curves[f"{name}-heuristic"], pairs, size=17 - 2.5 * place)
    if panel.compared:
        theirs, ours = gap(panel)
        marks.gap(chart, COMPARED_EPSILON, theirs, ours, f"means: × {number(ours / theirs, 2)}")
    _add_key(chart, bool((table["threshold"] != "proven").any()), bool(table["median"].isna().any()))
    return marks.legend_above(chart, font={"size": 13}, tracegroupgap=0)


def _add_bound(chart: go.Figure, panel: Panel, floor: float) -> None:
    """The levels that no average can have, hatched from the floor of the picture up to the bound."""
    colors = theme.palette()
    marks.curve(chart, _EPSILON_LIMITS, [floor] * 2, colors.forbidden, width=0)
    marks.curve(
        chart,
        _EPSILON_LIMITS,
        [panel.lower_bound] * 2,
        colors.without_privacy,
        "no algorithm that stays within this risk, whatever the means are, averages fewer, even without privacy",
        width=1,
        name=f"takes at least {at_least(panel.lower_bound)} on average, if it is right whatever the means are",
        fill="tonexty",
        fillcolor=theme.translucent(colors.forbidden, 0.35),
        fillpattern={"shape": "/", "fgcolor": colors.forbidden, "size": 8, "fillmode": "overlay"},
    )


def _add_runs(chart: go.Figure, curve: Curve, rows: pd.DataFrame) -> None:
    capped = rows[rows["median"].isna()]
    if len(capped):
        says = f"{curve.label}: at least half of our runs had not stopped by %{{y:,.0f}} samples at ε = %{{x:.3g}}"
        marks.points(
            chart, capped["epsilon"], capped["max_samples"], curve.color, says, **_AT_CAP, legendgroup=curve.algorithm
        )
    places, medians, dots = rows["epsilon"], rows["median"], 5
    if not curve.is_private:
        places, medians, dots = _EPSILON_LIMITS, [medians.iloc[0]] * 2, 0
    says = f"{curve.label}, median of our runs: %{{y:,.0f}} samples at ε = %{{x:.3g}}"
    style: dict[str, Any] = {"name": curve.entry.label, "legendgroup": curve.algorithm, "showlegend": False}
    marks.curve(chart, places, medians, says=says, dots=dots, **curve.line(width=2.5), **style)


def _add_levels(chart: go.Figure, curve: Curve, pairs: tuple[tuple[float | None, float], ...], size: float) -> None:
    """Diamonds; their sizes differ between algorithms, so that those at the same place are all seen."""
    add_printed(
        chart,
        [(_WITHOUT_PRIVACY if epsilon is None else epsilon, samples) for epsilon, samples in pairs],
        curve.color,
        f"{curve.entry.label}, printed: %{{y:,.0f}} samples at ε = %{{x:.3g}}",
        size=size,
        name=curve.entry.label if curve.is_private else f"{curve.entry.label} (not private)",
        legendgroup=curve.algorithm,
    )


def _add_key(chart: go.Figure, has_unproven: bool, has_capped: bool) -> None:
    """What the marks mean, first in the legend."""
    color = theme.palette().text
    line = {"color": color, "width": 2.5}
    add_printed_key(chart)
    add_key(chart, "<b>our runs</b>", line=line)
    if has_capped:
        add_key(chart, "cap: median unknown", marker={**_AT_CAP, "color": color})
    if has_unproven:
        add_key(chart, "our runs, unproven rule", line={**line, "dash": "dash"})
